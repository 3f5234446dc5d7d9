"""`site`: a league's page with its tables, calendar file, figure and report, all from the records."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Jobs, Lang, Out, Seed
from budosim.cli.sangokushi_season import Until, played_of
from budosim.cli.sangokushi_shared import AsOf, LeagueArgument, refused, tell, write_table
from budosim.cli.speak import speak
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.cli.sangokushi_page import Material
    from budosim.systems.sangokushi.play import Played

KIND = "sangokushi site"
USUAL = 20_000
PAGE = "index.html"


def site(
    league: LeagueArgument,
    out_dir: Out = None,
    n: Annotated[
        int | None,
        typer.Option(
            "-n",
            min=1,
            metavar="N",
            help=both("予測の回数（省略時は20000）", "seasons (default: 20000)"),
            show_default=False,
        ),
    ] = None,
    until: Until = None,
    seed: Seed = None,
    jobs: Jobs = None,
    as_of: AsOf = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Make the league's page and everything that goes with it."""
    from budosim.cli.sangokushi_page import page_of
    from budosim.cli.sangokushi_report import write_report
    from budosim.events.seeds import choose_seed
    from budosim.files import write_text
    from budosim.study.season_page import render

    out = speak(as_json=as_json)
    began = perf_counter()
    played = played_of(league, as_of, until)
    problems = played.league.problems
    if problems.errors:
        return refused(out, problems, {"folder": None})
    chosen = choose_seed(seed if seed is not None else played.league.seed or None)
    folder = _folder(played, out_dir, chosen.number)
    with out.progress(out.t("ページ", "site")) as advance:
        made = material(played, chosen.number, n or USUAL, jobs or os.cpu_count() or 1, advance)
        if problems.errors:
            return refused(out, problems, {"folder": None})
        page = render(page_of(made), out.lang)
        _tables(folder, made)
        write_report(folder, made, out.lang)
        write_text(folder / PAGE, page)
    from budosim.cli.sangokushi_forecast import write_manifest_of

    write_manifest_of(folder, played, chosen, KIND, made.n, round(perf_counter() - began, 3))
    tell(out, problems, beside=True)
    out.say(out.t(f"{folder / PAGE} を書きました。", f"{folder / PAGE} is written."))
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    out.document(
        {
            "folder": folder.as_posix(),
            "page": (folder / PAGE).as_posix(),
            "files": files,
            "seed": chosen.number,
            "n": made.n,
            "provisional": played.provisional,
            "findings": problems.rows(),
        }
    )
    return FINE


def _folder(played: Played, out_dir: str | None, seed: int) -> Path:
    """The folder: new, or one that holds an earlier page of this kind, which is made anew week by week."""
    from budosim.files import claim, safe_name
    from budosim.provenance import MANIFEST, read_manifest

    name = safe_name(played.league.folder.resolve().name)
    folder = Path(out_dir) if out_dir is not None else Path("results") / f"{name}-site-{seed}"
    if (folder / MANIFEST).is_file() and read_manifest(folder).get("kind") == KIND:
        return claim(folder, resume=True)
    return claim(folder)


def material(played: Played, seed: int, n: int, jobs: int, advance: Any) -> Material:
    """Everything the page shows, the forecasts after every night among it."""
    from budosim.cli.sangokushi_forecast import model_of, weeks_of
    from budosim.cli.sangokushi_page import Material
    from budosim.study.season import chance_rows
    from budosim.systems.sangokushi.forecast import outlook, play_out, week_ends
    from budosim.systems.sangokushi.league_checks import fields_drawn, vote_files
    from budosim.systems.sangokushi.standings import recorded_title, standings
    from budosim.systems.sangokushi.tables import NATIONS
    from budosim.systems.sangokushi.throws import read_audit
    from budosim.systems.sangokushi.vote import count

    league = played.league
    audit = read_audit(league.folder)
    model = model_of(played)
    stands = week_ends(played)
    odds = []
    for at, stand in enumerate(stands):
        view = outlook(played, model, stand)
        many = play_out(view, seed, n, jobs=jobs)
        odds.append((stand.after.night if stand.after else None, chance_rows(many, NATIONS)))
        advance(at + 1, len(stands))
    view = outlook(played, model)
    weeks = weeks_of(view, play_out(view, seed, n, jobs=jobs))
    ballots = [count(path, shown, league, league.problems) for path, shown in vote_files(league.folder)]
    if not stands:
        raise EventError("nothing is recorded yet", "まだ記録がありません")
    return Material(
        played,
        standings(played, recorded_title(played, audit)),
        stands,
        odds,
        fields_drawn(league),
        audit,
        [ballot for ballot in ballots if ballot is not None],
        weeks,
        seed,
        n,
    )


def _tables(folder: Path, made: Material) -> None:
    """Every table as CSV, the calendar as iCalendar, the audit as it stands."""
    from budosim.cli.sangokushi_forecast import flat_rows
    from budosim.cli.sangokushi_mercenaries import allocation_rows
    from budosim.cli.sangokushi_office import schedule_rows
    from budosim.files import write_jsonl, write_text
    from budosim.systems.sangokushi.ics import ics_text

    league = made.played.league
    write_table(str(folder / "schedule.csv"), schedule_rows(league.nights, league.rules))
    write_text(folder / "league.ics", ics_text(league.name, league.nights, league.rules))
    write_table(str(folder / "standings.csv"), [line.row() for line in made.table.lines])
    if made.played.rows:
        write_table(str(folder / "ledger.csv"), [row.row() for row in made.played.rows])
    rows = [row for day, one in made.played.allocations.items() for row in allocation_rows(day, one)]
    if rows:
        write_table(str(folder / "allocation.csv"), rows)
    odds = [{"after": day, **row} for day, chances in made.odds for row in flat_rows(chances)]
    write_table(str(folder / "forecast.csv"), odds)
    write_jsonl(folder / "audit.jsonl", made.audit)


COMMANDS = (("site", site, both("リーグのページと表を作る", "make the league's page and tables")),)
