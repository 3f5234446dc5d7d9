"""A token: its meanings, its span, its inflection."""

from __future__ import annotations

from dataclasses import dataclass, field

from budosim.ai import morph
from budosim.ai.words import Entry


def _bare(val: str) -> str:
    """The id without the place of a compound word."""
    return val if "@" not in val[1:] else val[0] + val[1:].partition("@")[0]


@dataclass(slots=True)
class Tok:
    """A token: its meanings, its span in the folded text, the features of its inflection."""

    kind: str
    val: str
    a: int
    b: int
    feats: frozenset[str] = frozenset()
    alts: tuple[Entry, ...] = ()
    num: float = 0.0
    kids: list[Tok] = field(default_factory=list)
    fix: str = ""  # for a slip: the word it was read as
    surf: str = ""
    energy: str = ""  # of a spell: points, or max
    aid: Tok | None = None  # the spell a defence is made with

    def has(self, kinds: str) -> bool:
        """Whether one of its meanings is of one of `kinds`."""
        return self.kind in kinds or any(e.kind in kinds for e in self.alts)

    def get(self, kind: str) -> str | None:
        """The id it has as `kind`, or None."""
        if self.kind == kind:
            return _bare(self.val)
        return next((_bare(e.val) for e in self.alts if e.kind == kind), None)

    @property
    def within(self) -> str:
        """The place inside a compound word for an act (腹パン: punch@torso), or ""."""
        whole = self.val if self.kind == "A" else next((e.val for e in self.alts if e.kind == "A"), "")
        return whole[1:].partition("@")[2]

    def is_(self, kind: str, *vals: str) -> bool:
        """Whether it can mean one of `vals` as `kind`."""
        if self.kind == kind and _bare(self.val) in vals:
            return True
        return any(e.kind == kind and _bare(e.val) in vals for e in self.alts)

    @property
    def form(self) -> str:
        """How its inflection ends the clause."""
        return morph.form(self.feats)

    @property
    def neg(self) -> bool:
        """Whether it is negated."""
        return "neg" in self.feats

    @property
    def nominal(self) -> bool:
        """Whether it can stand as a noun: not inflected, or 受け, 攻め."""
        return not self.feats or self.feats == {"renyo"}

    @property
    def verb(self) -> bool:
        """Whether it is an inflected word."""
        return bool(self.feats)
