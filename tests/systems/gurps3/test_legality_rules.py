"""One test a rule: at the limit it is silent, one step over it speaks."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from sheet_bench import A, B, Op, add, drop, errors_of, judged, put, rules_of

from budosim.systems.gurps3.decisions import Approvals, StyleDecision
from budosim.systems.gurps3.findings import finding
from budosim.systems.gurps3.regulation import default_regulation

QUIRK = {"text": "もう一つの癖"}


def test_l_01_total_points() -> None:
    assert "L-01" not in rules_of(A, add("advantage", {"id": "single_minded", "cp": 5}))
    assert "L-01" in rules_of(A, add("advantage", {"id": "strong_will", "cp": 4}), put("skill.tactics.cp", 4))


def test_l_02_unspent_points() -> None:
    assert "L-02" not in rules_of(A, put("skill.running.cp", 0.5), put("entrant.unspent_cp", 5.5))
    assert "L-02" in rules_of(A, put("entrant.unspent_cp", 4.5))


def test_l_02_is_not_judged_while_an_amount_is_unreadable() -> None:
    assert "L-02" not in rules_of(A, put("skill.running.cp", "abc"))


def test_l_03_disadvantage_credit() -> None:
    assert "L-03" not in rules_of(A)
    assert "L-03" in rules_of(A, add("disadvantage", {"id": "vow", "cp": -1}))


def test_l_03_counts_attributes_below_10() -> None:
    report = judged(B, put("attributes.ST", 9))
    assert "L-03" in report.rules
    assert report.account is not None
    assert report.account.disadvantages_written == 40
    assert report.account.disadvantages == 30


def test_l_04_quirk_credit() -> None:
    assert "L-04" not in rules_of(A)
    report = judged(A, add("quirk", QUIRK))
    assert "L-04" in report.rules
    assert report.account is not None
    assert report.account.quirks == 5


def test_l_05_off_match_pool() -> None:
    assert "L-05" not in rules_of(A)
    assert "L-05" in rules_of(A, put("skill.cooking.cp", 2.5))


def test_l_06_off_match_eligible() -> None:
    assert "L-06" not in rules_of(A, add("skill", {"id": "dancing", "cp": 1, "pool": "off"}))
    assert "L-06" in rules_of(A, add("skill", {"id": "acrobatics", "cp": 1, "pool": "off"}))
    assert "L-06" in rules_of(A, add("advantage", {"id": "luck", "cp": 15, "pool": "off"}))


def test_l_06_a_style_prerequisite_is_paid_from_the_main_pool() -> None:
    style = [
        put("style.primary", ["judo", "kata:judo", "savoir_faire_dojo"]),
        put("style.prereq_only", ["savoir_faire_dojo"]),
        add("skill", {"id": "kata:judo", "cp": 24}),
    ]
    manners = {"id": "savoir_faire_dojo", "cp": 0.5}
    assert "L-06" not in rules_of(B, *style, add("skill", manners))
    assert "L-06" in rules_of(B, *style, add("skill", {**manners, "pool": "off"}))


def test_l_07_off_match_approval() -> None:
    assert "L-07" not in rules_of(A, add("skill", {"id": "hypnotism", "cp": 1, "pool": "off"}))
    assert "L-07" in rules_of(A, add("skill", {"id": "staff", "cp": 1, "pool": "off"}))


@pytest.mark.parametrize(
    ("age", "cap"), [(29, 18), (30, 17), (39, 17), (40, 15), (49, 15), (50, 14), (80, 14)]
)
def test_l_08_age_caps(age: int, cap: int) -> None:
    for name in ("ST", "DX", "HT"):
        assert "L-08" not in rules_of(
            A, put("entrant.age", age), put(f"attributes.{name}", min(cap, 14)), put("attributes.DX", 14)
        )
        assert "L-08" not in rules_of(B, put("entrant.age", age), put(f"attributes.{name}", cap))
        assert "L-08" in rules_of(B, put("entrant.age", age), put(f"attributes.{name}", cap + 1))


def test_l_09_iq_cap() -> None:
    for age in (20, 60):
        assert "L-09" not in rules_of(B, put("entrant.age", age), put("attributes.IQ", 18))
        assert "L-09" in rules_of(B, put("entrant.age", age), put("attributes.IQ", 19))


def test_l_10_attributes_present() -> None:
    assert "L-10" not in rules_of(A, put("attributes.IQ", 1))
    assert "L-10" in rules_of(A, put("attributes.IQ", 0))
    assert "L-10" in rules_of(A, drop("attributes.IQ"))


def test_l_11_unknown_names() -> None:
    assert "L-11" not in rules_of(A, add("skill", {"id": "＜ジュードー＞", "cp": 1}))
    for op in (
        add("skill", {"id": "かめはめ波", "cp": 1}),
        add("advantage", {"id": "無敵", "cp": 5}),
        add("disadvantage", {"id": "no_such", "cp": -5}),
        add("maneuver", {"id": "no_such", "cp": 1}),
        add("spell", {"id": "no_such", "cp": 1}),
        put("style.id", "no_such_style"),
        put("advantage.trained_by_a_master.applies_to", "no_such"),
        add("skill", {"id": "sport", "cp": 1}),
        add("maneuver", {"id": "feint", "cp": 2}),
    ):
        assert "L-11" in rules_of(A, op), op
    assert "L-11" in rules_of(B, put("style.optional", ["no_such"]))


def test_l_11_the_house_list_knows_more_names() -> None:
    house = default_regulation().with_values({"house.names": ["かめはめ波"]})
    op = add("skill", {"id": "かめはめ波", "cp": 1})
    assert "L-11" not in judged(A, op, regulation=house).rules


def test_l_12_amounts() -> None:
    assert "L-12" not in rules_of(A, put("skill.running.cp", 0.5))
    for cp in (0.25, 0, -1, 0.75):
        assert "L-12" in rules_of(A, put("skill.running.cp", cp)), cp
    assert "L-12" in rules_of(A, put("maneuver.kicking.cp", 2.5))
    assert "L-12" in rules_of(B, put("spell.itch.cp", 0.3))


def test_l_13_stated_levels() -> None:
    assert "L-13" not in rules_of(A, drop("skill.karate.level"))
    for level in (19, 21):
        assert "L-13" in rules_of(A, put("skill.karate.level", level))
    assert "L-13" in rules_of(B, put("spell.itch.level", 16))


def test_l_14_skill_cap() -> None:
    assert "L-14" not in rules_of(A, put("entrant.age", 20))
    assert "L-14" in rules_of(A, put("entrant.age", 19))
    assert "L-14" not in rules_of(B, put("entrant.age", 40))
    assert "L-14" in rules_of(B, put("entrant.age", 39))


def test_l_14_severe_training_raises_one_cap_by_ten() -> None:
    master = drop("advantage.trained_by_a_master")
    training = add("advantage", {"id": "severe_training", "cp": 10, "applies_to": "karate"})
    assert "L-14" not in rules_of(A, master, training, put("entrant.age", 30))
    assert "L-14" in rules_of(A, master, training, put("entrant.age", 29))
    sport = add("advantage", {"id": "severe_training", "cp": 10, "applies_to": "スポーツ（空手）"})
    assert "L-14" not in rules_of(A, master, sport, put("entrant.age", 40), put("skill.sport:karate.cp", 48))


def test_l_14_a_master_who_names_no_skill_gets_no_bonus_but_a_hint() -> None:
    report = judged(A, drop("advantage.trained_by_a_master.applies_to"))
    told = [f for f in report.findings if f.rule == "L-14"]
    assert len(told) == 1
    assert told[0].suggestion is not None
    assert "applies_to" in told[0].suggestion.en


def test_l_15_absolute_cap() -> None:
    assert "L-15" not in rules_of(B, put("skill.judo.cp", 48))
    assert "L-15" in rules_of(B, put("skill.judo.cp", 48.5))


def test_l_16_master_bonus() -> None:
    assert "L-16" not in rules_of(A)
    assert "L-16" in rules_of(A, put("advantage.trained_by_a_master.applies_to", ["karate", "boxing"]))
    assert "L-16" in rules_of(A, put("advantage.trained_by_a_master.applies_to", "型（空手）"))
    unused = drop("advantage.trained_by_a_master.applies_to")
    assert "L-16" not in rules_of(
        A, unused, add("advantage", {"id": "severe_training", "cp": 10, "applies_to": "karate"})
    )


def test_l_17_level_cap() -> None:
    assert "L-17" not in rules_of(A, put("attributes.DX", 17))
    assert "L-17" in rules_of(A, put("attributes.DX", 18))
    assert "L-17" not in rules_of(A, put("attributes.DX", 18), put("skill.karate.specialised", True))
    high = [put("attributes.DX", 18), put("skill.karate.specialised", True), put("skill.karate.cp", 48)]
    assert "L-17" in rules_of(A, *high)


def test_l_17_binds_spells_and_trait_bonuses() -> None:
    magery = [put("advantage.magery.cp", 35), put("advantage.magery.level", 3), put("attributes.IQ", 18)]
    assert "L-17" not in rules_of(B, *magery, put("spell.itch.cp", 6))
    assert "L-17" in rules_of(B, *magery, put("spell.itch.cp", 8))
    sense = add("advantage", {"id": "danger_sense", "cp": 15})
    assert "L-17" not in rules_of(B, put("skill.body_language.cp", 20))
    assert "L-17" in rules_of(B, put("skill.body_language.cp", 20), sense)


def test_l_18_total_by_age() -> None:
    assert "L-18" not in rules_of(A, put("entrant.age", 11))
    assert "L-18" in rules_of(A, put("entrant.age", 10))
    twenty = [put("entrant.age", 20), put("skill.karate.cp", 40)]
    room = 130 - 91
    assert "L-18" not in rules_of(A, *twenty, add("skill", {"id": "artist", "cp": room}))
    assert "L-18" in rules_of(A, *twenty, add("skill", {"id": "artist", "cp": room + 1}))


def test_l_18_off_match_points_do_not_count() -> None:
    assert "L-18" not in rules_of(A, put("entrant.age", 11), put("skill.cooking.cp", 15))


def test_l_19_growth_points() -> None:
    assert "L-19" not in rules_of(B, put("entrant.age", 5))
    assert "L-19" in rules_of(B, put("entrant.age", 4))


def test_l_20_points_per_spell() -> None:
    assert "L-20" not in rules_of(B, put("spell.stun.cp", 5))
    assert "L-20" in rules_of(B, put("spell.stun.cp", 6))
    assert "L-20" in rules_of(B, drop("spell.stun"), drop("spell.clumsiness"))


def test_l_21_magic_background() -> None:
    assert "L-21" not in rules_of(B, put("advantage.unusual_background_magic.cp", 20))
    assert "L-21" in rules_of(B, put("advantage.unusual_background_magic.cp", 19))
    assert "L-21" in rules_of(B, drop("advantage.unusual_background_magic"))


def test_l_22_magic_philosophy() -> None:
    assert "L-22" not in rules_of(B, put("skill.philosophy.cp", 0.5))
    assert "L-22" not in rules_of(
        B, drop("skill.philosophy"), add("skill", {"id": "神学", "spec": "神道", "cp": 0.5})
    )
    assert "L-22" in rules_of(B, drop("skill.philosophy"))


def test_l_23_magery() -> None:
    assert "L-23" not in rules_of(B)
    assert "L-23" in rules_of(B, drop("advantage.magery"))
    lenient = default_regulation().with_values({"magic.low_mana_requires_magery": False})
    assert "L-23" not in judged(B, drop("advantage.magery"), regulation=lenient).rules


def test_magic_rules_are_silent_without_spells() -> None:
    assert not rules_of(A) & {"L-19", "L-20", "L-21", "L-22", "L-23", "L-63"}


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


def test_l_46_maneuver_prerequisite() -> None:
    assert "L-46" not in rules_of(A, add("maneuver", {"id": "back_kick", "cp": 2}))
    assert "L-46" in rules_of(A, add("maneuver", {"id": "arm_lock", "cp": 1}))
    assert "L-46" in rules_of(A, add("maneuver", {"id": "feint:judo", "cp": 2}))


def test_l_46_what_a_maneuver_needs_besides() -> None:
    kick = add("maneuver", {"id": "acrobatic_kick", "cp": 2})
    assert "L-46" in rules_of(B, kick)
    assert "L-46" not in rules_of(B, kick, add("skill", {"id": "karate", "cp": 1}))


def test_l_47_maneuver_ceiling() -> None:
    assert "L-47" not in rules_of(A, put("maneuver.kicking.cp", 3))
    assert "L-47" in rules_of(A, put("maneuver.kicking.cp", 4))
    assert "L-47" not in rules_of(A, put("maneuver.feint:karate.cp", 5))
    assert "L-47" in rules_of(A, put("maneuver.feint:karate.cp", 6))
    assert "L-47" not in rules_of(B, put("maneuver.throw.cp", 2))
    assert "L-47" in rules_of(B, put("maneuver.throw.cp", 3))


def test_l_48_maneuver_level() -> None:
    assert "L-48" not in rules_of(A, drop("maneuver.riposte.level"))
    for level in (19, 21):
        assert "L-48" in rules_of(A, put("maneuver.riposte.level", level))


def test_l_49_taught_by_style() -> None:
    assert "L-49" not in rules_of(A, add("maneuver", {"id": "feint:boxing", "cp": 2}))
    assert "L-49" in rules_of(A, add("maneuver", {"id": "feint:judo", "cp": 2}))
    assert "L-49" in rules_of(A, add("maneuver", {"id": "elbow_strike", "cp": 1}))
    assert "L-49" in rules_of(A, drop("style"))


def test_l_50_combination_parts() -> None:
    moves = "combination.low-low.moves"
    assert "L-50" not in rules_of(
        A, put(moves, ["shin_kick", "kicking", "パンチ"]), put("combination.low-low.cp", 6)
    )
    assert "L-50" not in rules_of(A, put(moves, ["キック", "受け"]))
    assert "L-50" not in rules_of(A, put(moves, ["空手", "shin_kick"]))
    assert "L-50" in rules_of(A, put(moves, ["kicking"]))
    assert "L-50" in rules_of(A, put(moves, ["kicking"] * 4))
    assert "L-50" in rules_of(A, put(moves, ["kicking", "jump_kick"]))


def test_l_51_combination_price() -> None:
    three = put("combination.low-low.moves", ["shin_kick", "kicking", "kicking"])
    assert "L-51" not in rules_of(A, three, put("combination.low-low.cp", 6))
    assert "L-51" in rules_of(A, three, put("combination.low-low.cp", 5))
    assert "L-65" in rules_of(A, put("combination.low-low.cp", 5))


def test_l_52_prerequisites() -> None:
    style = [
        put("style.primary", ["judo", "kata:judo", "savoir_faire_dojo"]),
        put("style.prereq_only", ["savoir_faire_dojo"]),
    ]
    kata = add("skill", {"id": "kata:judo", "cp": 24})
    assert "L-52" in rules_of(B, *style, kata)
    assert "L-52" not in rules_of(B, *style, kata, add("skill", {"id": "savoir_faire_dojo", "cp": 0.5}))


def test_l_52_a_level_may_be_asked_for() -> None:
    art = add("skill", {"id": "throwing_art", "cp": 1})
    throwing = {"id": "throwing", "cp": 8, "pool": "off"}
    assert "L-52" in rules_of(A, art, add("skill", {**throwing, "cp": 4}))
    assert "L-52" not in rules_of(A, art, add("skill", throwing))


def test_l_52_traits_that_need_others() -> None:
    assert "L-52" not in rules_of(A, add("advantage", {"id": "enhanced_dodge", "cp": 15}))
    gone = [drop("advantage.combat_reflexes"), drop("advantage.trained_by_a_master")]
    assert "L-52" in rules_of(A, *gone, add("advantage", {"id": "enhanced_dodge", "cp": 15}))
    fast = add("advantage", {"id": "rapid_healing", "cp": 15})
    assert "L-52" not in rules_of(A, fast)
    assert "L-52" in rules_of(A, fast, put("attributes.HT", 11))


def test_l_53_trait_prices() -> None:
    for cp, fits in ((4, True), (20, True), (22, False), (3, False), (0, False)):
        assert (
            "L-53"
            not in rules_of(
                A, put("advantage.magic_resistance.cp", cp), drop("advantage.magic_resistance.level")
            )
        ) is fits
    for cp, fits in ((5, True), (15, True), (10, False)):
        assert ("L-53" not in rules_of(A, put("advantage.appearance.cp", cp))) is fits
    assert "L-53" in rules_of(B, put("advantage.magery.level", 2))
    assert "L-53" in rules_of(A, put("disadvantage.bad_temper.cp", 10))
    young = add("disadvantage", {"id": "youth", "cp": -6})
    assert "L-53" not in rules_of(A, young, put("entrant.age", 15))
    assert "L-53" in rules_of(A, young, put("entrant.age", 16))
    assert "L-53" in rules_of(A, young)


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


def test_l_63_spell_prerequisites_at_base_12() -> None:
    # IQ 12 + Magery 1: 1 CP gives 11, 2 CP give 12
    low = [
        put("attributes.IQ", 12),
        *(put(f"spell.{s}.cp", 4) for s in ("itch", "pain", "clumsiness", "stun")),
    ]
    assert "L-63" not in rules_of(B, *low, put("spell.spasm.cp", 2))
    assert "L-63" in rules_of(B, *low, put("spell.spasm.cp", 1))


def test_l_63_magery_and_attributes() -> None:
    haste = [add("spell", {"id": "haste", "cp": 1}), add("spell", {"id": "great_haste", "cp": 1})]
    assert "L-63" not in rules_of(B, *haste)
    assert "L-63" in rules_of(B, add("spell", {"id": "shield", "cp": 1}))


SMALLEST = {
    "stun": ["itch", "spasm", "pain"],
    "total_paralysis": ["itch", "spasm", "pain", "stun", "clumsiness", "paralyze_limb"],
    "strike_blind": ["itch", "spasm", "light", "continual_light"],
    "iron_arm": ["itch", "spasm", "pain", "resist_pain"],
    "lightning": ["purify_air", "create_air", "shape_air", "seek_air", "windstorm", "air_jet"],
    "invisibility": ["light", "continual_light", "colors", "flash", "darkness", "blur"],
    "great_haste": ["haste"],
    "major_healing": ["lend_strength", "lend_health", "minor_healing"],
}


@pytest.mark.parametrize("spell", SMALLEST)
def test_l_63_smallest_sets_pass_and_break_without_any_one(spell: str) -> None:
    known = [*SMALLEST[spell], spell]
    strong = [put("attributes.IQ", 16), put("advantage.magery.cp", 35), put("advantage.magery.level", 3)]
    clear = [put("spell", [])]
    full = [add("spell", {"id": s, "cp": 1}) for s in known]
    assert "L-63" not in rules_of(B, *strong, *clear, *full)
    for gone in SMALLEST[spell]:
        rest = [add("spell", {"id": s, "cp": 1}) for s in known if s != gone]
        assert "L-63" in rules_of(B, *strong, *clear, *rest), gone


def test_l_64_specialties() -> None:
    assert "L-64" not in rules_of(A, put("skill.language.spec", "中国語"))
    assert "L-64" in rules_of(A, drop("skill.language.spec"))
    assert "L-64" not in rules_of(A, drop("skill.language.spec"), put("skill.language.id", "言語（英語）"))


def test_l_65_wasted_points() -> None:
    assert "L-65" not in rules_of(A, put("skill.boxing.cp", 8))
    report = judged(A, put("skill.boxing.cp", 7.5))
    told = next(f for f in report.findings if f.rule == "L-65")
    assert told.severity == "warning"
    assert told.message.en == "Boxing: 7.5 CP give the same level as 4."
    assert "L-65" in rules_of(A, add("maneuver", {"id": "back_kick", "cp": 1}))
    assert "L-65" in rules_of(B, put("spell.itch.cp", 3))


def test_l_66_an_original_style_waits_for_a_decision() -> None:
    def severity(approvals: Approvals | None) -> str:
        return next(f.severity for f in judged(B, approvals=approvals).findings if f.rule == "L-66")

    approved = StyleDecision("霞 千代", True, "", "主催")
    assert severity(None) == "info"
    assert severity(Approvals()) == "warning"
    assert severity(Approvals((approved,))) == "info"
    assert severity(Approvals((replace(approved, approved=False, reason="強すぎる"),))) == "error"
    assert "L-66" not in rules_of(A)


def test_several_breaches_of_one_rule_are_all_told() -> None:
    report = judged(A, put("entrant.age", 15), put("skill.boxing.cp", 16))
    assert len([f for f in report.findings if f.rule == "L-14"]) == 2


def unstated(skill: str, cp: float) -> list[Op]:
    """A skill at other points, without a stated level."""
    return [put(f"skill.{skill}.cp", cp), drop(f"skill.{skill}.level")]


TRAINING = {"id": "severe_training", "cp": 10, "applies_to": "judo"}
ELEVEN_MANGA = [*MANGA, "immovable_stance", "mental_strength", "drunken_fighting", "light_walk"]
ELEVEN_OPTIONAL = [*OPTIONAL, "immovable_stance", "swimming", "dancing"]

BALANCE_63 = [add("spell", {"id": "fatigue", "cp": 4})]

# Everything else stays in balance, so that one clause alone is broken.
BREAKS: dict[str, tuple[str, list[Op]]] = {
    "L-02": (A, [put("entrant.unspent_cp", 6)]),
    "L-05": (A, unstated("cooking", 2.5)),
    "L-06": (
        A,
        [put("skill.first_aid.pool", "off"), drop("skill.area_knowledge"), put("entrant.unspent_cp", 6)],
    ),
    "L-10": (B, [drop("attributes.ST")]),
    "L-11": (A, [add("skill", {"id": "かめはめ波", "cp": 1}), put("entrant.unspent_cp", 4)]),
    "L-12": (A, [*unstated("running", 0.75), put("entrant.unspent_cp", 5.25)]),
    "L-13": (A, [put("skill.tactics.level", 10)]),
    "L-14": (A, [put("entrant.age", 19)]),
    "L-16": (A, [add("advantage", TRAINING), drop("advantage.high_pain_threshold")]),
    "L-20": (
        B,
        [
            put("spell.stun.cp", 6),
            drop("spell.stun.level"),
            *unstated("acrobatics", 1),
            put("entrant.unspent_cp", 0),
        ],
    ),
    "L-22": (B, [drop("skill.philosophy"), put("entrant.unspent_cp", 3)]),
    "L-24": (
        B,
        [
            add("maneuver", {"id": "binding", "cp": 2}),
            *unstated("acrobatics", 1),
            put("entrant.unspent_cp", 0),
        ],
    ),
    "L-25": (B, [add("skill", {"id": "pressure_points", "cp": 1}), put("entrant.unspent_cp", 0)]),
    "L-27": (A, [add("skill", {"id": "acrobatics", "cp": 4}), put("entrant.unspent_cp", 1)]),
    "L-30": (A, [*unstated("body_language", 8), put("entrant.unspent_cp", 3)]),
    "L-35": (B, [put("style.secondary", [*SEVEN, "stealth"])]),
    "L-36": (B, [put("style.optional", ELEVEN_OPTIONAL)]),
    "L-37": (B, [put("style.manga", ELEVEN_MANGA), put("style.optional", [*OPTIONAL[:7], "physiology"])]),
    "L-39": (B, [put("style.secondary", [*SEVEN[:6], "running"])]),
    "L-43": (B, [put("style.prereq_only", ["wrestling"])]),
    "L-44": (B, [put("style.description", "")]),
    "L-45": (B, [put("style.special_rules", "受けに+1")]),
    "L-46": (
        B,
        [
            add("maneuver", {"id": "feint:wrestling", "cp": 2}),
            *unstated("acrobatics", 1),
            put("entrant.unspent_cp", 0),
        ],
    ),
    "L-48": (A, [put("maneuver.riposte.level", 21)]),
    "L-49": (A, [add("maneuver", {"id": "elbow_strike", "cp": 1}), put("entrant.unspent_cp", 4)]),
    "L-50": (A, [put("combination.low-low.moves", ["shin_kick", "jump_kick"])]),
    "L-51": (A, [put("combination.low-low.cp", 3), put("entrant.unspent_cp", 6)]),
    "L-53": (A, [put("disadvantage.bad_temper.cp", -12)]),
    "L-55": (A, [drop("entrant.sex")]),
    "L-58": (A, [put("entrant.portrait.height", 99)]),
    "L-60": (A, [put("entrant.submitted", "2005-11-01T00:00:00+09:00")]),
    "L-61": (A, [put("entrant.sources", ["超能力"])]),
    "L-62": (A, [put("entrant.outfit", "甲冑")]),
    "L-63": (B, [drop("spell.itch"), *(put(f"spell.{s}.cp", 4) for s in ("spasm", "pain")), *BALANCE_63]),
    "F-03": (A, [put("entrant.height_cm", "高い")]),
}


@pytest.mark.parametrize("rule", BREAKS)
def test_one_broken_clause_is_refused_for_exactly_that_clause(rule: str) -> None:
    base, ops = BREAKS[rule]
    assert errors_of(base, *ops) == {rule}


def test_a_sheet_is_never_changed_by_the_check() -> None:
    report = judged(A, put("skill.karate.level", 25))
    skill = next(s for s in report.sheet.skills if s.id == "karate")
    assert skill.level == 25
    with pytest.raises(AttributeError):
        skill.level = 20  # type: ignore[misc]


def test_numbers_of_the_regulation_change_the_judgement_without_code() -> None:
    rules = default_regulation().with_values({"points.total": 200})
    report = judged(A, regulation=rules)
    assert {"L-01", "L-02"} <= report.rules
    told = next(f for f in report.findings if f.rule == "L-01")
    assert "200" in told.message.en


def test_a_message_is_made_from_the_table_of_rules() -> None:
    told = finding("L-15", "skills.x", 3, item="X", cp=50, cap=48)
    assert told.message.en == "X: 50 CP is over the absolute limit 48."
    assert told.clause == "1-3"
