"""The bouts of an event as a site shows them: a card for the lists, a replay page, a plain text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from budosim.events.days import Day, day_of
from budosim.events.protocols import BLOCKS, PLAYOFFS, Fixture
from budosim.site.replay_page import ReplayPage, replay_page
from budosim.site.words import LANGS, Both, Lang, Words, table
from budosim.systems.gurps3.replay import labels, replay_data, stories_of
from budosim.systems.gurps3.story import as_text
from budosim.systems.gurps3.story_words import words

if TYPE_CHECKING:
    from budosim.events.plan import Plan
    from budosim.events.referee import Decision, Rulings
    from budosim.runs.cup_odds import CupOdds
    from budosim.runs.site_people import Person
    from budosim.site.build import Writer
    from budosim.systems.gurps3.retell import Retold

FORUM_WIDTH = 72
"""Columns of a plain text for a forum: 36 full-width characters."""
UPSET = 1 / 3
"""A winner less likely than this before the bout makes an upset [ruling]."""
COMEBACK = 0.15
"""A winner whose chance once fell below this has come back [ruling]."""


class Prior(NamedTuple):
    """The chances before a bout."""

    a: float
    b: float
    d: float
    n: int


@dataclass
class Card:
    """One fixture in the lists.

    Fields:
        page, text: the names of its replay page and its plain texts; "" where nothing was fought.
        where: block and round, or the knockout round.
        lowest: the least the winner's chance ever was.
        headline: how its story ends.
    """

    number: int | None
    seq: int
    day: Day
    kind: str
    knockout: bool
    where: Both
    a: Person
    b: Person | None
    winner: str | None
    ending: Both
    turns: int
    page: str
    text: str
    prior: Prior | None = None
    lowest: float | None = None
    headline: Both | None = None
    decision: Decision | None = None
    veiled: bool = False

    @property
    def chance(self) -> float | None:
        """What the winner's chance was before the bout."""
        if self.prior is None or self.winner is None:
            return None
        return self.prior.a if self.winner == "a" else self.prior.b

    @property
    def upset(self) -> bool:
        """Whether the one less likely by far has won."""
        return self.chance is not None and self.chance < UPSET

    @property
    def comeback(self) -> bool:
        """Whether the winner was all but beaten."""
        return self.lowest is not None and self.lowest < COMEBACK


def cards_of(
    fixtures: Sequence[Fixture], plan: Plan, people: Sequence[Person], odds: CupOdds, rulings: Rulings
) -> list[Card]:
    """A card for every fixture, in the order they were held."""
    digits = max(3, len(str(len(fixtures))))
    cards = []
    seq = 0
    for fixture in fixtures:
        fought = fixture.kind == "bout"
        seq += fought
        page = f"{seq:0{digits}d}" if fought else ""
        number = fixture.number if fought else None
        ending = words()["ending"].get(fixture.ending) or table().get(fixture.ending) or {"ja": "", "en": ""}
        turns = max(int(fixture.details.get("turns_a", 0)), int(fixture.details.get("turns_b", 0)))
        card = Card(
            number=number,
            seq=seq if fought else 0,
            day=day_of(plan, fixture.stage, fixture.round),
            kind=fixture.kind,
            knockout=fixture.stage.number > PLAYOFFS,
            where=where_of(fixture),
            a=people[fixture.a],
            b=None if fixture.b is None else people[fixture.b],
            winner=fixture.winner,
            ending=Both(ending["ja"], ending["en"]),
            turns=turns if fought else 0,
            page=f"{page}.html" if fought else "",
            text=page,
            decision=rulings.override(number) if number is not None else None,
        )
        _chances(card, odds)
        cards.append(card)
    return cards


def _chances(card: Card, odds: CupOdds) -> None:
    rows = odds.bouts.get(card.number, ()) if card.number is not None else ()
    if not rows or not rows[0].n:
        return
    bell = rows[0]
    card.prior = Prior(bell.wins_a / bell.n, bell.wins_b / bell.n, 1 - (bell.wins_a + bell.wins_b) / bell.n, bell.n)
    if card.winner is not None:
        shares = [(row.wins_a if card.winner == "a" else row.wins_b) / row.n for row in rows if row.n]
        card.lowest = min(shares)


def where_of(fixture: Fixture) -> Both:
    """Which bout of the event it is."""
    ja, en = Words("ja"), Words("en")
    if fixture.stage.number == BLOCKS:
        return Both(
            f"{ja('block', name=fixture.block)} {ja('round', n=fixture.round)}",
            f"{en('block', name=fixture.block)}, {en('round', n=fixture.round)}",
        )
    if fixture.stage.number == PLAYOFFS:
        block_ja, block_en = ja("block", name=fixture.block), en("block", name=fixture.block)
        return Both(f"{block_ja} {ja('playoff')}", f"{block_en}, {en('playoff')}")
    return Both(fixture.stage.ja, fixture.stage.en)


class BoutPages:
    """Writes the replay page and the plain texts of bouts."""

    def __init__(self, writer: Writer, cup: str, home: Lang, *, secret: bool, rulings: Rulings) -> None:
        """`home` is the language of the site's own root; `secret` keeps the seed back."""
        self.writer = writer
        self.cup = cup
        self.home: Lang = home
        self.secret = secret
        self.rulings = rulings

    def write(self, card: Card, bout: Retold, odds: CupOdds) -> None:
        """One bout."""
        assert card.b is not None
        sides = {"a": card.a, "b": card.b}
        stories = stories_of(bout)
        chances = [one.row() for one in odds.bouts.get(bout.number, ())]
        data = replay_data(bout, chances, secret=self.secret)
        card.headline = Both(*(_headline(stories[lang]) for lang in LANGS))
        title = Both(*(stories[lang][0].text for lang in LANGS))
        page = ReplayPage(
            title=title,
            people={side: one.names for side, one in sides.items()},
            faces={side: one.portrait for side, one in sides.items()},
            cup=self.cup,
            where=card.where,
            home=Both(*(f"../{self._root(lang)}index.html" for lang in LANGS)),
            text=Both(*(f"../text/{card.text}.{lang}.txt" for lang in LANGS)),
            notes=self._notes(card, bout.trace[0]),
            curve=bool(chances),
        )
        html = replay_page(page, data, stories, labels()["ui"], self.home)
        self.writer.write(f"bouts/{card.page}", html)
        for lang in LANGS:
            head = f"{self.cup}\n{getattr(card.where, lang)}\n\n"
            text = as_text(stories[lang], lang, width=FORUM_WIDTH)
            notes = "".join(f"\n※ {getattr(note, lang)}\n" for note in page.notes)
            self.writer.write(f"text/{card.text}.{lang}.txt", head + text + notes)

    def _root(self, lang: Lang) -> str:
        return "" if lang == self.home else f"{lang}/"

    def _notes(self, card: Card, head: Mapping[str, Any]) -> list[Both]:
        ui = labels()["ui"]
        notes = []
        if head.get("real_dice"):
            notes.append(Both(ui["real"]["ja"], ui["real"]["en"]))
        if head.get("rolled_as") is not None:
            again = self.rulings.of_bout(int(head["bout"]), "rerun")
            why = "／".join(one.reason for one in again)
            notes.append(Both(f"{ui['again']['ja']}：{why}", f"{ui['again']['en']}: {why}"))
        if card.decision is not None:
            notes.append(decision_text(card, card.decision))
        return notes


def decision_text(card: Card, decision: Decision) -> Both:
    """A bout decided otherwise, as a sentence."""
    ui = labels()["ui"]["decided"]
    winner = {"a": card.a, "b": card.b}.get(decision.winner or "")
    ja = f"勝者 {winner.names.ja}" if winner is not None else "引き分け"
    en = f"{winner.names.en} wins" if winner is not None else "a draw"
    return Both(
        f"{ui['ja']}：{ja} ―― {decision.reason}（{decision.by}）",
        f"{ui['en']}: {en} — {decision.reason} ({decision.by})",
    )


DECIDING = ("critical", "hit_heavy", "hit_solid", "hit_light", "squeezed", "choked", "spell", "out_gave_up")
"""Situations a bout is decided by."""


def _headline(pieces: Sequence[Any]) -> str:
    """The sentence a bout was decided with: its last blow, else the last sentence but the one that says it is over."""
    said = [piece for piece in pieces if piece.kind == "sentence"]
    blows = [piece for piece in said if piece.what in DECIDING]
    told = blows[-1:] or said[-2:-1]
    return str(told[0].text) if told else ""
