"""Spells a pattern names: on the sheet, in the tables, of use in the ring; else the finding names spell and clause."""

from __future__ import annotations

from pathlib import Path

import pytest

from budosim.ai.understand import Understanding, understand
from budosim.systems.gurps3.intake import read_sheet
from budosim.systems.gurps3.on_sheet import names_on_sheet

FIELD = Path(__file__).parents[3] / "entrants" / "musashi"


def read(text: str, who: str = "oba_iwami") -> Understanding:
    return understand(text, has=names_on_sheet(read_sheet(FIELD / f"{who}.toml")))


@pytest.mark.parametrize(
    ("text", "who", "code", "words"),
    [
        ("開始直後に《盲目》をかける。", "oba_iwami", "E_NO_SKILL", ["盲目", "1-8"]),
        ("Cast Fireball. Punch.", "oba_iwami", "E_NO_SKILL", ["Fireball", "1-8"]),
        ("《竜巻斬》を撃つ。", "oba_iwami", "E_NO_SKILL", ["竜巻斬", "1-8"]),
        ("《石弾》を撃つ。", "kuga_ren", "E_NO_SKILL", ["石弾", "1-8", "魔法が使える"]),
        ("《鉱物探知》をかける。", "oba_iwami", "E_ILLEGAL", ["鉱物探知", "1-8", "前提"]),
    ],
)
def test_a_spell_that_cannot_be_cast_is_refused_with_its_name_and_clause(
    text: str, who: str, code: str, words: list[str]
) -> None:
    found = read(text, who)
    assert found.policy is None
    (finding,) = found.errors
    assert finding.code == code
    assert all(word in finding.message_ja for word in words)
    assert finding.message_en
    assert "clause 1-8" in finding.message_en


@pytest.mark.parametrize(
    ("text", "energy"),
    [
        ("《石弾》を最大で撃つ。", "max"), ("全力で《石弾》を撃つ。", "max"), ("《石弾》を３点で撃つ。", 3),
        ("エネルギー２で《石弾》。", 2), ("疲労を３点使って《石弾》をかける。", 3), ("《石弾》を撃つ。", None),
        ("Cast Stone Missile with 3 energy.", 3), ("Cast Stone Missile at full energy.", "max"),
    ],
)  # fmt: skip
def test_the_energy_of_a_spell_is_read(text: str, energy: object) -> None:
    found = read(text)
    assert found.policy is not None
    (rule,) = found.policy["rules"]
    assert rule["do"].get("energy") == energy
    assert rule.get("if") is None
    assert understand(found.ja).policy == understand(found.en).policy == found.policy


def test_three_points_left_are_a_condition_and_no_energy() -> None:
    (rule,) = read("残りの疲労点が３点で《石弾》を撃つ。").policy["rules"]
    assert rule["if"] == ["fp", "me", "<=", 3]
    assert "energy" not in rule["do"]


@pytest.mark.parametrize(
    ("text", "cond"),
    [
        ("《鉄腕》で受ける。", None), ("防御には《鉄腕》を使う。", None),
        ("打撃は《鉄腕》で防ぐ。", ["attacked_with", "@strike"]),
        ("殴られたら《鉄腕》で受ける。", ["attacked_with", "@hand"]),
        ("Parry kicks with the spell Iron Arm.", ["attacked_with", "@kick"]),
        ("Defend with Iron Arm.", None),
    ],
)  # fmt: skip
def test_a_blocking_spell_is_a_defence(text: str, cond: object) -> None:
    found = read(text, "maren_holloway")
    assert found.policy is not None
    (rule,) = found.policy["react"]
    assert rule["do"]["a"] == "cast"
    assert rule.get("if") == cond
    assert understand(found.ja).policy == understand(found.en).policy == found.policy


def test_a_blocking_spell_without_a_name_is_asked_for() -> None:
    (finding,) = read("防御呪文で受ける。", "maren_holloway").errors
    assert "《》" in finding.message_ja


def test_a_school_is_no_spell() -> None:
    assert understand("Parry with Judo. Punch.").policy["react"] == [{"do": {"a": "parry"}}]


def test_spell_throwing_stands_on_a_sheet() -> None:
    sheet = read_sheet(FIELD / "oba_iwami.toml")
    assert any(s.id == "spell_throwing" and s.key.startswith("spell_throwing") for s in sheet.skills)
    from budosim.systems.gurps3.brought import brought
    from budosim.systems.gurps3.pack import pack
    from budosim.systems.gurps3.pack_spells import in_the_ring

    who = brought(sheet, None)
    row = in_the_ring(who.spells).index("stone_missile") + 1
    assert int(pack(who, {}, 0).spell[row].throw) == 14
