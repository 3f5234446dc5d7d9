"""Rules on sums, attributes, skills and maneuvers: at the limit silent, one step over it they speak."""

from __future__ import annotations

import pytest
from sheet_bench import A, B, Op, add, drop, judged, put, rules_of

from budosim.systems.gurps3.findings import finding
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.tables import tables

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


@pytest.mark.parametrize(
    ("group", "name", "hint"),
    [
        ("skill", "投げ", "write it under [maneuvers]"),
        ("maneuver", "ボクシング", "write it under [skills]"),
        ("skill", "戦闘即応", "write it under [advantages]"),
        ("advantage", "短気", "write it under [disadvantages]"),
        ("skill", "かゆみ", "write it under [spells]"),
        ("skill", "ぼくしんぐう", "nearest names: Boxing"),
        ("skill", "Karata", "nearest names: Karate"),
        ("maneuver", "リボスト", "nearest names: Riposte"),
        ("spell", "げきつう", ""),
        ("skill", "かめはめ波", "remove it, or ask the organizer"),
    ],
)
def test_l_11_says_where_a_name_belongs_or_what_is_like_it(group: str, name: str, hint: str) -> None:
    report = judged(A, add(group, {"id": name, "cp": 1}))
    told = next(f for f in report.findings if f.rule == "L-11")
    assert told.suggestion is not None
    assert told.suggestion.en.startswith(hint)


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


def test_several_breaches_of_one_rule_are_all_told() -> None:
    report = judged(A, put("entrant.age", 15), put("skill.boxing.cp", 16))
    assert len([f for f in report.findings if f.rule == "L-14"]) == 2


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


def test_l_02_says_what_to_write_while_the_sheet_costs_no_more_than_there_is() -> None:
    def said(*ops: Op) -> str | None:
        told = next(f for f in judged(A, *ops).findings if f.rule == "L-02")
        return told.suggestion.en if told.suggestion else None

    full = add("advantage", {"id": "single_minded", "cp": 5})
    assert said(full) == "write unspent_cp = 0"
    assert said(full, add("quirk", QUIRK), put("skill.tactics.cp", 2)) is None


def test_l_02_is_judged_at_the_lowest_attribute_there_is() -> None:
    assert "L-02" in rules_of(B, put("attributes.ST", 1), put("entrant.unspent_cp", 7))
    assert "L-02" not in rules_of(B, put("attributes.ST", 0), put("entrant.unspent_cp", 7))


@pytest.mark.parametrize("trait", ["unusual_background_magic", "unusual_background"])
def test_l_53_a_free_price_has_ends(trait: str) -> None:
    row = tables().advantages[trait]
    for cp, told in ((row.min_cost, False), (row.max_cost, False), (row.min_cost - 1, True), (row.max_cost + 1, True)):
        gone = drop("advantage.unusual_background_magic")
        assert ("L-53" in rules_of(B, gone, add("advantage", {"id": trait, "cp": cp}))) is told, cp
