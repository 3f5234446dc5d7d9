"""The smallest legal change for a finding: made in the sheet's text, it mends that finding and breaks nothing."""

from __future__ import annotations

from typing import Any

import pytest
from sheet_bench import A, B, Op, add, drop, judged, mended, put, sheet, vectors

from budosim.systems.gurps3.legality import RULES, check_sheet
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.remedies import CURES, NOTHING_SINGLE, advise, advised

IN_WORDS = {"L-10", "L-11", "L-13", "L-16", "L-43", "L-44", "L-45", "L-48", "L-55", "L-58", "L-60", "L-61", "L-62"}
"""Errors whose change only the entrant can name: a text, a name, a level to be written."""


def breaches() -> list[Any]:
    return [
        pytest.param(case["base"], case["ops"], id=f"{row['id']}-{n}")
        for row in vectors()
        for n, case in enumerate(row["fail"])
    ]


def errors(report: Any) -> set[tuple[str, str]]:
    return {(f.rule, f.where) for f in report.errors}


@pytest.mark.parametrize(("base", "ops"), breaches())
def test_every_error_of_a_vector_has_a_change_that_mends_it_and_breaks_nothing(base: str, ops: list[Op]) -> None:
    before = judged(base, *ops)
    for finding in advise(before).errors:
        if finding.rule == "F-03":
            continue  # the message names the range
        assert finding.suggestion is not None, finding
        assert finding.suggestion != NOTHING_SINGLE, finding
        assert finding.suggestion.ja != finding.suggestion.en
        if not finding.fix:
            assert finding.rule in IN_WORDS or finding.rule in ("L-02", "L-14", "L-26", "L-50"), finding
            continue
        after = mended(base, ops, finding.fix)
        assert (finding.rule, finding.where) not in errors(after), finding.fix
        assert errors(after) <= errors(before), finding.fix


@pytest.mark.parametrize(("base", "ops"), breaches())
def test_a_plan_mends_all_but_what_it_says(base: str, ops: list[Op]) -> None:
    report = advise(judged(base, *ops))
    if report.plan is None:
        assert sum(bool(f.fix) for f in report.errors) <= 1
        return
    after = mended(base, ops, report.plan.fix)
    assert {f.rule for f in after.errors} <= set(report.plan.left) - {"L-13", "L-48"}
    assert set(report.plan.left) <= {f.rule for f in report.errors}
    assert report.plan.text.ja != report.plan.text.en


def test_a_plan_says_everything_once() -> None:
    ops = [put("advantage.magery.cp", 10), put("spell.spasm.cp", 0.5)]
    plan = advised(sheet(B, *ops)).plan
    assert plan is not None
    assert plan.text.en.count("unspent_cp") == 1
    assert plan.left == ()
    assert mended(B, ops, plan.fix).legal


def test_a_plan_of_a_style_and_sums_together() -> None:
    ops = [
        put("style.secondary", ["running", "body_language", "philosophy", "breath_control", "meditation", "first_aid"]),
        put("style.optional", ["mental_strength", "tactics"]),
        put("attributes.ST", 13),
        put("skill.judo.cp", 50),
    ]
    plan = advised(sheet(B, *ops)).plan
    assert plan is not None
    assert mended(B, ops, plan.fix).errors == ()


def test_every_error_rule_has_cures_or_words_of_its_own() -> None:
    from budosim.systems.gurps3.tables import tables

    rules = {id_ for id_ in RULES if tables().rules[id_].severity == "error"} - {"F-03"}
    assert rules <= set(CURES) | IN_WORDS
    assert set(CURES) <= rules


def said(base: str, *ops: Op, rule: str) -> str:
    report = advised(sheet(base, *ops))
    return next(f.suggestion.en for f in report.findings if f.rule == rule and f.suggestion)


def test_a_legal_sheet_is_left_alone() -> None:
    report = judged(A)
    assert advise(report) is report


def test_what_to_lower_and_by_how_much() -> None:
    assert said(A, put("entrant.age", 10), rule="L-18").startswith("lower Kicking to 2 CP (level 19)")
    assert said(B, put("skill.judo.cp", 56), rule="L-15") == "lower Judo to 48 CP (level 20)"
    assert said(A, put("skill.boxing.cp", 16), rule="L-28").startswith("lower Boxing to 8 CP (level 17)")


def test_the_unspent_points_and_the_levels_written_follow() -> None:
    text = said(A, put("skill.karate.trait_bonus", 3), rule="L-17")
    assert "write unspent_cp = 13" in text
    assert "levels written change too: Combat Sport (Karate) 17" in text
    assert "and 3 more" in text


def test_what_is_spent_too_much_is_saved_exactly_where_that_can_be() -> None:
    text = said(B, add("maneuver", {"id": "breakfall", "cp": 2}), rule="L-01")
    assert "CP" in text
    fix = next(f.fix for f in advised(sheet(B, put("skill.acrobatics.cp", 4))).findings if f.rule == "L-01")
    assert {"set": "entrant.unspent_cp", "value": 0} in [dict(step) for step in fix]


def test_a_sum_too_far_over_is_saved_in_several_places() -> None:
    ops = [put("attributes.ST", 17), put("attributes.DX", 17)]
    finding = next(f for f in advised(sheet(A, *ops)).findings if f.rule == "L-01")
    assert finding.fix
    assert "L-01" not in mended(A, ops, finding.fix).rules


def test_a_change_that_breaks_something_else_is_followed_up() -> None:
    text = said(A, drop("advantage.trained_by_a_master"), rule="L-14")
    assert "lower Karate to 24 CP" in text
    assert "lower Boxing to 2 CP" in text


def test_what_must_be_bought_is_paid_for() -> None:
    ops = [put("attributes.IQ", 15), drop("advantage.magery"), put("entrant.unspent_cp", 0)]
    finding = next(f for f in advised(sheet(B, *ops)).findings if f.rule == "L-23")
    assert any(step.get("add") == "advantages" for step in finding.fix)
    report = mended(B, ops, finding.fix)
    assert report.account is not None
    assert report.account.spent <= 250


def test_a_style_of_ones_own_is_changed_where_that_is_less() -> None:
    assert said(B, put("style.primary", ["judo", "karate", "boxing", "sumo"]), rule="L-33") == (
        "take Karate out of the primary list, take Boxing out of the primary list, "
        "take Sumo Wrestling out of the primary list"
    )
    assert said(B, add("maneuver", {"id": "takedown", "cp": 1}), rule="L-49") == (
        "put Takedown into the style’s maneuvers, write unspent_cp = 0"
    )
    assert "remove" in said(A, add("maneuver", {"id": "elbow_strike", "cp": 1}), rule="L-49")


def test_the_master_is_told_to_name_his_skill() -> None:
    assert "applies_to" in said(A, drop("advantage.trained_by_a_master.applies_to"), rule="L-14")


def test_a_change_keeps_to_the_regulation_in_force() -> None:
    rules = default_regulation().with_values({"points.total": 245})
    report = advise(check_sheet(sheet(A), rules), rules)
    (finding,) = (f for f in report.findings if f.rule == "L-02")
    assert finding.suggestion is not None
    assert finding.suggestion.en == "write unspent_cp = 0"


def test_nothing_is_ever_changed() -> None:
    read = sheet(A, put("skill.boxing.cp", 16))
    text = read.text
    advised(read)
    assert read.text == text
    assert next(s for s in read.skills if s.id == "boxing").cp == 16
