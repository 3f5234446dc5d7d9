"""Each code of the reader: when it comes, where it points, and that it refuses or warns."""

from __future__ import annotations

import pytest

from budosim.ai import findings
from budosim.ai.terminal import report
from budosim.ai.understand import understand

REFUSED = [
    ("E_EMPTY", "", ""),
    ("E_NO_ORDER", "絶対に優勝します。", "絶対に優勝します。"),
    ("E_UNKNOWN_WORD", "パンチ。虎砲拳を使う。", "虎砲拳"),
    ("E_ILLEGAL", "木刀で殴る。", "木刀"),
    ("E_CONTRADICTION", "蹴りは禁止。ローキックで攻める。", "ローキックで攻める"),
    ("E_BAD_TARGET", "翼を殴る。", "翼"),
    ("E_BAD_TARGET", "目に腕ひしぎ。", "目に腕ひしぎ"),
    ("E_BAD_NUMBER", "２ターンに５回フェイント。", "２ターンに５回"),
    ("E_BAD_NUMBER", "パンチ８割、キック４割。", "パンチ８割"),
    ("E_NO_ACTION", "相手が倒れたら", "相手が倒れたら"),
    ("E_DANGLING", "その部位を狙う。", "その部位"),
    ("E_NOT_OBSERVABLE", "相手の敏捷力が１５以上なら逃げる。", "相手の敏捷力"),
    ("E_ILLEGAL", "Stab him with a knife.", "knife"),
    ("E_NO_ORDER", "Victory!", "Victory"),
    ("E_UNREACHABLE", "①パンチ②①に戻る③キック", "③キック"),
]


@pytest.mark.parametrize(("code", "text", "place"), REFUSED)
def test_refused(code: str, text: str, place: str) -> None:
    u = understand(text)
    assert u.policy is None
    found = [f for f in u.findings if f.code == code]
    assert found, [(f.code, f.text) for f in u.findings]
    at = text.find(place)
    assert found[0].span[0] <= at + len(place)
    assert at <= found[0].span[1]
    assert u.ja == u.en == u.mermaid == ""


WARNED = [
    ("W_TYPO", "ローキクで攻める。"),
    ("W_VAGUE", "いい感じに殴る。"),
    ("W_STALL", "ひたすら全力防御。"),
    ("W_FREQ", "たまにフェイント。基本はパンチ。"),
    ("W_ORDER", "ＨＰが半分以下なら防御、ＨＰが３割以下なら全力攻撃。"),
    ("W_CONFLICT", "相手が倒れたら踏む。相手が倒れたら投げる。"),
    ("W_DEAD_RULE", "腕を折ったら、その腕に腕ひしぎ。"),
]


@pytest.mark.parametrize(("code", "text"), WARNED)
def test_warned(code: str, text: str) -> None:
    u = understand(text)
    assert u.policy is not None
    assert code in [f.code for f in u.findings], [(f.code, f.text) for f in u.findings]


def test_against_the_sheet() -> None:
    assert understand("発勁を使う。").policy is not None
    assert [f.code for f in understand("発勁を使う。", has=["<空手>"]).errors] == ["E_NO_SKILL"]
    untaught = understand("発勁を使う。", has=["達人の指導"])  # no cinematic skill has a default
    assert [f.code for f in untaught.errors] == ["E_NO_SKILL"]
    assert "<発勁>" in untaught.errors[0].message_ja
    assert understand("発勁を使う。", has=["達人の指導", "発勁"]).policy is not None
    assert understand("発勁を使う。", has=["<発勁>"]).policy is not None
    assert understand("《眠り》を使う。", has=["魔法が使える"]).policy is None
    assert understand("《眠り》を使う。", has=["《眠り》"]).policy is not None
    assert understand("《眠り》を使う。", has=["魔法が使える", "眠り"]).policy is not None
    lacking = understand("首折り。", has=["柔道"])
    assert lacking.policy is not None
    assert [f.code for f in lacking.findings] == ["W_DEFAULT_SKILL"]
    assert not understand("首折り。", has=["首折り"]).findings
    assert not understand("投げ。", has=["judo", "<柔道>"]).findings


def test_every_message_is_in_both_languages() -> None:
    for level, ja, en in findings.MESSAGES.values():
        assert level in ("error", "warn", "info")
        assert ja
        assert en


def test_json_form() -> None:
    data = understand("ひたすらパンチ。").to_json(id="a1")
    assert set(data) == {"id", "policy", "findings", "spans", "ja", "en", "mermaid"}
    assert data["spans"] == {"rules": [[0, 7]], "react": [], "free": [], "never": []}
    refused = understand("木刀で殴る。").to_json()
    assert refused["policy"] is None
    assert set(refused["findings"][0]) == {
        "code",
        "level",
        "span",
        "text",
        "message_ja",
        "message_en",
        "suggestion",
    }


def test_the_terminal_report_shows_text_rules_and_defaults() -> None:
    shown = report(understand("ひたすらローキック、２ターンに１回フェイント。押忍。"))
    assert "ローキック" in shown
    assert "1．" in shown
    assert "標準どおり" in shown
    assert "22222222" in shown
    refused = report(understand("虎砲拳。"), "en")
    assert "E_UNKNOWN_WORD" in refused
    assert "x" in refused
