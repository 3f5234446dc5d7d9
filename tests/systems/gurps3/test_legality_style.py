"""Rules on styles, ready-made and original: at the limit silent, one step over it they speak."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sheet_bench import A, B, add, drop, judged, put, rules_of

from budosim.systems.gurps3.decisions import Approvals, StyleDecision
from budosim.systems.gurps3.regulation import default_regulation


def test_l_24_cinematic() -> None:
    assert "L-24" not in rules_of(A, add("maneuver", {"id": "whirlwind_kick", "cp": 2}))
    assert "L-24" in rules_of(B, add("maneuver", {"id": "binding", "cp": 2}))
    assert "L-24" in rules_of(B, add("skill", {"id": "push", "cp": 1}))


def test_l_25_real_manga() -> None:
    assert "L-25" not in rules_of(B, add("skill", {"id": "immovable_stance", "cp": 1}))
    assert "L-25" in rules_of(B, add("skill", {"id": "pressure_points", "cp": 1}))
    assert "L-25" not in rules_of(A, add("skill", {"id": "pressure_points", "cp": 1}))


def test_l_26_banned() -> None:
    assert "L-26" not in rules_of(A, add("advantage", {"id": "luck", "cp": 15}))
    for op in (
        add("advantage", {"id": "increased_speed", "cp": 25}),
        add("skill", {"id": "hand_of_death", "cp": 1}),
        add("maneuver", {"id": "neck_snap", "cp": 2}),
    ):
        assert "L-26" in rules_of(A, op)
    assert "L-26" in rules_of(B, add("spell", {"id": "block_spell", "cp": 1}))
    grimoire = default_regulation().with_values({"allow_grimoire": True})
    assert "L-26" not in judged(B, add("spell", {"id": "block_spell", "cp": 1}), regulation=grimoire).rules


def test_l_26_the_organizer_allows_and_bars() -> None:
    open_house = default_regulation().with_values({"house.allowed": ["neck_snap"], "house.barred": ["luck"]})
    assert "L-26" not in judged(A, add("maneuver", {"id": "neck_snap", "cp": 2}), regulation=open_house).rules
    assert "L-26" in judged(A, add("advantage", {"id": "luck", "cp": 15}), regulation=open_house).rules


def test_l_26_traits_that_exclude_each_other() -> None:
    assert "L-26" in rules_of(B, add("advantage", {"id": "magic_resistance", "cp": 2}))
    assert "L-26" in rules_of(A, add("disadvantage", {"id": "combat_paralysis", "cp": -15}))
    assert "L-26" not in rules_of(
        A, add("disadvantage", {"id": "skinny", "cp": -5}), put("attributes.HT", 14)
    )
    assert "L-26" in rules_of(A, add("disadvantage", {"id": "skinny", "cp": -5}), put("attributes.HT", 15))


def test_l_27_outside_skills() -> None:
    # lowest primary 18: an outside skill stays below 15
    assert "L-27" not in rules_of(A, add("skill", {"id": "acrobatics", "cp": 2}))
    assert "L-27" in rules_of(A, add("skill", {"id": "acrobatics", "cp": 4}))
    assert "L-27" not in rules_of(A, add("skill", {"id": "knife", "cp": 1}))


def test_l_27_off_match_skills_are_not_compared() -> None:
    assert "L-27" not in rules_of(A, add("skill", {"id": "dancing", "cp": 4, "pool": "off"}))


def test_l_28_secondary_level() -> None:
    assert "L-28" not in rules_of(A, put("skill.boxing.cp", 8))
    assert "L-28" in rules_of(A, put("skill.boxing.cp", 16))


def test_l_29_optional_level() -> None:
    lift = [put("skill.tactics.cp", 6), put("skill.jumping.cp", 2)]
    assert "L-29" not in rules_of(A, *lift, put("skill.running.cp", 2))
    assert "L-29" in rules_of(A, *lift, put("skill.running.cp", 4))


def test_l_29_without_a_secondary_the_primaries_count() -> None:
    gone = [drop(f"skill.{s}") for s in ("boxing", "jumping", "body_language", "tactics")]
    assert "L-29" not in rules_of(A, *gone, put("skill.running.cp", 4))


def test_l_30_secondary_points() -> None:
    assert "L-30" not in rules_of(A, put("skill.body_language.cp", 7.5))
    assert "L-30" in rules_of(A, put("skill.body_language.cp", 8))


def test_l_31_optional_points() -> None:
    assert "L-31" not in rules_of(B, put("skill.first_aid.cp", 2), put("skill.mental_strength.cp", 1.5))
    assert "L-31" in rules_of(B, put("skill.mental_strength.cp", 1.5))


def test_l_27_to_l_32_one_point_is_free() -> None:
    free = [add("skill", {"id": i, "cp": 1}) for i in ("intimidation", "kiai", "brawling", "swimming")]
    assert not rules_of(A, *free) & {"L-27", "L-28", "L-29", "L-30", "L-31", "L-32"}


def test_l_32_manga_level() -> None:
    assert "L-32" not in rules_of(A, put("skill.power_blow.cp", 18))
    assert "L-32" in rules_of(A, put("skill.power_blow.cp", 20))
    mild = default_regulation().with_values({"manga_limit": "highest"})
    assert "L-32" not in judged(A, put("skill.power_blow.cp", 20), regulation=mild).rules


def test_l_33_membership() -> None:
    assert "L-33" not in rules_of(A, put("skill.sport:karate.cp", 1))
    assert "L-33" in rules_of(A, put("skill.sport:karate.cp", 0.5))


def test_l_34_primary_size() -> None:
    three = ["judo", "karate", "boxing"]
    assert "L-34" not in rules_of(B, put("style.primary", three))
    assert "L-34" in rules_of(B, put("style.primary", [*three, "sumo"]))
    manners = [
        put("style.primary", [*three, "savoir_faire_dojo"]),
        put("style.prereq_only", ["savoir_faire_dojo"]),
    ]
    assert "L-34" not in rules_of(B, *manners)


SEVEN = [
    "body_language",
    "philosophy",
    "breath_control",
    "meditation",
    "first_aid",
    "acrobatics",
    "wrestling",
]


def test_l_35_secondary_size() -> None:
    assert "L-35" not in rules_of(B, put("style.secondary", SEVEN))
    assert "L-35" in rules_of(B, put("style.secondary", [*SEVEN, "escape"]))


OPTIONAL = [
    "tai_sabaki",
    "running",
    "autohypnosis",
    "theology",
    "escape",
    "mental_strength",
    "stealth",
    "climbing",
]


def test_l_36_optional_size() -> None:
    assert "L-36" not in rules_of(B, put("style.optional", [*OPTIONAL, "swimming", "dancing"]))
    assert "L-36" in rules_of(B, put("style.optional", [*OPTIONAL, "swimming", "dancing", "hiking"]))
    wide = default_regulation().with_values({"optional_factor": 2})
    more = put("style.optional", [*OPTIONAL, "swimming", "dancing", "hiking"])
    assert "L-36" not in judged(B, more, regulation=wide).rules


def test_l_36_names_the_limit_and_the_guideline() -> None:
    report = judged(B, put("style.optional", [*OPTIONAL, "swimming", "dancing", "hiking"]))
    told = next(f for f in report.findings if f.rule == "L-36")
    assert "1.5 x" in told.message.en
    assert "2 x" in told.message.en


MANGA = [
    "pressure_points",
    "blind_fighting",
    "precognitive_parry",
    "push",
    "kiai",
    "power_blow",
    "breaking_blow",
]


def test_l_37_manga_size() -> None:
    ten = [*MANGA, "immovable_stance", "mental_strength", "drunken_fighting"]
    assert "L-37" not in rules_of(B, put("style.manga", ten))
    assert "L-37" in rules_of(B, put("style.manga", [*ten, "body_control"]))


@pytest.mark.parametrize("skill", ["body_language", "tactics", "tai_sabaki", "running"])
def test_l_38_barred_primaries(skill: str) -> None:
    assert "L-38" not in rules_of(B, put("style.primary", ["judo", "first_aid"]))
    assert "L-38" in rules_of(B, put("style.primary", ["judo", skill]))


def test_l_39_barred_secondaries() -> None:
    assert "L-39" not in rules_of(B, put("style.secondary", ["tai_sabaki", "tactics"]))
    assert "L-39" in rules_of(B, put("style.secondary", ["running"]))


def test_l_40_combat_primary() -> None:
    assert "L-40" not in rules_of(B, put("style.primary", ["philosophy", "wrestling"]))
    assert "L-40" in rules_of(B, put("style.primary", ["philosophy"]))


def test_l_41_physical_secondaries() -> None:
    five = ["acrobatics", "wrestling", "jumping", "escape", "boxing"]
    assert "L-41" not in rules_of(B, put("style.secondary", [*five, "first_aid"]))
    assert "L-41" in rules_of(B, put("style.secondary", [*five, "karate"]))


def test_l_42_prerequisite_places() -> None:
    alone = [put("style.secondary", ["kata:judo"]), put("style.optional", ["savoir_faire_dojo"])]
    assert "L-42" in rules_of(B, *alone)
    assert "L-42" not in rules_of(B, put("style.secondary", ["kata:judo", "savoir_faire_dojo"]))
    higher = [put("style.primary", ["judo", "savoir_faire_dojo"]), put("style.optional", ["kata:judo"])]
    assert "L-42" not in rules_of(B, *higher)


def test_l_43_combat_prerequisites() -> None:
    assert "L-43" not in rules_of(B, put("style.prereq_only", ["first_aid"]))
    assert "L-43" in rules_of(B, put("style.prereq_only", ["judo"]))


def test_l_44_style_texts() -> None:
    for key in ("description", "explanation"):
        assert "L-44" not in rules_of(B, put(f"style.{key}", "あ"))
        assert "L-44" in rules_of(B, put(f"style.{key}", "  "))


def test_l_45_home_made_rules() -> None:
    renamed = {"name": "霞の心", "of": "合気道の特典", "explanation": "名前だけを変えたもの"}
    assert "L-45" not in rules_of(B, put("style.renamed", [renamed]))
    assert "L-45" in rules_of(B, put("style.renamed", [{**renamed, "explanation": ""}]))
    assert "L-45" in rules_of(B, put("style.special_rules", "命中+1"))
    assert "L-45" in rules_of(A, put("style.special_rules", "命中+1"))
    assert "L-45" not in rules_of(A, put("style.renamed", [renamed]))
    assert "L-45" in rules_of(A, put("style.renamed", [{**renamed, "of": ""}]))


def test_l_66_an_original_style_waits_for_a_decision() -> None:
    def severity(approvals: Approvals | None) -> str:
        return next(f.severity for f in judged(B, approvals=approvals).findings if f.rule == "L-66")

    approved = StyleDecision("霞 千代", True, "", "主催")
    assert severity(None) == "info"
    assert severity(Approvals()) == "warning"
    assert severity(Approvals((approved,))) == "info"
    assert severity(Approvals((replace(approved, approved=False, reason="強すぎる"),))) == "error"
    assert "L-66" not in rules_of(A)
