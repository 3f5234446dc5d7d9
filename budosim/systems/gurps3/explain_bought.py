"""How what is bought gets its number: attributes, skills, maneuvers, acts, spells, traits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from budosim.systems.gurps3 import derived as dv
from budosim.systems.gurps3 import technique_use as tu
from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.explain_caps import learned_sum, left, maneuver_caps, skill_caps
from budosim.systems.gurps3.explain_steps import Step, parry_step, signed, source_name, step, subturn_step
from budosim.systems.gurps3.findings import Both, number
from budosim.systems.gurps3.legality.attributes import NAMES
from budosim.systems.gurps3.legality.registry import Case, named, points
from budosim.systems.gurps3.levels import Level, Levels, Technique
from budosim.systems.gurps3.names import fold
from budosim.systems.gurps3.points import attribute_cost, combination_cost
from budosim.systems.gurps3.sheet import Maneuver, Skill, Spell
from budosim.systems.gurps3.tables import bare, tables

_TYPES = {"P": Both("肉体", "physical"), "M": Both("精神", "mental")}
_GRADES = {
    "E": Both("易", "easy"),
    "A": Both("並", "average"),
    "H": Both("難", "hard"),
    "VH": Both("至難", "very hard"),
}


class Bought:
    """Explains what one sheet buys."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.sheet = case.sheet
        self.levels = case.levels
        self.aged = Levels(self.sheet, aged_attributes(self.sheet, case.regulation), case.regulation)

    def attribute(self, id_: str) -> Iterator[Step]:
        """An attribute: its price, its cap, what age leaves of it."""
        value = self.sheet.attributes.get(id_)
        if value is None:
            return
        cost = points(attribute_cost(value))
        yield step("L-10", value, "{a}{v}（{cp}ＣＰ）", "{a} {v} ({cp} CP)", a=NAMES[id_], v=value, cp=cost)
        if self.case.age is not None:
            rules = self.case.regulation
            cap = rules.whole("attributes.iq") if id_ == "IQ" else rules.attribute_cap(self.case.age)
            yield step(
                "L-09" if id_ == "IQ" else "L-08",
                cap,
                "{a}は{age}歳の上限{cap}まで、{left}",
                "{a}: cap {cap} at age {age}, {left}",
                a=NAMES[id_],
                age=self.case.age,
                cap=cap,
                left=left(cap - value),
            )
        after = aged_attributes(self.sheet, self.case.regulation)[id_]
        if after != value:
            yield step("L-54", after, "老化後は{v}", "after ageing {v}", v=after)

    def skill(self, id_: str) -> Iterator[Step]:
        """A skill: its level, its caps and what it gives; by default where it is not learned."""
        entries = [
            s
            for s in self.sheet.skills
            if s.id is not None and (s.key == id_ or bare(s.id) == bare(id_) == id_)
        ]
        for entry in entries:
            level = self.levels.skill(entry)
            if level is not None:
                yield from self._skill_level(entry, level)
        if entries:
            yield from self._uses(bare(id_))
            return
        default = self.levels.default(id_)
        if default is not None:
            value, source = default
            yield step(
                "C-20",
                value,
                "{item}は習得していない。技能なし値{v}（{source}から）",
                "{item} is not learned: default {v} (from {source})",
                item=named("skill", id_),
                v=value,
                source=source_name(source),
            )

    def _skill_level(self, entry: Skill, level: Level) -> Iterator[Step]:
        t = tables()
        row = t.skills[t.base_of(entry.id or "")]
        kind, grade = _TYPES[row.type], _GRADES[self.levels.difficulty(row)]
        cp = entry.cp or Fraction(0)
        if level.default is not None:
            yield step(
                "L-13",
                level.default,
                "{source}からの技能なし値{v}",
                "default {v} from {source}",
                source=source_name(level.default_from),
                v=level.default,
            )
        bought = level.value - level.bonus
        rel = bought - level.base
        yield step(
            "L-13",
            bought,
            "{item} {v} ＝ {attr}{base}{rel}（{cp}ＣＰ、{kind}／{grade}）",
            "{item} {v} = {attr} {base}{rel} ({cp} CP, {kind}/{grade})",
            item=named("skill", entry.key),
            v=bought,
            attr=NAMES[row.attribute],
            base=level.base,
            rel=signed(rel),
            cp=cp,
            kind=kind,
            grade=grade,
        )
        if level.bonus:
            yield step(
                "L-17",
                level.value,
                "特徴による修正{n}で{v}",
                "traits add {n}: {v}",
                n=signed(level.bonus),
                v=level.value,
            )
        yield from self._aged_level(entry, level.value)
        yield from skill_caps(self.case, entry, level.value)

    def _aged_level(self, entry: Skill | Spell | Maneuver, level: int) -> Iterator[Step]:
        """The level age leaves, where it differs."""
        after = self.aged.level_at(entry, entry.halves)
        if after is not None and after != level:
            yield step("L-54", after, "老化後のレベル{v}", "level {v} after ageing", v=after)

    def _uses(self, skill: str) -> Iterator[Step]:
        """What a fighting skill gives: sub-turns, parry, damage."""
        level = self.levels.known(skill)
        if level is None or skill not in tables().skills:
            return
        row = tables().skills[skill]
        if row.action_skill:
            yield subturn_step(self.sheet, skill, level)
        if row.parry_num:
            yield parry_step(self.sheet, skill, level)
        for part, ja, en in (
            (row.punch_bonus_div, "パンチ", "punches"),
            (row.kick_bonus_div, "蹴り", "kicks"),
        ):
            if part:
                text = ("{what}のダメージに＋{n}（{v}÷{part}）", "{what} do {n} more damage ({v} / {part})")
                yield step(
                    "C-13", level // part, *text, what=Both(ja, en), n=level // part, v=level, part=part
                )
        if row.dodge_half:
            yield step(
                "R-61",
                level // 2,
                "避けの下地{n}（{v}÷2）",
                "dodge base {n} ({v} / 2)",
                n=level // 2,
                v=level,
            )
        if row.move_bonus_div:
            text = ("移動力に＋{v}／{part}", "adds {v} / {part} to Move")
            yield step(
                "C-39", number(Fraction(level, row.move_bonus_div)), *text, v=level, part=row.move_bonus_div
            )

    def technique(self, id_: str) -> Iterator[Step]:
        """A maneuver or basic technique: default, bought levels, ceiling, damage."""
        techniques = tu.all_techniques(self.levels)
        ids = [k for k in techniques if k == id_ or k.partition(":")[0] == id_]
        for key in ids:
            technique = techniques[key]
            yield self._default_step(key, technique)
            entry = next((m for m in self.sheet.maneuvers if m.id == key), None)
            if entry is not None:
                yield from self._bought(entry, technique)
            yield from self._damage(key, technique)

    def _default_step(self, key: str, technique: Technique) -> Step:
        free = technique.level - technique.bought
        return step(
            "L-48",
            free,
            "{item}の技能なし値{v}（{source}から）",
            "{item} defaults to {v} (from {source})",
            item=named("maneuver", key),
            v=free,
            source=source_name(technique.default_from),
        )

    def _bought(self, entry: Maneuver, technique: Technique) -> Iterator[Step]:
        grade = _GRADES[tables().technique(entry.id or "").difficulty]
        yield step(
            "L-48",
            technique.level,
            "{cp}ＣＰ（{grade}）で＋{n}、レベル{v}",
            "{cp} CP ({grade}) buy +{n}: level {v}",
            cp=entry.cp or Fraction(0),
            grade=grade,
            n=technique.bought,
            v=technique.level,
        )
        yield from self._aged_level(entry, technique.level)
        yield from maneuver_caps(self.case, entry)

    def _damage(self, key: str, technique: Technique) -> Iterator[Step]:
        row = tables().technique(key)
        if row.damage == "none" or not all(a in self.sheet.attributes for a in NAMES):
            return
        d = dv.derive_levels(self.levels)
        total = tu.technique_damage(self.levels, key, technique.skill, d.thrust, d.swing)
        bonus = tu.skill_damage(self.levels, row, technique.skill)
        yield step(
            "C-14",
            str(total),
            "ダメージ{total} ＝ {base}{mod}{bonus}（体力{st}、{skill}）",
            "damage {total} = {base}{mod}{bonus} (ST {st}, {skill})",
            total=str(total),
            base=str(d.thrust if row.damage == "thr" else d.swing),
            mod=f"{row.dmg_mod:+d}" if row.dmg_mod else "",
            bonus=f"{bonus:+d}" if bonus else "",
            st=self.sheet.attributes["ST"],
            skill=source_name(technique.skill),
        )

    def act(self, id_: str) -> Iterator[Step]:
        """An act of a pattern: the technique it uses here."""
        techniques = tu.all_techniques(self.levels)
        key = tu.act_techniques(techniques).get(id_)
        if key is None:
            return
        act, technique = named("act", id_), techniques[key]
        yield step(
            "C-20",
            technique.level,
            "{act}は【{item}】{v}で行う",
            "{act} rolls {item} at {v}",
            act=act,
            item=named("maneuver", key),
            v=technique.level,
        )
        yield from self.technique(key)

    def spell(self, id_: str) -> Iterator[Step]:
        """A spell: its base level and what low mana leaves."""
        entry = next((s for s in self.sheet.spells if s.id == id_), None)
        level = self.levels.spell(entry) if entry is not None else None
        if entry is None or level is None:
            return
        grade = _GRADES[tables().spells[id_].difficulty]
        yield step(
            "M-03",
            level.value,
            "《{item}》{v} ＝ 知力{iq}＋魔法の素質{magery}{rel}（{cp}ＣＰ、精神／{grade}）",
            "{item} {v} = IQ {iq} + Magery {magery}{rel} ({cp} CP, mental/{grade})",
            item=named("spell", id_),
            v=level.value,
            iq=self.sheet.attributes["IQ"],
            magery=self.levels.magery,
            rel=signed(level.value - level.base),
            cp=entry.cp or Fraction(0),
            grade=grade,
        )
        mana = tables().costs.low_mana
        ring = level.value + mana
        yield step(
            "M-07",
            ring,
            "マナが「疎」なので{n}、リングでは{v}",
            "low mana {n}: {v} in the ring",
            n=signed(mana),
            v=ring,
        )
        yield from skill_caps(self.case, entry, level.value)

    def combination(self, text: str) -> Iterator[Step]:
        """A combination: its price, and the level each move is rolled at."""
        techniques = tu.all_techniques(self.levels)
        for series in self.sheet.combinations:
            if fold(series.text) != fold(text):
                continue
            n, price = len(series.moves), combination_cost(len(series.moves))
            if price is not None:
                cp = points(price)
                text_of = ("{item}：動作{n}つで{cp}ＣＰ", "{item}: {n} moves cost {cp} CP")
                yield step("L-51", cp, *text_of, item=series.text, n=n, cp=cp)
            for move in series.moves:
                if move.id is None:
                    continue
                known = techniques.get(move.id)
                level = known.level if known is not None else self.levels.known(bare(move.id))
                if level is not None:
                    name = named("skill" if move.kind == "skill" else "maneuver", move.id)
                    rolls = ("{m}はそのレベル{v}で判定", "{m} rolls its own level {v}")
                    yield step("L-50", level, *rolls, m=name, v=level)
            yield from learned_sum(self.case)

    def trait(self, id_: str) -> Iterator[Step]:
        """A trait: its price and effect."""
        trait = self.sheet.trait(bare(id_))
        if trait is not None:
            row = tables().traits[bare(id_)]
            cp = trait.cp if trait.cp is not None else Fraction(0)
            text = ("{item}（{cp}ＣＰ）：{effect}", "{item} ({cp} CP): {effect}")
            yield step(
                "L-53", cp, *text, item=named("trait", trait.key), cp=cp, effect=Both(row.effect_ja, row.effect)
            )
