"""Rules on skills: levels, caps, prerequisites, specialties."""

from __future__ import annotations

from collections.abc import Iterator

from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.registry import Case, change, item_of, named, points, rule
from budosim.systems.gurps3.sheet import Maneuver, Skill, Spell
from budosim.systems.gurps3.tables import Prereq, bare, tables

MAX_SEARCH = 200
"""CP up to which a better amount is looked for; above it other rules speak anyway."""


def _learned(case: Case) -> Iterator[Skill | Spell]:
    yield from case.sheet.skills
    yield from case.sheet.spells


@rule("L-13")
def stated_levels(case: Case) -> Iterator[Finding]:
    """A stated level is the one its CP buy (a trait's bonus may be written in or left out). Source: 1-3."""
    for entry in _learned(case):
        found = case.levels.skill(entry) if isinstance(entry, Skill) else case.levels.spell(entry)
        if entry.level is None or found is None:
            continue
        if entry.level not in (found.value, found.value - found.bonus):
            fix = change("レベルを{n}と書く", "write level {n}", n=found.value)
            yield case.say(
                "L-13",
                entry.spot,
                suggestion=fix,
                item=item_of(entry),
                cp=entry.cp,
                want=found.value,
                have=entry.level,
            )


@rule("L-14")
def age_cap(case: Case) -> Iterator[Finding]:
    """CP in one skill are at most the age, with the bonus of the one skill named, and never above 48.

    Source: 1-3.
    """
    for entry in _learned(case):
        cap = case.skill_cap(entry)
        if entry.id is None or entry.cp is None or cap is None or entry.cp <= cap:
            continue
        yield case.say(
            "L-14",
            entry.spot,
            suggestion=_cap_hint(case, entry),
            item=item_of(entry),
            cp=entry.cp,
            cap=cap,
        )


def _cap_hint(case: Case, entry: Skill | Spell) -> Both | None:
    """The master's bonus, where he named no skill and it would do."""
    master = case.sheet.trait("trained_by_a_master")
    if master is None or master.applies_to or not isinstance(entry, Skill) or entry.cp is None:
        return None
    rules = case.regulation
    raised = (case.age or 0) * rules.whole("skills.cap_per_year") + rules.whole("skills.master_bonus")
    if entry.cp > min(rules.whole("skills.absolute"), raised) or not tables().skill(entry.id or "").tbm_cap:
        return None
    return change(
        "「達人の指導」に applies_to = {item} と書く",
        'name it under Trained by a Master: applies_to = "{item}"',
        item=item_of(entry),
    )


@rule("L-15")
def absolute_cap(case: Case) -> Iterator[Finding]:
    """Nobody puts more than 48 CP into one skill. Source: 1-3."""
    cap = case.regulation.whole("skills.absolute")
    for entry in _learned(case):
        if entry.cp is not None and entry.cp > cap:
            yield case.say("L-15", entry.spot, item=item_of(entry), cp=entry.cp, cap=cap)


@rule("L-16")
def master_bonus(case: Case) -> Iterator[Finding]:
    """The + 20 goes to exactly one skill, no form or sport, and never beside Severe Training. Source: 1-3."""
    master = case.sheet.trait("trained_by_a_master")
    if master is None or not master.applies_to:
        return
    bonus = case.regulation.whole("skills.master_bonus")
    skills = [s for s in master.applies_ids if s]
    fix: Both | None = None
    if len(master.applies_to) > 1:
        fix = change("applies_to を一つにする", "name one skill only")
    elif any(not tables().skill(s).tbm_cap for s in skills):
        base = named("skill", tables().base_of(skills[0]))
        fix = change("applies_to を{base}にする", "name {base} instead", base=base)
    elif case.sheet.trait("severe_training") is not None:
        fix = change("「過酷な修行」を消すか、applies_to を消す", "drop Severe Training, or applies_to")
    if fix is not None:
        yield case.say("L-16", master.spot, suggestion=fix, bonus=bonus)


@rule("L-17")
def level_cap(case: Case) -> Iterator[Finding]:
    """No level above 22, or 23 when specialised, trait bonuses included. Source: 1-3."""
    for entry in _learned(case):
        level = case.levels.level_at(entry, entry.halves)
        if level is None:
            continue
        special = isinstance(entry, Skill) and entry.specialised
        cap = case.regulation.whole("skills.level_specialised" if special else "skills.level")
        extra = (
            max(0, entry.trait_bonus - case.levels.bonus(entry.id or "")) if isinstance(entry, Skill) else 0
        )
        if level + extra > cap:
            yield case.say("L-17", entry.spot, item=item_of(entry), lv=level + extra, cap=cap)


@rule("L-18")
def total_by_age(case: Case) -> Iterator[Finding]:
    """Skills, maneuvers, combinations and spells of the main pool cost at most age x 4 + 50. Source: 1-4."""
    if case.age is None:
        return
    factor, growth = case.regulation.whole("skills.total_per_year"), case.regulation.whole("points.growth")
    cap, n = case.age * factor + growth, case.account.learned
    if n > cap:
        yield case.say("L-18", case.sheet.spot("skills"), n=n, cap=cap, factor=factor, growth=growth)


def missing_need(case: Case, need: Prereq) -> Both | None:
    """What a prerequisite still lacks, or None when it is met."""
    levels = case.levels.skills
    for skill in need.skills:
        for key, level in levels.items():
            if bare(key) == skill and level.value >= need.min_level:
                return None
    names = [named("skill", s) for s in need.skills]
    ja, en = "か".join(n.ja for n in names), " or ".join(n.en for n in names)
    if need.min_level:
        return Both(f"{ja}（{need.min_level}レベル以上）", f"{en} at {need.min_level}")
    return Both(ja, en)


@rule("L-52")
def prerequisites(case: Case) -> Iterator[Finding]:
    """Every prerequisite of a learned skill is learned at the level it asks for; some traits ask for others.

    Source: data.
    """
    t = tables()
    for skill in case.sheet.skills:
        if skill.id is None or skill.halves < 1:
            continue
        for need in t.skill(skill.id).prereqs:
            if not need.skills:
                continue
            missing = missing_need(case, need)
            if missing is not None:
                yield case.say("L-52", skill.spot, item=item_of(skill), need=missing)
    for trait in (*case.sheet.advantages, *case.sheet.disadvantages):
        if trait.id is None:
            continue
        row = t.traits[trait.id]
        if row.needs_any and not any(case.sheet.trait(other) for other in row.needs_any):
            names = [named("trait", other) for other in row.needs_any]
            either = Both("か".join(n.ja for n in names), " or ".join(n.en for n in names))
            yield case.say("L-52", trait.spot, item=item_of(trait), need=either)
        wanted = row.needs_attribute.get(str(trait.cp), {})
        for name, least in wanted.items():
            if case.sheet.attributes.get(name, least) < least:
                yield case.say("L-52", trait.spot, item=item_of(trait), need=f"{name} {least}")


@rule("L-64")
def specialties(case: Case) -> Iterator[Finding]:
    """Languages, philosophies, theologies and sports' rules name which one. Source: 1-3."""
    for skill in case.sheet.skills:
        if skill.id is not None and tables().skill(skill.id).specialty_required and not skill.spec:
            yield case.say("L-64", skill.spot, item=item_of(skill))


@rule("L-65")
def wasted_points(case: Case) -> Iterator[Finding]:
    """CP between two steps of the cost table buy the lower level. Source: 1-3."""
    bought: list[Skill | Spell | Maneuver] = [*case.sheet.skills, *case.sheet.spells, *case.sheet.maneuvers]
    for entry in bought:
        if entry.id is None or entry.cp is None or entry.cp * 2 != entry.halves:
            continue
        least = case.levels.cheapest(entry, entry.halves) if entry.halves <= 2 * MAX_SEARCH else entry.halves
        if least < entry.halves:
            fix = change("{n}ＣＰにする", "use {n} CP", n=points(least))
            yield case.say(
                "L-65", entry.spot, suggestion=fix, item=item_of(entry), cp=entry.cp, want=points(least)
            )
    for series in case.sheet.combinations:
        price = tables().costs.combination.get(len(series.moves))
        if price is not None and series.cp is not None and series.cp * 2 > price:
            fix = change("{n}ＣＰにする", "use {n} CP", n=points(price))
            yield case.say(
                "L-65", series.spot, suggestion=fix, item=series.text, cp=series.cp, want=points(price)
            )
