"""Costs, levels, defaults, ageing: the printed tables and both worked examples."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sheet_bench import A, B, add, drop, judged, put, sheet

from budosim.systems.gurps3.ageing import aged, ageing_steps
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.points import (
    attribute_cost,
    maneuver_cost,
    maneuver_levels,
    skill_cost,
    skill_rel,
)
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.tables import tables

ATTRIBUTE = {
    1: -80,
    2: -70,
    3: -60,
    4: -50,
    5: -40,
    6: -30,
    7: -20,
    8: -15,
    9: -10,
    10: 0,
    11: 10,
    12: 20,
    13: 30,
}
ATTRIBUTE |= {14: 45, 15: 60, 16: 80, 17: 100, 18: 125, 19: 150, 20: 175, 21: 200, 23: 250}

PHYSICAL = (0.5, 1, 2, 4, 8, 16, 24, 32, 40, 48)
MENTAL = (0.5, 1, 2, 4, 6, 8, 10, 12, 14, 16)
MENTAL_VH = (0.5, 1, 2, 4, 8, 12, 16, 20, 24, 28, 32)
LADDERS = [
    ("P", "E", -1, PHYSICAL),
    ("P", "A", -2, PHYSICAL),
    ("P", "H", -3, PHYSICAL),
    ("P", "VH", -4, PHYSICAL),
    ("M", "E", -1, MENTAL),
    ("M", "A", -2, MENTAL),
    ("M", "H", -3, MENTAL),
    ("M", "VH", -4, MENTAL_VH),
]


def test_attribute_costs() -> None:
    for value, cp in ATTRIBUTE.items():
        assert attribute_cost(value) == 2 * cp


@pytest.mark.parametrize(("kind", "difficulty", "start", "costs"), LADDERS)
def test_skill_ladders(kind: str, difficulty: str, start: int, costs: tuple[float, ...]) -> None:
    for i, cp in enumerate(costs):
        assert skill_cost(kind, difficulty, start + i) == 2 * cp
        assert skill_rel(kind, difficulty, int(2 * cp)) == start + i
    assert skill_rel(kind, difficulty, 0) is None
    assert skill_cost(kind, difficulty, start - 1) == 0


def test_a_level_between_two_steps_is_the_lower() -> None:
    assert skill_rel("P", "H", 2 * 39) == 4
    assert skill_rel("P", "H", 2 * 40) == 5
    assert skill_rel("M", "H", 9) == 0


def test_48_points_buy_what_the_dossier_says() -> None:
    assert skill_rel("P", "H", 96) == 6
    assert skill_rel("P", "A", 96) == 7
    assert skill_rel("P", "E", 96) == 8


def test_maneuver_costs() -> None:
    assert [maneuver_levels("A", 2 * n) for n in range(5)] == [0, 1, 2, 3, 4]
    assert [maneuver_levels("H", 2 * n) for n in range(6)] == [0, 0, 1, 2, 3, 4]
    assert [maneuver_cost("H", n) for n in range(4)] == [0, 4, 6, 8]


def test_worked_example_a_adds_up_as_printed() -> None:
    report = judged(A)
    a = report.account
    assert a is not None
    assert [int(n) for n in (a.attributes, a.advantages, a.skills, a.maneuvers, a.combinations)] == [
        120,
        69,
        68,
        19,
        4,
    ]
    assert [float(n) for n in (a.spent, a.unspent, a.off_match, a.learned)] == [245, 5, 15, 91]
    assert report.levels == {
        "karate": 20,
        "sport:karate": 18,
        "boxing": 16,
        "jumping": 15,
        "body_language": 12,
        "tactics": 9,
        "tai_sabaki": 13,
        "running": 10,
        "first_aid": 11,
        "breath_control": 8,
        "power_blow": 11,
        "cooking": 12,
        "area_knowledge": 11,
        "language(英語)": 11,
    }
    found = {k: t.level for k, t in Levels(sheet(A)).maneuvers.items()}
    assert found == {
        "kicking": 20,
        "shin_kick": 20,
        "spin_kick": 20,
        "feint:karate": 23,
        "hit_location:karate": 20,
        "riposte": 20,
    }


def test_worked_example_b_adds_up_as_printed() -> None:
    report = judged(B)
    a = report.account
    assert a is not None
    assert [
        float(n) for n in (a.attributes, a.advantages, a.skills, a.maneuvers, a.combinations, a.spells)
    ] == [110, 77, 60, 13, 4, 20]
    assert [float(n) for n in (a.spent, a.unspent, a.off_match, a.learned)] == [249, 1, 15, 97]
    assert report.levels["judo"] == 19
    assert report.levels_in_ring["judo"] == 18
    assert report.levels_in_ring["body_language"] == 16
    levels = Levels(sheet(B))
    assert {k: t.level for k, t in levels.maneuvers.items()} == {
        "throw": 20,
        "arm_lock": 22,
        "choke_hold": 19,
        "feint:judo": 20,
        "ground_fighting:judo": 18,
    }
    assert {lv.value for lv in levels.spells.values()} == {15}


def level(base: str, key: str, *ops: object) -> int | None:
    found = Levels(sheet(base, *ops)).skills.get(key)  # type: ignore[arg-type]
    return None if found is None else found.value


def test_buying_up_from_a_default() -> None:
    assert level(A, "sport:karate", put("skill.sport:karate.cp", 0.5)) == 17
    assert level(A, "sport:karate", put("skill.sport:karate.cp", 7.5)) == 17
    assert level(A, "sport:karate", put("skill.sport:karate.cp", 8)) == 18
    assert level(A, "sport:karate", put("skill.sport:karate.cp", 16)) == 19


def test_two_skills_never_lend_to_each_other() -> None:
    assert level(A, "karate", put("skill.karate.cp", 39.5)) == 19
    assert level(A, "karate", put("skill.karate.cp", 1), put("skill.sport:karate.cp", 40)) == 17


def test_a_default_is_never_taken_from_a_default() -> None:
    # detect_lies and psychology lend to body_language only what their own points buy
    skills = [add("skill", {"id": "psychology", "cp": 20}), add("skill", {"id": "detect_lies", "cp": 0.5})]
    assert level(A, "body_language", *skills, put("skill.body_language.cp", 0.5)) == 11 + 8 - 3
    assert level(A, "detect_lies", *skills) == 11 + 8 - 4
    alone = add("skill", {"id": "detect_lies", "cp": 0.5})
    assert level(A, "body_language", alone, put("skill.body_language.cp", 0.5)) == 8


def test_an_attribute_above_20_counts_as_20_for_defaults() -> None:
    levels = Levels(sheet(A), {"ST": 10, "DX": 25, "IQ": 10, "HT": 10})
    assert levels.default("climbing") == (15, "DX")


def test_no_default_no_level() -> None:
    levels = Levels(sheet(A))
    assert levels.default("judo") is None
    assert levels.default("wrestling") == (10, "DX")
    assert levels.known("wrestling") is None


def test_a_sport_alone_lets_its_base_be_used_at_minus_three() -> None:
    only_sport = [drop("skill.karate"), put("skill.sport:karate.cp", 24)]
    levels = Levels(sheet(A, *only_sport))
    assert levels.skills["sport:karate"].value == 18
    assert levels.known("karate") == 15


def test_eidetic_memory_counts_mental_points_double_but_no_spells() -> None:
    memory = add("advantage", {"id": "eidetic_memory", "cp": 30})
    assert level(B, "body_language", memory) == 16 + 4
    assert level(B, "judo", memory) == 19
    assert Levels(sheet(B, memory)).spells["itch"].value == 15


def test_mental_strength_is_easy_or_very_hard_by_ruling() -> None:
    strict = default_regulation().with_values({"mental_strength": "VH"})
    case = sheet(B)
    assert Levels(case).skills["mental_strength"].value == 14
    assert Levels(case, None, strict).skills["mental_strength"].value == 11


def test_trait_bonuses_raise_a_level() -> None:
    assert level(B, "acrobatics", add("advantage", {"id": "perfect_balance", "cp": 15})) == 14
    assert level(B, "body_language", add("advantage", {"id": "danger_sense", "cp": 15})) == 17


@pytest.mark.parametrize(
    ("iq", "magery", "difficulty", "cp", "want"),
    [
        (15, 35, "H", 1, 16),
        (15, 35, "H", 2, 17),
        (15, 35, "H", 4, 18),
        (15, 35, "H", 5, 18),
        (15, 35, "VH", 8, 18),
        (13, 25, "H", 4, 15),
    ],
)
def test_m_03_spell_levels(iq: int, magery: int, difficulty: str, cp: int, want: int) -> None:
    spell = "itch" if difficulty == "H" else "great_haste"
    case = sheet(
        B,
        put("attributes.IQ", iq),
        put("advantage.magery.cp", magery),
        drop("advantage.magery.level"),
        put("spell", [{"id": spell, "cp": cp}]),
    )
    assert Levels(case).spells[spell].value == want


def test_a_maneuver_takes_the_best_default_and_another_maneuvers_own_level() -> None:
    levels = Levels(sheet(A, put("maneuver.kicking.cp", 0)))
    assert levels.maneuvers["kicking"].level == 18
    assert levels.maneuvers["spin_kick"].level == 18
    free = Levels(sheet(A)).free_level("back_kick")
    assert free is not None
    assert (free.level, free.default_from) == (18, "kicking")


def test_parry_scores_are_defaults_of_parrying_maneuvers() -> None:
    levels = Levels(sheet(A))
    kick = levels.free_level("parrying_kick")
    clap = levels.free_level("hand_clap_parry")
    assert kick is not None
    assert clap is not None
    assert (kick.level, clap.level) == (10, 13 - 5)
    assert levels.ceiling("parrying_kick") == 13
    assert levels.ceiling("neck_snap") == 13


@pytest.mark.parametrize(
    ("age", "longevity", "n"),
    [
        (47, False, 0),
        (48, False, 1),
        (52, False, 1),
        (53, False, 2),
        (60, False, 3),
        (48, True, 1),
        (55, True, 1),
        (56, True, 2),
    ],
)
def test_l_54_ageing_steps(age: int, longevity: bool, n: int) -> None:
    assert ageing_steps(age, longevity) == n


def test_l_54_the_highest_falls_first_and_ties_go_st_dx_ht() -> None:
    assert aged({"ST": 10, "DX": 14, "IQ": 14, "HT": 12}, 52, False) == {
        "ST": 10,
        "DX": 13,
        "IQ": 14,
        "HT": 12,
    }
    assert aged({"ST": 12, "DX": 12, "IQ": 18, "HT": 12}, 58, False) == {
        "ST": 11,
        "DX": 11,
        "IQ": 18,
        "HT": 11,
    }
    assert aged({"ST": 12, "DX": 12, "HT": 12}, 53, False) == {"ST": 11, "DX": 11, "HT": 12}
    assert aged({"ST": 10, "DX": 10, "HT": 14}, 63, False) == {"ST": 10, "DX": 10, "HT": 10}
    assert aged({"IQ": 10}, 90, False) == {"IQ": 10}


def test_every_skill_has_a_level_at_half_a_point() -> None:
    for id_, row in tables().skills.items():
        if not row.family:
            found = level(A, id_, put("skill", [{"id": id_, "cp": 0.5}]))
            assert found is not None


def test_amounts_stay_exact() -> None:
    report = judged(A, put("skill.running.cp", 0.5), put("skill.tactics.cp", 1.5))
    assert report.account is not None
    assert report.account.skills == Fraction(68)
