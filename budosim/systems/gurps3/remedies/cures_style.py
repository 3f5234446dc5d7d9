"""What could mend a style and how a sheet keeps to it: the smallest change first."""

from __future__ import annotations

from fractions import Fraction

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.legality.registry import Case
from budosim.systems.gurps3.remedies.doctor import Candidates
from budosim.systems.gurps3.remedies.edits import Add, Edit, Relist, Remove, SetPoints
from budosim.systems.gurps3.remedies.registry import cures, entry_of
from budosim.systems.gurps3.sheet import TIERS, Listed, Skill, Style
from budosim.systems.gurps3.tables import bare, tables

_STEPS = (2, 4, 8, 12, 16, 24)
"""Amounts tried where a skill is to be learned so well that others stay below it."""


@cures("L-33")
def join_style(case: Case, finding: Finding) -> Candidates:
    """Learn the primary skills that are lacking."""
    style = case.sheet.style
    if style is None:
        return
    least = Fraction(case.regulation.whole("style.membership_cp"))
    lacking: list[tuple[str, Skill | None]] = []
    for listed in style.lists["primary"]:
        if listed.id is None or style.is_prereq_only(listed.id):
            continue
        have = [s for s in case.sheet.skills if s.id is not None and bare(s.id) == listed.id and not s.off]
        if not any(s.cp is None or s.cp >= least for s in have):
            lacking.append((listed.id, have[0] if have else None))
    if style.original:
        yield tuple(Relist(id_, source="primary") for id_, _ in lacking)
    for cp in (least, *(Fraction(n) for n in _STEPS if n > least)):
        yield tuple(SetPoints(have, cp) if have else Add("skill", id_, cp) for id_, have in lacking)


@cures("L-49")
def teach_or_drop(case: Case, finding: Finding) -> Candidates:
    """List the maneuver where the style is one's own, else drop it."""
    entry, style = entry_of(case, finding), case.sheet.style
    if entry is None or entry.id is None:
        return
    if style is not None and style.original:
        head = entry.id.partition(":")[0]
        target = "cinematic_maneuvers" if tables().technique(entry.id).cinematic else "maneuvers"
        yield (Relist(head, target=target),)
    yield (Remove(entry),)


def _original(case: Case) -> Style | None:
    style = case.sheet.style
    return style if style is not None and style.original else None


@cures("L-34", "L-35", "L-36", "L-37", "L-41")
def shorten_list(case: Case, finding: Finding) -> Candidates:
    """Take names out of a list: first those nobody learned, from its end."""
    style = _original(case)
    tier = finding.where.partition(".")[2]
    if style is None or tier not in TIERS:
        return
    t = tables()
    learned = {bare(s.id) for s in case.sheet.skills if s.id is not None}
    items = [i for i in style.lists[tier] if i.id is not None and not style.is_prereq_only(i.id)]
    if finding.rule == "L-41":
        items = [i for i in items if t.skills[t.base_of(i.id or "")].type == "P"]

    def weight(item: Listed) -> tuple[bool, bool, int]:
        combat = item.id is not None and t.skill(item.id).combat
        return item.id in learned, combat and tier == "primary", -items.index(item)

    order = sorted(items, key=weight)
    for n in range(1, len(order)):
        yield tuple(Relist(i.id or "", source=tier) for i in order[:n])


@cures("L-38", "L-39")
def move_down(case: Case, finding: Finding) -> Candidates:
    """Move a barred skill to the next list it may stand in, or take it out."""
    style = _original(case)
    tier = "primary" if finding.rule == "L-38" else "secondary"
    if style is None:
        return
    t = tables()
    barred = [
        i.id
        for i in style.lists[tier]
        if i.id is not None and not (t.skill(i.id).primary_ok if tier == "primary" else t.skill(i.id).secondary_ok)
    ]
    for target in ("secondary", "optional"):
        if tier != target and all(target != "secondary" or t.skill(i).secondary_ok for i in barred):
            yield tuple(Relist(i, source=tier, target=target) for i in barred)
    yield tuple(Relist(i, source=tier) for i in barred)


@cures("L-40")
def fighting_primary(case: Case, finding: Finding) -> Candidates:
    """Put a learned combat skill among the primaries."""
    style = _original(case)
    if style is None:
        return
    fighting = [
        (level.value, key)
        for key, level in case.levels.skills.items()
        if tables().skill(key).combat and ":" not in key and not tables().skill(key).weapon
    ]
    for _, skill in sorted(fighting, reverse=True):
        yield (Relist(skill, source=style.tier(skill) or "", target="primary"),)


@cures("L-42")
def place_prerequisite(case: Case, finding: Finding) -> Candidates:
    """Put the prerequisites that are lacking beside what asks for them."""
    style = _original(case)
    tier = finding.where.partition(".")[2]
    if style is None or tier not in TIERS:
        return
    t = tables()
    reachable = {i.id for higher in TIERS[: TIERS.index(tier) + 1] for i in style.lists[higher]}
    asking = [
        (i.id, need.skills[0])
        for i in style.lists[tier]
        if i.id is not None
        for need in t.skill(i.id).prereqs
        if need.skills and not reachable.intersection(need.skills)
    ]
    edits: list[Edit] = []
    for need in dict.fromkeys(need for _, need in asking):
        mere = not t.skill(need).combat and not style.is_prereq_only(need)
        edits.append(Relist(need, source=style.tier(need) or "", target=tier, prereq_only=mere))
    if edits:
        yield tuple(edits)
    yield tuple(Relist(id_, source=tier) for id_ in dict.fromkeys(id_ for id_, _ in asking))
