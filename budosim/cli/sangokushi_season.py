"""`night`, `ledger`, `standings`, `forecast`: the season as it is fought, counted and foreseen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Jobs, Lang, Out, Seed
from budosim.cli.sangokushi_shared import (
    AsOf,
    By,
    Csv,
    Dice,
    DryRun,
    LeagueArgument,
    dice_of,
    optional_day,
    refused,
    status_of,
    tell,
    write_table,
)
from budosim.cli.speak import Speaker, speak
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.systems.sangokushi.course import Verdict
    from budosim.systems.sangokushi.ledger import LedgerRow
    from budosim.systems.sangokushi.play import Played
    from budosim.systems.sangokushi.standings import Standing, Table

Until = Annotated[
    str | None,
    typer.Option("--until", metavar="DATE", help=both("この日の会戦まで", "up to this night"), show_default=False),
]


def night(
    log: Annotated[str, typer.Argument(metavar="LOG", help=both("その夜の記録 nights/DATE.toml", "a night's record"))],
    league: Annotated[
        str | None,
        typer.Option(
            "--league",
            metavar="DIR",
            help=both("リーグのフォルダー（省略時は記録の近く）", "the league's folder (default: near the record)"),
            show_default=False,
        ),
    ] = None,
    as_of: AsOf = None,
    csv: Csv = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Judge the record of one night."""
    from budosim.systems.sangokushi.league_file import find_league, fits, league_of_night, read_league
    from budosim.systems.sangokushi.night_file import read_night
    from budosim.systems.sangokushi.play import play

    out = speak(as_json=as_json)
    path = Path(log)
    if not path.is_file():
        raise EventError(f"{log} does not exist", f"{log} がありません")
    folder = find_league(league) if league is not None else league_of_night(path)
    read = read_league(folder, as_of=optional_day(as_of), skip=path)
    record = read_night(path, path.name, read.problems)
    played = None
    if record is not None and fits(record, read.nights):
        if record.date in read.records:
            other = read.records[record.date].file
            record.table.fault("E-NIGHT-TWICE", "night", day=record.date, file=other)
        played = play(read, until=record.date, extra=record)
    mine = [one for one in read.problems if one.file == path.name or one.severity == "error"]
    read.problems.found = mine
    verdicts = [v for v in played.verdicts.values() if v.battle.night == record.date] if played and record else []
    rows = [row for row in played.rows if record and row.battle.night == record.date] if played else []
    for verdict in verdicts:
        _tell_verdict(out, verdict, [row for row in rows if row.battle == verdict.battle])
    tell(out, mine)
    if csv is not None and not read.problems.errors:
        write_table(csv, [row.row() for row in rows])
    out.document(
        {
            "night": record.date if record else None,
            "battles": [verdict_row(v, [row for row in rows if row.battle == v.battle]) for v in verdicts],
            "open": any(verdict.open for verdict in verdicts),
            "over": played.over.id if played and played.over else None,
            "findings": [one.row() for one in mine],
        }
    )
    return status_of(read.problems)


def verdict_row(verdict: Verdict, rows: list[LedgerRow]) -> dict[str, Any]:
    """A battle as `night --json` prints it."""
    from budosim.systems.sangokushi.regulation import clock

    return {
        "id": verdict.battle.id,
        "sides": list(verdict.battle.sides),
        "open": verdict.open,
        "ended_at": None if verdict.ended_at is None else clock(verdict.ended_at),
        "deadline": None if verdict.deadline is None else clock(verdict.deadline),
        "warnings": {nation: verdict.new_warnings(nation) for nation in verdict.battle.sides},
        "entries": [entry.row() for entry in verdict.entries],
        "rows": [row.row() for row in rows],
    }


def _tell_verdict(out: Speaker, verdict: Verdict, rows: list[LedgerRow]) -> None:
    from budosim.systems.sangokushi.ledger import end_name
    from budosim.systems.sangokushi.regulation import clock
    from budosim.systems.sangokushi.tables import nation_name

    state = out.t("未決", "open") if verdict.open else out.t("終戦", "ended")
    when = "" if verdict.ended_at is None else f" {clock(verdict.ended_at)}"
    out.say(f"■ {verdict.battle.id}  {verdict.battle.title.text(out.lang)}  {state}{when}")
    if verdict.deadline is not None:
        out.say(out.t(f"  集合の期限 {clock(verdict.deadline)}", f"  assembly by {clock(verdict.deadline)}"))
    marks = {"ok": "　", "error": "誤", "needs_ruling": "裁", "ignored": "－"}
    for noted in verdict.entries:
        mark = marks[noted.outcome] if out.lang == "ja" else f"{noted.outcome:13}"
        out.say(f"  {clock(noted.entry.at)} {mark} {noted.text.text(out.lang)}")
    head = ["", out.t("結果", "result"), *_ledger_head(out)]
    table = [
        [nation_name(row.nation).text(out.lang), end_name(row.end)[out.lang] if row.end else None, *_ledger_cells(row)]
        for row in rows
    ]
    out.table(head, table, right=tuple(range(2, 10)))


def _ledger_head(out: Speaker) -> list[str]:
    return [
        out.t("戦果", "base"), out.t("持越", "carried"), out.t("警告", "new"), out.t("消化", "pairs"),
        out.t("減", "lost"), out.t("得", "net"), out.t("残", "carry"), out.t("累計", "total"),
    ]  # fmt: skip


def _ledger_cells(row: LedgerRow) -> list[Any]:
    return [row.base, row.carried, row.new, row.used, row.deduction, row.net, row.carry, row.total]


def played_of(league: str, as_of: str | None, until: str | None) -> Played:
    """A league played as far as asked."""
    from budosim.systems.sangokushi.league_file import read_league
    from budosim.systems.sangokushi.play import play

    return play(read_league(league, as_of=optional_day(as_of)), until=optional_day(until))


def ledger(
    league: LeagueArgument,
    until: Until = None,
    as_of: AsOf = None,
    csv: Csv = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """The ledger of a league."""
    from budosim.systems.sangokushi.ledger import end_name
    from budosim.systems.sangokushi.tables import nation_name

    out = speak(as_json=as_json)
    played = played_of(league, as_of, until)
    problems = played.league.problems
    if problems.errors:
        return refused(out, problems, {"rows": []})
    head = [out.t("会戦", "battle"), "", out.t("結果", "result"), *_ledger_head(out)]
    table = [
        [
            row.battle.id,
            nation_name(row.nation).text(out.lang),
            end_name(row.end)[out.lang] if row.end else out.t("未決", "open"),
            *_ledger_cells(row),
        ]
        for row in played.rows
    ]
    out.table(head, table, right=tuple(range(3, 11)))
    tell(out, problems, beside=True)
    rows = [row.row() for row in played.rows]
    if csv is not None:
        write_table(csv, rows)
    out.document({"rows": rows, "provisional": played.provisional, "findings": problems.rows()})
    return FINE


def standings(
    league: LeagueArgument,
    until: Until = None,
    throw: Annotated[
        bool,
        typer.Option(
            "--throw", help=both("同点優勝をダイスで決める（裁定 tie.final = dice）", "let dice decide a tie")
        ),
    ] = False,
    dice: Dice = None,
    by: By = "",
    seed: Seed = None,
    dry_run: DryRun = False,
    as_of: AsOf = None,
    csv: Csv = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """The table with the magic number."""
    from budosim.systems.sangokushi.standings import leader_line, recorded_title
    from budosim.systems.sangokushi.standings import standings as table_of
    from budosim.systems.sangokushi.throws import read_audit

    out = speak(as_json=as_json)
    played = played_of(league, as_of, until)
    problems = played.league.problems
    if problems.errors:
        return refused(out, problems, {"standings": []})
    table = table_of(played, recorded_title(played, read_audit(played.league.folder)))
    throws: list[dict[str, Any]] = []
    if throw or dice is not None:
        table, throws = _thrown(played, table, dice, seed, by, dry_run=dry_run)
    head = [
        out.t("位", ""), out.t("国", "nation"), out.t("戦果", "points"), out.t("会戦", "battles"),
        out.t("勝分敗", "W-D-L"), out.t("平均", "average"), out.t("持越警告", "carried"), out.t("最大", "most"),
        out.t("マジック", "magic"), out.t("反則なし", "clean"),
    ]  # fmt: skip
    out.table(head, [_standing_cells(out, line) for line in table.lines], right=(0, 2, 3, 5, 6, 7, 8, 9))
    out.say(leader_line(table).text(out.lang))
    if table.provisional:
        out.say(out.t("暫定（裁定待ちか記録の抜けがあります）", "provisional: something is open or missing"))
    if played.over is not None:
        cancelled = _cancelled(played)
        early = played.decided_by == "magic" and cancelled
        if early:
            out.say(
                out.t(
                    f"{played.over.id} で終了、以後の {cancelled} 戦は中止",
                    f"over with {played.over.id}: {cancelled} battles are cancelled",
                )
            )
    tell(out, problems, beside=True)
    rows = [line.row() for line in table.lines]
    if csv is not None:
        write_table(csv, rows)
    out.document(
        {
            "standings": rows,
            "over": table.over,
            "over_with": played.over.id if played.over else None,
            "decided_by": played.decided_by or None,
            "cancelled": _cancelled(played) if played.over else 0,
            "champions": list(table.champions),
            "undecided": list(table.undecided),
            "provisional": table.provisional,
            "throws": throws,
            "findings": problems.rows(),
        }
    )
    return FINE


def _cancelled(played: Played) -> int:
    """Battles of the calendar that are no longer held."""
    if played.over is None:
        return 0
    return sum(b.number > played.over.number for n in played.league.nights for b in n.battles)


def _standing_cells(out: Speaker, line: Standing) -> list[Any]:
    from budosim.systems.sangokushi.tables import nation_name

    tally = line.tally
    return [
        line.place, nation_name(line.nation).text(out.lang), tally.points, tally.battles,
        f"{tally.wins}-{tally.draws}-{tally.losses}", f"{float(line.average):.3f}", tally.carry, line.most,
        line.magic, line.clean,
    ]  # fmt: skip


def _thrown(
    played: Played, table: Table, dice: str | None, seed: str | None, by: str, *, dry_run: bool
) -> tuple[Table, list[dict[str, Any]]]:
    """The table after nations level at the end have thrown for the title."""
    from budosim.events.seeds import choose_seed
    from budosim.systems.sangokushi.standings import standings as table_of
    from budosim.systems.sangokushi.standings import throw_for_title
    from budosim.systems.sangokushi.throws import Thrower, append_audit

    read = played.league
    if not table.undecided:
        raise EventError(
            "nothing is left for dice to decide: the league goes on, the title stands, or tie.final is not dice",
            "ダイスで決めることがありません（継続中、優勝が決定済み、または裁定 tie.final が dice ではない）",
        )
    number = None
    if dice is None:
        number = choose_seed(seed or read.seed or None, commitment=read.seed_commitment, beacon=read.beacon).number
        speak().note(f"シード {number}", f"seed {number}")
    assert played.over is not None
    thrower = Thrower(number, played.over.night, dice_of(dice), by)
    order = throw_for_title(played, table.undecided, thrower)
    thrower.all_used()
    if not dry_run:
        append_audit(read.folder, thrower.rows)
    return table_of(played, order), thrower.rows


def forecast(
    league: LeagueArgument,
    n: Annotated[
        int | None,
        typer.Option(
            "-n",
            min=1,
            metavar="N",
            help=both("回数（省略時は100000）", "seasons (default: 100000)"),
            show_default=False,
        ),
    ] = None,
    exact: Annotated[
        bool,
        typer.Option(
            "--exact",
            help=both("厳密な確率も計算して比べる（残り8戦まで）", "exact chances too (at most 8 battles left)"),
        ),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(
            "--model", metavar="table|rating", help=both("モデルを選ぶ", "choose the model"), show_default=False
        ),
    ] = None,
    until: Until = None,
    seed: Seed = None,
    out_dir: Out = None,
    jobs: Jobs = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Foresee the rest of a season."""
    from budosim.cli.sangokushi_forecast import foresee

    out = speak(as_json=as_json)
    played = played_of(league, as_of, until)
    if played.league.problems.errors:
        return refused(out, played.league.problems, {"nations": []})
    return foresee(out, played, n, exact=exact, model=model, seed=seed, out_dir=out_dir, jobs=jobs)


COMMANDS = (
    ("night", night, both("一夜の記録から勝敗と戦果を判定する", "judge the record of a night")),
    ("ledger", ledger, both("全会戦の戦果と警告の台帳", "the ledger of points and warnings")),
    ("standings", standings, both("順位表、平均、マジック", "the table: points, averages, magic number")),
    ("forecast", forecast, both("残りの会戦を予測する", "foresee the rest of the season")),
)
