"""The league played through night by night: verdicts, ledger, and when it is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any

from budosim.events.season import Meeting, magic
from budosim.systems.sangokushi.battle import TwoSides
from budosim.systems.sangokushi.course import NATION, Verdict
from budosim.systems.sangokushi.dates import Battle, Night
from budosim.systems.sangokushi.league_file import League
from budosim.systems.sangokushi.ledger import LedgerRow, Stand, Tally, post
from budosim.systems.sangokushi.mercenaries import Allocation, allocate
from budosim.systems.sangokushi.muster import Roll, judge_battle, swapped
from budosim.systems.sangokushi.night_file import BattleRecord, NightRecord
from budosim.systems.sangokushi.regulation import Regulation
from budosim.systems.sangokushi.tables import NATIONS, least_points, most_points
from budosim.systems.sangokushi.three_way import ThreeWay
from budosim.systems.sangokushi.throws import read_audit


@dataclass
class Played:
    """A league as far as it is written down.

    Fields:
        verdicts: by battle id.
        stands: after every counted battle, the first being the start.
        over: the battle that decided the league, or its last one; None while it goes on.
        decided_by: `magic` when it ended early or at its end by certainty, `end` when the calendar ran out.
        open: battles that wait for the committee.
        gaps: battles before the last recorded one that nobody wrote down.
    """

    league: League
    tallies: dict[str, Tally]
    rows: list[LedgerRow] = field(default_factory=list)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    allocations: dict[date, Allocation] = field(default_factory=dict)
    stands: list[Stand] = field(default_factory=list)
    over: Battle | None = None
    decided_by: str = ""
    open: list[Battle] = field(default_factory=list)
    gaps: list[Battle] = field(default_factory=list)
    averages: dict[date, dict[str, Fraction]] = field(default_factory=dict)

    @property
    def provisional(self) -> bool:
        """Whether something is open or missing, so that the numbers may still change."""
        return bool(self.open or self.gaps)

    @property
    def left(self) -> tuple[Battle, ...]:
        """Battles still to be held: none once the league is over."""
        return tuple(remaining(self))

    def averages_before(self, day: date) -> dict[str, Fraction]:
        """Everybody's average when a night began."""
        return self.averages.get(day) or {n: self.tallies[n].average(self.league.rules) for n in NATIONS}


def meeting_of(battle: Battle, week: int, rules: Regulation, *, clean: bool = False) -> Meeting:
    """A battle as the season knows it: the most and the least a nation can take from it.

    The least is 0, by a losing breach; `clean` leaves breaches out.
    """
    least = least_points(battle.three_way, rules["three_way.others"]) if clean else 0
    most = most_points(battle.three_way)
    return Meeting(battle.number, week, tuple(NATIONS.index(side) for side in battle.sides), most, least)


def remaining(played: Played) -> list[Battle]:
    """Every battle of the calendar that neither counts already nor is cancelled, open ones included."""
    if played.over is not None:
        return []
    opening = played.league.opening
    found = []
    for night in played.league.nights:
        for battle in night.battles:
            before = opening is not None and battle.night <= opening.after
            verdict = played.verdicts.get(battle.id)
            if not before and (verdict is None or verdict.open):
                found.append(battle)
    return found


def play(league: League, *, until: date | None = None, extra: NightRecord | None = None) -> Played:
    """The league through its recorded nights, up to and including `until`; `extra` stands for a night's own file."""
    records = {day: one for day, one in league.records.items() if until is None or day <= until}
    if extra is not None:
        records[extra.date] = extra
    played = Played(league, {nation: _opened(league, nation) for nation in NATIONS})
    last = max(records, default=None)
    audit = read_audit(league.folder)
    held: frozenset[str] | None = None
    month = None
    played.stands.append(_stand(played, None))
    _decide(played, None)
    for night in league.nights:
        if league.rules["warnings.carry_end"] == "month" and month not in (None, night.month):
            for tally in played.tallies.values():
                tally.counters = {}
        month = night.month
        played.averages[night.date] = {n: played.tallies[n].average(league.rules) for n in NATIONS}
        if league.opening is not None and night.date <= league.opening.after:
            if night.date in records:
                records[night.date].table.fault("E-BEFORE-OPENING", "night", "date", day=league.opening.after)
            continue
        if not night.battles:
            continue
        record = records.get(night.date)
        if record is None:
            held = None
            if last is not None and night.date < last and played.over is None:
                played.gaps += night.battles
                _gap(records[last], night)
            continue
        if played.over is not None:
            record.table.fault("E-OVER", "night", "date", battle=played.over.id)
            continue
        held = _night(played, night, record, audit, held, complete=night.date != last)
    if played.over is None and not remaining(played) and not played.provisional:
        played.over, played.decided_by = league.last_battle(), "end"
    return played


def _gap(record: NightRecord, night: Night) -> None:
    record.table.problems.add("W-GAP", record.file, None, "", day=night.date)


def _opened(league: League, nation: str) -> Tally:
    opening = league.opening
    if opening is None:
        return Tally()
    warnings = opening.warnings[nation]
    against = {foe: opening.against.get((nation, foe), 0) for foe in NATIONS if foe != nation}
    return Tally(
        points=opening.points[nation],
        base=opening.base[nation],
        battles=opening.battles[nation],
        three_ways=opening.three_ways[nation],
        three_way_points=opening.three_way_points[nation],
        three_way_base=opening.three_way_points[nation],
        warnings=opening.penalties[nation],
        counters={NATION: warnings} if warnings else {},
        against=against,
    )


def recorded_dice(record: NightRecord, audit: list[dict[str, Any]]) -> Callable[[str], int]:
    """Dice volunteers threw, as the night's file has them, else as the audit has them."""
    thrown: dict[str, list[int]] = {post.name: list(post.throws) for post in record.volunteers}
    for row in audit:
        if row.get("night") == record.date.isoformat() and row.get("occasion") == "mercenaries":
            name = str(row.get("who"))
            if not next((post.throws for post in record.volunteers if post.name == name), ()):
                thrown.setdefault(name, []).extend(int(value) for value in row.get("values", ()))

    def die(name: str) -> int:
        if not thrown.get(name):
            raise LookupError(name)
        return thrown[name].pop(0)

    return die


def _night(
    played: Played,
    night: Night,
    record: NightRecord,
    audit: list[dict[str, Any]],
    held: frozenset[str] | None,
    *,
    complete: bool,
) -> frozenset[str]:
    """One night: allocation, both battles, ledger; the rights for the next week."""
    league = played.league
    roll = Roll.of(league.entries, night.date)
    allocation = None
    if record.volunteers:
        try:
            averages = played.averages[night.date]
            allocation = allocate(record, roll.entries, held, averages, league.rules, recorded_dice(record, audit))
        except LookupError as missing:
            record.table.fault("R-NO-DICE", "volunteer", general=missing.args[0])
        if allocation is not None:
            played.allocations[night.date] = allocation
    roll = Roll(roll.entries, allocation.placed if allocation is not None else None)
    before: Verdict | None = None
    by_order = {one.order: one for one in record.battles}
    for battle in night.battles:
        written = by_order.get(battle.order)
        if played.over is not None:
            if written is not None:
                written.table.fault("E-OVER", battle=played.over.id)
            continue
        if written is None:
            if complete or battle.order < max(by_order, default=0):
                played.gaps.append(battle)
                record.table.fault("W-NO-BATTLE", "battle", battle=battle.title)
            continue
        before = _battle(played, night, battle, written, roll, before)
    return allocation.rights if allocation is not None else frozenset()


def _battle(
    played: Played, night: Night, battle: Battle, written: BattleRecord, roll: Roll, before: Verdict | None
) -> Verdict:
    league = played.league
    now = league.rules.on(battle.night)
    arena = league.fields.get(written.field) if written.field is not None else None
    if written.field is not None and arena is None and league.fields:
        written.table.fault("E-NO-FIELD", "field", number=written.field)
    if written.field_by == "committee" and not battle.three_way:
        written.table.fault("W-FIELD-BY", "field_by")
    judge_battle(battle, written, roll, now, arena)
    swapped(written, roll, now)
    ended = before.ended_at if before is not None else None
    if ended is not None and written.start is not None and written.start < ended:
        written.table.fault("E-BEFORE-FIRST", "start")
    judge = ThreeWay if battle.three_way else TwoSides
    verdict = judge(battle, written, league.rules, league.members(battle.night), arena, before).judge()
    played.verdicts[battle.id] = verdict
    if verdict.open:
        played.open.append(battle)
    played.rows += post(played.tallies, battle, verdict, league.rules)
    if not verdict.open:
        played.stands.append(_stand(played, battle))
        _decide(played, battle)
    return verdict


def _stand(played: Played, after: Battle | None) -> Stand:
    tallies = [played.tallies[nation] for nation in NATIONS]
    points = tuple(tally.points for tally in tallies)
    left = [meeting_of(battle, 0, played.league.rules) for battle in remaining(played)]
    return Stand(
        after,
        points,
        tuple(tally.carry for tally in tallies),
        tuple(tally.penalties for tally in tallies),
        tuple(tuple(tally.against.get(foe, 0) for foe in NATIONS) for tally in tallies),
        tuple(magic(points, left)),
    )


def _decide(played: Played, battle: Battle | None) -> None:
    """S-27: at magic 0 the league ends at once, unless something before is still open."""
    stand = played.stands[-1]
    if 0 in stand.magic and not played.provisional and any(stand.points):
        played.over = battle or _last_before(played.league)
        played.decided_by = "magic"


def _last_before(league: League) -> Battle:
    held = [b for n in league.nights for b in n.battles if league.opening and b.night <= league.opening.after]
    return held[-1] if held else league.last_battle()
