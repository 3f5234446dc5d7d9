"""A legal sheet, one clause broken: it is refused for exactly that clause, and the change proposed for it mends it."""

from __future__ import annotations

import os
import random

import pytest
from breakers import BREAKERS, CannotBreak
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from legal_sheets import POOL, broken_copy, judge, legal_sheet

from budosim.systems.gurps3.remedies import advise

MANY = int(os.environ.get("BUDOSIM_MUTATIONS", "0"))
"""Set it to mutate that many sheets instead of the few of a usual run."""
EXAMPLES = max(6, MANY // (2 * len(BREAKERS)))
ALSO = {"L-01": {"L-02"}}
"""What a breach cannot but break too."""

breaking = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("n", range(POOL))
def test_the_sheets_to_break_are_legal(n: int) -> None:
    assert judge(legal_sheet(n)).errors == ()


@pytest.mark.parametrize("rule", BREAKERS)
@breaking
@given(sheet=st.integers(0, POOL - 1), seed=st.integers(0, 2**32))
def test_one_broken_clause_is_refused_for_exactly_that_clause(rule: str, sheet: int, seed: int) -> None:
    data, dice = broken_copy(sheet), random.Random(seed)
    try:
        dice.choice(BREAKERS[rule])(data, dice)
    except CannotBreak:
        assume(False)
    report = judge(data)
    refused = {f.rule for f in report.errors}
    assert rule in refused, report.errors
    assert refused <= {rule} | ALSO.get(rule, set()), report.errors
    if rule not in ("F-02", "F-03", "F-04"):
        assert all(f.suggestion is not None for f in advise(report).errors)


def test_every_clause_can_be_broken_somewhere() -> None:
    for rule, ways in BREAKERS.items():
        for breaker in ways:
            assert any(_breaks(breaker, n) for n in range(POOL)), rule


def _breaks(breaker: object, n: int) -> bool:
    try:
        breaker(broken_copy(n), random.Random(n))  # type: ignore[operator]
    except CannotBreak:
        return False
    return True
