"""Rules on the entrant: fields, numbers, portrait, dates, sources, outfit."""

from __future__ import annotations

from datetime import date

import pytest
from sheet_bench import A, B, drop, judged, put, rules_of

from budosim.systems.gurps3.regulation import default_regulation


@pytest.mark.parametrize(("age", "told"), [(47, False), (48, True)])
def test_l_54_ageing(age: int, told: bool) -> None:
    assert ("L-54" in rules_of(B, put("entrant.age", age))) is told


def test_l_55_required_fields() -> None:
    for field in ("name", "age", "sex", "appearance", "background", "pattern"):
        assert "L-55" in rules_of(A, drop(f"entrant.{field}"))
        if field != "age":
            assert "L-55" in rules_of(A, put(f"entrant.{field}", " 　"))
            assert "L-55" not in rules_of(A, put(f"entrant.{field}", "あ"))


def test_f_03_age_range() -> None:
    for age, told in ((9, True), (10, False), (99, False), (100, True), (-1, True)):
        assert ("F-03" in rules_of(A, put("entrant.age", age))) is told


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("height_cm", 49, True),
        ("height_cm", 50, False),
        ("height_cm", 300, False),
        ("height_cm", 301, True),
        ("weight_kg", 19, True),
        ("weight_kg", 20, False),
        ("weight_kg", 401, True),
        ("unspent_cp", -0.5, True),
        ("unspent_cp", 0, False),
    ],
)
def test_f_03_a_body_is_somebodys(field: str, value: float, told: bool) -> None:
    assert ("F-03" in rules_of(A, put(f"entrant.{field}", value))) is told


def test_l_56_lines() -> None:
    assert "L-56" not in rules_of(A, put("entrant.lines", {"win": ["押忍"]}))
    assert "L-56" in rules_of(A, put("entrant.lines", {"win": "  "}))


def test_l_57_portrait() -> None:
    assert "L-57" not in rules_of(A)
    assert "L-57" in rules_of(A, drop("entrant.portrait"))


def test_l_58_portrait_limits() -> None:
    assert "L-58" not in rules_of(A, put("entrant.portrait", {"width": 100, "height": 100, "bytes": 15360}))
    for wrong in ((99, 100, 10), (100, 101, 10), (100, 100, 15361)):
        width, height, size = wrong
        assert "L-58" in rules_of(
            A, put("entrant.portrait", {"width": width, "height": height, "bytes": size})
        )


def test_l_59_portrait_literal() -> None:
    for size, told in ((1920, False), (1921, True), (15360, True), (15361, False)):
        assert ("L-59" in rules_of(A, put("entrant.portrait.bytes", size))) is told


@pytest.mark.parametrize(
    ("submitted", "late"),
    [
        ("2005-10-07T23:59:59+09:00", True),
        ("2005-10-08T00:00:00+09:00", False),
        ("2005-10-29T23:59:59+09:00", False),
        ("2005-10-30T00:00:00+09:00", True),
        ("2005-10-29T15:00:00+00:00", True),
        ("2005-10-29T14:59:59+00:00", False),
        ("2031-10-29", False),
        ("2031-10-30", True),
    ],
)
def test_l_60_submission_window(submitted: str, late: bool) -> None:
    assert ("L-60" in rules_of(A, put("entrant.submitted", submitted))) is late


def test_l_60_an_event_has_its_own_dates() -> None:
    event = default_regulation().with_dates(date(2026, 3, 1), date(2026, 3, 2))
    assert "L-60" in judged(A, regulation=event).rules
    assert (
        "L-60" not in judged(A, put("entrant.submitted", "2026-03-02T23:00:00+09:00"), regulation=event).rules
    )


def test_l_61_sources() -> None:
    allowed = ["basic", "マーシャルアーツ", "武神降臨", "マーシャルアーツ＋", "マジック", "マジック＋"]
    assert "L-61" not in rules_of(A, put("entrant.sources", allowed))
    assert "L-61" in rules_of(A, put("entrant.sources", ["グリモア"]))


def test_l_62_outfit() -> None:
    for text in ("服", "裸", "clothed", "naked", "道着"):
        assert "L-62" not in rules_of(A, put("entrant.outfit", text))
    assert "L-62" in rules_of(A, put("entrant.outfit", "全身鎧"))
    assert "L-62" not in rules_of(A, drop("entrant.outfit"))
