"""Blocks, bracket, odds and statistics of an event as a site shows them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from budosim.events.bracket import EMPTIED
from budosim.events.plan import ADVANCE
from budosim.events.protocols import BLOCKS
from budosim.site.bracket import Picture, Spot, box_width, draw, letters, shortened
from budosim.site.words import LANGS, Both, Words
from budosim.systems.gurps3.story_words import act_word, place_word

if TYPE_CHECKING:
    from budosim.events.result import BlockResult, EventResult
    from budosim.runs.site_bouts import Card
    from budosim.runs.site_people import Person

MARKS = {2: "○", 1: "△", 0: "●"}
LOOKS = {2: "win", 1: "", 0: "loss"}
NOBODY = Both("", "")
MOST_ROWS = 30


def blocks_of(result: EventResult, people: Sequence[Person], cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Every block with its table and its bouts."""
    taken: Counter[int] = Counter()
    for fixture in result.fixtures:
        if fixture.stage.number == BLOCKS and fixture.b is not None:
            taken[fixture.a] += fixture.damage[0]
            taken[fixture.b] += fixture.damage[1]
    return [_block(block, people, [card for card in cards if _in(card, block.name)], taken) for block in result.blocks]


def _in(card: Card, name: str) -> bool:
    return not card.knockout and card.where.en.split(",")[0] == Words("en")("block", name=name)


def _block(
    block: BlockResult, people: Sequence[Person], cards: Sequence[Card], taken: Mapping[int, int]
) -> dict[str, Any]:
    places = {standing.slot: standing for standing in block.standings}
    order = [standing.slot for standing in block.standings] or list(block.members)
    at = {slot: index for index, slot in enumerate(block.members)}
    met = {frozenset((card.a.slot, card.b.slot)): card for card in cards if card.b and card.day.stage == BLOCKS}
    rows = []
    for slot in order:
        score = block.score[at[slot]]
        cells = []
        for foe in order:
            card = met.get(frozenset((slot, foe)))
            points = score[at[foe]]
            if foe == slot:
                cells.append({"mark": "", "look": "himself", "page": ""})
            elif points is None:
                cells.append({"mark": "", "look": "", "page": card.page if card else ""})
            else:
                cells.append({"mark": MARKS[points], "look": LOOKS[points], "page": card.page if card else ""})
        standing = places.get(slot)
        ja, en = standing.sentence if standing is not None else ("", "")
        rows.append(
            {
                "who": people[slot],
                "place": standing.place if standing is not None else None,
                "through": standing is not None and standing.place <= ADVANCE,
                "cells": cells,
                "points": sum(points or 0 for points in score),
                "damage": standing.damage if standing is not None else taken[slot],
                "reason": Both(ja, en) if standing is not None else None,
            }
        )
    return {"name": block.name, "rows": rows, "bouts": list(cards), "reasons": bool(places), "veiled": False}


def picture_of(
    result: EventResult, people: Sequence[Person], cards: Sequence[Card], most: int | None = None
) -> Picture | None:
    """The bracket, as far as it is known; None before it is drawn. `most`: from the first round of so few lines."""
    if not result.lines:
        return None
    plan = result.plan
    rounds: list[tuple[Both, Sequence[Spot]]] = []
    columns = sum(most is None or plan.lines >> at <= most for at in range(len(plan.rounds)))
    width = box_width(columns + 1)
    goes = {(card.day.stage, one.slot): card for card in cards if card.knockout for one in (card.a, card.b) if one}
    for at, stage in enumerate(plan.rounds):
        spots = []
        for number in range(plan.lines >> at):
            slot = result.lines[at][number] if at < len(result.lines) else None
            after = result.lines[at + 1] if at + 1 < len(result.lines) else None
            came = goes.get((stage.number - 1, slot)) if slot is not None and at else None
            going = goes.get((stage.number, slot if slot is not None else -9))
            spots.append(_spot(slot, people, going, came, after, width))
        rounds.append((Both(stage.ja, stage.en), spots))
    ja, en = Words("ja"), Words("en")
    title = Spot(NOBODY)
    if result.complete:
        slot = result.lines[-1][0]
        if slot >= 0:
            names = people[slot].names
            title = Spot(_cut(names, width), names, "title", file=people[slot].file)
        else:
            title = Spot(Both(ja("no_champion"), en("no_champion")), look="title")
    rounds.append((Both(ja("champion"), en("champion")), [title]))
    return draw([one for one in rounds if most is None or len(one[1]) <= most], width)


def _cut(names: Both, width: int) -> Both:
    return Both(*(shortened(name, letters(width)) for name in names))


def _spot(
    slot: int | None,
    people: Sequence[Person],
    card: Card | None,
    came: Card | None,
    after: Sequence[int] | None,
    width: int,
) -> Spot:
    if slot is None:
        return Spot(NOBODY)
    if slot < 0:
        words = (Words("ja"), Words("en"))
        key = "both_out" if slot == EMPTIED else "bye"
        return Spot(Both(*(word(key) for word in words)) if slot == EMPTIED else NOBODY, look="nobody")
    names = people[slot].names
    look = "" if after is None else "won" if slot in after else "lost"
    note = None
    if came is not None:
        turns = [Words(lang)("turns", n=came.turns) for lang in LANGS]
        if came.kind == "bout":
            note = Both(f"{came.ending.ja}・{turns[0]}", f"{came.ending.en}, {turns[1]}")
        else:
            note = came.ending
    return Spot(
        _cut(names, width), names, look, note, page=card.page if card else "", file=people[slot].file
    )


def stats_of(attacks: Sequence[Mapping[str, Any]], people: Sequence[Person], cards: Sequence[Card]) -> dict[str, Any]:
    """What was fought with, how it ended, and who did how much."""
    fought = [card for card in cards if card.kind == "bout"]
    lengths = [card.turns for card in fought]
    endings = Counter(card.ending for card in fought)
    by_id: dict[str, Counter[str]] = defaultdict(Counter)
    for row in attacks:
        mine = by_id[row["id"]]
        mine["n"] += 1
        mine["hit"] += row["hit"] is not None
        mine["dealt"] += row["injury"] or 0
        mine["taken"] += row["self_injury"] or 0
        by_id[row["foe"]]["taken"] += row["injury"] or 0
    order = sorted(people, key=lambda one: (-one.wins, -by_id[one.id]["dealt"], one.slot))
    fighters = [
        {
            "who": one,
            "dealt": mine["dealt"],
            "taken": mine["taken"],
            "rate": mine["hit"] / mine["n"] if mine["n"] else None,
        }
        for one in order
        for mine in (by_id[one.id],)
    ]
    return {
        "fought": len(fought),
        "mean": f"{sum(lengths) / len(lengths):.1f}" if lengths else "—",
        "low": min(lengths, default=0),
        "high": max(lengths, default=0),
        "endings": [{"name": name, "n": n, "share": n / len(fought)} for name, n in endings.most_common()],
        "techniques": _counted(attacks, "technique", lambda key, lang: act_word(key, lang)),
        "places": _counted(attacks, "place", lambda key, lang: place_word(key, lang)),
        "fighters": fighters,
        "veiled": False,
        "first_wins": 0,
        "first_share": None,
        "report": False,
    }


def _counted(attacks: Sequence[Mapping[str, Any]], column: str, name: Any) -> list[dict[str, Any]]:
    """Attacks by technique or place, the most frequent first."""
    groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in attacks:
        if row[column] is not None:
            groups[str(row[column])].append(row)
    most = max((len(rows) for rows in groups.values()), default=1)
    out = []
    for key, rows in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))[:MOST_ROWS]:
        hits = [row for row in rows if row["hit"] is not None]
        injury = sum(row["injury"] or 0 for row in hits) / len(hits) if hits else None
        out.append(
            {
                "name": Both(*(name(key, lang) for lang in LANGS)),
                "n": len(rows),
                "share": len(rows) / most,
                "rate": len(hits) / len(rows),
                "injury": "—" if injury is None else f"{injury:.1f}",
            }
        )
    return out
