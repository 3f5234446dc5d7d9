"""Levels of skills, maneuvers and spells from the points in them: defaults, buying up from one, families."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from budosim.systems.gurps3.points import maneuver_levels, skill_cost, skill_rel
from budosim.systems.gurps3.regulation import Regulation, default_regulation
from budosim.systems.gurps3.sheet import Maneuver, Sheet, Skill, Spell
from budosim.systems.gurps3.tables import Default, SkillRow, TechniqueRow, tables

ATTRIBUTES = ("ST", "DX", "IQ", "HT")
COUNTS_AS = 20
"""An attribute above this counts as this for defaults."""

EIDETIC = {30: 2, 60: 4}
"""How often the points of a mental skill count for its level with Eidetic Memory of that price."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level and how it came about."""

    value: int
    base: int
    """The attribute (skills), IQ + Magery (spells) or default (maneuvers) it stands on."""
    default: int | None = None
    """The default the points were added to, when one was better than the bare table."""
    default_from: str = ""
    bonus: int = 0
    """From traits."""


@dataclass(frozen=True, slots=True)
class Technique:
    """A technique's level and the skill it is done with (C-20).

    Its damage bonus and its sub-turns follow that skill.
    """

    level: int
    skill: str
    default_from: str
    bought: int


@cache
def _sources(skill: str) -> tuple[Default, ...]:
    """What a skill may default to: its row's defaults; base and family members default to each other."""
    t = tables()
    if skill.partition(":")[0] not in t.skills:
        return ()
    row = t.skill(skill)
    if row.family:
        base = skill.partition(":")[2]
        return tuple(Default(base, d.mod) for d in row.defaults if d.source == "@base" and base)
    members = (
        Default(f"{family.id}:{skill}", d.mod)
        for family in t.skills.values()
        if family.family and skill in family.base_any
        for d in family.defaults
    )
    return (*row.defaults, *members)


class Levels:
    """All levels of one sheet with given attributes (as bought, or after ageing)."""

    def __init__(
        self, sheet: Sheet, attributes: Mapping[str, int] | None = None, regulation: Regulation | None = None
    ) -> None:
        self.sheet = sheet
        self.attributes = dict(sheet.attributes if attributes is None else attributes)
        self.regulation = regulation or default_regulation()
        self._known: dict[str, int | None] = {}
        self._trained: dict[str, int | None] = {}
        self._entries: dict[int, tuple[Skill, Level | None]] = {}
        """Levels of entries as they stand, by identity; the entry is kept so that its identity stays its own."""

    # -- skills ------------------------------------------------------------------------------------

    @cached_property
    def skills(self) -> dict[str, Level]:
        """Level of every learned skill whose name and attribute are known, by key.

        The better of two entries.
        """
        found: dict[str, Level] = {}
        for entry in self.sheet.skills:
            level = self.skill(entry)
            if level is not None and (entry.key not in found or level.value > found[entry.key].value):
                found[entry.key] = level
        return found

    def skill(self, entry: Skill, halves: int | None = None) -> Level | None:
        """The level of one entry (or of `halves` in it).

        None when it is unknown, unlearned or its attribute missing.
        """
        if halves is not None and halves != entry.halves:
            return self._skill(entry, halves)
        if id(entry) not in self._entries:
            self._entries[id(entry)] = (entry, self._skill(entry, entry.halves))
        return self._entries[id(entry)][1]

    def _skill(self, entry: Skill, own: int) -> Level | None:
        if entry.id is None:
            return None
        t = tables()
        row = t.skill(entry.id)
        if row.family and ":" not in entry.id:
            return None
        base = t.skills[t.base_of(entry.id)]
        attribute = self.attributes.get(base.attribute)
        rel = skill_rel(base.type, self.difficulty(base), own * self._memory(base))
        if attribute is None or rel is None:
            return None
        best = Level(attribute + rel, attribute)
        for value, source in self._defaults(entry.id):
            bought_up = self._bought_up(base, attribute, value, own)
            if bought_up > best.value:
                best = Level(bought_up, attribute, value, source)
        bonus = self.bonus(entry.id)
        return Level(best.value + bonus, best.base, best.default, best.default_from, bonus)

    def difficulty(self, row: SkillRow) -> str:
        """The difficulty of a skill under the rulings in force."""
        if row.id == "mental_strength":
            return str(self.regulation["sheet.mental_strength"])
        return row.difficulty

    def bonus(self, skill: str) -> int:
        """What the sheet's traits add to a skill's level."""
        traits = tables().traits
        held = {
            trait.id for trait in (*self.sheet.advantages, *self.sheet.disadvantages) if trait.id is not None
        }
        return sum(traits[id_].skill_bonus.get(skill, 0) for id_ in sorted(held))

    def default(self, skill: str) -> tuple[int, str] | None:
        """The best level of a skill without points in it, and where it comes from.

        None without any default.
        """
        options = self._defaults(skill)
        return max(options, key=lambda o: o[0], default=None)

    def known(self, skill: str) -> int | None:
        """The level a skill can be used at: learned, else by default from another learned skill."""
        if skill not in self._known:
            self._known[skill] = self._find_known(skill)
        return self._known[skill]

    def _find_known(self, skill: str) -> int | None:
        learned = [lv.value for key, lv in self.skills.items() if key == skill or key.startswith(f"{skill}(")]
        if learned:
            return max(learned)
        options = [o for o in self._defaults(skill) if o[1] not in ATTRIBUTES]
        return max((value for value, _ in options), default=None)

    def _memory(self, row: SkillRow) -> int:
        trait = self.sheet.trait("eidetic_memory")
        if row.type != "M" or trait is None or trait.cp is None:
            return 1
        return EIDETIC.get(int(trait.cp), 1)

    def _bought_up(self, row: SkillRow, attribute: int, default: int, halves: int) -> int:
        """The level when the points are added to those the default is worth."""
        kind, difficulty = row.type, self.difficulty(row)
        worth = skill_cost(kind, difficulty, default - attribute)
        rel = skill_rel(kind, difficulty, worth + halves * self._memory(row))
        return default if rel is None else max(default, attribute + rel)

    def _own(self, skill: str) -> int | None:
        """The trained level of a skill from its points and attributes alone.

        This is what another skill may default to.
        """
        if skill not in self._trained:
            self._trained[skill] = self._find_own(skill)
        return self._trained[skill]

    def _find_own(self, skill: str) -> int | None:
        t = tables()
        if skill.partition(":")[0] not in t.skills:
            return None
        row = t.skills[t.base_of(skill)]
        attribute = self.attributes.get(row.attribute)
        best: int | None = None
        for entry in self.sheet.skills:
            if entry.id != skill or entry.halves < 1 or attribute is None:
                continue
            rel = skill_rel(row.type, self.difficulty(row), entry.halves * self._memory(row))
            if rel is None:
                continue
            options = [attribute + rel]
            for d in t.skill(skill).defaults:
                if d.source in ATTRIBUTES and d.source in self.attributes:
                    value = min(self.attributes[d.source], COUNTS_AS) + d.mod
                    options.append(self._bought_up(row, attribute, value, entry.halves))
            best = max([*options, *([best] if best is not None else [])])
        return best

    def _defaults(self, skill: str) -> list[tuple[int, str]]:
        """Every default of a skill as (level, source).

        Only trained levels feed a default, never another default.

        Of two skills that default to each other the one better trained lends, never both: no circle.
        """
        found: list[tuple[int, str]] = []
        own = self._own(skill)
        for d in _sources(skill):
            if d.source in ATTRIBUTES:
                if d.source in self.attributes:
                    found.append((min(self.attributes[d.source], COUNTS_AS) + d.mod, d.source))
            elif (lent := self._own(d.source)) is not None:
                mutual = any(back.source == skill for back in _sources(d.source))
                if own is None or not mutual or lent > own:
                    found.append((lent + d.mod, d.source))
        return found

    def cheapest(self, entry: Skill | Spell | Maneuver, halves: int) -> int:
        """The fewest half points that give the level `halves` give."""
        least = 0 if isinstance(entry, Maneuver) else 1
        step = 2 if isinstance(entry, Maneuver) else 1
        wanted = self.level_at(entry, halves)
        while halves - step >= least and wanted is not None and self.level_at(entry, halves - step) == wanted:
            halves -= step
        return halves

    def level_at(self, entry: Skill | Spell | Maneuver, halves: int) -> int | None:
        """The level an entry would have with `halves` in it."""
        if isinstance(entry, Maneuver):
            technique = self.maneuver(entry, halves)
            return None if technique is None else technique.level
        found = self.skill(entry, halves) if isinstance(entry, Skill) else self.spell(entry, halves)
        return None if found is None else found.value

    # -- maneuvers ---------------------------------------------------------------------------------

    @cached_property
    def maneuvers(self) -> dict[str, Technique]:
        """Level of every bought maneuver by its id (`feint:karate`)."""
        found: dict[str, Technique] = {}
        for entry in self.sheet.maneuvers:
            level = self.maneuver(entry)
            if level is None or entry.id is None:
                continue
            if entry.id not in found or level.level > found[entry.id].level:
                found[entry.id] = level
        return found

    def maneuver(self, entry: Maneuver, halves: int | None = None) -> Technique | None:
        """The level of one bought maneuver (or of `halves` in it); None when it has no default here."""
        if entry.id is None:
            return None
        row = tables().technique(entry.id)
        if row.family and ":" not in entry.id:
            return None
        free = self.free_level(entry.id)
        if free is None:
            return None
        bought = maneuver_levels(row.difficulty, entry.halves if halves is None else halves)
        return Technique(free.level + bought, free.skill, free.default_from, bought)

    def free_level(self, technique: str, seen: tuple[str, ...] = ()) -> Technique | None:
        """The best default of a technique, without points in it.

        Another maneuver lends its own level, bought or not.
        """
        row = tables().technique(technique)
        suffix = technique.partition(":")[2]
        options: list[Technique] = []
        for d in row.defaults:
            option = self._from(
                Default(suffix, d.mod) if d.source == "@skill" else d, row, (*seen, technique)
            )
            if option is not None:
                options.append(option)
        return max(options, key=lambda o: o.level, default=None)

    def _from(self, d: Default, row: TechniqueRow, seen: tuple[str, ...]) -> Technique | None:
        t = tables()
        skill, _, score = d.source.rpartition("_")
        if d.source in ATTRIBUTES:
            value = self.attributes.get(d.source)
            parent = self._parent(row) or d.source
            return None if value is None else Technique(min(value, COUNTS_AS) + d.mod, parent, d.source, 0)
        if d.source in t.skills:
            level = self.known(d.source)
            return (
                None
                if level is None
                else Technique(level + d.mod, self._parent(row, d.source) or d.source, d.source, 0)
            )
        if score in ("parry", "half") and skill in t.skills:
            level = self.known(skill)
            if level is None:
                return None
            part = (
                level // 2
                if score == "half"
                else level * t.skills[skill].parry_num // t.skills[skill].parry_den
            )
            return Technique(part + d.mod, skill, d.source, 0)
        if d.source in seen or d.source not in t.techniques:
            return None
        bought = next((m for m in self.sheet.maneuvers if m.id == d.source), None)
        other = self.free_level(d.source, seen)
        if other is None:
            return None
        levels = (
            maneuver_levels(t.techniques[d.source].difficulty, bought.halves) if bought is not None else 0
        )
        return Technique(other.level + levels + d.mod, other.skill, d.source, 0)

    def _parent(self, row: TechniqueRow, source: str = "") -> str:
        """The fighting skill a technique is done with.

        Its source if that is one, else the best it asks for.
        """
        t = tables()
        if source in t.skills and t.skills[source].action_skill:
            return source
        wanted = [s for s in (*row.needs_also, *row.prereq_any) if t.skills[s].action_skill]
        levels = [(lv, s) for s in wanted if (lv := self.known(s)) is not None]
        return max(levels, default=(0, ""))[1]

    def ceiling(self, technique: str) -> int | None:
        """The highest level a maneuver may have: best learned prerequisite + `max_rel` (L-47)."""
        t = tables()
        row = t.technique(technique)
        suffix = technique.partition(":")[2]
        if row.defaults and row.defaults[0].source == "ST":
            value = self.attributes.get("ST")
            return None if value is None else value + row.max_rel
        wanted = (suffix,) if suffix else row.prereq_any
        scores: list[int] = []
        for skill in wanted:
            if (level := self._learned(skill)) is not None:
                s = t.skills[skill]
                scores.append(level * s.parry_num // s.parry_den if row.is_parry else level)
        return max(scores) + row.max_rel if scores else None

    def _learned(self, skill: str) -> int | None:
        return self.skills[skill].value if skill in self.skills else None

    # -- spells ------------------------------------------------------------------------------------

    @cached_property
    def magery(self) -> int:
        """Level of Magery, 0 without it."""
        trait = self.sheet.trait("magery")
        if trait is None or trait.cp is None:
            return 0
        prices = tables().advantages["magery"].choices
        return sum(1 for price in prices if trait.cp >= price)

    @cached_property
    def spells(self) -> dict[str, Level]:
        """Base level of every learned spell by id (M-03)."""
        found = {
            s.id: level
            for s in self.sheet.spells
            if s.id is not None and (level := self.spell(s)) is not None
        }
        return found

    def spell(self, entry: Spell, halves: int | None = None) -> Level | None:
        """The base level of a spell: a mental skill from IQ + Magery, without default."""
        if entry.id is None or "IQ" not in self.attributes:
            return None
        base = self.attributes["IQ"] + self.magery
        rel = skill_rel("M", tables().spells[entry.id].difficulty, entry.halves if halves is None else halves)
        return None if rel is None else Level(base + rel, base)
