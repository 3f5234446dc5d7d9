"""Derived values: the worked examples and the vectors of the combat dossier that a sheet alone decides."""

from __future__ import annotations

from typing import Any

import pytest
from sheet_bench import A, B, add, drop, put, sheet

from budosim.errors import SheetError
from budosim.systems.gurps3.derived import derive, technique_levels, without_specialty
from budosim.systems.gurps3.explain_value import explain_item
from budosim.systems.gurps3.on_sheet import names_on_sheet
from budosim.systems.gurps3.secondary import subturns
from budosim.systems.gurps3.show import show_json, show_text, steps_text
from budosim.systems.gurps3.tables import tables
from budosim.systems.gurps3.technique_use import Dice, act_techniques, read_dice


def values(base: str, *ops: Any, aged: bool = False) -> dict[str, Any]:
    return derive(sheet(base, *ops), aged=aged).json()


def test_example_a_as_printed() -> None:
    d = values(A)
    assert (d["speed"], d["move"], d["dodge"], d["hp"], d["fp"], d["will"]) == (6.75, 8, 9, 12, 13, 11)
    assert d["parry"]["karate"] == 14
    assert (d["damage"]["punch"], d["damage"]["kick"]) == ("1d+2", "1d+4")
    assert (d["subturns"], d["subturn_skill"], d["parries"]) == (3, "karate", 2)
    assert d["reach"] == {"punch": 2, "kick": 3}
    assert (d["thrust"], d["swing"], d["dr"]) == ("1d", "2d-1", 1)


def test_example_b_after_ageing_as_printed() -> None:
    document = show_json(sheet(B))
    aged = document["aged"]
    assert aged["attributes"]["DX"] == 13
    assert aged["levels"]["judo"] == 18
    assert aged["parry"]["judo"] == 13
    assert (aged["speed"], aged["move"], aged["dodge"], aged["hp"], aged["fp"], aged["will"]) == (
        6.25,
        6,
        7,
        12,
        13,
        16,
    )
    assert aged["spells"]["stun"] == {"base": 15, "ring": 10}
    assert document["derived"]["levels"]["judo"] == 19
    assert show_json(sheet(A))["aged"] is None


def test_show_json_has_the_keys_of_the_contract() -> None:
    d = show_json(sheet(A))["derived"]
    wanted = "hp fp will speed move dodge dr thrust swing reach subturns subturn_skill parries parry damage"
    wanted += " levels maneuvers spells"
    assert set(wanted.split()) <= set(d)
    assert d["maneuvers"] == {
        "kicking": 20,
        "shin_kick": 20,
        "spin_kick": 20,
        "feint:karate": 23,
        "hit_location:karate": 20,
        "riposte": 20,
    }


@pytest.mark.parametrize(
    ("level", "master", "other"),
    [
        (8, 1, 1),
        (9, 1, 1),
        (12, 1, 1),
        (14, 1, 1),
        (15, 2, 1),
        (17, 2, 1),
        (18, 3, 2),
        (20, 3, 2),
        (21, 4, 2),
        (22, 4, 2),
        (23, 4, 2),
    ],
)
def test_t_13_subturns(level: int, master: int, other: int) -> None:
    assert subturns(level, True) == master
    assert subturns(level, False) == other


def test_t_13_only_action_skills_count() -> None:
    d = values(A, put("skill.sport:karate.cp", 40), put("skill.karate.cp", 8))
    assert d["subturn_skill"] == "karate"
    assert set(d["subturns_by_skill"]) == {"karate", "boxing"}
    none = values(A, drop("skill.karate"), drop("skill.boxing"))
    assert (none["subturns"], none["subturn_skill"]) == (1, "DX")


@pytest.mark.parametrize(
    ("st", "thrust", "swing"),
    [(3, "0", "0"), (9, "1d-2", "1d-1"), (13, "1d", "2d-1"), (19, "2d-1", "3d+1"), (20, "2d-1", "3d+2")],
)
def test_c_09_strength(st: int, thrust: str, swing: str) -> None:
    d = values(A, put("attributes.ST", st))
    assert (d["thrust"], d["swing"]) == (thrust, swing)


def test_c_13_skill_bonus_by_the_skill_not_the_maneuver() -> None:
    assert values(A)["damage"]["spin_kick"] == "1d+4"
    assert values(A, put("skill.karate.cp", 1))["damage"]["spin_kick"] == "1d+2"
    boxing = [drop("skill.karate"), drop("skill.sport:karate"), put("skill.boxing.cp", 24)]
    d = values(A, *boxing)
    assert d["damage"]["punch"] == "1d+1"
    assert d["damage"]["kick"] == "1d"
    brawl = [put("skill", [{"id": "brawling", "cp": 16}])]
    d = values(A, *brawl)
    assert (d["damage"]["punch"], d["damage"]["knee"], d["levels"]["brawling"]) == ("1d-1", "1d+1", 19)


def test_c_12_an_untrained_fighter_punches_at_dx_and_kicks_at_dx_minus_two() -> None:
    found = technique_levels(sheet(B), aged=False)
    assert found["punch"] == (14, "DX")
    assert found["kicking"] == (12, "DX")
    assert found["grapple"] == (19, "judo")
    karate = technique_levels(sheet(A), aged=False)
    assert karate["punch"] == (20, "karate")
    assert karate["back_kick"] == (18, "karate")


def test_techniques_need_their_skill_and_cinematic_ones_a_master() -> None:
    assert "flying_jump_kick" in technique_levels(sheet(A), aged=False)
    assert "flying_jump_kick" not in technique_levels(
        sheet(A, drop("advantage.trained_by_a_master")), aged=False
    )
    assert "throw" not in technique_levels(sheet(A), aged=False)
    assert "acrobatic_kick" not in technique_levels(sheet(A), aged=False)
    acrobat = add("skill", {"id": "acrobatics", "cp": 4})
    assert technique_levels(sheet(A, acrobat), aged=False)["acrobatic_kick"] == (11, "karate")


def test_c_16_parries() -> None:
    assert (
        values(A, put("skill.karate.cp", 8), put("attributes.DX", 15), drop("advantage.combat_reflexes"))[
            "parry"
        ]["karate"]
        == 10
    )
    d = values(A, drop("advantage.combat_reflexes"))
    assert (d["parry"]["boxing"], d["parry"]["DX"]) == (10, 7)
    better = values(A, add("advantage", {"id": "enhanced_parry", "cp": 6}))
    assert better["parry"]["karate"] == 15


def test_c_67_combat_reflexes_and_what_cancels_them() -> None:
    assert values(A)["dodge"] == 9
    assert values(A, drop("advantage.combat_reflexes"))["dodge"] == 8
    assert values(A, add("advantage", {"id": "enhanced_dodge", "cp": 15}))["dodge"] == 10
    assert values(A, add("disadvantage", {"id": "combat_paralysis", "cp": -15}))["dodge"] == 8


def test_c_39_running_and_builds_count_in_move() -> None:
    assert values(A, drop("skill.running"))["move"] == 6
    assert values(A, add("disadvantage", {"id": "gigantism", "cp": -10}))["move"] == 9
    assert values(A, add("disadvantage", {"id": "overweight", "cp": -5}))["move"] == 8
    assert values(A, add("disadvantage", {"id": "overweight", "cp": -10}))["move"] == 7


def test_r_61_evasion_is_a_floor_of_the_dodge() -> None:
    assert values(A, put("skill.tai_sabaki.cp", 24))["dodge"] == 10
    assert values(A, put("skill.tai_sabaki.cp", 8))["dodge"] == 9


@pytest.mark.parametrize(("cp", "move", "dodge"), [(-15, 4, 5), (-25, 2, 3), (-35, 0, 1)])
def test_c_88_a_lame_fighter_has_his_move_halved(cp: int, move: int, dodge: int) -> None:
    lame = derive(sheet(A, add("disadvantage", {"id": "lame", "cp": cp})), aged=False)
    assert (lame.move, lame.move_sound, lame.dodge) == (move, 8, dodge)


@pytest.mark.parametrize(("cm", "reach"), [(149, (1, 2)), (150, (2, 3)), (189, (2, 3)), (190, (2, 4))])
def test_c_46_reach_by_height(cm: int, reach: tuple[int, int]) -> None:
    d = values(A, put("entrant.height_cm", cm))
    assert (d["reach"]["punch"], d["reach"]["kick"]) == reach
    giant = values(A, put("entrant.height_cm", cm), add("disadvantage", {"id": "gigantism", "cp": -10}))
    assert giant["reach"] == {"punch": 2, "kick": 4}


def test_t_04_outfit_and_c_98_toughness() -> None:
    assert values(A, put("entrant.outfit", "裸"))["dr"] == 0
    assert values(A, add("advantage", {"id": "toughness", "cp": 10}))["dr"] == 2
    assert values(A, add("advantage", {"id": "toughness", "cp": 25}))["dr"] == 3


def test_c_17_one_hand_parries_once() -> None:
    assert values(A, add("disadvantage", {"id": "one_arm", "cp": -20}))["parries"] == 1


def test_pools() -> None:
    more = [
        add("advantage", {"id": "extra_hit_points", "cp": 15}),
        add("advantage", {"id": "extra_fatigue", "cp": 6}),
    ]
    d = values(A, *more, add("disadvantage", {"id": "weak_will", "cp": -16}))
    assert (d["hp"], d["fp"], d["will"]) == (15, 15, 9)


def test_acts_use_the_best_technique() -> None:
    found = derive(sheet(A, put("maneuver.kicking.cp", 0)), aged=False).techniques
    assert (
        act_techniques(found)["low_kick"] == "shin_kick" or found["kicking"].level >= found["shin_kick"].level
    )
    assert act_techniques(found)["hand_strike"] == "shuto"
    assert act_techniques(found)["whirlwind_kick"] == "whirlwind_kick"
    assert set(act_techniques(found).values()) <= set(found)


def test_dice() -> None:
    assert str(read_dice("2d-1").plus(3)) == "2d+2"
    assert str(read_dice("1d+1").plus(-1)) == "1d"
    assert str(read_dice("0").plus(4)) == "0"
    assert read_dice("nonsense") == Dice(0, 0)


def test_a_sheet_with_missing_attributes_derives_without_error() -> None:
    d = values(A, drop("attributes.DX"), drop("attributes.ST"))
    assert d["fp"] == 10
    assert d["levels"].get("karate") is not None


def test_names_on_a_sheet() -> None:
    names = names_on_sheet(sheet(B))
    assert {
        "judo",
        "柔道",
        "Judo",
        "feint:judo",
        "フェイント（柔道）",
        "feint",
        "pain",
        "激痛",
        "言語（古語）",
        "投げ極め",
    } <= names
    assert "karate" not in names


def test_without_specialty() -> None:
    assert without_specialty({"language(英語)": 11, "language(独語)": 9, "karate": 20}) == {
        "language": 11,
        "karate": 20,
    }


STEPS = [
    (A, "空手", "空手 20 ＝ 敏捷力15＋5（40ＣＰ、肉体／難）", 20),
    (A, "karate", "空手の受け14 ＝ 20×2÷3＋戦闘即応1", 14),
    (A, "サブターン", "空手20：サブターン3 ＝ 1＋（20−12）÷3（達人の指導）", 3),
    (A, "スポーツ空手", "空手からの技能なし値17", 17),
    (A, "蹴り", "3ＣＰ（難）で＋2、レベル20", 20),
    (A, "キック", "ダメージ1d+4 ＝ 1d+4（体力13、空手）", "1d+4"),
    (A, "避け", "避け9", 9),
    (A, "cp", "合計245（上限250）", 245),
    (A, "空手", "一つの技能に使えるＣＰの上限44まで、あと4ＣＰ", 44),
    (A, "体力", "体力は24歳の上限18まで、あと5", 18),
    (A, "上限", "技能・動作・呪文の合計146まで、あと55", 146),
    (A, "意思", "意思11", 11),
    (A, "移動力", "切り捨てて移動力8", 8),
    (A, "射程", "身長170cm：パンチ2、キック3（細分ヘクス）", 3),
    (B, "《朦朧》", "《朦朧》15 ＝ 知力14＋魔法の素質1＋0（4ＣＰ、精神／難）", 15),
    (B, "朦朧", "マナが「疎」なので−5、リングでは10", 10),
    (B, "老化", "敏捷力 14 → 13", 13),
    (B, "敏捷力", "老化後は13", 13),
    (B, "疲労点", "追加疲労点で＋3", 13),
    (B, "言語（古語）", "言語（古語） 13 ＝ 知力14−1（1ＣＰ、精神／並）", 13),
    (A, "空手", "次のレベル21には48ＣＰ（あと8）", 48),
    (A, "空手", "レベルの上限22まで、あと2", 22),
    (A, "空手", "技能・動作・呪文の合計146まで、あと55", 146),
    (A, "スポーツ空手", "主技能の最低レベル：副技能はレベル18未満", 18),
    (A, "スポーツ空手", "主技能の最低ＣＰ：副技能は8ＣＰ未満", 8),
    (A, "ボクシング", "副技能：レベル18未満、あと1", 18),
    (A, "先読み", "副技能：8ＣＰ未満、今6", 8),
    (A, "ランニング", "追加技能：1ＣＰ以下なので流派の制限なし", 1),
    (A, "剛力打", "マンガ技能：レベル18まで、あと7", 18),
    (A, "フェイント（空手）", "上限24まで、あと1", 24),
    (A, "フェイント（空手）", "次のレベル24には5ＣＰ（あと1）", 5),
    (A, "対角ロー", "対角ロー：動作2つで4ＣＰ", 4),
    (A, "対角ロー", "脛蹴りはそのレベル20で判定", 20),
    (A, "未使用ＣＰ", "250ＣＰ−使用245＝未使用5", 5),
    (A, "試合外", "試合外15（上限15、あと0）", 15),
    (A, "流派", "主技能：空手20、スポーツ（空手）18（最低レベル18、最低8ＣＰ）", 18),
    (B, "柔道", "老化後のレベル18", 18),
    (B, "投げ", "老化後のレベル19", 19),
    (B, "朦朧", "肉体操作系の習得呪文5種：一つに5ＣＰまで、あと1ＣＰ", 5),
    (B, "朦朧", "呪文の合計208ＣＰまで、あと188", 208),
    (B, "応急処置", "副技能：1ＣＰ以下なので流派の制限なし", 1),
]


@pytest.mark.parametrize(("base", "item", "text", "value"), STEPS)
def test_every_number_in_steps(base: str, item: str, text: str, value: object) -> None:
    steps = explain_item(sheet(base), item)
    assert (text, value) in [(s.text.ja, s.value) for s in steps]
    for step in steps:
        assert step.text.en
        assert "{" not in step.text.ja + step.text.en
        assert step.rule[0] in "LCTRM"


def test_every_learned_thing_can_be_explained() -> None:
    for base in (A, B):
        case = sheet(base)
        for entry in case.entries():
            if entry.kind != "combination":
                assert explain_item(case, entry.text)
        for value in (
            "hp",
            "fp",
            "will",
            "speed",
            "move",
            "dodge",
            "dr",
            "thrust",
            "reach",
            "subturns",
            "parries",
            "parry",
            "cp",
            "caps",
            "ageing",
        ):
            assert explain_item(case, value)


def test_a_cap_that_is_passed_says_by_how_much() -> None:
    young = sheet(A, put("entrant.age", 18))
    assert "上限38まで、2ＣＰ超過" in "".join(s.text.ja for s in explain_item(young, "空手"))
    weak = sheet(A, add("skill", {"id": "acrobatics", "cp": 4}))
    texts = [s.text.en for s in explain_item(weak, "軽業")]
    assert "skill outside the style: level below 15, 1 over" in texts


def test_the_nearest_names_on_the_sheet_are_told_in_both_languages() -> None:
    with pytest.raises(SheetError) as error:
        explain_item(sheet(A), "蹴る")
    assert "蹴り ではありませんか" in error.value.ja
    with pytest.raises(SheetError) as error:
        explain_item(sheet(A), "Boxng")
    assert "Did you mean Boxing" in error.value.en


def test_what_is_not_on_the_sheet_is_an_error() -> None:
    for item in ("柔道", "かめはめ波", "", "火球"):
        with pytest.raises(SheetError):
            explain_item(sheet(A), item)


def test_plain_text() -> None:
    for lang, word in (("ja", "サブターン: 3 (空手)"), ("en", "Sub-turns: 3 (Karate)")):
        text = show_text(sheet(A), lang)  # type: ignore[arg-type]
        assert word in text
    assert "老化後" in show_text(sheet(B))
    assert steps_text(explain_item(sheet(A), "hp"), "en").splitlines()[-1] == "12 hit points"


def test_every_act_with_damage_is_an_act_or_a_technique() -> None:
    d = values(A)
    assert set(d["damage"]) <= set(tables().acts) | set(tables().techniques)


def test_an_impossible_strength_can_still_be_explained() -> None:
    for st in (0, -5, 90):
        assert explain_item(sheet(A, put("attributes.ST", st)), "spin_kick")
