"""Every act with every frequency, condition and connective, in both languages: none is read as something else."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from budosim.ai import vocab
from budosim.ai.order_items import BAN_ID
from budosim.ai.understand import understand
from budosim.ai.words import standard

Json = Any

ACTS = [
    *sorted((vocab.STRIKES | set(vocab.GRAPPLE) | set(vocab.HOLD)) - {"suplex", "piledriver"}),
    *("feint", "wait", "all_out_def", "retreat", "approach"),
]
CALM = {*vocab.HOLD, "feint", "wait", "all_out_def", "retreat", "approach"}
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


def some(rows: Iterable[Any], act: str) -> Iterator[Any]:
    """A quarter of the combinations, other ones for every act, so that all of them are met."""
    yield from itertools.islice(rows, ACTS.index(act) % 4, None, 4)


@pytest.mark.parametrize("act", ACTS)
def test_each_act_alone(act: str) -> None:
    for lang, forms in (("ja", ("{}。", "基本は{}。", "常に{}。")), ("en", ("{}.", "Always {}."))):
        for form in forms:
            text = form.format(name(act, lang))
            assert rules_of(text, lang) == [{"do": {"a": act}}], text


@pytest.mark.parametrize("act", ACTS)
def test_each_act_with_each_frequency(act: str) -> None:
    unit = "action" if act in CALM else "attack"
    for ja, en, cond in FREQUENCIES:
        want = [{"if": [unit if x == "?" else x for x in cond], "do": {"a": act}}]
        for lang, form in (("ja", ja + "。"), ("en", en + ".")):
            text = form.format(name(act, lang))
            assert rules_of(text, lang) == want, text


@pytest.mark.parametrize("act", ACTS)
def test_each_act_under_each_condition(act: str) -> None:
    ja = [*itertools.product(STATES, LASTING_JA), *itertools.product(AMOUNTS, NOUN_JA)]
    for (said, _en, cond), form in some(ja, act):
        text = form.format(said, name(act, "ja")) + "。"
        assert rules_of(text, "ja") == [{"if": cond, "do": {"a": act}}], text
    en = [*itertools.product(STATES, LASTING_EN), *itertools.product(AMOUNTS, ("If {}, {}.", "{1} if {0}."))]
    for (_ja, said, cond), form in some(en, act):
        text = form.format(said, name(act, "en"))
        assert rules_of(text, "en") == [{"if": cond, "do": {"a": act}}], text


BANS_JA = (
    *("{}禁止。", "{}は使わない。", "{}は絶対に使わない。", "{}を使うな。", "{}は封印。"),
    *("{}をしてはいけない。", "{}だけは使わない。"),
)
BANS_EN = ("No {}.", "Do not use {}.", "{} is forbidden.", "I never use {}.")


@pytest.mark.parametrize("act", sorted(set(ACTS) - {"hold", "release", "wait"}))
def test_each_ban(act: str) -> None:
    for lang, forms in (("ja", BANS_JA), ("en", BANS_EN)):
        for form in forms:
            text = form.format(name(act, lang))
            assert understand(text, lang=lang).policy == {"rules": [], "never": [{"a": BAN_ID.get(act, act)}]}, text


PAIRS = list(itertools.permutations(("jab", "low_kick", "throw", "choke", "feint", "all_out_def", "sweep", "palm"), 2))


@pytest.mark.parametrize(("x", "y"), PAIRS)
def test_two_acts_and_what_stands_between_them(x: str, y: str) -> None:
    a, b, c, d = [name(act, lang) for lang in ("ja", "en") for act in (x, y)]
    down, half = ["state", "opp", "down"], ["hp", "me", "<=", 0.5]
    one, two = {"do": {"a": x}}, {"do": {"a": y}}
    halves = {"do": {"any": [[0.5, {"a": x}], [0.5, {"a": y}]]}}
    turns = {"do": {"seq": [{"a": x}, {"a": y}], "loop": True}}
    cases: list[tuple[str, Json]] = [
        (f"普段は{a}、相手が倒れたら{b}。", [{"if": down, **two}, one]),
        (f"{a}。ただし相手が倒れたら{b}。", [{"if": down, **two}, one]),
        (f"相手が倒れたら{b}、それ以外は{a}。", [{"if": down, **two}, one]),
        (f"相手が倒れるまで{a}、その後は{b}。", [{"if": ["until", down], **one}, two]),
        (f"自分のＨＰが半分以下になったら{b}に切り替える。それまでは{a}。", [{"if": ["since", half], **two}, one]),
        (f"{a}と{b}を半々で。", [halves]),
        (f"{a}と{b}を交互に。", [turns]),
        (f"{a}。時々{b}も出す。", [{"if": ["p", 0.25], **two}, one]),
        (f"Normally {c}. If he goes down, {d}.", [{"if": down, **two}, one]),
        (f"If he goes down, {d}; otherwise {c}.", [{"if": down, **two}, one]),
        (f"{c} until he goes down, then {d}.", [{"if": ["until", down], **one}, two]),
        (f"{c} and {d}, half and half.", [halves]),
        (f"Alternate {c} and {d}.", [turns]),
        (f"{c}, sometimes {d}.", [{"if": ["p", 0.25], **two}, one]),
    ]
    for text, want in cases:
        assert rules_of(text, "en" if text.isascii() else "ja") == want, text
