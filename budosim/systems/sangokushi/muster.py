"""Who takes part in a battle and in which role (S-44, S-45, S-49, S-59, S-62, S-64)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.fields import Field
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.generals import Entry
from budosim.systems.sangokushi.night_file import BattleRecord, Logged, Side
from budosim.systems.sangokushi.places import Place, read_place, within
from budosim.systems.sangokushi.regulation import Parameters, since
from budosim.systems.sangokushi.tables import general_name, nation_name, nations


@dataclass(frozen=True)
class Roll:
    """Whom the roster knows on a night.

    Fields:
        entries: by general as compared.
        allotted: where free mercenaries were allocated that night; None when nobody was allocated.
    """

    entries: Mapping[str, Entry]
    allotted: Mapping[str, str] | None

    @classmethod
    def of(cls, entries: Sequence[Entry], day: date, allotted: Mapping[str, str] | None = None) -> Roll:
        """The roll of a day."""
        return cls({entry.name: entry for entry in entries if entry.on(day)}, allotted)


def limit(side: Side, roll: Roll) -> int | None:
    """S-64: the number reported, and the free mercenaries allocated to it since."""
    if side.reported is None:
        return None
    given = (roll.allotted or {}).values()
    return side.reported + sum(nation == side.nation for nation in given)


def commander_tier(nation: str, name: str) -> int:
    """How far down the order of commanders a general stands; 0 is first, the last tier is everybody else."""
    tiers = nations()[nation].row["commanders"]
    for at, tier in enumerate(tiers):
        if name in {general_name(one) for one in tier}:
            return at
    return len(tiers)


def judge_battle(battle: Battle, record: BattleRecord, roll: Roll, now: Parameters, field: Field | None) -> None:
    """Note everything wrong with the musters of both or all three sides."""
    seen: dict[str, str] = {}
    for nation in battle.sides:
        side = record.sides.get(nation)
        if side is None:
            record.table.fault("W-NO-MUSTER", nation=nation_name(nation))
            continue
        _fighters(battle, side, roll, now, seen)
        _roles(battle, side, roll, now)
        _pigs(battle, record, side, now, field)


def _fighters(battle: Battle, side: Side, roll: Roll, now: Parameters, seen: dict[str, str]) -> None:
    reported = limit(side, roll)
    if reported is None:
        side.table.fault("W-HEADCOUNT", nation=nation_name(side.nation))
    elif len(side.fighters) > reported:
        listed = len(side.fighters)
        side.table.fault("E-HEAD", "fighters", nation=nation_name(side.nation), listed=listed, reported=reported)
    for at, (written, name) in enumerate(zip(side.fighters, side.names, strict=True)):
        if name in seen:
            side.table.fault("E-FIGHTER-TWICE", "fighters", at, general=written, nation=nation_name(seen[name]))
        seen[name] = side.nation
        _registered(side, written, roll, now, "fighters", at)


def _registered(side: Side, written: str, roll: Roll, now: Parameters, *keys: str | int) -> None:
    """S-59: only characters of a nation's or the mercenaries' guild, for their own side."""
    entry = roll.entries.get(general_name(written))
    if entry is None:
        side.table.fault("E-UNREGISTERED", *keys, general=written)
    elif entry.free:
        given = roll.allotted.get(entry.name) if roll.allotted is not None else None
        if not now.free_mercenaries:
            side.table.fault("E-FREE-ABOLISHED", *keys, general=written, since=since("free_mercenaries", False))
        elif roll.allotted is None:
            side.table.fault("W-NOT-ALLOCATED", *keys, general=written)
        elif given != side.nation:
            to = nation_name(given) if given else "—"
            side.table.fault("E-ALLOCATED-ELSEWHERE", *keys, general=written, nation=to)
    elif entry.nation != side.nation:
        side.table.fault("E-OTHER-NATION", *keys, general=written, nation=nation_name(entry.nation))


def _roles(battle: Battle, side: Side, roll: Roll, now: Parameters) -> None:
    nation = nation_name(side.nation)
    # S-44: one commander, of the highest tier among those present.
    if not side.commander:
        side.table.fault("E-NO-COMMANDER", nation=nation)
    else:
        name = general_name(side.commander)
        best = min(side.names, key=lambda one: commander_tier(side.nation, one), default=name)
        if name not in side.names:
            side.table.fault("E-NOT-FIGHTING", "commander", role=Both("総大将", "commander"), general=side.commander)
        if commander_tier(side.nation, best) < commander_tier(side.nation, name):
            side.table.fault("E-COMMANDER", "commander", general=side.commander, better=best)
    # S-45: one host out of the fighters.
    if not side.host:
        side.table.fault("W-NO-HOST", nation=nation)
    elif general_name(side.host) not in side.names:
        side.table.fault("E-NOT-FIGHTING", "host", role=Both("進行役", "host"), general=side.host)
    # S-62: one scholar with bombs, one general with bolas, named before the battle.
    for key, named, role in (
        ("bomb", side.bomb, Both("爆弾文官", "bomb scholar")),
        ("bola", side.bola, Both("ボーラ武将", "bola general")),
    ):
        if key == "bola" and named and not now.bola_limited:
            side.table.fault("W-BEFORE-RULE", key, rule="リ4-2-21", since=since("bola_limited", True))
        if len(named) > 1 and (key == "bomb" or now.bola_limited):
            side.table.fault("E-ONE-ONLY", key, role=role, names="、".join(named))
        for one in named:
            entry = roll.entries.get(general_name(one))
            if general_name(one) not in side.names:
                side.table.fault("E-NOT-FIGHTING", key, role=role, general=one)
            if key == "bomb" and entry is not None and entry.kind != "scholar":
                side.table.fault("E-BOMB-KIND", key, general=one)


def _pigs(battle: Battle, record: BattleRecord, side: Side, now: Parameters, field: Field | None) -> None:
    """S-49: fifteen, within the area round the start position as it was on that day."""
    if battle.three_way:
        if side.pigs or side.pigs_at:
            side.table.fault("E-THREE-WAY-PIGS", "pigs")
        return
    if side.pigs is not None and side.pigs != now.pigs:
        side.table.fault("E-PIGS", "pigs", pigs=side.pigs, needed=now.pigs)
    start = _start_of(side, field)
    for at, written in enumerate(side.pigs_at):
        place = read_place(written)
        if place is None:
            side.table.fault("E-PLACE", "pigs_at", at, value=written)
        elif start is None:
            side.table.fault("W-NO-START", "pigs_at", at)
            break
        elif not within(place, start, now.area_degrees):
            side.table.fault("E-AREA", "pigs_at", at, place=written, degrees=now.area_degrees)


def _start_of(side: Side, field: Field | None) -> Place | None:
    if field is not None and side.start in field.places:
        return field.places[side.start]
    return read_place(side.start) if side.start else None


def swapped(record: BattleRecord, roll: Roll, now: Parameters) -> None:
    """S-64: nobody joins after the report, swaps are free while the number is not exceeded."""
    present = {nation: list(side.names) for nation, side in record.sides.items()}
    for entry in record.log:
        if entry.kind == "swap":
            _swap(record, entry, present, roll, now)


def _swap(record: BattleRecord, entry: Logged, present: dict[str, list[str]], roll: Roll, now: Parameters) -> None:
    side = record.sides.get(entry.side)
    if side is None:
        entry.table.fault("E-MISSING", "side", key="side")
        return
    here = present[entry.side]
    left, joined = entry.table.texts("out"), entry.table.texts("in")
    for name in left:
        if general_name(name) in here:
            here.remove(general_name(name))
        else:
            entry.table.fault("E-NOT-FIGHTING", "out", role=Both("退場", "leaving"), general=name)
    for name in joined:
        entered = Side(side.nation, None, (), "", "", (), (), None, (), "", entry.table)
        _registered(entered, name, roll, now, "in")
        if general_name(name) in here:
            entry.table.fault("E-FIGHTER-TWICE", "in", general=name, nation=nation_name(side.nation))
        here.append(general_name(name))
    most = limit(side, roll)
    if joined and (not left or (len(joined) > len(left) and (most is None or len(here) > most))):
        entry.table.fault("E-ADDED", "in", reported="—" if most is None else most)
