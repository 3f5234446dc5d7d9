"""Everything in a league's folder judged at once: entries, nights, votes behind own changes, the audit's throws."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from budosim.files import inside
from budosim.systems.sangokushi.league_file import VOTES, League
from budosim.systems.sangokushi.play import play
from budosim.systems.sangokushi.registration import judge
from budosim.systems.sangokushi.throws import AUDIT, faults_of_audit, read_audit
from budosim.systems.sangokushi.vote import count


def check_league(league: League, day: date | None = None) -> date:
    """Note everything wrong; the day the entries were judged for: as asked, else the last night recorded."""
    chosen = day or league.rules.as_of or max(league.records, default=league.nights[0].date)
    if league.entries:
        judge(league.entries, league.generals, league.rules, chosen, league.entries[0].row.file)
    play(league)
    ballots = {shown: count(file, shown, league, league.problems) for file, shown in vote_files(league.folder)}
    _amendments(league, {shown for shown, ballot in ballots.items() if ballot and ballot.state == "carried"})
    audit = read_audit(league.folder)
    for line in faults_of_audit(audit):
        league.problems.add("E-AUDIT", AUDIT, line)
    fields_drawn(league)
    return chosen


def vote_files(folder: Path) -> list[tuple[Path, str]]:
    """The votes of a league, with the names they are shown by."""
    place = folder / VOTES
    return [(path, f"{VOTES}/{path.name}") for path in sorted(place.glob("*.toml"))] if place.is_dir() else []


def _amendments(league: League, carried: set[str]) -> None:
    """S-20: a league's own change of the rules needs a vote that carried it."""
    for change in league.rules.changes:
        if not change.own or not change.vote:
            continue
        try:
            shown = inside(league.folder, change.vote).relative_to(league.folder.resolve()).as_posix()
        except ValueError:
            shown = ""
        if shown not in carried:
            problems = league.problems
            problems.add("E-NO-VOTE", league.table.file, change.line, "amendment.vote", vote=change.vote)


def fields_drawn(league: League) -> dict[str, dict[str, object]]:
    """The fields decided so far, by battle, from the audit; a night that says otherwise is a finding."""
    decided: dict[str, dict[str, object]] = {}
    for row in read_audit(league.folder):
        if row.get("kind") == "field":
            decided[f"{row.get('night')}/{row.get('battle')}"] = row
    for record in league.records.values():
        for battle in record.battles:
            drawn = decided.get(f"{record.date}/{battle.order}")
            if drawn is not None and battle.field is not None and battle.field != drawn.get("field"):
                battle.table.fault("W-FIELD-DRAWN", "field", number=battle.field, drawn=drawn.get("field"))
    return decided
