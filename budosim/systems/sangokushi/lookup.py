"""Whether a spell or a thing may be used by a warrior or a scholar, on a day (S-13 to S-15, S-28 to S-33)."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from budosim.errors import EventError
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.regulation import Parameters, Regulation
from budosim.systems.sangokushi.tables import plain, table

WORDS = {
    "yes": Both("可", "yes"),
    "no": Both("不可", "no"),
    "frowned": Both("好ましくない（違反ではない）", "frowned on, no breach"),
    "must": Both("必須", "must"),
    "named": Both("会戦前に発表された１名のみ", "only the one named before the battle"),
}


@dataclass(frozen=True, slots=True)
class Allowed:
    """The answer for one thing."""

    name: Both
    circle: int | None
    warrior: str
    scholar: str
    when: str
    rules: tuple[str, ...]
    note: Both

    def row(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "name_ja": self.name.ja,
            "name_en": self.name.en,
            "circle": self.circle,
            "warrior": self.warrior,
            "scholar": self.scholar,
            "when": self.when,
            "rules": list(self.rules),
            "note_ja": self.note.ja or None,
            "note_en": self.note.en or None,
        }


def _spell_names() -> dict[str, tuple[str, int]]:
    found = {}
    for circle, names in table("allowed")["known"].items():
        for name in names:
            found[plain(name)] = (name, int(circle))
    for other, name in table("allowed")["spelt"].items():
        found[plain(other)] = found[plain(name)]
    return found


def spell(name: str, circle: int, now: Parameters) -> Allowed:
    """A spell: scholars may cast all but those of the list; warriors none."""
    forbidden = table("allowed")["spell"][circle - 1]["forbidden"]
    banned = "*" in forbidden or name in forbidden
    extra = table("allowed")["battle"].get(name)
    note, rules = Both("", ""), ["S-15"]
    if extra is not None:
        note, rules = Both(extra["ja"], extra["en"]), [*rules, extra["rule"]]
        if name == "Fire Field" and now.fire_field_onto_ships:
            ja = "海戦では禁止、海と陸の戦いでは船側だけが使える（船への使用も可）"
            note = Both(ja, "not in sea battles; ships against land: from the ships only, onto ships too")
    return Allowed(Both(name, name), circle, "no", "no" if banned else "yes", "always", tuple(rules), note)


def _things(now: Parameters) -> Iterator[tuple[set[str], Allowed]]:
    for row in table("allowed")["thing"]:
        warrior, scholar, note = row["warrior"], row["scholar"], Both("", "")
        banned_by, limited_by = row.get("banned_by"), row.get("limited_by")
        if banned_by is not None and not getattr(now, banned_by):
            warrior = scholar = "yes"
            note = Both("この日にはまだ禁止されていない", "not yet banned on this day")
        if limited_by is not None and not getattr(now, limited_by):
            warrior = scholar = "yes"
            note = Both("この日にはまだ制限がない", "not yet limited on this day")
        words = {plain(word) for word in (row["ja"], row["en"], *row["also"])}
        name = Both(row["ja"], row["en"])
        yield words, Allowed(name, None, warrior, scholar, row["when"], tuple(row["rules"]), note)


def everything(rules: Regulation, day: date) -> list[Allowed]:
    """All spells by circle, then all things."""
    now = rules.on(day)
    spells = sorted(set(_spell_names().values()), key=lambda one: (one[1], one[0]))
    return [spell(name, circle, now) for name, circle in spells] + [thing for _, thing in _things(now)]


def look_up(word: str, rules: Regulation, day: date) -> Allowed:
    """What the rules say of a word.

    Raises:
        EventError: nothing is called so; the nearest are named.

    """
    now, key = rules.on(day), plain(word)
    spells = _spell_names()
    if key in spells:
        return spell(*spells[key], now)
    things = list(_things(now))
    for words, thing in things:
        if key in words:
            return thing
    known = {**{one: name for one, (name, _) in spells.items()}, **{w: t.name.ja for ws, t in things for w in ws}}
    near = [known[one] for one in difflib.get_close_matches(key, known, 3, cutoff=0.5)]
    hint = f": did you mean {', '.join(near)}?" if near else ""
    hint_ja = f"。{'、'.join(near)} ではありませんか" if near else ""
    raise EventError(f"{word!r} is in no list of the rules{hint}", f"「{word}」は規則の一覧にありません{hint_ja}")
