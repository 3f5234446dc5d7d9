"""Registration: every entry against the clauses on generals, nations, mercenaries, committee (S-01 to S-23)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from budosim.systems.sangokushi.generals import Entry, General
from budosim.systems.sangokushi.regulation import Regulation, since
from budosim.systems.sangokushi.tables import MERCENARY, NATIONS, general_name, nation_name, plain, table


def judge(entries: Sequence[Entry], generals: Mapping[str, General], rules: Regulation, day: date, shown: str) -> None:
    """Note everything wrong with the entries; `day` is the day they are judged for."""
    restricted = {general_name(name) for nation in table("nations")["nation"] for name in nation["restricted"]}
    for entry in entries:
        general = generals.get(entry.name)
        if general is None:
            unknown = "E-UNKNOWN" if rules["generals.unknown"] == "refused" else "R-UNKNOWN"
            entry.row.fault(unknown, "general", general=entry.general)
        else:
            _source(entry, general)
            _nation(entry, general)
        if entry.name in restricted:
            _restricted(entry)
        if entry.likes is False:
            entry.row.fault("I-LIKES", "likes_sangokushi", player=entry.player)
        _mercenary(entry, rules, day, turned=_turned(entry, entries))
    _once_each(entries)
    _changes(entries)
    _committee(entries, rules, day, shown)


def _source(entry: Entry, general: General) -> None:
    """S-03: one of the four sources, AD 184 to 280."""
    years = table("nations")["years"]
    if not general.sources:
        entry.row.fault("E-NO-SOURCE", "general", general=entry.general)
    first, last = general.first, general.last
    if (last is not None and last < years["first"]) or (first is not None and first > years["last"]):
        entry.row.fault("E-YEARS", "general", general=entry.general, first=first, last=last)


def _nation(entry: Entry, general: General) -> None:
    """S-07, S-09: the nation fits the general; who could be placed in a nation is exclusive to that one only."""
    candidates = nation_list(general.nations)
    if entry.nation == MERCENARY:
        if entry.mercenary == "exclusive":
            entry.row.fault("E-EXCLUSIVE-WHERE", "nation", general=entry.general)
        elif general.nations and not general.outside:
            entry.row.fault("E-NOT-OUTSIDE", "nation", general=entry.general, nations=candidates)
        return
    if entry.mercenary == "free":
        entry.row.fault("E-FREE-NATION", "nation", general=entry.general)
        return
    if entry.nation in general.nations:
        return
    if entry.mercenary == "exclusive":
        if general.nations:
            entry.row.fault("E-EXCLUSIVE", "nation", general=entry.general, nations=candidates)
    elif general.nations:
        entry.row.fault("E-WRONG-NATION", "nation", general=entry.general, nations=candidates)
    else:
        entry.row.fault("E-OUTSIDER", "nation", general=entry.general)


def nation_list(ids: Sequence[str]) -> str:
    """Nations for a message, in both languages at once."""
    return "・".join(f"{nation_name(one).ja} {nation_name(one).en}" for one in ids) or "—"


def _restricted(entry: Entry) -> None:
    """S-06: six months of UO and a promise of high activity."""
    months = table("nations")["restricted"]["uo_months"]
    if entry.uo_months is None or entry.uo_months < months:
        written = "—" if entry.uo_months is None else entry.uo_months
        entry.row.fault("E-RESTRICTED", "uo_months", general=entry.general, months=written, least=months)
    if not entry.high_activity:
        entry.row.fault("E-RESTRICTED-ACTIVE", "high_activity", general=entry.general)


def _turned(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether this is a free mercenary of before, turned exclusive (S-08)."""
    return any(
        other.free and other.name == entry.name and plain(other.player) == plain(entry.player) and other is not entry
        for other in entries
    )


def _mercenary(entry: Entry, rules: Regulation, day: date, *, turned: bool) -> None:
    """S-08 and the change of 2001-09-14: free mercenaries are gone, new exclusive ones are doubtful."""
    if entry.free and not rules.on(day).free_mercenaries and entry.on(day):
        entry.row.fault("E-FREE-ABOLISHED", "mercenary", general=entry.general, since=since("free_mercenaries", False))
    gone = since("free_mercenaries", False)
    if entry.mercenary == "exclusive" and not turned and entry.since is not None and entry.since >= gone:
        reading = rules["exclusive.after_abolition"]
        if reading != "allowed":
            code = "E-EXCLUSIVE-NEW" if reading == "refused" else "R-EXCLUSIVE-NEW"
            entry.row.fault(code, "from", general=entry.general, since=gone)


def _once_each(entries: Sequence[Entry]) -> None:
    """S-04, S-05: a general is one player's, with one character."""
    for at, entry in enumerate(entries):
        for other in entries[:at]:
            if not entry.overlaps(other):
                continue
            if entry.name == other.name:
                # The same player's second row of one general is a second character (S-05).
                code = "E-CHARACTERS" if plain(entry.player) == plain(other.player) else "E-DUP"
                entry.row.fault(code, "general", general=entry.general, line=other.row.line, player=other.player)
            elif plain(entry.player) == plain(other.player):
                entry.row.fault("W-TWO-GENERALS", "player", player=entry.player, line=other.row.line)
            if entry.character and plain(entry.character) == plain(other.character):
                entry.row.fault("E-CHARACTER", "character", character=entry.character, line=other.row.line)


def _changes(entries: Sequence[Entry]) -> None:
    """S-10, S-11: a nation is changed only by changing the general."""
    last: dict[tuple[str, str], Entry] = {}
    for entry in sorted(entries, key=lambda one: one.since or date.min):
        key = plain(entry.player), entry.name
        before = last.get(key)
        # A free mercenary who turns exclusive keeps his name (S-08).
        turned = before is not None and before.free and entry.mercenary == "exclusive"
        if before is not None and before.nation != entry.nation and not turned:
            was = nation_name(before.nation)
            entry.row.fault("E-CROSSED", "nation", general=entry.general, line=before.row.line, was=was)
        last[key] = entry


def _committee(entries: Sequence[Entry], rules: Regulation, day: date, shown: str) -> None:
    """S-21 to S-23: at least one member for each nation and the mercenaries, who meet the conditions."""
    members = [entry for entry in entries if entry.committee and entry.on(day)]
    least = table("nations")["committee"]["uo_months"]
    for entry in members:
        if entry.uo_months is None or entry.uo_months < least or not entry.high_activity:
            entry.row.fault("E-MEMBER", "committee", player=entry.player, least=least)
        if not entry.duty:
            entry.row.fault("W-DUTY", "duty", player=entry.player)
    if not rules.on(day).committee_votes:
        return
    for group in _groups(entries, day):
        if not any(_group_of(entry) == group for entry in members):
            problems = entries[0].row.problems
            problems.add("E-NO-MEMBER", shown, None, "committee", nation=nation_name(group))


def _group_of(entry: Entry) -> str:
    return MERCENARY if entry.mercenary else entry.nation


def _groups(entries: Sequence[Entry], day: date) -> Iterator[str]:
    for nation in NATIONS:
        if any(entry.nation == nation for entry in entries):
            yield nation
    if any(entry.mercenary and entry.on(day) for entry in entries):
        yield MERCENARY


def free_names(entries: Sequence[Entry], generals: Mapping[str, General], day: date) -> list[General]:
    """The generals nobody has taken (S-04), from the organiser's list."""
    taken = {entry.name for entry in entries if entry.on(day)}
    return [general for name, general in generals.items() if name not in taken]
