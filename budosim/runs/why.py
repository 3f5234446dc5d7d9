"""Why an entrant lost: turning points, dice that mattered, lines in force, what was exploited, what would help."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from budosim.errors import EventError
from budosim.events.protocols import FREE, bout_parts
from budosim.runs.folder import Stored, open_result
from budosim.runs.official import CONDITIONS, read_lines
from budosim.runs.tune import Tuning, Value, by_gain, cheapest
from budosim.runs.warm import Notice, warm_field, warm_up
from budosim.runs.why_dice import dice_of
from budosim.runs.workers import Threads, threads
from budosim.study.frames import read_frame
from budosim.study.grid import records_of
from budosim.study.rates import interval_text, rate_text
from budosim.study.words import Both, both
from budosim.study.work import work
from budosim.systems.gurps3.chances import Chance, at_turns
from budosim.systems.gurps3.cup import TalkingDuels, reopen
from budosim.systems.gurps3.field_files import Candidate
from budosim.systems.gurps3.free import FreeDuels
from budosim.systems.gurps3.retell import Retold, retell

LOOKED_AT = 3
"""Defeats told, against those who beat him most."""
TURNING = 3
CURVE = 400
"""Bouts fought on from every turn."""
FEWEST = 0.04
"""A fall of the chance below this is no turning point."""

Told = Callable[[float, float, str | None], None]


@dataclass(frozen=True)
class Turn:
    """Where a bout turned.

    Fields:
        at: place in the curve after which it fell.
        dice: the rolls in between, in words.
        lines: what of the own pattern was in force, as written.
    """

    at: int
    number: int
    before: float
    after: float
    dice: tuple[Both, ...]
    lines: tuple[str, ...]

    def row(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "turn": self.number,
            "before": self.before,
            "after": self.after,
            "dice_ja": [one.ja for one in self.dice],
            "dice_en": [one.en for one in self.dice],
            "lines": list(self.lines),
        }


@dataclass(frozen=True)
class Defeat:
    """One lost bout.

    Fields:
        curve: turn of the bout, bouts won from there, of how many.
    """

    bout: int
    foe: Candidate
    side: str
    ending: str
    turns: int
    curve: tuple[tuple[float, int, int], ...]
    turning: tuple[Turn, ...]


@dataclass(frozen=True)
class Why:
    """Everything told of an entrant's defeats."""

    me: Candidate
    rate: Mapping[str, tuple[int, int]]
    defeats: tuple[Defeat, ...]
    exploited: tuple[Both, ...]
    idle: tuple[str, ...]
    changes: tuple[Value, ...]
    tried: int

    def document(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "id": self.me.id,
            "name": self.me.name,
            "against": {foe: {"wins": wins, "n": n} for foe, (wins, n) in self.rate.items()},
            "defeats": [
                {
                    "bout": one.bout,
                    "foe": one.foe.id,
                    "ending": one.ending,
                    "turns": one.turns,
                    "curve": [[turn, wins, n] for turn, wins, n in one.curve],
                    "turning": [turn.row() for turn in one.turning],
                }
                for one in self.defeats
            ],
            "exploited_ja": [one.ja for one in self.exploited],
            "exploited_en": [one.en for one in self.exploited],
            "changes": [one.row() for one in self.changes],
        }

    def lines(self, lang: str) -> list[str]:
        """The short of it for the terminal."""
        ja = lang == "ja"
        found = [f"■ {self.me.name}" + ("が負けた理由" if ja else ": the defeats, and why")]
        for one in self.defeats:
            end = both("ending", one.ending)
            head = (
                f"{one.foe.name}（{end.ja}、{one.turns}ターン）"
                if ja
                else f"{one.foe.name} ({end.en}, turn {one.turns})"
            )
            found.append(f"  {head}  K = {one.bout}")
            for turn in one.turning:
                fell = f"{100 * turn.before:.0f} → {100 * turn.after:.0f} %"
                said = "、".join(d.ja for d in turn.dice[:3]) if ja else "; ".join(d.en for d in turn.dice[:3])
                found.append(f"    {fell}  {said}")
        found += [f"  {one.ja if ja else one.en}" for one in self.exploited]
        if self.changes:
            found.append("  " + ("効き目の大きい変更：" if ja else "changes that help most:"))
        for value in self.changes:
            gain = value.gain
            if gain is not None and gain.value is not None and gain.lo is not None and gain.hi is not None:
                text = value.change.ja if ja else value.change.en
                found.append(f"    {text}  {100 * gain.value:+.1f} ({100 * gain.lo:+.1f} … {100 * gain.hi:+.1f})")
        if not self.changes:
            found.append(
                "  "
                + ("確かに効く合法な一歩はありませんでした。" if ja else "No legal step was found that surely helps.")
            )
        return found


def why_lost(
    folder: Path, who: str, notice: Notice, progress: Told, *, budget: float = 20.0, jobs: int | None = None
) -> Why:
    """Look at an entrant's defeats in a result.

    Raises:
        EventError: nobody of that id or name, no bouts kept, or he never lost.

    """
    stored = open_result(folder)
    me = _found(stored, who)
    bouts = read_frame(folder, "bouts")
    if bouts is None:
        raise EventError(
            f"{folder} keeps no single bouts (--summary): run it again without",
            f"{folder} には一試合ごとの記録がありません（--summary を付けずに行ってください）",
        )
    bouts = bouts.filter(pl.col("kind") == "bout")
    lost = _lost(bouts, me.id)
    if lost.is_empty():
        raise EventError(f"{me.name} never lost in {folder}", f"{me.name}は {folder} で一度も負けていません")
    reader = _Reader(stored, notice)
    chosen = _chosen(lost)
    defeats = []
    for done, row in enumerate(chosen, 1):
        defeats.append(reader.defeat(me, row))
        progress(done, len(chosen) + 1, me.name)
    pairs = read_frame(folder, "pairs")
    rate = (
        {b: (met.wins, met.n) for (a, b), met in records_of(pairs).items() if a == me.id} if pairs is not None else {}
    )
    events = read_frame(folder, "events")
    names = {one.id: one.name for one in stored.candidates}
    exploited = tuple(_exploited(events, me, chosen, names)) if events is not None else ()
    changes, tried = _changes(stored, me, [one.foe for one in defeats], notice, progress, budget, jobs)
    return Why(me, rate, tuple(defeats), exploited, (), tuple(changes), tried)


def _found(stored: Stored, who: str) -> Candidate:
    for one in stored.candidates:
        if who in (one.id, one.name):
            return one
    some = ", ".join(one.id for one in stored.candidates[:5])
    raise EventError(
        f"{stored.folder} has no entrant {who!r}: there are {some} …",
        f"{stored.folder} に「{who}」はいません（{some} など）",
    )


def _lost(bouts: pl.DataFrame, one: str) -> pl.DataFrame:
    mine = pl.when(pl.col("a") == one).then(pl.lit("a")).otherwise(pl.lit("b"))
    met = bouts.filter((pl.col("a") == one) | (pl.col("b") == one)).with_columns(side=mine)
    foe = pl.when(pl.col("side") == "a").then(pl.col("b")).otherwise(pl.col("a"))
    met = met.with_columns(foe=foe, turns=pl.max_horizontal("turns_a", "turns_b"))
    return met.filter(pl.col("winner").is_not_null() & (pl.col("winner") != pl.col("side")))


def _chosen(lost: pl.DataFrame) -> list[dict[str, Any]]:
    """Of those who beat him most often a defeat each, of the middle length: neither luck nor siege."""
    order = lost["foe"].value_counts(sort=True).sort(["count", "foe"], descending=[True, False])["foe"].to_list()
    chosen = []
    for foe in order[:LOOKED_AT]:
        rows = lost.filter(pl.col("foe") == foe).sort("turns", "bout")
        chosen.append(rows.row((len(rows) - 1) // 2, named=True))
    return chosen


class _Reader:
    """Opens bouts of a result and fights them on."""

    def __init__(self, stored: Stored, notice: Notice) -> None:
        self.stored = stored
        self.notice = notice
        fighters = [one.fighter for one in stored.candidates]
        self.slots = {one.id: at for at, one in enumerate(stored.candidates)}
        self.arena = FreeDuels(fighters, stored.seed.number, stored.setting)
        self.talking = TalkingDuels(fighters, stored.seed.number, stored.setting) if stored.kind == "cup" else None
        rows = read_lines(stored.folder / CONDITIONS) if stored.kind == "cup" else []
        self.openings = {int(row["bout"]): row for row in rows if isinstance(row.get("bout"), int)}
        self.warm = False

    def _told(self, row: Mapping[str, Any]) -> tuple[Retold, tuple[int, int]]:
        number = int(row["bout"])
        slots = (self.slots[row["a"]], self.slots[row["b"]])
        if self.talking is not None:
            return reopen(self.talking, self.openings[number]), slots
        parts = bout_parts(number)
        if parts.stage == FREE and parts.a != parts.b:
            slots = (parts.a, parts.b)
        return retell(self.arena, slots, number, self.stored.setting), slots

    def defeat(self, me: Candidate, row: Mapping[str, Any]) -> Defeat:
        if not self.warm:
            warm_up(lambda: self._told(row), self.notice, talking=True, magic=self.arena.magical)
            warm_field(self.arena, self.notice)
            self.warm = True
        told, slots = self._told(row)
        chances = at_turns(self.arena, slots, told.number, CURVE, told.turns)
        side = str(row["side"])
        curve = tuple((float(at), _wins(chance, side), chance.n) for at, chance in enumerate(chances))
        foe = next(one for one in self.stored.candidates if one.id == row["foe"])
        turning = tuple(_turning(curve, chances, told, side, me.sheet.pattern))
        return Defeat(told.number, foe, side, str(told.end["ending"]), int(told.end["turns"]), curve, turning)


def _wins(chance: Chance, side: str) -> int:
    return chance.wins_a if side == "a" else chance.wins_b


def _turning(
    curve: Sequence[tuple[float, int, int]], chances: Sequence[Chance], told: Retold, side: str, text: str
) -> list[Turn]:
    """The deepest falls of the chance, in the order they came; the last turn falls to nothing at the end."""
    rates = [wins / n if n else 0.5 for _, wins, n in curve]
    falls = [(rates[at] - (rates[at + 1] if at + 1 < len(rates) else 0.0), at) for at in range(len(rates))]
    deepest = sorted(falls, key=lambda fall: (-fall[0], fall[1]))[:TURNING]
    found = []
    for fall, at in sorted(deepest, key=lambda one: one[1]):
        if fall < FEWEST:
            continue
        first = chances[at].at
        last = chances[at + 1].at if at + 1 < len(chances) else len(told.trace)
        between = told.trace[first:last]
        after = rates[at + 1] if at + 1 < len(rates) else 0.0
        dice = tuple(dice_of(between, side))
        found.append(Turn(at, int(told.trace[first]["t"]), rates[at], after, dice, tuple(_lines(between, side, text))))
    return found


def _lines(events: Sequence[Mapping[str, Any]], side: str, text: str) -> list[str]:
    """The lines of the own pattern that chose what was done, as written; each once."""
    found: list[str] = []
    for event in events:
        span = event.get("span")
        if event["k"] in ("act", "defence", "decide") and event["who"] == side and span:
            piece = " ".join(text[span[0] : span[1]].split())
            if piece and piece not in found:
                found.append(piece)
    return found


def _exploited(
    events: pl.DataFrame, me: Candidate, chosen: Sequence[Mapping[str, Any]], names: Mapping[str, str]
) -> list[Both]:
    """What those who beat him hurt him with and where, of the bouts that were told."""
    found = []
    for row in chosen:
        dealt = events.filter((pl.col("id") == row["foe"]) & (pl.col("foe") == me.id))
        if dealt.is_empty():
            continue
        name = names.get(row["foe"], row["foe"])
        techniques = work(dealt, "technique").to_dicts()
        places = work(dealt, "place").to_dicts()
        if not techniques or not places or techniques[0]["share"] is None:
            continue
        top, where = techniques[0], places[0]
        act, place = both("technique", top["technique"]), both("place", where["hit"])
        between = interval_text(top["lo"], top["hi"], 0)
        hits = rate_text(top["hits"], top["attacks"], 0)
        share, most = f"{100 * top['share']:.0f} %", f"{100 * (where['share'] or 0):.0f} %"
        bouts = top["bouts"]
        found.append(
            Both(
                f"{name} は主に{act.ja}で攻めた：負傷の {share}（{between}、{bouts} 試合の抜き取り）、"
                f"命中 {hits}、最も傷んだのは{place.ja}（{most}）",
                f"{name} did it with {act.en}: {share} of the injury ({between}, {bouts} told bouts), "
                f"{hits} of them hurt; most of it to the {place.en} ({most})",
            )
        )
    return found


def _changes(
    stored: Stored,
    me: Candidate,
    foes: Sequence[Candidate],
    notice: Notice,
    progress: Told,
    budget: float,
    jobs: int | None,
) -> tuple[list[Value], int]:
    """The legal steps that help most against those who beat him; as exactly as the budget allows."""
    if budget <= 0:
        return [], 0
    with Threads(threads(jobs)) as workers:
        tuning = Tuning(me, list(foes), stored.seed.number, stored.setting, workers, scale=min(1.0, budget / 20.0))
        tuning.warm(notice)
        tuning.measure(lambda done, total, what: progress(done, total, what))
    return by_gain(cheapest(tuning.values)), sum(value.move is not None for value in tuning.values)
