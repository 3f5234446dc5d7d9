"""Steps of an explanation, and those that skills and derived values share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from budosim.systems.gurps3 import secondary as sec
from budosim.systems.gurps3.findings import Both, number
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.registry import change, named
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import tables


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation: a sentence, the number it reaches, the rule behind it."""

    text: Both
    value: int | float | str | None
    rule: str

    def json(self) -> dict[str, object]:
        """The step in the form of `show --json`."""
        return {"text_ja": self.text.ja, "text_en": self.text.en, "value": self.value, "rule": self.rule}


def step(rule: str, value: int | float | str | Fraction | None, ja: str, en: str, **fields: object) -> Step:
    """A step with its numbers filled into both sentences."""
    shown = number(value) if isinstance(value, Fraction) else value
    return Step(change(ja, en, **fields), shown, rule)


def signed(n: int) -> Both:
    """A number that is added, with its sign as each language writes it."""
    return Both(f"＋{n}" if n >= 0 else f"−{-n}", f"{n:+d}")


def subturn_step(sheet: Sheet, skill: str, level: int) -> Step:
    """Sub-turns by one skill."""
    n = sec.subturns(level, sheet.is_master)
    rules = tables().costs.subturns
    base, every, per = rules["master_base"], rules["master_step"], rules["per_level"]
    if sheet.is_master:
        ja = "{s}{v}：サブターン{n} ＝ 1＋（{v}−{base}）÷{every}（達人の指導）"
        en = "{s} {v}: {n} sub-turns = 1 + ({v} - {base}) / {every} (Trained by a Master)"
    else:
        ja = "{s}{v}：サブターン{n} ＝ {v}÷{per}（最低1）"
        en = "{s} {v}: {n} sub-turns = {v} / {per} (at least 1)"
    return step("T-13", n, ja, en, s=named("skill", skill), v=level, n=n, base=base, every=every, per=per)


def parry_step(sheet: Sheet, skill: str, level: int) -> Step:
    """Parry with one skill."""
    row = tables().skills[skill]
    base = level * row.parry_num // row.parry_den
    reflex = sec.reflexes(sheet)
    enhanced = int(sheet.trait("enhanced_parry") is not None)
    more = Both(
        ("＋戦闘即応1" if reflex else "") + ("＋強化受け1" if enhanced else ""),
        (" + Combat Reflexes 1" if reflex else "") + (" + Enhanced Parry 1" if enhanced else ""),
    )
    return step(
        "C-16",
        base + reflex + enhanced,
        "{s}の受け{v} ＝ {lv}×{a}÷{b}{more}",
        "{s} parry {v} = {lv} x {a} / {b}{more}",
        s=named("skill", skill),
        v=base + reflex + enhanced,
        lv=level,
        a=row.parry_num,
        b=row.parry_den,
        more=more,
    )


def source_name(source: str) -> Both:
    """The name of what a default comes from."""
    t = tables()
    if source in NAMES:
        return NAMES[source]
    skill, _, score = source.rpartition("_")
    if score in ("parry", "half") and skill in t.skills:
        what = Both("の受け", " parry") if score == "parry" else Both("の半分", " / 2")
        name = named("skill", skill)
        return Both(name.ja + what.ja, name.en + what.en)
    return named("skill" if source.partition(":")[0] in t.skills else "maneuver", source)
