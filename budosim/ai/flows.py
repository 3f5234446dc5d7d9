"""Flow charts in words -> ordinary sentences: 倒れている？→はい：踏む／いいえ：払う, "far? yes: close in, no: jab".

A question becomes a condition, its yes branch the order under it, its no branch what stands under the
conditions around it. Only texts that hold an answer of either kind are touched.
"""

from __future__ import annotations

import copy

from budosim.ai.tokens import Tok

_GAPS = frozenset((".", ",", "nl", "sp", ">", ":", "/", "_", "-", "=", "・", "("))


def rewrite(toks: list[Tok], *, english: bool) -> list[Tok]:
    """The tokens with every question and its answers written out."""
    if {t.val for t in toks if t.kind == "yn"} != {"yes", "no"}:
        return toks
    return _Flow(toks, english).run()


class _Flow:
    """One walk over the tokens; `open_` are the questions answered with yes so far, `asked` the one at hand."""

    def __init__(self, toks: list[Tok], english: bool) -> None:
        self.toks, self.english = toks, english
        self.out: list[Tok] = []

    def run(self) -> list[Tok]:
        """The whole text: what stands before the first question, the charts, what follows."""
        i = 0
        while i < len(self.toks):
            asked = self.question(i)
            if asked is None:
                self.out.append(self.toks[i])
                i += 1
                continue
            while self.out and self.out[-1].kind in _GAPS - {".", "nl"}:
                self.out.pop()  # 開始→
            self.stop(self.toks[i])
            i = self.chart(i, asked, [])
            self.stop(self.toks[i - 1])
        return self.out

    def question(self, i: int) -> tuple[list[Tok], int] | None:
        """What is asked at `i` and where its first answer begins; None when no answer follows."""
        k = i
        while k < len(self.toks) and self.toks[k].kind not in ("nl", ".", ">", ",", "yn", ":", "mk"):
            k += 1
        asked = [t for t in self.toks[i:k] if t.kind not in ("sp", "b", "・", "/", "-")]
        if k >= len(self.toks) or self.toks[k].kind in ("mk", ":") or not asked:
            return None
        if self.toks[k].surf != "?" and (
            any(t.has("A") and not t.has("S") for t in asked) or not any(t.has("SXTGEDQC") for t in asked)
        ):
            return None  # an order in front of another answer
        while k < len(self.toks) and self.toks[k].kind in _GAPS:
            k += 1
        if k < len(self.toks) and self.toks[k].kind == "yn":
            return asked, k
        return None

    def chart(self, i: int, asked: tuple[list[Tok], int], guards: list[list[Tok]]) -> int:
        """The answers to one question, those to questions inside them included; where the text goes on."""
        cond, i = asked
        branches: dict[str, tuple[int, int]] = {}
        while i < len(self.toks) and self.toks[i].kind == "yn" and self.toks[i].val not in branches:
            start, answer = self.after(i), self.toks[i].val
            inner = self.question(start)
            order = len(self.out)
            if inner is not None:
                i = self.chart(start, inner, [*guards, cond] if answer == "yes" else guards)
            else:
                i = self.order(start, [*guards, cond] if answer == "yes" else guards, last=answer == "no")
            branches[answer] = (order, len(self.out))
        if list(branches) == ["no", "yes"]:  # what is left over goes last
            (a, b), (c, d) = branches["no"], branches["yes"]
            self.out[a:d] = [*self.out[c:d], *self.out[a:b]]
        return i

    def after(self, i: int) -> int:
        """Where the branch behind an answer begins."""
        i += 1
        while i < len(self.toks) and (self.toks[i].kind in _GAPS or self.toks[i].is_("K", "nara")):
            i += 1
        return i

    def order(self, i: int, guards: list[list[Tok]], *, last: bool) -> int:
        """The order of a branch, up to the next answer or the end of the line."""
        k = i
        while k < len(self.toks) and self.toks[k].kind not in ("yn", "nl", "mk"):
            if self.toks[k].kind == "." and self.toks[k].surf in ("。", ".", "!") and not self.answered(k):
                break
            k += 1
        body = [t for t in self.toks[i:k] if t.kind != "sp"]
        while body and body[-1].kind in _GAPS:
            body.pop()
        if not body:
            return k
        at = body[0].a
        for cond in guards:
            self.out += [Tok("e", "if", at, at, surf="if")] if self.english else []
            self.out += copy.deepcopy([t for t in cond if not (t.kind == "P" and t is cond[-1])])
            self.out += [Tok(",", ",", at, at, surf=",")] if self.english else [Tok("K", "nara", at, at, surf="なら")]
        if last and not guards:
            self.out.append(Tok("J", "else", at, at, surf="otherwise" if self.english else "それ以外は"))
        self.out += body
        self.stop(body[-1])
        while k < len(self.toks) and self.toks[k].kind in _GAPS and self.answered(k):
            k += 1
        return k

    def answered(self, k: int) -> bool:
        """Whether nothing but gaps stands between `k` and another answer."""
        while k < len(self.toks) and self.toks[k].kind in _GAPS:
            k += 1
        return k < len(self.toks) and self.toks[k].kind == "yn"

    def stop(self, tok: Tok) -> None:
        """End a sentence."""
        if self.out and self.out[-1].kind not in (".", "nl"):
            self.out.append(Tok(".", ".", tok.b, tok.b, surf="。"))
