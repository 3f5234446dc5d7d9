"""A written combat pattern -> an `Understanding`: the policy, what was found, where each rule stands.

`policy` is None exactly when one of the findings is an error. No default is ever put in silently.
"""

from __future__ import annotations

import copy
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from budosim.ai import canon_read, checks, lexer, normalise, phrases, phrases_en, sentences
from budosim.ai import compile as compiler
from budosim.ai.discourse import Discourse
from budosim.ai.findings import Finding, Refusal, finding, reasons
from budosim.ai.lexer import Tok
from budosim.ai.normalise import Text
from budosim.ai.policy import Policy, validate

MAX_LETTERS = 6_000
MAX_RENDERED = 60_000


@dataclass
class Understanding:
    """What the reader made of a text.

    Attributes:
        text: the text as written.
        lang: "ja" or "en", as read.
        policy: the policy (bp/1, normal form), or None when a finding is an error.
        findings: everything found, errors first, each with its span in `text`.
        spans: for each list of the policy the span of each of its rows.

    """

    text: str
    lang: str
    policy: Policy | None
    findings: list[Finding]
    spans: dict[str, list[list[int]]] = field(default_factory=dict)

    @cached_property
    def ja(self) -> str:
        """The policy in Japanese; empty without a policy."""
        from budosim.ai.render_ja import render

        return render(self.policy) if self.policy is not None else ""

    @cached_property
    def en(self) -> str:
        """The policy in English; empty without a policy."""
        from budosim.ai.render_en import render

        return render(self.policy) if self.policy is not None else ""

    @cached_property
    def mermaid(self) -> str:
        """The policy as a flow chart (Mermaid); empty without a policy."""
        from budosim.ai.flowchart import mermaid

        return mermaid(self.policy, self.lang) if self.policy is not None else ""

    @property
    def errors(self) -> list[Finding]:
        """The findings that refuse the text."""
        return [f for f in self.findings if f.level == "error"]

    def to_json(self, id: str | int | None = None) -> dict[str, Any]:
        """The form of the contract, section 5."""
        empty: dict[str, list[list[int]]] = {"rules": [], "react": [], "free": [], "never": []}
        return {
            "id": id,
            "policy": self.policy,
            "findings": [f.to_json() for f in self.findings],
            "spans": self.spans if self.policy is not None else empty,
            "ja": self.ja,
            "en": self.en,
            "mermaid": self.mermaid,
        }


def guess_language(text: str) -> str:
    """English when the letters are mostly Latin and there is no kana, else Japanese."""
    kana = sum(
        "\u3041" <= ch <= "\u30ff" or "\uff66" <= ch <= "\uff9d" or "\u4e00" <= ch <= "\u9fff" for ch in text
    )
    latin = sum(ch.isascii() and ch.isalpha() for ch in text)
    return "en" if latin and latin > kana * 4 else "ja"


def understand(
    text: str, *, lang: str | None = None, has: Collection[str] | None = None, strict: bool = True
) -> Understanding:
    """Read a written pattern.

    Args:
        text: the pattern as written.
        lang: "ja" or "en"; guessed when None. A text in the other language is still read as what it is.
        has: what stands on the sheet (ids or names); None = everything is learned.
        strict: any error refuses the text; else the sentences with errors are left out, each with a warning.

    """
    guess = guess_language(text)
    language = (
        guess
        if lang is None
        or (guess == "ja" and lang == "en" and _kana(text))
        or (guess == "en" and lang == "ja")
        else lang
    )
    read = normalise.read(text[: MAX_RENDERED if canon_read.looks_formal(text) else MAX_LETTERS])
    if not read.norm.strip():
        return Understanding(text, language, None, [finding("E_EMPTY", (0, len(text)), text)])
    formal = canon_read.parse(read)
    if formal is not None:
        notes = checks.skills(formal.policy, formal.spans, read, has)
        return _result(text, formal.lang, formal.policy, notes, formal.spans, read, long=False)
    return _read(text, language, normalise.read(text[:MAX_LETTERS]), has, strict=strict)


def _kana(text: str) -> bool:
    return any("\u3041" <= ch <= "\u30ff" for ch in text)


def _read(text: str, language: str, read: Text, has: Collection[str] | None, *, strict: bool) -> Understanding:
    english = language == "en"
    toks = lexer.lex(read)
    typos = [(t.a, t.b, t.fix) for t in toks if t.fix]
    disc = Discourse(english=english, lenient=not strict, text=read)
    rewriter = phrases_en.rewrite if english else phrases.rewrite
    rows = sentences.split(toks, english=english)
    disc.later_types = later_types(rows)
    for sentence in rows:
        sentence.toks = rewriter(sentence.toks)
        sentence.head = rewriter(list(sentence.head)) if sentence.head else []
        disc.read(sentence)
    disc.finish()
    notes = list(disc.notes)
    for a, b, fix in typos:
        notes.append(("W_TYPO", a, b, fix, fix, fix))
    policy: Policy | None = None
    spans: dict[str, list[tuple[int, int]]] = {}
    if not any(code.startswith("E_") for code, *_rest in notes):
        policy, spans, more = _compiled(disc, toks, read, has)
        notes += more
    return _result(text, language, policy, notes, spans, read, long=len(text) > MAX_LETTERS)


def _compiled(
    disc: Discourse, toks: list[Tok], read: Text, has: Collection[str] | None
) -> tuple[Policy | None, dict[str, list[tuple[int, int]]], list[compiler.Note]]:
    """The policy of the statements, its spans, and what is to be said of it."""
    dropped: list[compiler.Note] = []
    while True:
        if not disc.stmts:
            return None, {}, [*dropped, _nothing(toks, read)]
        stmts = copy.deepcopy(disc.stmts)
        notes: list[compiler.Note] = []
        policy: Policy | None = None
        spans: dict[str, list[tuple[int, int]]] = {}
        try:
            made = compiler.compile_(stmts, only=disc.only)
            policy, spans = made.policy, made.spans
            notes += made.notes
            notes += checks.sense(made, disc, read)
            notes += checks.skills(policy, spans, read, has)
            if validate(policy):
                said = ("この文は方針の形になりません。", "This text does not make a policy.")
                notes.append(("E_UNKNOWN_WORD", 0, len(read.norm), *said, None))
        except Refusal as err:
            notes.append((err.code, err.a, err.b, err.ja, err.en, err.suggestion))
        faults = [note for note in notes if note[0].startswith("E_")]
        kept = [s for s in disc.stmts if not any(s.a <= note[1] < s.b or s.a < note[2] <= s.b for note in faults)]
        if not (disc.lenient and faults and len(kept) < len(disc.stmts)):
            return policy, spans, [*dropped, *notes]
        first = faults[0]
        dropped.append(("W_IGNORED", first[1], first[2], *reasons(first, read), None))
        lost = [s for s in disc.stmts if s not in kept]
        disc.stmts = kept
        if any("only" in s.flags for s in lost) and not any("only" in s.flags for s in kept):
            disc.only = False


def later_types(rows: list[sentences.Sentence]) -> set[int]:
    """The sentences (from 1) after which another kind of opponent is named: a type there lasts as a topic."""
    out: set[int] = set()
    named: set[int] = set()  # the items in which a later sentence names a kind of opponent
    for i in range(len(rows) - 1, -1, -1):
        row = rows[i]
        others = any(t.is_("J", "elseopp") for t in row.toks)
        if others or row.item in named:
            out.add(i + 1)
        if others or any(t.has("T") and not t.has("A") for t in row.toks):
            named.add(row.item)
    return out


def _nothing(toks: list[Tok], read: Text) -> compiler.Note:
    """No order in the whole text: an unknown word in its place, or no order at all."""
    unknown = [t for t in toks if t.kind == "?"]
    plain = [t for t in toks if t.kind not in ("_", "P", ".", ",", "nl", "sp", "?")]
    if (
        unknown
        and (not plain or any(t.has("V") or t.is_("M", "only", "mainly") for t in plain))
        and not any(t.kind == "R" for t in toks)
    ):
        tok = unknown[0]
        word = lexer.nearest(tok.surf)
        return (
            "E_UNKNOWN_WORD",
            tok.a,
            tok.b,
            f"近い言葉：{word}" if word else "",
            f"Nearest known: {word}" if word else "",
            word,
        )
    return ("E_NO_ORDER", 0, len(read.norm), "", "", None)


def _result(
    text: str,
    language: str,
    policy: Policy | None,
    notes: list[compiler.Note],
    spans: dict[str, list[tuple[int, int]]],
    read: Text,
    *,
    long: bool,
) -> Understanding:
    found: list[Finding] = []
    for code, a, b, ja, en, fix in notes:
        low, high = read.span(a, b)
        found.append(finding(code, (low, high), text[low:high], ja, en, fix))
    if long:
        found.append(
            finding(
                "E_UNKNOWN_WORD",
                (MAX_LETTERS, len(text)),
                text[MAX_LETTERS:],
                f"{MAX_LETTERS}字より先は読みません。",
                f"Nothing beyond {MAX_LETTERS} letters is read.",
            )
        )
    rank = {"error": 0, "warn": 1, "info": 2}
    found.sort(key=lambda f: (rank[f.level], f.span))
    if any(f.level == "error" for f in found):
        policy = None
    shown = {
        name: [list(read.span(a, b)) for a, b in spans.get(name, [])]
        for name in ("rules", "react", "free", "never")
    }
    if policy is None:
        shown = {name: [] for name in shown}
    return Understanding(text, language, policy, found, shown)
