"""Writes a commented sample sheet for a newcomer: one per archetype, in Japanese or English."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from typing import Any

from budosim.errors import SheetError
from budosim.systems.gurps3.accounts import account
from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.levels import Levels
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.sheet import TIERS
from budosim.systems.gurps3.tables import Lang, read_toml, tables

STYLES = ("karate", "judo", "boxing", "magic", "original")
"""The archetypes there is a template for."""

_WORDS: dict[str, tuple[str, str]] = {
    "head": (
        "武神大会のキャラクターシート。# から行末までは注釈で、消してかまいません。",
        "A character sheet. From # to the end of a line is a remark: delete it as you like.",
    ),
    "check": (
        "書き直したら budosim check このファイル で確かめてください。",
        "After your changes run: budosim check THIS_FILE",
    ),
    "quote": (
        '日本語の名前は "…" で囲みます。数字は全角でも読めます。',
        "Names stand in quotes; numbers may have half points.",
    ),
    "age": ("年齢：一つの技能に使えるＣＰの上限でもあります", "also the most CP one skill may hold"),
    "reading": ("よみがな（省略可）", "how the name is read (optional)"),
    "name_en": ("英語の語りでの名前（省略可。なければよみから作ります）", "the name in English stories (optional)"),
    "height": ("省略すると170。射程に関わります", "170 if left out; decides reach"),
    "weight": ("省略すると身長−105", "height - 105 if left out"),
    "sources": ("使ったサプリメント（省略可）", "the supplements used (optional)"),
    "portrait": (
        "100×100ピクセル、15KBまで。同じフォルダーに置きます",
        "100 x 100 pixels, at most 15 KB, in the same folder",
    ),
    "outfit": ("服（防護点1）か裸（0）", "clothed (DR 1) or naked (0)"),
    "submitted": ("応募日時（10月8日～29日）", "when it was sent (October 8 to 29)"),
    "unspent": ("使わなかったＣＰ。使用分と合わせて250", "what is left of the 250"),
    "quirks": ("癖：5つまで各1ＣＰ", "quirks: 1 CP each, five are credited"),
    "pattern": (
        "戦闘パターン。budosim explain このファイル で読み取り結果が見られます",
        "how to fight; see how it is read: budosim explain THIS_FILE",
    ),
    "lines": (
        "セリフ（任意）。文字列か、その中から選ぶ配列",
        "what is said (optional): a text, or a list to pick from",
    ),
    "more_lines": (
        "ほかに combination, injured, critical, fumble, crippled, feint, spell, give_up, draw, round_<回戦>",
        "also: combination, injured, critical, fumble, crippled, feint, spell, give_up, draw, round_<stage>",
    ),
    "attributes": ("能力値：10が0ＣＰ", "10 costs nothing"),
    "style": (
        "流派。オリジナル流派は original = true とし、一覧を書きます",
        "a ready-made style, or original = true with lists of your own",
    ),
    "primary": ("主技能：3つまで、戦闘技能を含む", "primary: at most 3, a combat skill among them"),
    "secondary": ("副技能：7つまで、うち肉体系5つまで", "secondary: at most 7, 5 of them physical"),
    "optional": ("追加技能：副技能の1.5倍まで", "optional: at most 1.5 times the secondaries"),
    "manga": ("マンガ技能：副技能の1.5倍まで", "manga skills: at most 1.5 times the secondaries"),
    "advantages": ("有利な特徴：名前 = ＣＰ", "advantages: name = CP"),
    "disadvantages": (
        "不利な特徴：合わせて30ＣＰまで獲得できます",
        "disadvantages: up to 30 CP are credited",
    ),
    "skills": (
        "技能：名前 = ＣＰ。{ cp = 8, level = 18 } とも書けます（レベルは確かめられます）",
        "skills: name = CP, or { cp = 8, level = 18 }: a stated level is checked",
    ),
    "maneuvers": ("格闘動作：流派の一覧にあるもの", "maneuvers of the style"),
    "combinations": ("2つの動作で4ＣＰ、3つで6ＣＰ", "two moves 4 CP, three moves 6"),
    "spells": ("呪文：同系統の数までのＣＰ", "spells: CP at most the number known of the college"),
    "off_match": (
        "試合外ＣＰ：15まで、試合に関係しないものだけ",
        "off-match CP: at most 15, nothing that matters in a bout",
    ),
    "level": ("レベル{n}", "level {n}"),
}


@cache
def _archetypes() -> dict[str, Any]:
    return read_toml("templates")


def template(lang: Lang, style: str = "karate") -> str:
    """A commented sheet that passes the check.

    Raises:
        SheetError: no such archetype.

    """
    if style not in STYLES:
        known = ", ".join(STYLES)
        raise SheetError(
            f"There is no template {style!r}; there are: {known}.",
            f"「{style}」の雛形はありません（{known}）。",
        )
    writer = _Writer(lang, _archetypes()[style])
    draft = writer.sheet(Fraction(0), {})
    sheet = read_sheet_text(draft)
    levels = Levels(sheet)
    shown = {e.text: level.value for e in sheet.skills if (level := levels.skill(e)) is not None}
    shown |= {m.text: done.level for m in sheet.maneuvers if (done := levels.maneuver(m)) is not None}
    shown |= {s.text: level.value for s in sheet.spells if (level := levels.spell(s)) is not None}
    left = default_regulation().whole("points.total") - account(sheet).spent
    return writer.sheet(left, shown)


class _Writer:
    """Writes one archetype in one language."""

    def __init__(self, lang: Lang, data: dict[str, Any]) -> None:
        self.lang: Lang = lang
        self.at = 0 if lang == "ja" else 1
        self.data = data
        self.out: list[str] = []

    def sheet(self, unspent: Fraction, levels: dict[str, int]) -> str:
        """The text; `levels` are put behind what is bought."""
        self.out = [f"# {self._say(k)}" for k in ("head", "check", "quote")]
        self._entrant(unspent)
        self._table("pattern", "pattern")
        self._line("text", self._text("pattern"))
        self._table("lines", "lines")
        for key, texts in _archetypes()["lines"].items():
            self._line(key, texts[self.at])
        self.out.append(f"# {self._say('more_lines')}")
        self._table("attributes", "attributes")
        for name, value in self.data["attributes"].items():
            self._line(name, value)
        self._style()
        for group, kind in (
            ("advantages", "advantage"),
            ("disadvantages", "disadvantage"),
            ("skills", "skill"),
            ("maneuvers", "maneuver"),
        ):
            self._group(group, kind, levels)
        self._combinations()
        self._group("spells", "spell", levels)
        self._off_match()
        return "\n".join(self.out) + "\n"

    def _say(self, key: str) -> str:
        return _WORDS[key][self.at]

    def _text(self, key: str) -> str:
        return str(self.data[key][self.at])

    def _table(self, name: str, words: str) -> None:
        self.out += ["", f"[{name}]", f"# {self._say(words)}"]

    def _line(self, key: str, value: object, words: str = "", *, off: bool = False) -> None:
        shown = value if isinstance(value, str) and value.startswith("{") else _toml(value)
        remark = f"    # {words}" if words else ""
        plain_key = key if key.isascii() and key.replace("_", "").isalnum() else _toml(key)
        self.out.append(f"{'# ' if off else ''}{plain_key} = {shown}{remark}")

    def _entrant(self, unspent: Fraction) -> None:
        d = self.data
        self.out += ["", "[entrant]"]
        self._line("name", self._text("name"))
        self._line("reading", self._text("reading"), self._say("reading"), off=True)
        if self.lang == "ja":
            self._line("name_en", d["name"][1], self._say("name_en"), off=True)
        self._line("age", d["age"], self._say("age"))
        self._line("sex", self._text("sex"))
        self._line("height_cm", d["height_cm"], self._say("height"))
        self._line("weight_kg", d["height_cm"] - 105, self._say("weight"), off=True)
        self._line("appearance", self._text("appearance"))
        self._line("background", self._text("background"))
        self._line("portrait", "portrait.png", self._say("portrait"), off=True)
        self._line("outfit", "服" if self.lang == "ja" else "clothed", self._say("outfit"))
        self.out.append(f"# submitted = 2005-10-20T21:00:00+09:00    # {self._say('submitted')}")
        self.out.append(f"unspent_cp = {plain(unspent)}    # {self._say('unspent')}")
        self._line("quirks", [q[self.at] for q in d["quirks"]], self._say("quirks"))
        self._line("sources", ["basic", "martial_arts"], self._say("sources"), off=True)

    def _style(self) -> None:
        self._table("style", "style")
        own = self.data.get("original_style")
        if own is None:
            self._line("name", tables().label("style", self.data["style"], self.lang))
            return
        self.out.append("original = true")
        for key in ("name", "description", "explanation"):
            self._line(key, own[key][self.at])
        self._line("special_rules", "")
        for tier in TIERS:
            self._line(tier, [self._name("skill", s) for s in own[tier]], self._say(tier))
        for key in ("maneuvers", "cinematic_maneuvers"):
            self._line(key, [self._name("maneuver", m) for m in own[key]])

    def _name(self, kind: str, id_: str) -> str:
        name = tables().label(kind, id_, self.lang)
        if self.lang == "en":
            for ja, en in _archetypes()["specialties"].items():
                name = name.replace(f"({ja})", f"({en})")
        return name

    def _group(self, group: str, kind: str, levels: dict[str, int]) -> None:
        if group not in self.data:
            return
        self._table(group, group)
        for id_, value in self.data[group].items():
            name = self._name(kind, id_)
            remark = self._say("level").format(n=levels[name]) if name in levels else ""
            if isinstance(value, dict):
                applies = _toml(self._name("skill", value["applies_to"]))
                self._line(name, f"{{ cp = {value['cp']}, applies_to = {applies} }}", remark)
            else:
                self._line(name, value, remark)

    def _combinations(self) -> None:
        for series in self.data.get("combinations", ()):
            self.out += ["", "[[combinations]]", f"# {self._say('combinations')}"]
            self._line("name", series["name"][self.at])
            self._line("moves", [self._name("maneuver", m) for m in series["moves"]])
            self._line("cp", series["cp"])

    def _off_match(self) -> None:
        self._table("off_match", "off_match")
        for id_, cp in self.data["off_match"].items():
            kind = "skill" if id_.partition("(")[0] in tables().skills else "advantage"
            self._line(self._name(kind, id_), cp)


def _toml(value: object) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    return plain(value)
