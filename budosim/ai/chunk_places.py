"""Which words of a chunk are places: targets, limbs that strike, ways of fighting."""

from __future__ import annotations

from budosim.ai import vocab
from budosim.ai.chunk_words import ChunkWords
from budosim.ai.lexer import Tok
from budosim.ai.order_items import HEIGHT

_BLOWS = vocab.STRIKES | {"attack", "@strike", "@hand"}
_WAYS = ("合い", "あい", "打撃戦", "接近戦", "乱打戦", "ね技", "寝技")


class ChunkPlaces(ChunkWords):
    """The places among the words of a chunk."""

    def is_place(self, i: int) -> bool:
        """Whether a word that is both act and place is meant as a place."""
        tok = self.toks[i]
        nxt = self.toks[i + 1] if i + 1 < len(self.toks) else None
        if (
            tok.surf in ("中段", "下段", "上段")
            and nxt is not None
            and ((nxt.has("A") and not nxt.has("L")) or (nxt.kind == "P" and nxt.surf == "の"))
        ):
            return True
        if (
            tok.surf in ("みどる", "ろー", "はい")
            and nxt is not None
            and nxt.is_("A", "round_kick", "kick", "side_kick", "front_kick")
        ):
            return True  # ミドル回し蹴り
        if not (tok.has("A") and tok.has("L")):
            return tok.has("L") and not tok.has("A")
        joined = (
            i > 1
            and self.toks[i - 1].surf in ("と", "や", "、")
            and self.toks[i - 2].is_("A", "elbow", "knee", "headbutt", "punch", "kick")
        )
        if joined and tok.is_("A", "knee", "elbow") and not any(t.is_("V", "aim") or t.has("X") for t in self.toks[i:]):
            return False  # 肘と膝を叩き込む
        if i and self.toks[i - 1].is_("X", "sound") and not (nxt is not None and nxt.has("A")):
            return True  # 反対の膝
        rest = self.toks[i + 1 :]
        if tok.surf in HEIGHT and nxt is not None and nxt.has("A"):
            return True
        if (
            nxt is not None
            and nxt.kind == "P"
            and nxt.surf in ("を", "に", "へ", "への", "は", "か", "や", "と", "も")
        ):
            if any(t.is_("V", "aim") or t.has("X") for t in rest):
                return True
            if nxt.surf in ("に", "へ", "への") and any(t.has("A") for t in rest):
                return True
            if nxt.surf == "を" and any(t.has("A") and t.verb for t in rest):
                return True
        if nxt is not None and (nxt.is_("V", "aim") or nxt.has("X")) and not self.english:
            return True
        if nxt is not None and nxt.is_("A", "attack") and tok.surf in HEIGHT:
            return True
        if (
            nxt is not None
            and (nxt.kind == "・" or nxt.surf == "など")
            and any((t.get("A") or "") in vocab.LOCK for t in rest)
        ):
            return True
        if (
            self.english
            and self.items
            and i
            and (
                self.toks[i - 1].surf in ("the", "his", "to", "at", "to the", "at the", "of the")
                or self.items[-1].b == tok.a - 1
            )
            and (not tok.surf.endswith("s") or self.toks[i - 1].surf in ("his", "to", "at", "to the", "at the"))
        ):
            return True
        if self.english and i and nxt is not None:
            around = (self.toks[i - 1], nxt)
            if any(t.is_("C", ">") for t in around) and any(t.has("L") and not t.has("A") for t in self.toks):
                return True  # groin > knee > face
            if self.toks[i - 1].is_("V", "aim") and tok.surf in ("knee", "knees", "elbow", "elbows"):
                return True  # smash the knee
            if self.toks[i - 1].surf.startswith(("go for", "aim", "target")) and any(t.surf == "with" for t in rest):
                return True  # go for the knees with side kicks
        if tok.surf in ("high", "low", "上", "下"):
            return not (nxt is not None and nxt.has("A"))
        return tok.kind == "L" and not tok.has("A")

    def _by_limb(self, tok: Tok, i: int) -> bool:
        """右腕で殴る, 奥脚のハイ: with which limb, no target (the side of a blow is not kept)."""
        if self.english or (tok.get("L") or "").partition(".")[0] not in (
            "arm",
            "arms",
            "leg",
            "legs",
            "hand",
            "hands",
            "foot",
        ):
            return False
        rest = self.toks[i + 1 :]
        if len(rest) > 1 and rest[0].surf == "の" and not tok.has("A"):
            kicking = (rest[1].get("A") or "") in vocab.MEMBERS["@kick"]
            striking = (rest[1].get("A") or "") in vocab.MEMBERS["@hand"]
            legs, sided = (
                (tok.get("L") or "").startswith(("leg", "foot")),
                tok.surf.startswith(("右", "左", "奥", "前", "後", "うしろ", "利き")),
            )
            return sided and ((legs and kicking) or (not legs and striking))
        return (
            len(rest) > 1
            and rest[0].surf == "で"
            and any((t.get("A") or "") in _BLOWS for t in rest)
            and not tok.has("A")
        )

    def _avoided(self, tok: Tok, i: int) -> bool:
        """打ち合いは避ける: a way of fighting that is not gone into."""
        rest = self.toks[i + 1 :]
        shunned = (
            len(rest) > 1 and rest[0].surf in ("は", "を", "だけは") and rest[-1].is_("A", "dodge") and not rest[-1].neg
        )
        return shunned and tok.surf.rstrip("を").endswith(_WAYS)
