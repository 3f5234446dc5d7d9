"""Rules on how a sheet keeps to its style: comparisons of 1-7, membership, manga skills, banned things."""

from __future__ import annotations

from collections.abc import Iterator

from budosim.systems.gurps3.findings import Both, Finding
from budosim.systems.gurps3.legality.registry import Case, change, item_of, named, rule
from budosim.systems.gurps3.tables import bare, tables


@rule("L-27")
def outside_skills(case: Case) -> Iterator[Finding]:
    """A skill outside the style stays below the lowest primary level - 3. Source: 1-7."""
    lists = case.style_lists
    primary = lists.lowest("primary") if lists else []
    if lists is None or not primary:
        return
    cap = min(p.level for p in primary) - case.regulation.whole("style.outside_below")
    for c in lists.of("outside"):
        if c.level >= cap:
            yield case.say("L-27", c.entry.spot, item=item_of(c.entry), lv=c.level, cap=cap)


@rule("L-28")
def secondary_level(case: Case) -> Iterator[Finding]:
    """A secondary skill stays below the lowest primary level. Source: 1-7."""
    yield from _below(case, "L-28", "secondary", ("primary",))


@rule("L-29")
def optional_level(case: Case) -> Iterator[Finding]:
    """An optional skill stays below the lowest secondary level (none learned: the lowest primary).

    Source: 1-7.
    """
    yield from _below(case, "L-29", "optional", ("secondary", "primary"))


def _below(case: Case, rule_id: str, tier: str, above: tuple[str, ...]) -> Iterator[Finding]:
    lists = case.style_lists
    higher = lists.lowest(*above) if lists else []
    if lists is None or not higher:
        return
    cap = min(h.level for h in higher)
    for c in lists.of(tier):
        if c.level >= cap:
            yield case.say(rule_id, c.entry.spot, item=item_of(c.entry), lv=c.level, cap=cap)


@rule("L-30")
def secondary_points(case: Case) -> Iterator[Finding]:
    """A secondary skill has less CP than the least of the primaries. Source: 1-7."""
    yield from _fewer(case, "L-30", "secondary", ("primary",))


@rule("L-31")
def optional_points(case: Case) -> Iterator[Finding]:
    """An optional skill has less CP than the least of the secondaries. Source: 1-7."""
    yield from _fewer(case, "L-31", "optional", ("secondary", "primary"))


def _fewer(case: Case, rule_id: str, tier: str, above: tuple[str, ...]) -> Iterator[Finding]:
    lists = case.style_lists
    higher = lists.lowest(*above) if lists else []
    if lists is None or not higher:
        return
    cap = min(h.cp for h in higher)
    for c in lists.of(tier):
        if c.cp >= cap:
            yield case.say(rule_id, c.entry.spot, item=item_of(c.entry), cp=c.cp, cap=cap)


@rule("L-32")
def manga_level(case: Case) -> Iterator[Finding]:
    """A skill of the manga list is not above the lowest (by another ruling: highest) primary level.

    Source: 1-7.
    """
    lists = case.style_lists
    primary = lists.lowest("primary") if lists else []
    if lists is None or not primary:
        return
    pick = min if case.regulation["style.manga_limit"] == "lowest" else max
    cap = pick(p.level for p in primary)
    for c in lists.of("manga"):
        if c.level > cap:
            yield case.say("L-32", c.entry.spot, item=item_of(c.entry), lv=c.level, cap=cap)


@rule("L-33")
def membership(case: Case) -> Iterator[Finding]:
    """Every primary skill of the style is learned with 1 CP or more. Source: 1-6."""
    style = case.sheet.style
    if style is None or style.id is None:
        return
    least = case.regulation.whole("style.membership_cp")
    for listed in style.lists["primary"]:
        if listed.id is None or style.is_prereq_only(listed.id):
            continue
        have = [s for s in case.sheet.skills if s.id is not None and bare(s.id) == listed.id and not s.off]
        if not any(s.cp is None or s.cp >= least for s in have):
            yield case.say("L-33", case.sheet.spot("style"), item=item_of(listed))


@rule("L-24")
def cinematic(case: Case) -> Iterator[Finding]:
    """Cinematic manga skills and maneuvers need Trained by a Master. Source: 1-5."""
    if case.sheet.is_master:
        return
    t = tables()
    for skill in case.sheet.skills:
        if skill.id is not None and t.skill(skill.id).manga == "cinematic":
            yield case.say("L-24", skill.spot, item=item_of(skill))
    for maneuver in case.sheet.maneuvers:
        if maneuver.id is not None and t.technique(maneuver.id).cinematic:
            yield case.say("L-24", maneuver.spot, item=item_of(maneuver))


@rule("L-25")
def real_manga(case: Case) -> Iterator[Finding]:
    """A realistic manga skill needs Trained by a Master, or one of the first three lists. Source: 1-5."""
    style = case.sheet.style
    if case.sheet.is_master or (style is not None and style.id is None):
        return
    t = tables()
    for skill in case.sheet.skills:
        if skill.id is None or t.skill(skill.id).manga != "real":
            continue
        if style is None or style.tier(bare(skill.id)) not in ("primary", "secondary", "optional"):
            yield case.say("L-25", skill.spot, item=item_of(skill))


@rule("L-26")
def banned(case: Case) -> Iterator[Finding]:
    """Psionic, exotic and other banned things are refused, and pairs of traits that exclude each other.

    Source: 1-5, 2-2.
    """
    t = tables()
    allowed = set(case.regulation.names("house.allowed"))
    barred = set(case.regulation.names("house.barred"))
    grimoire = bool(case.regulation["magic.allow_grimoire"])
    for entry in case.sheet.entries():
        if entry.id is None or entry.kind == "combination":
            continue
        head = bare(entry.id).partition(":")[0]
        off = head in barred
        if entry.kind == "skill":
            off |= t.skill(entry.id).banned_default
        elif entry.kind == "maneuver":
            off |= t.technique(entry.id).banned_default
        elif entry.kind == "spell":
            off |= t.spells[entry.id].source == "grimoire" and not grimoire
        else:
            off |= t.traits[entry.id].banned_default
        if off and head not in allowed:
            yield case.say("L-26", entry.spot, item=item_of(entry))
    for trait in (*case.sheet.advantages, *case.sheet.disadvantages):
        row = t.traits[trait.id] if trait.id is not None else None
        if row is None:
            continue
        for other in row.excludes:
            if case.sheet.trait(other):
                yield case.say("L-26", trait.spot, variant="excludes", item=item_of(trait), other=named("trait", other))
        for name, most in row.max_attribute.items():
            if case.sheet.attributes.get(name, most) > most:
                fix = change(
                    "{name}を{n}以下にする", "keep {name} at {n} or less", name=Both(name, name), n=most
                )
                yield case.say("L-26", trait.spot, suggestion=fix, item=item_of(trait))
