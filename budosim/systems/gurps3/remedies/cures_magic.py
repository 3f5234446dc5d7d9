"""What could mend spells: the smallest change first."""

from __future__ import annotations

from fractions import Fraction

from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.legality.magic import missing_spells
from budosim.systems.gurps3.legality.registry import Case, points
from budosim.systems.gurps3.remedies.doctor import Candidates
from budosim.systems.gurps3.remedies.edits import Add, Edit, Remove, SetPoints
from budosim.systems.gurps3.remedies.lowering import smaller
from budosim.systems.gurps3.remedies.registry import HALF, cures, entry_of
from budosim.systems.gurps3.sheet import Spell, Spot
from budosim.systems.gurps3.tables import tables


@cures("L-20")
def fit_college(case: Case, finding: Finding) -> Candidates:
    """Less CP in the spell, or more spells of its college."""
    entry = entry_of(case, finding)
    if not isinstance(entry, Spell) or entry.id is None or entry.cp is None:
        return
    spells = tables().spells
    college = spells[entry.id].college
    known = {s.id for s in case.known_spells}
    n = sum(1 for s in case.known_spells if spells[s.id or ""].college == college)
    for cp, _ in smaller(case, entry):
        if cp <= n:
            yield (SetPoints(entry, cp),)
    lacking = -int(-(entry.cp - n) // 1)
    new = [s.id for s in spells.values() if s.college == college and s.id not in known and set(s.prereq) <= known]
    if 0 < lacking <= len(new):
        yield tuple(Add("spell", id_, HALF) for id_ in new[:lacking])
    yield (Remove(entry),)


def _without_spells(case: Case) -> tuple[Edit, ...]:
    return tuple(Remove(spell) for spell in case.sheet.spells)


@cures("L-21", "L-22", "L-23")
def become_caster(case: Case, finding: Finding) -> Candidates:
    """What a caster needs, or no spells."""
    rules = case.regulation
    if finding.rule == "L-22":
        yield (Add("skill", rules.names("magic.philosophies")[0], HALF),)
    elif finding.rule == "L-23":
        price, magery = Fraction(tables().advantages["magery"].choices[0]), case.sheet.trait("magery")
        yield (SetPoints(magery, price) if magery else Add("advantage", "magery", price),)
    else:
        cap = Fraction(rules.whole("magic.background_cp"))
        trait = case.sheet.trait("unusual_background_magic")
        yield (SetPoints(trait, cp=cap) if trait else Add("advantage", "unusual_background_magic", cap),)
    yield _without_spells(case)


@cures("L-63")
def meet_spell_prerequisites(case: Case, finding: Finding) -> Candidates:
    """Learn the spells that are lacking, or drop the spell with all that build on it."""
    entry = entry_of(case, finding)
    if not isinstance(entry, Spell) or entry.id is None:
        return
    cap = case.regulation.whole("magic.prerequisite_level")
    edits: dict[str, Edit] = {}
    waiting = list(missing_spells(case, tables().spells[entry.id], cap))
    while waiting:
        id_ = waiting.pop()
        if id_ in edits:
            continue
        have = next((s for s in case.sheet.spells if s.id == id_), None)
        probe = have or Spell(kind="spell", text=id_, id=id_, cp=HALF, spot=Spot("spells", None))
        cp = next((points(h) for h in range(1, 97) if (case.levels.level_at(probe, h) or 0) >= cap), None)
        if cp is None:
            break
        edits[id_] = SetPoints(have, cp) if have else Add("spell", id_, cp)
        waiting.extend(missing_spells(case, tables().spells[id_], cap))
    if edits and not waiting:
        yield tuple(edits.values())
    yield tuple(Remove(s) for s in case.sheet.spells if s is entry or _needs(s.id, entry.id))


def _needs(spell: str | None, root: str) -> bool:
    if spell is None or spell not in tables().spells:
        return False
    row = tables().spells[spell]
    return root in row.prereq or any(_needs(need, root) for need in row.prereq)
