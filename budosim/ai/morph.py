"""Japanese verb forms from stem and conjugation class: what stands behind a stem, and what it means.

A stem is matched by the lexer; `scan` then reads the longest inflection behind it, auxiliaries included, and
returns its features: neg past te tara ba renyo fin vol imp pass caus pot teiru become want while_ also cont.
One small table per class, combined by recursion; nothing is generated per verb.
"""

from __future__ import annotations

from functools import cache
from typing import Final

Step = tuple[str, frozenset[str], str]  # what is read, what it means, the class that goes on ("" = ends here)

_ROWS: Final = {
    "k": ("か", "き", "く", "け", "こ", "い", "た", "て"),
    "ik": ("か", "き", "く", "け", "こ", "っ", "た", "て"),
    "g": ("が", "ぎ", "ぐ", "げ", "ご", "い", "だ", "で"),
    "s": ("さ", "し", "す", "せ", "そ", "し", "た", "て"),
    "t": ("た", "ち", "つ", "て", "と", "っ", "た", "て"),
    "n": ("な", "に", "ぬ", "ね", "の", "ん", "だ", "で"),
    "b": ("ば", "び", "ぶ", "べ", "ぼ", "ん", "だ", "で"),
    "m": ("ま", "み", "む", "め", "も", "ん", "だ", "で"),
    "r": ("ら", "り", "る", "れ", "ろ", "っ", "た", "て"),
    "w": ("わ", "い", "う", "え", "お", "っ", "た", "て"),
}


def _s(text: str, feats: str, then: str = "") -> Step:
    return (text, frozenset(feats.split()), then)


def _after_ta(base: str, ta: str) -> list[Step]:
    te = "で" if ta == "だ" else "て"
    return [
        _s(base + ta, "past"),
        _s(base + ta + "ら", "tara"),
        _s(base + ta + "らば", "tara"),
        _s(base + ta + "り", "renyo tari"),
        _s(base + ta + "なら", "tara"),
        _s(base + te, "te", "TE"),
        _s(base + ta + "って", "concess"),
        _s(base + ("じゃう" if ta == "だ" else "ちゃう"), "fin"),
        _s(base + ("じゃっ" if ta == "だ" else "ちゃっ"), "", "TTA"),
        _s(base + ("ど" if ta == "だ" else "と"), "", "k"),
        _s(base + ("ど" if ta == "だ" else "と"), "teiru", "r"),  # western dialects: 立っとる
        _s(base + ta, "", "r_taru"),
    ]


def _after_i(i: str) -> list[Step]:
    out = [
        _s(i, "renyo"),
        _s(i + "ま", "polite", "MASU"),
        _s(i + "た", "want", "ADJ"),
        _s(i + "ながら", "while_"),
        _s(i + "つつ", "while_"),
        _s(i + "そう", "seem"),
        _s(i + "がち", "renyo"),
        _s(i + "次第", "tara"),
        _s(i + "しだい", "tara"),
        _s(i + "ぎわ", "tara"),
        _s(i + "際", "tara"),
        _s(i + "かけ", "almost", "v1"),
        _s(i + "かけの", "almost attr"),
        _s(i + "よ", "", "r"),
        _s(i + "っぱなし", "teiru renyo"),
        _s(i + "気味", "renyo"),
        _s(i + "ざまに", "te"),
    ]
    for aux, cls in (
        ("まく", "r"),
        ("つづけ", "v1"),
        ("続け", "v1"),
        ("はじめ", "v1"),
        ("始め", "v1"),
        ("きれ", "v1"),
        ("切れ", "v1"),
        ("き", "r"),
        ("切", "r"),
        ("合", "w"),
        ("あ", "w"),
        ("返", "s"),
        ("かえ", "s"),
        ("に行", "ik"),
        ("に参", "r"),
        ("にまい", "r"),
        ("まわ", "r"),
        ("回", "r"),
        ("とお", "s"),
        ("通", "s"),
        ("止め", "v1"),
        ("とめ", "v1"),
        ("倒", "s"),
        ("にい", "ik"),
        ("に来", "vk"),
        ("にかか", "r"),
        ("に", "kuru"),
        ("込", "m"),
        ("こ", "m"),
        ("出", "s_"),
        ("やす", "ADJ"),
        ("にく", "ADJ"),
        ("たが", "r"),
        ("抜", "k"),
        ("ぬ", "k"),
        ("分け", "v1"),
        ("わけ", "v1"),
        ("過ぎ", "v1"),
        ("すぎ", "v1"),
        ("直", "s"),
        ("なお", "s"),
        ("損ね", "v1"),
        ("そこな", "w"),
        ("損な", "w"),
        ("そこね", "v1"),
        ("出", "s"),
        ("得", "v1"),
        ("かか", "r"),
        ("つけ", "v1"),
        ("付け", "v1"),
        ("たお", "s"),
        ("勝", "t"),
        ("終え", "v1"),
        ("終わ", "r"),
        ("終", "r"),
    ):
        if cls[-1] != "_":
            feat = "neg" if aux in ("そこね", "損ね", "そこな", "損な", "きれ", "切れ") else ""
            feat = "come" if cls in ("vk", "kuru") else feat
            out.append(_s(i + aux, feat, cls))
    return out


def _neg(base: str) -> list[Step]:
    return [
        _s(base + "な", "neg", "ADJ"),
        _s(base + "ず", "neg renyo"),
        _s(base + "ずに", "neg renyo"),
        _s(base + "ぬ", "neg fin"),
        _s(base + "ん", "neg fin"),
        _s(base + "ねえ", "neg fin"),
        _s(base + "ねば", "neg ba"),
        _s(base + "へん", "neg fin"),
        _s(base + "んと", "neg renyo"),
        _s(base + "ざる", "neg attr"),
        _s(base + "まい", "neg fin"),
        _s(base + "ないで", "neg renyo"),
        _s(base + "なくて", "neg te"),
        _s(base + "ん", "neg", "DESU"),
        _s(base + "ねぇ", "neg fin"),
    ]


@cache
def _table(cls: str) -> dict[str, list[Step]]:
    steps: list[Step] = []
    if cls in _ROWS:
        a, i, u, e, o, t, ta, _te = _ROWS[cls]
        steps += [
            _s(u, "fin"),
            _s(u + "な", "neg imp"),
            _s(u + "べき", "fin"),
            _s(u + "べし", "fin"),
            _s(u + "べ", "fin"),
            _s(u + "べからず", "neg fin"),
            _s(u + "まい", "neg fin"),
        ]
        if cls == "w":  # western dialects: 狙うて, 狙うたら, 狙うたる
            steps += [_s("うて", "te", "TE"), _s("うたら", "tara"), _s("うた", "", "r_taru")]
        steps += [_s(e, "imp"), _s(e + "ば", "ba"), _s(o + "う", "vol"), _s(e, "pot", "v1")]
        steps += [*_after_i(i), *_neg(a), *_after_ta(t, ta)]
        steps += [_s(a + "れ", "pass", "v1"), _s(a + "せ", "caus", "v1"), _s(a + "さ", "caus", "s")]
    elif cls == "v1":
        steps += [
            _s("る", "fin"),
            _s("るな", "neg imp"),
            _s("るべき", "fin"),
            _s("るべし", "fin"),
            _s("るべからず", "neg fin"),
            _s("れば", "ba"),
            _s("よう", "vol"),
        ]
        steps += [
            _s("ろ", "imp"),
            _s("よ", "imp"),
            _s("りゃ", "ba"),
            *_after_i(""),
            *_neg(""),
            *_after_ta("", "た"),
        ]
        steps += [_s("られ", "pass pot", "v1"), _s("れ", "pot", "v1"), _s("させ", "caus", "v1")]
    elif cls == "vs":
        steps += [
            _s("する", "fin"),
            _s("するな", "neg imp"),
            _s("すべき", "fin"),
            _s("すべし", "fin"),
            _s("すべからず", "neg fin"),
            _s("するべし", "fin"),
            _s("するべからず", "neg fin"),
            _s("すべし", "fin"),
            _s("すれば", "ba"),
            _s("しよう", "vol"),
        ]
        steps += [
            _s("しろ", "imp"),
            _s("せよ", "imp"),
            *_after_i("し"),
            *_neg("し"),
            _s("せず", "neg renyo"),
            _s("せずに", "neg renyo"),
            _s("せぬ", "neg fin"),
        ]
        steps += [
            *_after_ta("し", "た"),
            _s("され", "pass", "v1"),
            _s("させ", "caus", "v1"),
            _s("でき", "pot", "v1"),
            _s("出来", "pot", "v1"),
        ]
        steps += [_s("せん", "neg fin"), _s("し", "", "ADDN")]
    elif cls == "vk":  # behind the stem 来
        steps += [
            _s("る", "fin"),
            _s("れば", "ba"),
            *_after_i(""),
            *_neg(""),
            *_after_ta("", "た"),
            _s("い", "imp"),
            _s("よう", "vol"),
        ]
        steps += [_s("られ", "pass pot", "v1"), _s("れ", "pot", "v1")]
    elif cls == "kuru":  # the same in kana
        steps += [
            _s("くる", "fin"),
            _s("くれば", "ba"),
            *_after_i("き"),
            *_neg("こ"),
            *_after_ta("き", "た"),
            _s("こい", "imp"),
            _s("こよう", "vol"),
        ]
        steps += [_s("こられ", "pass pot", "v1"), _s("これ", "pot", "v1")]
    elif cls == "TE":
        steps += [
            _s("い", "teiru", "v1"),
            _s("", "teiru", "v1c"),
            _s("く", "fin"),
            _s("しま", "", "w"),
            _s("も", "concess"),
            _s("は", "renyo"),
            _s("から", "after"),
            _s("からは", "after since"),
            _s("ください", "fin"),
            _s("下さい", "fin"),
            _s("くれ", "fin"),
            _s("ほしい", "fin"),
            _s("おく", "fin"),
            _s("お", "", "k"),
            _s("み", "", "v1"),
            _s("や", "", "r"),
            _s("あげ", "", "v1"),
            _s("もら", "", "w"),
            _s("い", "", "ik"),
            _s("行", "", "ik"),
            _s("以降", "after since"),
            _s("以後", "after since"),
            _s("まで", "fin"),
            _s("お", "teiru", "r"),
            _s("ばかり", "fin"),
            _s("ばかりい", "teiru", "v1"),
            _s("いただ", "", "k"),
            _s("頂", "", "k"),
            _s("ゆ", "", "k"),
            _s("ばっかり", "fin"),
        ]
        come = frozenset({"come"})
        steps += [("来" + txt, f | come, c) for key in _table("vk").values() for (txt, f, c) in key]
        steps += [(txt, f | come, c) for key in _table("kuru").values() for (txt, f, c) in key]
    elif cls == "v1c":  # contracted いる: てる てた てて てない てれば
        steps += [
            _s("る", "fin"),
            _s("れば", "ba"),
            _s("ろ", "imp"),
            _s("ま", "polite", "MASU"),
            *_neg(""),
            _s("た", "past"),
            _s("たら", "tara"),
        ]
    elif cls == "MASU":
        steps += [
            _s("す", "fin"),
            _s("した", "past"),
            _s("したら", "tara"),
            _s("して", "te"),
            _s("せん", "neg fin"),
            _s("せんでした", "neg past"),
            _s("しょう", "vol"),
            _s("すれば", "ba"),
            _s("せんなら", "neg tara"),
            _s("せんでしたら", "neg tara"),
            _s("せんように", "neg fin"),
        ]
    elif cls == "ADJ":
        steps += [
            _s("い", "fin"),
            _s("く", "renyo"),
            _s("くて", "te"),
            _s("かった", "past"),
            _s("かったら", "tara"),
            _s("ければ", "ba"),
            _s("けりゃ", "ba"),
            _s("くな", "become", "r"),
            _s("さ", ""),
            _s("きゃ", "ba"),
            _s("くても", "concess"),
            _s("くは", "renyo"),
            _s("くなく", "renyo"),
        ]
    elif cls == "DESU":
        steps += [_s("です", "fin"), _s("だ", "fin")]
    elif cls == "ADDN":
        steps += []
    elif cls == "TTA":
        steps += [_s("た", "past"), _s("たら", "tara"), _s("て", "te")]
    elif cls == "r_taru":  # Kansai 落としたる
        steps += [_s("る", "fin"), _s("るわ", "fin"), _s("ろう", "vol"), _s("れ", "imp")]
    table: dict[str, list[Step]] = {}
    for step in steps:
        table.setdefault(step[0][:1], []).append(step)
    return table


Reading = tuple[int, frozenset[str]]


@cache
def _none() -> frozenset[str]:
    return frozenset()


def scan(text: str, pos: int, cls: str, depth: int = 0) -> Reading | None:
    """The longest inflection of class `cls` at `pos`: (end, features), or None."""
    table = _table(cls)
    best: Reading | None = None
    head = text[pos : pos + 1]
    for piece, feats, then in (*table.get(head, ()), *(table.get("", ()) if head else ())):
        end = pos + len(piece)
        if piece and not text.startswith(piece, pos):
            continue
        if piece.endswith("な") and "imp" in feats and text.startswith("ら", end):  # るなら is る + なら
            continue
        found: Reading | None = None
        if then and depth < 7:
            deeper = scan(text, end, then, depth + 1)
            if deeper is not None:
                found = (deeper[0], feats | deeper[1])
        if then in ("", "TE") and (found is None or found[0] <= end):
            found = (end, feats)
        if found is not None and (best is None or found[0] > best[0] or (found[0] == best[0] and not then)):
            best = found
    return best


_CLASSES: Final = frozenset((*_ROWS, "v1", "vs", "vk", "kuru", "ADJ"))


def is_class(name: str) -> bool:
    """Whether `name` is a conjugation class."""
    return name in _CLASSES


FORM_ORDER: Final = ("tara", "ba", "concess", "after", "while_", "te", "renyo", "vol", "imp", "past", "fin")


def form(feats: frozenset[str]) -> str:
    """How the verb ends its clause: the one form that decides what comes next."""
    inner = "te" in feats and bool(
        feats & {"past", "fin", "vol", "imp", "renyo"}
    )  # 使ってきた: the て stands inside
    for name in FORM_ORDER:
        if name in feats and not (name == "te" and inner):
            return name
    return "fin"
