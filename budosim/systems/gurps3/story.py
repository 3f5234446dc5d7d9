"""A bout told in Japanese or English prose, with the fighters' own lines.

`told` gives every sentence with the events it stands for, so that a page can show their dice under it;
`tell` sets them as plain text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from budosim.systems.gurps3.story_beats import Narrator
from budosim.systems.gurps3.story_forms import Chooser
from budosim.systems.gurps3.story_steps import Beat, Break, Event, Heading, Say, Step, other
from budosim.systems.gurps3.story_words import (
    Lang,
    Person,
    act_word,
    acts_phrase,
    capital,
    clean,
    ending_word,
    forms,
    label,
    people,
    place_word,
    with_article,
    words,
)
from budosim.systems.gurps3.story_wrap import wrap

Kind = Literal["title", "heading", "break", "sentence", "line", "result"]
ALWAYS = ("before", "win", "lose", "draw", "give_up")
MOST_TIMES = 3
"""How often one kind of line is spoken in a bout."""
QUIET_FOR = 4
"""Sentences between two lines of one speaker."""
FULL_WIDTH = str.maketrans("0123456789-", "０１２３４５６７８９－")


@dataclass(frozen=True, slots=True)
class Told:
    """A piece of the story: its text, the situation and form it was made from, and where its events stand."""

    kind: Kind
    text: str
    form: str = ""
    who: str | None = None
    events: tuple[int, ...] = ()
    what: str = ""


def _digits(number: int, lang: Lang) -> str:
    return str(number).translate(FULL_WIDTH) if lang == "ja" else str(number)


class _Teller:
    def __init__(self, folk: Mapping[str, Person], lang: Lang, key: str) -> None:
        self.folk = folk
        self.lang = lang
        self.choose = Chooser(forms(lang), words()["again"][lang], key)
        self.out: list[Told] = []
        self.sentences = 0
        self.said: Counter[tuple[str, str]] = Counter()
        self.spoke: dict[str, int] = {}
        self.last_line: dict[tuple[str, str], str] = {}

    def _words(self, beat: Beat) -> dict[str, str]:
        me, foe = self.folk[beat.who], self.folk[other(beat.who)]
        act, at = act_word(beat.act, self.lang), place_word(beat.at, self.lang)
        article = with_article(act)
        return {
            "A": me.short,
            "B": foe.short,
            "act": act,
            "acts": acts_phrase(beat.acts, self.lang),
            "at": at,
            "an_act": article,
            "An_act": capital(article),
            "his": me.his,
            "him": me.him,
            "bhis": foe.his,
            "bhim": foe.him,
        }

    def _beat(self, beat: Beat) -> None:
        form, text = self.choose.choose(beat.what, beat.marks)
        self.sentences += 1
        self.out.append(Told("sentence", text.format_map(self._words(beat)), form, beat.who, beat.events, beat.what))

    def say(self, who: str, key: str) -> None:
        """One of the fighter's own lines for this moment, if he has one and has not just spoken."""
        lines = self.folk[who].lines.get(key)
        if not lines:
            return
        if key not in ALWAYS and not key.startswith("round_"):
            since = self.sentences - self.spoke.get(who, -QUIET_FOR)
            if self.said[who, key] >= min(MOST_TIMES, len(lines) + 1) or since < QUIET_FOR:
                return
        open_ = [line for line in lines if line != self.last_line.get((who, key))] or list(lines)
        line = open_[self.choose.draw(len(open_))]
        self.said[who, key] += 1
        self.spoke[who] = self.sentences
        self.last_line[who, key] = line
        self.out.append(Told("line", _quoted(self.folk[who].short, line, self.lang), who=who))

    def _heading(self, step: Heading) -> None:
        name = "turn" if step.until == step.turn else "turns"
        n, m = _digits(step.turn, self.lang), _digits(step.until, self.lang)
        parts = [label(name, self.lang, n=n, m=m)]
        parts += [
            label("hp", self.lang, name=self.folk[side].short, hp=_digits(hp, self.lang))
            for side, hp in step.hp.items()
        ]
        text = ("　" if self.lang == "ja" else "  ").join(parts)
        self.out.append(Told("heading", text, events=step.events))

    def step(self, step: Step) -> None:
        """Tell one step."""
        if isinstance(step, Beat):
            self._beat(step)
        elif isinstance(step, Say):
            self.say(step.who, step.key)
        elif isinstance(step, Heading):
            self._heading(step)
        elif isinstance(step, Break):
            self.out.append(Told("break", ""))

    def result(self, end: Event) -> None:
        """The last line: who won, when, and how."""
        ending = ending_word(str(end["ending"]), self.lang)
        n = _digits(int(end["turns"]), self.lang)
        if end["winner"] is None:
            text = label("draw", self.lang, n=n, ending=ending)
        else:
            text = label("winner", self.lang, name=self.folk[end["winner"]].full, n=n, ending=ending)
        self.out.append(Told("result", text))


def _quoted(name: str, line: str, lang: Lang) -> str:
    if lang == "en":
        return f'{name}: "' + line.strip('"').replace('"', "'") + '"'
    inner = line[1:-1] if line.startswith("「") and line.endswith("」") and line.count("「") == 1 else line
    return f"{name}「{inner.translate(str.maketrans('「」', '『』'))}」"


def told(events: Sequence[Event], fighters: Mapping[str, Mapping[str, Any]], lang: Lang) -> list[Told]:
    """The pieces of the story in order."""
    folk = people(fighters, lang)
    head = events[0] if events and events[0]["k"] == "bout" else {}
    key = f"{head.get('seed')}/{head.get('bout')}/{lang}"
    teller = _Teller(folk, lang, key)
    versus = str(words()["label"]["versus"][lang])
    teller.out.append(Told("title", folk["a"].full + versus + folk["b"].full))
    teller.step(Beat("open", "a", (0,)))
    stage = clean(head.get("stage", ""), 40)
    for who in ("a", "b"):
        teller.say(who, "before")
        teller.say(who, f"round_{stage}")
    for step in Narrator().steps(events):
        teller.step(step)
    if events and events[-1]["k"] == "end":
        teller.result(events[-1])
    return teller.out


def _paragraphs(pieces: Sequence[Told], lang: Lang) -> list[tuple[Kind, str]]:
    """Sentences of one fighter's turn together, everything else by itself."""
    indent, between = ("　", "") if lang == "ja" else ("", " ")
    out: list[tuple[Kind, str]] = []
    running: list[str] = []
    for piece in [*pieces, Told("break", "")]:
        if piece.kind == "sentence":
            running.append(piece.text)
            continue
        if running:
            out.append(("sentence", indent + between.join(running)))
            running = []
        if piece.kind != "break":
            out.append((piece.kind, (indent if piece.kind == "line" else "") + piece.text))
    return out


def tell(
    events: Sequence[Event],
    fighters: Mapping[str, Mapping[str, Any]],
    lang: Lang,
    *,
    width: int | None = None,
) -> str:
    """The bout as plain text.

    Args:
        events: the trace.
        fighters: by side the `name`, and if known `sex` and the `lines` (a text or a list for each moment).
        lang: the language.
        width: columns of the forum it is for (full-width characters take two); None for one line a paragraph.

    """
    return as_text(told(events, fighters, lang), lang, width=width)


def as_text(pieces: Sequence[Told], lang: Lang, *, width: int | None = None) -> str:
    """The pieces of a story as plain text."""
    blocks: list[str] = []
    before: Kind | None = None
    for kind, text in _paragraphs(pieces, lang):
        shown = (
            text
            if width is None
            else "\n".join(wrap(text, width, "　　" if kind == "line" and lang == "ja" else ""))
        )
        if before is not None and (kind != before or kind in ("heading", "title", "result") or lang == "en"):
            blocks.append("")
        blocks.append(shown)
        before = kind
    return "\n".join(blocks) + "\n"
