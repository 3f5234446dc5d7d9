"""`check`, `schedule`, `vote`, `allowed`, `rules`: the office before and beside the battles."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang
from budosim.cli.sangokushi_shared import (
    AsOf,
    Csv,
    LeagueArgument,
    RulingOption,
    day_of,
    optional_day,
    status_of,
    tell,
    with_rulings,
    write_table,
)
from budosim.cli.speak import speak
from budosim.errors import EventError

OptionalLeague = Annotated[
    str | None,
    typer.Option(
        "--league",
        metavar="DIR",
        help=both("このリーグの裁定で", "under the rulings of this league"),
        show_default=False,
    ),
]


def check(league: LeagueArgument, as_of: AsOf = None, as_json: AsJson = False, lang: Lang = None) -> int:
    """Judge everything in a league's folder."""
    from budosim.systems.sangokushi.league_checks import check_league
    from budosim.systems.sangokushi.league_file import read_league
    from budosim.systems.sangokushi.registration import free_names

    out = speak(as_json=as_json)
    read = read_league(league, as_of=optional_day(as_of))
    day = check_league(read, optional_day(as_of))
    problems = read.problems
    tell(out, problems)
    entries = [entry for entry in read.entries if entry.on(day)]
    free = free_names(read.entries, read.generals, day)
    out.say(
        out.t(
            f"{read.name}：{day} の登録 {len(entries)} 名、空き武将 {len(free)} 名、誤り {len(problems.errors)} 件、"
            f"要裁定 {len(problems.open)} 件",
            f"{read.name}: {len(entries)} entries on {day}, {len(free)} generals free, {len(problems.errors)} errors, "
            f"{len(problems.open)} to be ruled",
        )
    )
    out.document(
        {
            "league": read.name,
            "day": day,
            "legal": not problems.errors,
            "entries": len(entries),
            "free_generals": [general.name for general in free],
            "committee": sorted({entry.player for entry in entries if entry.committee}),
            "findings": problems.rows(),
        }
    )
    return status_of(problems)


def schedule(
    month: Annotated[str, typer.Argument(metavar="YYYY-MM", help=both("最初の月", "the first month"))],
    months: Annotated[int, typer.Option("--months", min=1, max=12, help=both("月数", "how many months"))] = 1,
    league: OptionalLeague = None,
    ics: Annotated[
        str | None,
        typer.Option(
            "--ics", metavar="FILE", help=both("iCalendarに書き出す", "write an iCalendar file"), show_default=False
        ),
    ] = None,
    csv: Csv = None,
    ruling: RulingOption = [],  # noqa: B006
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """The calendar of some months."""
    from budosim.files import write_text
    from budosim.systems.sangokushi.dates import Month, calendar
    from budosim.systems.sangokushi.ics import ics_text
    from budosim.systems.sangokushi.league_file import read_league
    from budosim.systems.sangokushi.regulation import standard

    out = speak(as_json=as_json)
    first = Month.read(month)
    if first is None:
        raise EventError(
            f"{month!r} is no month: write 2001-10", f"「{month}」は月ではありません。2001-10 のように書きます"
        )
    read = read_league(league) if league is not None else None
    rules = with_rulings(read.rules if read is not None else standard(), ruling)
    if read is None:
        nights = calendar(first, months, rules)
    else:
        whole = calendar(read.start, read.months, rules, doubles=read.doubles, order=read.order)
        wanted = {first.later(ahead) for ahead in range(months)}
        nights = tuple(night for night in whole if night.month in wanted)
        if not nights:
            raise EventError(f"{month} lies outside the league", f"{month} はリーグの期間にありません")
    rows = [_night_row(night, rules) for night in nights]
    for night in nights:
        _tell_night(out, night, rules)
    if csv is not None:
        write_table(csv, schedule_rows(nights, rules))
    if ics is not None:
        write_text(Path(ics), ics_text(read.name if read else "UO三國志", nights, rules, out.lang))
    out.document({"nights": rows, "most": _most(nights)})
    return FINE


def _most(nights: Any) -> dict[str, int]:
    from budosim.systems.sangokushi.dates import month_most
    from budosim.systems.sangokushi.tables import NATIONS

    return {nation: month_most(nights, nation) for nation in NATIONS}


def _night_row(night: Any, rules: Any) -> dict[str, Any]:
    return {
        "date": night.date,
        "week": night.week,
        "kind": night.kind,
        "double": night.double,
        "draw": night.draw,
        "battles": [{"id": b.id, "order": b.order, "sides": list(b.sides)} for b in night.battles],
        "marks": [{"time": time, "what_ja": what.ja, "what_en": what.en} for time, what in night.marks(rules)],
    }


def schedule_rows(nights: Any, rules: Any) -> list[dict[str, Any]]:
    """The calendar as rows of `schedule.csv`: one a battle, one a day of rest."""
    rows = []
    for night in nights:
        for battle in night.battles or (None,):
            rows.append(
                {
                    "date": night.date,
                    "week": night.week,
                    "kind": night.kind,
                    "draw": night.draw,
                    "battle": battle.id if battle else None,
                    "order": battle.order if battle else None,
                    "sides": "-".join(battle.sides) if battle else None,
                    "time": (
                        rules.on(night.date).first_battle if battle.order == 1 else rules.on(night.date).second_battle
                    )
                    if battle
                    else None,
                }
            )
    return rows


def _tell_night(out: Any, night: Any, rules: Any) -> None:
    from budosim.systems.sangokushi.dates import KINDS
    from budosim.systems.sangokushi.tables import nation_name

    head = f"{night.date}（{'土'}）" if out.lang == "ja" else f"{night.date} (Sat)"
    double = ""
    if night.double is not None:
        name = nation_name(night.double)
        double = out.t(f"、{name.ja}が２戦", f", {name.en} twice")
    draw = ""
    if night.draw is not None:
        draw = out.t(f"、戦地決定 {night.draw}（水）", f", battlefields on Wed {night.draw}")
    out.say(
        f"{head} {out.t('第', 'week ')}{night.week}{out.t('週', '')} {KINDS[night.kind].text(out.lang)}{double}{draw}"
    )
    for time, what in night.marks(rules):
        out.say(f"  {time}  {what.text(out.lang)}")


def vote(
    path: Annotated[
        str, typer.Argument(metavar="FILE|LEAGUE", help=both("投票の記録、またはリーグ", "a vote's file, or a league"))
    ],
    league: OptionalLeague = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="TIME",
            help=both("この時点で（2001-10-03T20:00）", "as it stands at this time (2001-10-03T20:00)"),
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Count the votes of the committee."""
    from budosim.systems.sangokushi.league_checks import vote_files
    from budosim.systems.sangokushi.league_file import LEAGUE_FILE, find_league, league_of_night, read_league
    from budosim.systems.sangokushi.vote import count

    out = speak(as_json=as_json)
    where = Path(path)
    try:
        now = None if at is None else datetime.fromisoformat(at)
    except ValueError:
        raise EventError(f"--at {at!r} is no time", f"--at「{at}」は日時ではありません") from None
    whole = path.startswith("@") or where.is_dir() or where.name == LEAGUE_FILE
    if not whole and not where.is_file():
        raise EventError(f"{path} does not exist", f"{path} がありません")
    folder = find_league(path) if whole else find_league(league) if league else league_of_night(where)
    read = read_league(folder)
    files = vote_files(folder) if whole else [(where, where.name)]
    ballots = [count(file, shown, read, read.problems, now) for file, shown in files]
    mine = {shown for _, shown in files}
    read.problems.found = [one for one in read.problems.found if one.file in mine or one.severity == "error"]
    states = {"open": ("投票中", "open"), "carried": ("可決", "carried"), "rejected": ("否決", "rejected")}
    for ballot in ballots:
        if ballot is None:
            continue
        result = out.t(*states[ballot.state])
        score = f"{ballot.votes_for}:{ballot.votes_against}"
        out.say(
            f"{ballot.title}  {result} {score}（{ballot.deadline} まで）"
            if out.lang == "ja"
            else f"{ballot.title}: {result} {score} (until {ballot.deadline})"
        )
        for reply in ballot.replies:
            if not reply.counts:
                out.say(f"  {out.t('無効', 'void')}: {reply.member} {reply.at} {reply.why.text(out.lang)}")
        if ballot.publisher is not None:
            out.say(out.t(f"  公示するのは {ballot.publisher}", f"  to be published by {ballot.publisher}"))
    tell(out, read.problems)
    out.document({"votes": [one.row() for one in ballots if one is not None], "findings": read.problems.rows()})
    return status_of(read.problems)


def allowed(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORD", help=both("魔法や持ち物の名前", "spells or things"), show_default=False),
    ] = None,
    as_of: AsOf = None,
    league: OptionalLeague = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Look up what may be used."""
    from budosim.systems.sangokushi.league_file import read_league
    from budosim.systems.sangokushi.lookup import WORDS, everything, look_up
    from budosim.systems.sangokushi.regulation import standard

    out = speak(as_json=as_json)
    rules = read_league(league).rules if league is not None else standard()
    day = day_of(as_of) if as_of is not None else rules.as_of or datetime.now().date()
    found = [look_up(word, rules, day) for word in words] if words else everything(rules, day)
    head = [
        out.t("名前", "name"),
        out.t("円", "circle"),
        out.t("武官", "warrior"),
        out.t("文官", "scholar"),
        "",
        out.t("規則", "rules"),
    ]
    out.table(
        head,
        [
            [
                one.name.text(out.lang),
                one.circle,
                WORDS[one.warrior].text(out.lang),
                WORDS[one.scholar].text(out.lang),
                one.note.text(out.lang) or (out.t("会戦時", "in battle") if one.when == "battle" else ""),
                " ".join(one.rules),
            ]
            for one in found
        ],
    )
    out.document({"day": day, "items": [one.row() for one in found]})
    return FINE


def rules(
    word: Annotated[
        str | None,
        typer.Argument(metavar="ID", help=both("S-38 や裁定の名前", "S-38, or a ruling's key"), show_default=False),
    ] = None,
    as_of: AsOf = None,
    league: OptionalLeague = None,
    checklist: Annotated[
        bool, typer.Option("--checklist", help=both("進行役の点検表だけ", "only the checklist for hosts"))
    ] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """The rules, the dated parameters and the rulings in force."""
    from budosim.systems.sangokushi.coverage import CHECKLIST, clause_rows, parameter_rows, ruling_rows
    from budosim.systems.sangokushi.league_file import read_league
    from budosim.systems.sangokushi.regulation import standard

    out = speak(as_json=as_json)
    regulation = read_league(league).rules if league is not None else standard()
    day = day_of(as_of) if as_of is not None else regulation.as_of or datetime.now().date()
    clauses = clause_rows(word, host_only=checklist)
    readings = [] if checklist else ruling_rows(regulation, word)
    if word is not None and not clauses and not readings:
        raise EventError(f"{word!r}: neither a clause nor a ruling", f"「{word}」という条文も裁定もありません")
    parameters = [] if word is not None or checklist else parameter_rows(regulation, day)
    if checklist:
        for row in clauses:
            out.say(f"□ {row['clauses']}  {row['title_ja'] if out.lang == 'ja' else row['title_en']}")
        for both_ in CHECKLIST:
            out.say(f"□ {both_.text(out.lang)}")
    else:
        if parameters:
            out.say(out.t(f"■ {day} の値", f"■ Values on {day}"))
            out.table(["", "", ""], [[row["key"], str(row["value"]), row["since"]] for row in parameters])
        if readings:
            out.say(out.t("■ 裁定", "■ Rulings"))
            out.table(
                ["", out.t("採用", "in force"), out.t("選べる読み", "readings"), out.t("理由", "reason")],
                [[r["key"], r["reading"], " | ".join(r["readings"]), r[f"reason_{out.lang}"]] for r in readings],
            )
        if clauses:
            out.say(out.t("■ 条文", "■ Clauses"))
            out.table(
                ["", out.t("条", "clause"), out.t("内容", "what"), out.t("扱い", "how"), ""],
                [[r["id"], r["clauses"], r[f"title_{out.lang}"], r["status"], r[f"does_{out.lang}"]] for r in clauses],
            )
    out.document({"day": day, "clauses": clauses, "rulings": readings, "parameters": parameters})
    return FINE


COMMANDS = (
    ("check", check, both("登録とリーグの全ファイルを調べる", "judge the entries and every file of a league")),
    ("schedule", schedule, both("日程を作る", "make the calendar")),
    ("vote", vote, both("ルール改変などの投票を数える", "count the votes of the committee")),
    ("allowed", allowed, both("魔法や持ち物が使えるか調べる", "look up what may be used")),
    ("rules", rules, both("条文・裁定・その日の値・点検表を見る", "clauses, rulings, values of a day, checklist")),
)
