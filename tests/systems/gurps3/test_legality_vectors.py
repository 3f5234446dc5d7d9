"""Every vector of the rule dossier, through the real reader and the real check."""

from __future__ import annotations

from typing import Any

import pytest
from sheet_bench import A, B, judged, rules_of, vectors

from budosim.systems.gurps3.legality import RULES
from budosim.systems.gurps3.tables import tables


def cases(kind: str) -> list[Any]:
    return [
        pytest.param(row["id"], case["base"], case["ops"], id=f"{row['id']}-{kind}-{n}")
        for row in vectors()
        for n, case in enumerate(row[kind])
    ]


@pytest.mark.parametrize(("rule", "base", "ops"), cases("fail"))
def test_a_fail_vector_is_told_its_rule(rule: str, base: str, ops: list[Any]) -> None:
    assert rule in rules_of(base, *ops)


@pytest.mark.parametrize(("rule", "base", "ops"), cases("pass"))
def test_a_pass_vector_is_not_told_its_rule(rule: str, base: str, ops: list[Any]) -> None:
    assert rule not in rules_of(base, *ops)


def test_the_vectors_cover_every_rule_from_l_01_to_l_65() -> None:
    wanted = {f"L-{n:02}" for n in range(1, 66)}
    assert {row["id"] for row in vectors()} == wanted
    assert wanted <= set(RULES)


def test_every_rule_of_the_table_is_judged_by_a_function_or_by_the_reader() -> None:
    by_reader = {"F-01", "F-02", "F-04", "F-05", "F-06", "F-07", "F-08", "F-09"}
    assert set(tables().rules) == set(RULES) | by_reader


def test_both_worked_sheets_are_legal_without_a_warning() -> None:
    for base in (A, B):
        report = judged(base)
        assert report.legal
        assert [f.rule for f in report.findings if f.severity != "info"] == []


def test_every_finding_names_clause_place_line_and_both_languages() -> None:
    for row in vectors():
        for case in row["fail"]:
            for finding in judged(case["base"], *case["ops"]).findings:
                assert finding.clause
                assert finding.where
                assert finding.message.ja
                assert finding.message.en
                assert "{" not in finding.message.ja + finding.message.en
                assert finding.message.ja != finding.message.en
                assert finding.severity in ("error", "warning", "info")
                assert finding.line is None or finding.line > 0
