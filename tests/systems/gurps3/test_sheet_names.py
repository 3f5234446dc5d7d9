"""Names: aliases, folding, families, specialties, nearest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from budosim.errors import RuleError
from budosim.systems.gurps3 import names, tables_load
from budosim.systems.gurps3.names import find, fold, nearest, nearest_word
from budosim.systems.gurps3.tables import read_toml, tables

FOUND = [
    ("skill", "空手", "karate"),
    ("skill", "カラテ", "karate"),
    ("skill", "＜空手＞", "karate"),
    ("skill", "〈空手〉", "karate"),
    ("skill", "Karate", "karate"),
    ("skill", "ＫＡＲＡＴＥ", "karate"),
    ("skill", "スポーツ空手", "sport:karate"),
    ("skill", "スポーツ（柔道）", "sport:judo"),
    ("skill", "スポーツ(柔道)", "sport:judo"),
    ("skill", "sport:karate", "sport:karate"),
    ("skill", "型（空手）", "kata:karate"),
    ("skill", "空手の型", "kata:karate"),
    ("skill", "Combat Sport (Boxing)", "sport:boxing"),
    ("skill", "言語（英語）", "language(英語)"),
    ("skill", "language (English)", "language(English)"),
    ("skill", "哲学（神道）", "philosophy(神道)"),
    ("skill", "先読み", "body_language"),
    ("skill", "先よみ", "body_language"),
    ("skill", "強靭精神", "mental_strength"),
    ("skill", "強靱精神", "mental_strength"),
    ("skill", "体捌き", "tai_sabaki"),
    ("skill", "体さばき", "tai_sabaki"),
    ("skill", "礼儀作法/道場", "savoir_faire_dojo"),
    ("skill", "礼儀作法（道場）", "savoir_faire_dojo"),
    ("skill", "礼儀作法", "savoir_faire"),
    ("skill", "秘孔", "pressure_secrets"),
    ("advantage", "達人の指導", "trained_by_a_master"),
    ("advantage", "「達人の指導」", "trained_by_a_master"),
    ("advantage", "Trained-by-a-Master", "trained_by_a_master"),
    ("advantage", "戦闘即応", "combat_reflexes"),
    ("advantage", "意志の強さ", "strong_will"),
    ("advantage", "意思の強さ", "strong_will"),
    ("advantage", "過酷な修業", "severe_training"),
    ("advantage", "特殊な背景／魔法が使える", "unusual_background_magic"),
    ("advantage", "特殊な背景（魔法が使える）", "unusual_background_magic"),
    ("advantage", "特殊な背景", "unusual_background"),
    ("disadvantage", "自信過剰", "overconfidence"),
    ("disadvantage", "平和愛好（不殺）", "pacifism_no_kill"),
    ("disadvantage", "誓い（蹴らない）", "vow(蹴らない)"),
    ("maneuver", "蹴り", "kicking"),
    ("maneuver", "回し蹴り", "hook_kick"),
    ("maneuver", "後ろ回し蹴り", "spin_kick"),
    ("maneuver", "後ろまわし蹴り", "spin_kick"),
    ("maneuver", "脛蹴り", "shin_kick"),
    ("maneuver", "フェイント（空手）", "feint:karate"),
    ("maneuver", "【フェイント（空手）】", "feint:karate"),
    ("maneuver", "feint:karate", "feint:karate"),
    ("maneuver", "寝技（柔道）", "ground_fighting:judo"),
    ("maneuver", "リポスト", "riposte"),
    ("maneuver", "リポースト", "riposte"),
    ("maneuver", "【貫手・手刀】", "shuto"),
    ("maneuver", "アッパー", "uppercut"),
    ("maneuver", "肘打", "elbow_strike"),
    ("maneuver", "シザースホールド", "scissors_hold"),
    ("basic", "パンチ", "punch"),
    ("basic", "キック", "kick"),
    ("spell", "《朦朧》", "stun"),
    ("spell", "≪もうろう≫", "stun"),
    ("spell", "かゆみ", "itch"),
    ("spell", "痒み", "itch"),
    ("style", "フルコンタクト空手", "full_contact_karate"),
    ("style", "Brazilian Jiu-Jitsu", "brazilian_jujutsu"),
    ("attribute", "体力", "ST"),
    ("attribute", "ｄｘ", "DX"),
    ("outfit", "裸", "naked"),
    ("source", "マジック＋", "magic_plus"),
    ("source", "マジック", "magic"),
    ("act", "ローキック", "low_kick"),
    ("value", "サブターン", "subturns"),
]


@pytest.mark.parametrize(("kind", "text", "id_"), FOUND)
def test_spellings(kind: str, text: str, id_: str) -> None:
    assert find(kind, text) == id_


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("skill", "かめはめ波"),
        ("skill", ""),
        ("skill", "スポーツ（料理）"),
        ("maneuver", "空手"),
        ("spell", "（）"),
    ],
)
def test_what_nobody_knows(kind: str, text: str) -> None:
    assert find(kind, text) is None


def test_every_standard_name_and_id_is_found() -> None:
    t = tables()
    for kind, rows in (
        ("skill", t.skills),
        ("advantage", t.advantages),
        ("disadvantage", t.disadvantages),
        ("maneuver", t.maneuvers),
        ("spell", t.spells),
        ("style", t.styles),
        ("act", t.acts),
    ):
        for id_, row in rows.items():
            assert {find(kind, s) for s in (id_, row.name_ja, row.name_en)} == {id_}


def test_folding_keeps_plus_signs_and_unites_the_rest() -> None:
    assert fold("マジック＋") != fold("マジック")
    assert fold("ボクシング") == fold("ぼくしんぐ") == fold("＜ボクシング＞")
    assert fold("ヴィガー") == fold("ブィガ")


@pytest.mark.parametrize(
    ("kind", "text", "id_"),
    [
        ("skill", "柔導", "judo"),
        ("skill", "karrate", "karate"),
        ("advantage", "達人のしどう", "trained_by_a_master"),
        ("maneuver", "リポート", "riposte"),
    ],
)
def test_nearest_names(kind: str, text: str, id_: str) -> None:
    assert id_ in nearest(kind, text)


def test_nearest_key() -> None:
    keys = ("name", "age", "skills", "spells")
    assert nearest_word("skilz", keys) == "skills"
    assert nearest_word("年齢", keys) == "age"
    assert nearest_word("zzzzzz", keys) is None


def test_two_meanings_of_one_spelling_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    index: dict[str, str] = {}
    enter: Callable[..., Any] = names._enter
    enter("skill", index, "格闘", "brawling")
    with pytest.raises(RuleError, match=r"names\.toml"):
        enter("skill", index, "＜格闘＞", "karate")
    assert tables_load.load(read_toml).skills


@pytest.mark.parametrize(
    ("kind", "text", "id_"),
    [
        ("style", "空手（極真流）", "karate_do"),
        ("outfit", "服（道着）", "clothed"),
        ("source", "マジック（第二版）", "magic"),
        ("attribute", "体力（ST）", "ST"),
        ("basic", "パンチ（右）", "punch"),
    ],
)
def test_what_has_no_specialty_may_have_a_remark_in_brackets(kind: str, text: str, id_: str) -> None:
    assert find(kind, text) == id_
