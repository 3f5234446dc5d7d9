"""Words, verb forms and spans."""

from __future__ import annotations

import subprocess
import sys

import pytest

from budosim.ai import morph, vocab
from budosim.ai.lexer import lex
from budosim.ai.normalise import fold, read
from budosim.ai.words import lexicon, standard

FORMS = [
    ("k", "かれたら", {"pass", "tara"}),
    ("r", "りまくる", {"fin"}),
    ("r", "らない", {"neg", "fin"}),
    ("s", "していれば", {"teiru", "ba"}),
    ("v1", "られなかったら", {"pass", "neg", "tara"}),
    ("w", "えなくなったら", {"pot", "neg", "become", "tara"}),
    ("m", "んで", {"te"}),
    ("vs", "しましょう", {"vol"}),
]


@pytest.mark.parametrize(("cls", "text", "feats"), FORMS)
def test_verb_forms(cls: str, text: str, feats: set[str]) -> None:
    found = morph.scan(text, 0, cls)
    assert found is not None
    assert found[0] == len(text)
    assert feats <= found[1]


def test_every_act_and_place_of_the_lexicon_is_known() -> None:
    own = {
        "counterstyle",
        "noinit",
        "aoa",
        "rush",
        "strong",
        "clinch_neck",
        "changeplace",
        "hitaway",
        "onetwo",
        "@grapple",
        "@ground",
    }
    for kind, ident in lexicon().standard:
        if kind == "A":
            act, _, place = ident[1:].partition("@")  # 下段突き, "punch@leg": an act with its place
            assert ident[0] + act in vocab.ACTS | vocab.CLASSES | own, ident
            assert place in vocab.LOCS | {""}, ident
        if kind == "L":
            assert ident in vocab.LOCS | {"one.L", "one.R"}, ident  # 左の方: of the part just named
        if kind == "T":
            assert ident in vocab.TYPES | {"slower", "weaker", "short"}, ident
        if kind == "G":
            assert ident in vocab.STAGES, ident


def test_every_act_has_a_name() -> None:
    for act in sorted(vocab.ACTS - {"cine", "free"}):
        assert standard("A", act, "ja") != act, act
        assert standard("A", act, "en") != "", act


@pytest.mark.parametrize(
    ("text", "kind", "val"),
    [
        ("ソケイ部", "L", "groin"),
        ("金的", "L", "groin"),
        ("ぶん投げる", "A", "throw"),
        ("試合を投げる", "A", "give_up"),
        ("絞め落とす", "A", "choke"),
        ("間接技", "A", "submission"),
        ("首相撲", "A", "clinch_neck"),
        ("ｷｯｸ", "A", "kick"),
        ("足の甲", "L", "foot"),
        ("ローブロー", "L", "groin"),
        ("low-kick", "A", "low_kick"),
        ("Knees", "A", "knee"),
    ],
)
def test_sample_words(text: str, kind: str, val: str) -> None:
    toks = lex(read(text))
    assert len(toks) == 1
    assert toks[0].is_(kind, val)


def test_every_character_is_in_exactly_one_token() -> None:
    for text in (
        "ひたすらｷｯｸ、２ターンに１回フェイント！",
        "ムーンサルトスープレックス😀",
        "Kick  him, hard.",
        "《衝撃》を①使う",
    ):
        got = read(text)
        at = 0
        for tok in lex(got):
            assert tok.a == at
            at = tok.b
        assert at == len(got.norm)


def test_spans_point_into_the_text_as_written() -> None:
    got = read("ﾊﾟﾝﾁを１０回")
    assert got.span(0, 3) == (0, 4)
    assert got.raw[slice(*got.span(got.norm.index("10"), got.norm.index("10") + 2))] == "１０"


def test_folding_joins_kana_and_kanji() -> None:
    assert fold("蹴る") == fold("ける") == fold("ケル")
    assert fold("脚") == fold("足") == fold("あし")
    assert fold("ローーキック") == fold("ローキック")


def test_a_part_of_an_unknown_katakana_word_is_not_taken() -> None:
    assert [t.kind for t in lex(read("ムーンサルトスープレックス"))] == ["?"]


def test_reading_needs_no_compiler_and_no_tables() -> None:
    code = "import sys; from budosim.ai.understand import understand; understand('パンチ'); "
    code += "print([m for m in ('numba', 'numpy', 'polars', 'matplotlib') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"
