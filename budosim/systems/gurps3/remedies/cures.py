"""What could mend sums, amounts, levels and prerequisites: the smallest change first, the doctor tries them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.legality.registry import Case, points
from budosim.systems.gurps3.legality.skills import missing_need
from budosim.systems.gurps3.points import combination_cost, trait_prices
from budosim.systems.gurps3.remedies.doctor import Candidates
from budosim.systems.gurps3.remedies.edits import Add, Edit, PayMain, Relist, Remove, SetAttribute, SetPoints
from budosim.systems.gurps3.remedies.lowering import reach, savings
from budosim.systems.gurps3.remedies.registry import HALF, cures, entry_of, lower_or_drop
from budosim.systems.gurps3.sheet import Kind, Maneuver, Skill, Spell, Spot, Trait
from budosim.systems.gurps3.tables import bare, tables


@cures("L-01", "L-02")
def save_anywhere(case: Case, finding: Finding) -> Candidates:
    """Save what is spent too much."""
    over = case.account.spent - case.regulation.whole("points.total")
    if over > 0:
        main = [e for e in case.sheet.entries() if not e.off and e.kind != "disadvantage"]
        yield from reach(savings(case, main, attributes=True), over)


@cures("L-05")
def save_off_match(case: Case, finding: Finding) -> Candidates:
    """Save in the off-match pool, or pay something from the main one."""
    over = case.account.off_match - case.regulation.whole("points.off_match")
    off = [e for e in case.sheet.entries() if e.off]
    yield from reach(savings(case, off), over)
    for entry in sorted(off, key=lambda e: e.cp or Fraction(0)):
        if (entry.cp or 0) >= over:
            yield (PayMain(entry),)


@cures("L-06")
def pay_from_main(case: Case, finding: Finding) -> Candidates:
    """Pay from the main pool, or drop."""
    entry = entry_of(case, finding)
    if entry is not None:
        yield (PayMain(entry),)
        yield (Remove(entry),)


@cures("L-08", "L-09")
def lower_attribute(case: Case, finding: Finding) -> Candidates:
    """The attribute at its cap."""
    name = next((n for n in case.sheet.attributes if finding.where == case.sheet.spot(f"attributes.{n}").where), None)
    if name is None or (case.age is None and name != "IQ"):
        return
    rules = case.regulation
    cap = rules.whole("attributes.iq") if name == "IQ" else rules.attribute_cap(case.age or 0)
    yield (SetAttribute(name, cap),)


@cures("L-12")
def usable_amount(case: Case, finding: Finding) -> Candidates:
    """The nearest amount that may be written."""
    entry = entry_of(case, finding)
    if entry is None or entry.cp is None:
        return
    halves = entry.kind in ("skill", "spell")
    step, least = (HALF, HALF) if halves else (Fraction(1), Fraction(0))
    below = entry.cp // step * step
    for cp in sorted({max(least, below), max(least, below + step)}, key=lambda n: (abs(n - (entry.cp or 0)), n)):
        yield (SetPoints(entry, cp),)
    yield (Remove(entry),)


@cures("L-14", "L-15", "L-17", "L-27", "L-28", "L-29", "L-30", "L-31", "L-32", "L-47")
def lower_entry(case: Case, finding: Finding) -> Candidates:
    """Less CP in the entry."""
    entry = entry_of(case, finding)
    if entry is None:
        return
    cap = case.skill_cap(entry) if isinstance(entry, (Skill, Spell)) and finding.rule == "L-14" else None
    for edits in lower_or_drop(case, entry):
        first = edits[0]
        if cap is None or not isinstance(first, SetPoints) or first.cp <= cap:
            yield edits
    if isinstance(entry, Maneuver) and entry.id is not None:
        for source in tables().technique(entry.id).defaults:
            for other in case.sheet.maneuvers:
                if other.id == source.source:
                    yield from lower_or_drop(case, other)


@cures("L-18")
def save_on_learning(case: Case, finding: Finding) -> Candidates:
    """Save on skills, maneuvers, combinations and spells."""
    if case.age is None:
        return
    rules = case.regulation
    over = case.account.learned - case.age * rules.whole("skills.total_per_year") - rules.whole("points.growth")
    learned = ("skill", "maneuver", "combination", "spell")
    yield from reach(savings(case, [e for e in case.sheet.entries() if not e.off and e.kind in learned]), over)


@cures("L-19")
def save_on_spells(case: Case, finding: Finding) -> Candidates:
    """Save on spells."""
    if case.age is not None:
        over = case.account.spells - case.age * case.regulation.whole("skills.total_per_year")
        yield from reach(savings(case, case.sheet.spells), over)


@cures("L-24", "L-25")
def master_or_drop(case: Case, finding: Finding) -> Candidates:
    """Drop it, list it where the style is one's own, or find a master."""
    entry = entry_of(case, finding)
    if entry is None:
        return
    yield (Remove(entry),)
    if finding.rule == "L-25" and entry.id is not None and case.sheet.style and case.sheet.style.original:
        for tier in ("optional", "secondary"):
            yield (Relist(bare(entry.id), target=tier),)
    yield (Add("advantage", "trained_by_a_master", Fraction(tables().advantages["trained_by_a_master"].cost)),)


@cures("L-26")
def drop_banned(case: Case, finding: Finding) -> Candidates:
    """Drop it, or what it does not go together with."""
    entry = entry_of(case, finding)
    if entry is None:
        return
    yield (Remove(entry),)
    if isinstance(entry, Trait) and entry.id is not None:
        for other in tables().traits[entry.id].excludes:
            trait = case.sheet.trait(other)
            if trait is not None:
                yield (Remove(trait),)


@cures("L-46")
def learn_or_drop_maneuver(case: Case, finding: Finding) -> Candidates:
    """Drop the maneuver, or learn what it is done with."""
    entry = entry_of(case, finding)
    if entry is None or entry.id is None:
        return
    yield (Remove(entry),)
    row, suffix = tables().technique(entry.id), entry.id.partition(":")[2]
    lacking = [Add("skill", s, Fraction(1)) for s in row.needs_also if not case.sheet.learned(s)]
    for skill in (suffix,) if suffix else row.prereq_any:
        yield tuple(lacking) if case.sheet.learned(skill) else (Add("skill", skill, Fraction(1)), *lacking)


@cures("L-51")
def pay_combination(case: Case, finding: Finding) -> Candidates:
    """The price of a combination."""
    for series in case.sheet.combinations:
        if series.spot == Spot(finding.where, finding.line):
            price = combination_cost(len(series.moves))
            if price is not None:
                yield (SetPoints(series, points(price)),)
            yield (Remove(series),)


@cures("L-50")
def drop_combination(case: Case, finding: Finding) -> Candidates:
    """The sheet without the combination."""
    entry = entry_of(case, finding)
    if entry is not None:
        yield (Remove(entry),)


def _learned_at(case: Case, skill: str, level: int) -> Edit | None:
    """The least CP at which a skill reaches a level: raised where it is learned."""
    have = next((s for s in case.sheet.skills if s.id is not None and bare(s.id) == skill), None)
    probe = have or Skill(kind="skill", text=skill, id=skill, cp=HALF, spot=Spot("skills", None))
    for halves in range(1, 2 * case.regulation.whole("skills.absolute") + 1):
        found = case.levels.level_at(probe, halves)
        if found is not None and found >= level:
            return SetPoints(have, points(halves)) if have else Add("skill", skill, points(halves))
    return None


@cures("L-52")
def meet_prerequisite(case: Case, finding: Finding) -> Candidates:
    """Learn what is asked for, or drop what asks."""
    entry = entry_of(case, finding)
    if entry is None or entry.id is None:
        return
    t = tables()
    if isinstance(entry, Skill):
        lacking = [n for n in t.skill(entry.id).prereqs if n.skills and missing_need(case, n) is not None]
        ways = [[e for s in n.skills if (e := _learned_at(case, s, n.min_level)) is not None] for n in lacking]
        yield from product(*ways)
    else:
        row = t.traits[entry.id]
        wanted = row.needs_attribute.get(str(entry.cp), {})
        for name, least in wanted.items():
            yield (SetAttribute(name, least),)
        if isinstance(entry, Trait) and not wanted:
            for other in row.needs_any:
                prices = trait_prices(t.traits[other])
                kind: Kind = t.traits[other].kind
                if prices:
                    yield (Add(kind, other, Fraction(min(prices, key=abs))),)
    yield from lower_or_drop(case, entry)


@cures("L-53")
def right_price(case: Case, finding: Finding) -> Candidates:
    """The nearest price of a trait."""
    entry = entry_of(case, finding)
    if not isinstance(entry, Trait) or entry.id is None or entry.cp is None:
        return
    row = tables().traits[entry.id]
    prices = trait_prices(row)
    written = entry.cp
    if prices is None:
        prices = (row.min_cost, row.max_cost)
    if row.by_age and case.age is not None:
        prices = tuple(v for k, v in row.by_age.items() if k == str(case.age))
    for price in sorted(prices, key=lambda p: (abs(p - written), abs(p)))[:6]:
        yield (SetPoints(entry, Fraction(price)),)
    yield (Remove(entry),)
