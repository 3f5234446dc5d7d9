"""The published site of an official event, whole or up to a day."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from budosim.errors import EventError
from budosim.events.days import Day, days_of
from budosim.events.protocols import BLOCKS
from budosim.provenance import read_manifest
from budosim.runs.cup_odds import CURVE, CupOdds, read_odds
from budosim.runs.official import Official
from budosim.runs.site_bouts import BoutPages, Card, cards_of
from budosim.runs.site_fairness import fairness_of
from budosim.runs.site_news import feed, published
from budosim.runs.site_odds import highlights, odds_of
from budosim.runs.site_people import Person, people_of
from budosim.runs.site_tables import blocks_of, picture_of, stats_of
from budosim.site.build import Writer, building
from budosim.site.paper import asset, render
from budosim.site.words import LANGS, Both, Lang
from budosim.systems.gurps3.story_words import clean, place_word
from budosim.version import __version__

SITE = "site"
Veil = Literal["none", "latest", "all"]
Tick = Callable[[int, int], None]
UPSETS_SHOWN = 20
LARGE, FAVOURITES, LAST_LINES = 64, 30, 16
"""More entrants than this are not all shown on the first page, of their chances so many, of the bracket its end."""


@dataclass(frozen=True)
class Published:
    """What was written.

    Fields:
        index: the page to open.
        day: the last day that is shown.
    """

    index: Path
    files: int
    bouts: int
    day: Day


def write_site(
    folder: Path,
    official: Official,
    lang: Lang = "ja",
    *,
    veil: Veil | None = None,
    tick: Tick | None = None,
) -> Published:
    """The site of an event as it was played, in its result folder.

    Args:
        folder: the result folder.
        official: the event up to the day that is to be shown, with its journal.
        lang: the language of the site's root; the other one lies below it.
        veil: what is hidden behind a click: nothing, the latest day, everything. While the event goes on it is
            the latest day, afterwards nothing.
        tick: told bouts written, and bouts there are.

    Raises:
        EventError: the result keeps no journal of its bouts.

    """
    if official.files is None:
        raise EventError(f"{folder} keeps no bouts to show", f"{folder} に試合の記録がありません")
    odds = read_odds(folder) or CupOdds()
    manifest = read_manifest(folder)
    whole = official.result.complete
    chosen: Veil = veil if veil is not None else "none" if whole else "latest"
    model = _Model(official, odds, manifest, chosen, folder)
    with building(folder / SITE) as writer:
        pages = BoutPages(writer, model.name, lang, secret=not whole, rulings=official.rulings)
        by_number = {card.number: card for card in model.cards if card.number is not None}
        for done, opening in enumerate(official.openings, 1):
            bout = official.files.get(opening)
            card = by_number.get(int(opening["bout"]))
            if bout is None or card is None:
                raise EventError(
                    f"bout {opening['bout']} is missing from the journal: finish the run with --resume",
                    f"試合 {opening['bout']} の記録がありません。--resume で最後まで行ってください",
                )
            pages.write(card, bout, odds)
            if tick is not None:
                tick(done, len(official.openings))
        news = published(folder, official.day)
        for one in LANGS:
            _pages(writer, model, news, one, lang)
            writer.write(f"feed.{one}.xml", feed(model.cup, news, one, "" if one == lang else f"{one}/"))
    return Published(folder / SITE / "index.html", writer.files, len(official.openings), official.day)


class _Model:
    """Everything the pages show."""

    def __init__(
        self, official: Official, odds: CupOdds, manifest: Mapping[str, Any], veil: Veil, folder: Path
    ) -> None:
        result, field = official.result, official.field
        self.official = official
        self.name = clean(field.event.name, 120) or "budosim"
        self.people = people_of(field.candidates, field.setting.regulation)
        self.cards = cards_of(result.fixtures, result.plan, self.people, odds, official.rulings)
        day = official.day
        for card in self.cards:
            card.veiled = veil == "all" or (veil == "latest" and card.day.number == day.number)
        self.hides = veil != "none"
        blocks = blocks_of(result, self.people, self.cards)
        _records(self.people, self.cards, official, self.hides)
        stats = stats_of(official.attacks, self.people, self.cards)
        first = [(card, official.result) for card in self.cards if card.kind == "bout"]
        moved = _first_movers(official)
        stats.update(
            first_wins=moved,
            first_share=moved / len(first) if first else None,
            veiled=self.hides,
            report=(folder / "report.html").is_file() and result.complete,
        )
        over_blocks = day.stage > BLOCKS or day.id == "blocks"
        fair = fairness_of(official, manifest, self.people, self.cards, folder.name)
        fair["veiled"] = self.hides and over_blocks
        for block in blocks:
            block["veiled"] = veil == "all" or (veil == "latest" and day.stage == BLOCKS)
        chances = odds_of(odds, result, self.people, day)
        if chances is not None:
            chances["veiled"] = self.hides and len(chances["stages"]) > 1
        self.fair = fair
        self.stats = stats
        self.cup = self._cup(day, blocks, chances, odds, manifest)

    def _cup(
        self, day: Day, blocks: list[dict[str, Any]], chances: Any, odds: CupOdds, manifest: Mapping[str, Any]
    ) -> dict[str, Any]:
        result, event = self.official.result, self.official.field.event
        days = [
            {
                **{"number": one.number, "ja": one.ja, "en": one.en, "id": one.id},
                "shown": one.number <= day.number,
                "list": [card for card in self.cards if card.day.number == one.number],
                "bouts": sum(card.day.number == one.number and card.kind == "bout" for card in self.cards),
            }
            for one in days_of(result.plan)
        ]
        champion = result.champion
        # a veiled bout in a list of upsets would give itself away by being there
        open_ = [card for card in self.cards if not card.veiled]
        surprising = [card for card in open_ if card.chance is not None]
        surprising.sort(key=lambda card: (card.chance or 0.0, card.seq))
        back = sorted((card for card in open_ if card.comeback), key=lambda card: (card.lowest or 0.0, card.seq))
        rounds = [
            {"name": Both(stage.ja, stage.en), "bouts": [c for c in self.cards if c.day.stage == stage.number]}
            for stage in result.plan.rounds
        ]
        menu = [
            *(("home", "index.html"), ("entrants", "entrants.html")),
            *([("blocks", "blocks.html")] if blocks else []),
            *(("bracket", "bracket.html"), ("bouts", "bouts.html"), ("upsets", "upsets.html")),
            *(("stats", "stats.html"), ("fairness", "fairness.html"), ("news", "news.html")),
        ]
        deviation = result.plan.deviation
        return {
            "name": self.name,
            "version": __version__,
            "opens": event.entries_open,
            "closes": event.entries_close,
            "entrants": self.people,
            "large": len(self.people) > LARGE,
            "favourites": FAVOURITES,
            "fought": len(self.official.openings),
            "complete": result.complete,
            "champion": None if champion is None else self.people[champion],
            "day": Both(day.ja, day.en),
            "latest": [] if result.complete else days[day.number]["list"],
            "deviation": Both(*deviation) if deviation else None,
            "blocks": blocks,
            "picture": picture_of(result, self.people, self.cards),
            "last_picture": picture_of(result, self.people, self.cards, LAST_LINES),
            "bracket_veiled": self.hides,
            "veiled": self.hides,
            "rounds": [one for one in reversed(rounds) if one["bouts"]],
            "odds": chances,
            "days": days,
            "highlights": highlights(self.cards) if len(open_) > 4 else [],
            "upsets": surprising[:UPSETS_SHOWN],
            "comebacks": back[:UPSETS_SHOWN],
            "curve_n": min(odds.n, CURVE) if odds.bouts else 0,
            "menu": menu,
            "refused": [
                {"name": clean(one.get("name", ""), 60), "rules": " ".join(map(str, one.get("rules", ())))}
                for one in manifest.get("refused", ())
            ],
        }


def _first_movers(official: Official) -> int:
    """Bouts won by whoever acted first."""
    fought = [one for one in official.result.fixtures if one.kind == "bout" and one.winner is not None]
    return sum(one.details.get("first") == "ab".index(one.winner or "") for one in fought)


def _records(people: Sequence[Person], cards: Sequence[Card], official: Official, hides: bool) -> None:
    """What everybody did: bouts, wins, wounds."""
    by_id = {one.id: one for one in people}
    for block in official.result.blocks:
        for slot in block.members:
            people[slot].block = block.name
    where = {card.number: card for card in cards if card.number is not None}
    for card in cards:
        for side, one in (("a", card.a), ("b", card.b)):
            if one is None:
                continue
            one.bouts.append(card)
            one.veiled = one.veiled or (hides and card.veiled)
            if card.kind in ("bout", "forfeit"):
                one.wins += card.winner == side
                one.losses += card.winner is not None and card.winner != side
                one.draws += card.winner is None
    for row in official.result.ledger:
        met = where.get(row["bout"])
        if met is None:
            continue
        by_id[row["id"]].ledger.append(
            {
                "where": met.where,
                "foe": by_id[row["foe"]].names,
                **{name: _passage(row, key) for name, key in (("hp", "hp"), ("fp", "fp"), ("cp", "unspent_cp"))},
                "lost": _parts(row.get("lost_after")),
                "fragile": _parts(row.get("fragile_next") or row.get("fragile_after")),
            }
        )


def _passage(row: Mapping[str, Any], key: str) -> str:
    steps = [row.get(f"{key}_{when}") for when in ("before", "after", "next")]
    return " → ".join(str(step) for step in steps if step is not None)


def _parts(listed: Any) -> Both:
    names = str(listed or "").split()
    return Both("、".join(place_word(n, "ja") for n in names), ", ".join(place_word(n, "en") for n in names))


def _pages(
    writer: Writer, model: _Model, news: Sequence[Mapping[str, Any]], lang: Lang, home: Lang
) -> None:
    """All pages in one language; those of the language of the root stand there, the others in a folder of their own."""
    below = "" if lang == home else f"{lang}/"
    other: Lang = "en" if lang == "ja" else "ja"
    styles, script = asset("site.css"), asset("site.js")
    across = f"{other}/" if lang == home else "../"

    def page(template: str, file: str, key: str, depth: int = 0, **values: Any) -> None:
        up = "../" * (depth + (1 if below else 0))
        root = "../" * depth
        about = {"key": key, "depth": depth, "root": root, "up": up, "other": f"{root}{across}{file}"}
        text = render(
            f"{template}.html.j2", lang, styles=styles, script=script, cup=model.cup, page=about, **values
        )
        writer.write(f"{below}{file}", text)

    page("index", "index.html", "home")
    page("entrants", "entrants.html", "entrants")
    if model.cup["blocks"]:
        page("blocks", "blocks.html", "blocks")
    page("bracket", "bracket.html", "bracket")
    page("bouts", "bouts.html", "bouts")
    page("upsets", "upsets.html", "upsets")
    page("stats", "stats.html", "stats", stats=model.stats)
    page("fairness", "fairness.html", "fairness", fair=model.fair)
    page("news", "news.html", "news", news=news)
    for one in model.people:
        page("entrant", f"fighters/{one.file}", "entrants", depth=1, one=one)
