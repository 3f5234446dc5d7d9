"""`mercenaries`: who of the volunteers fights, and for which nation (until 2001-09-14)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang, Seed
from budosim.cli.sangokushi_shared import (
    By,
    Csv,
    Dice,
    DryRun,
    RulingOption,
    refused,
    tell,
    whole_values,
    with_rulings,
    write_table,
)
from budosim.cli.sangokushi_throws import Day, night_of, thrower_of
from budosim.cli.speak import Speaker, speak
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.systems.sangokushi.league_file import League
    from budosim.systems.sangokushi.mercenaries import Allocation


def mercenaries(
    league: Annotated[
        str | None,
        typer.Argument(metavar="LEAGUE", help=both("リーグのフォルダー", "a league's folder"), show_default=False),
    ] = None,
    day: Day = None,
    heads: Annotated[
        list[str],
        typer.Option(
            "--heads",
            metavar="12,8,6",
            help=both(
                "各国の参戦者数（魏,呉,蜀）から配分数だけを計算する", "only the allotment, from headcounts (Wei,Wu,Shu)"
            ),
            show_default=False,
        ),
    ] = [],  # noqa: B006
    free: Annotated[
        int | None,
        typer.Option("--free", min=0, metavar="N", help=both("非専属傭兵の数", "free mercenaries"), show_default=False),
    ] = None,
    ruling: RulingOption = [],  # noqa: B006
    dice: Dice = None,
    by: By = "",
    seed: Seed = None,
    csv: Csv = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Allocate the free mercenaries of a night."""
    from budosim.systems.sangokushi.league_file import read_league

    out = speak(as_json=as_json)
    if heads:
        return _calculator(out, heads, free, ruling)
    if league is None:
        raise EventError(
            "name a league, or headcounts with --heads", "リーグを指定するか、--heads で人数を指定してください"
        )
    read = read_league(league)
    night = night_of(read, day) if day is not None else _volunteers_night(read)
    return _allocate(out, read, night.date, dice, by, seed, csv, dry_run=dry_run)


def _volunteers_night(read: League) -> Any:
    """The last night volunteers are recorded for."""
    found = [record.date for record in read.records.values() if record.volunteers]
    if not found:
        raise EventError("no night records volunteers", "参戦表明の記録がある会戦日がありません")
    return read.night(max(found))


def _calculator(out: Speaker, heads: Sequence[str], free: int | None, ruling: Sequence[str]) -> int:
    """What the league's allocation page did: the allotment from four numbers."""
    from budosim.systems.sangokushi.mercenaries import allot, cap_of
    from budosim.systems.sangokushi.regulation import standard
    from budosim.systems.sangokushi.tables import NATIONS, nation_name

    headcount = whole_values(heads, "--heads")
    if sorted(headcount) != sorted(NATIONS) or free is None:
        raise EventError("give all three headcounts, and --free N", "三国の人数と --free をすべて指定してください")
    rules = with_rulings(standard(), ruling)
    headcount = {nation: headcount[nation] for nation in NATIONS}
    cap = cap_of(headcount, rules)
    entered = min(cap, free)
    given = allot(headcount, entered, dict.fromkeys(NATIONS, Fraction(0)), rules)
    out.say(
        out.t(
            f"傭兵は {cap} 名まで、希望 {free} 名、参戦 {entered} 名",
            f"at most {cap}, {free} volunteer, {entered} fight",
        )
    )
    head = ["", out.t("参戦者", "own"), out.t("配分", "given"), out.t("合計", "total")]
    rows = [[nation_name(n).text(out.lang), headcount[n], given[n], headcount[n] + given[n]] for n in NATIONS]
    out.table(head, rows, right=(1, 2, 3))
    totals = {nation: headcount[nation] + given[nation] for nation in NATIONS}
    out.document({"cap": cap, "entered": entered, "turned_away": free - entered, "allotment": given, "totals": totals})
    return FINE


def _allocate(
    out: Speaker,
    read: League,
    day: date,
    dice: str | None,
    by: str,
    seed: str | None,
    csv: str | None,
    *,
    dry_run: bool,
) -> int:
    from budosim.systems.sangokushi.mercenary_night import allocate_night
    from budosim.systems.sangokushi.throws import append_audit

    thrower = thrower_of(read, day, dice, seed, by, 0, needed=True)
    allocation, rows = allocate_night(read, day, thrower)
    if allocation is None or read.problems.errors:
        return refused(out, read.problems)
    tell(out, [one for one in read.problems if one.where.startswith("volunteer")], beside=True)
    _tell_allocation(out, allocation)
    made = allocation_rows(day, allocation)
    if csv is not None:
        write_table(csv, made)
    if not dry_run:
        append_audit(read.folder, rows)
    out.document(
        {
            "night": day,
            "cap": allocation.cap,
            "entered": list(allocation.entered),
            "out": list(allocation.out),
            "allotment": dict(allocation.allotment),
            "placed": dict(allocation.placed),
            "rights": sorted(allocation.rights),
            "dice": {name: list(values) for name, values in allocation.dice.items()},
            "volunteers": made,
            "throws": rows,
            "findings": read.problems.rows(),
        }
    )
    return FINE


def allocation_rows(day: date, allocation: Allocation) -> list[dict[str, Any]]:
    """Rows of `allocation.csv`: one a valid post, in the order of the numbers."""
    return [
        {
            "night": day,
            "number": number,
            "general": post.general,
            "posted": post.posted,
            "present": post.present,
            "dice": " ".join(map(str, allocation.dice.get(post.name, ()))) or None,
            "fights": post.name in allocation.entered,
            "nation": allocation.placed.get(post.name),
            "right_next_week": post.name in allocation.rights,
        }
        for number, post in enumerate(allocation.numbered, 1)
    ]


def _tell_allocation(out: Speaker, allocation: Allocation) -> None:
    from budosim.systems.sangokushi.tables import nation_name

    present = sum(post.present for post in allocation.numbered)
    out.say(
        out.t(
            f"傭兵は {allocation.cap} 名まで、出席 {present} 名、参戦 {len(allocation.entered)} 名",
            f"at most {allocation.cap}, {present} present, {len(allocation.entered)} fight",
        )
    )
    for number, post in enumerate(allocation.numbered, 1):
        thrown = " ".join(map(str, allocation.dice.get(post.name, ())))
        if not post.present:
            where = out.t("欠席（欠番）", "absent, number empty")
        elif post.name in allocation.placed:
            where = nation_name(allocation.placed[post.name]).text(out.lang)
        else:
            right = out.t("、次週の権利あり", ", right for next week") if post.name in allocation.rights else ""
            where = out.t("参戦できず", "may not fight") + right
        out.say(f"  {number:>2} {post.general}  {where}{f'  [{thrown}]' if thrown else ''}")
    ja = "、".join(f"{nation_name(n).ja} {count} 名" for n, count in allocation.allotment.items())
    en = ", ".join(f"{nation_name(n).en} {count}" for n, count in allocation.allotment.items())
    out.say(out.t(f"配分数：{ja}", f"allotment: {en}"))


COMMANDS = (
    (
        "mercenaries",
        mercenaries,
        both("非専属傭兵を配分する（2001-09-14 まで）", "allocate free mercenaries (until 2001-09-14)"),
    ),
)
