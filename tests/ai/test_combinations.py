"""Every act with every frequency, condition and connective, in both languages: none is read as something else."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from budosim.ai import vocab
from budosim.ai.understand import understand
from budosim.ai.words import standard

Json = Any

ACTS = sorted((vocab.STRIKES | set(vocab.GRAPPLE) | set(vocab.HOLD)) - {"suplex", "piledriver"}) + [
    *("feint", "wait", "all_out_def", "retreat", "approach"),
]
NOUNS_JA = {"release": "技を解くこと", "hold": "維持"}

FREQUENCIES: list[tuple[str, str, Json]] = [
    ("２ターンに１回は{}", "{} every second turn", ["every", 2]),
    ("３ターンごとに{}", "{} every third turn", ["every", 3]),
    ("隔ターンで{}", "{} every other turn", ["every", 2]),
    ("１ターンおきに{}", "{} on even turns", ["every", 2]),
    ("４回に１回は{}", "{} one time in four", ["every", 4, 1, "?"]),
    ("たまに{}", "{} now and then", ["p", 0.15]),
    ("時々{}", "sometimes {}", ["p", 0.25]),
    ("よく{}", "often {}", ["p", 0.5]),
    ("ごくたまに{}", "rarely {}", ["p", 0.05]),
]

STATES: list[tuple[str, str, Json]] = [
    ("相手が朦朧として", "he is stunned", ["state", "opp", "stunned"]),
    ("相手が倒れて", "he is down", ["state", "opp", "down"]),
    ("相手が立って", "he is standing", ["state", "opp", "standing"]),
    ("自分が倒れて", "I am down", ["state", "me", "down"]),
    ("相手の脚が折れて", "one of his legs is crippled", ["crippled", "opp", "leg"]),
    ("自分の腕が使えなくなって", "my arm is crippled", ["crippled", "me", "arm"]),
    ("相手を掴んで", "I am holding him", ["state", "me", "holding"]),
    ("相手が疲れて", "he is tired", ["state", "opp", "tired"]),
    ("相手が詠唱して", "he is casting", ["state", "opp", "casting"]),
    ("密着して", "we are in close combat", ["state", "me", "close"]),
]
LASTING_JA = ("{}いるなら{}", "{}いたら{}", "{}いれば{}", "{}いるときは{}", "{}いる間は{}", "もし{}いる場合は、{}")
LASTING_EN = ("If {}, {}.", "When {}, {}.", "While {}, {}.", "{1} if {0}.", "{1} when {0}.")

AMOUNTS: list[tuple[str, str, Json]] = [
    ("自分のＨＰが半分以下", "my HP is at half or less", ["hp", "me", "<=", 0.5]),
    ("相手のＨＰが３割未満", "his HP is below 30%", ["hp", "opp", "<", 0.3]),
    ("自分の疲労が残り３以下", "my fatigue is 3 or less", ["fp", "me", "<=", 3]),
    ("距離が３以上", "the distance is 3 or more", ["dist", ">=", 3]),
    ("５ターン目", "it is turn 5", ["turn", "==", 5]),
    ("相手が魔法使い", "he is a caster", ["type", "opp", "caster"]),
    ("相手がグラップラー", "he is a grappler", ["type", "opp", "grappler"]),
    ("決勝", "it is the final", ["stage", "final"]),
    ("先攻", "I go first", ["initiative", "me"]),
]
NOUN_JA = ("{}なら{}", "{}の場合は{}", "{}のときは{}", "{}であれば、{}", "もし{}だったら{}")


def name(act: str, lang: str) -> str:
    if lang == "ja" and act in NOUNS_JA:
        return NOUNS_JA[act]
    return standard("A", act, lang)


def rules_of(text: str, lang: str) -> Json:
    policy = understand(text, lang=lang).policy
    return None if policy is None else policy.get("rules")


def plain(act: str) -> Json:
    return {"a": act}


@pytest.mark.parametrize("act", ACTS)
def test_each_act_alone(act: str) -> None:
    for lang, forms in (("ja", ("{}。", "{}する。", "基本は{}。", "常に{}。")), ("en", ("{}.", "Always {}."))):
        for form in forms:
            if "する" in form and lang == "ja" and not name(act, "ja").endswith(("ト", "ク", "機", "御", "退", "近", "持")):
                continue
            text = form.format(name(act, lang))
            assert rules_of(text, lang) == [{"do": plain(act)}], text


@pytest.mark.parametrize("act", ACTS)
def test_each_act_with_each_frequency(act: str) -> None:
    for ja, en, cond in FREQUENCIES:
        unit = "action" if act in (*vocab.HOLD, "feint", "wait", "all_out_def", "retreat", "approach") else "attack"
        want = [{"if": [unit if x == "?" else x for x in cond], "do": plain(act)}]
        for lang, form in (("ja", ja), ("en", en)):
            text = form.format(name(act, lang)) + "。."[lang == "en"]
            assert rules_of(text, lang) == want, text


@pytest.mark.parametrize("act", ACTS)
def test_each_act_under_each_state(act: str) -> None:
    for (ja, en, cond), form in itertools.product(STATES, LASTING_JA):
        text = form.format(ja, name(act, "ja")) + "。"
        assert rules_of(text, "ja") == [{"if": cond, "do": plain(act)}], text
        _ = en
    for (_ja, en, cond), form in itertools.product(STATES, LASTING_EN):
        text = form.format(en, name(act, "en"))
        assert rules_of(text, "en") == [{"if": cond, "do": plain(act)}], text


@pytest.mark.parametrize("act", ACTS)
def test_each_act_under_each_amount(act: str) -> None:
    for (ja, _en, cond), form in itertools.product(AMOUNTS, NOUN_JA):
        text = form.format(ja, name(act, "ja")) + "。"
        assert rules_of(text, "ja") == [{"if": cond, "do": plain(act)}], text
    for (_ja, en, cond), form in itertools.product(AMOUNTS, ("If {}, {}.", "{1} if {0}.")):
        text = form.format(en, name(act, "en"))
        assert rules_of(text, "en") == [{"if": cond, "do": plain(act)}], text
