"""`spar`, `matrix`: many free bouts, counted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, INTERRUPTED
from budosim.cli.language import both
from budosim.cli.options import (
    Against,
    AsJson,
    Count,
    EventFile,
    Jobs,
    Lang,
    Out,
    Precision,
    Resume,
    Scheduler,
    Seed,
    Told,
)
from budosim.cli.speak import Speaker, speak
from budosim.errors import BudosimError

if TYPE_CHECKING:
    from budosim.events.seeds import Seed as RunSeed
    from budosim.runs.lab import Lab, Order
    from budosim.systems.gurps3.field_files import Setting

PatternCoverage = Annotated[
    bool,
    typer.Option(
        "--pattern-coverage",
        help=both(
            "戦闘パターンの各行が何回使われたかを数え、使われない行の理由を挙げる",
            "count how often each line of the pattern decided, and say why others never did",
        ),
    ),
]
Summary = Annotated[
    bool,
    typer.Option(
        "--summary",
        help=both("一試合ごとの記録は残さず、集計だけにする", "keep counts only, no row per bout"),
    ),
]


def spar(
    sheets: Annotated[list[str], typer.Argument(metavar="SHEET", help=both("シート", "sheets"))],
    against: Against = [],  # noqa: B006  Typer copies its defaults
    n: Count = None,
    precision: Precision = None,
    seed: Seed = None,
    out_dir: Out = None,
    event: EventFile = None,
    summary: Summary = False,
    told: Told = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    coverage: PatternCoverage = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Each sheet against each opponent."""
    from budosim.runs.entry import fighters_at
    from budosim.runs.lab import sparring
    from budosim.runs.series import Target
    from budosim.systems.gurps3.field_files import read_setting, sheets_at

    out = speak(as_json=as_json)
    target = Target.of(n, precision)
    if not against:
        raise BudosimError(
            "against whom? Give --against SHEET, a folder, or @musashi",
            "相手を --against で指定してください（シート、フォルダー、@musashi）",
        )
    setting = read_setting(event)
    everyone = fighters_at([*sheets, *against], setting, out.note)
    own = {path.resolve() for path in sheets_at(sheets)}
    foes = {path.resolve() for path in sheets_at(against)}
    mine = [one for one in everyone if one.path.resolve() in own]
    others = [one for one in everyone if one.path.resolve() in foes]
    if coverage:
        from budosim.cli.coverage import pattern_coverage
        from budosim.runs.entry import seed_for

        return pattern_coverage(mine, others, seed_for(seed, setting, out.note), setting, n)
    order = sparring(mine, others)
    return _run(order, setting, target, seed, out_dir, jobs, scheduler, resume=resume, rows=not summary, told=told)


def matrix(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help=both("シートかフォルダー", "sheets or folders"))],
    n: Count = None,
    precision: Precision = None,
    seed: Seed = None,
    out_dir: Out = None,
    event: EventFile = None,
    summary: Summary = False,
    told: Told = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Everybody against everybody."""
    from budosim.runs.entry import fighters_at
    from budosim.runs.lab import everybody
    from budosim.runs.series import Target
    from budosim.systems.gurps3.field_files import read_setting

    out = speak(as_json=as_json)
    target = Target.of(n, precision)
    setting = read_setting(event)
    order = everybody(fighters_at(paths, setting, out.note))
    return _run(order, setting, target, seed, out_dir, jobs, scheduler, resume=resume, rows=not summary, told=told)


def _run(
    order: Order,
    setting: Setting,
    target: Any,
    seed: str | None,
    out_dir: str | None,
    jobs: int | None,
    scheduler: str | None,
    *,
    resume: bool,
    rows: bool,
    told: int | None,
) -> int:
    from budosim.cli.claiming import claim_folder
    from budosim.cli.tournament import make_report
    from budosim.runs.lab import Lab
    from budosim.runs.workers import threads, workers_at

    out = speak()
    if told is None and not rows:
        told = 0
    workers = workers_at(scheduler, jobs)
    own = {
        "kind": order.kind,
        "n": target.n or 0,
        "precision": target.precision,
        "single_bouts": None if rows else False,
    }
    folder, chosen = claim_folder(out_dir, order.kind, seed, setting, order.roster, resume=resume, own=own)
    lab = Lab(
        order, chosen, setting, target, jobs=threads(jobs), folder=folder, rows=rows, told=told, workers=workers
    )
    if rows and not lab.rows:
        out.note(
            "試合が多いので、一試合ごとの記録は残さず集計だけにします。",
            "That is many bouts: counts are kept, not every single bout.",
        )
    try:
        with out.progress(out.t("試合", "bouts")) as advance:
            lab.play(out.note, advance, resume=resume)
    except BudosimError:
        if lab.series.bouts:
            out.note(
                f"ここまでは {folder} にあります。続きは --resume --out {folder}",
                f"What was played is in {folder}; go on with --resume --out {folder}",
            )
        raise
    except KeyboardInterrupt:
        if lab.series.bouts:
            _tell(out, lab)
        out.note(
            f"中断しました。ここまでは {folder} にあります。続きは --resume --out {folder}",
            f"Interrupted. What was played is in {folder}; go on with --resume --out {folder}",
        )
        out.document({**_document(lab, chosen, folder), "interrupted": True})
        return INTERRUPTED
    make_report(folder)
    _tell(out, lab)
    out.say()
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    out.document(_document(lab, chosen, folder))
    return FINE


def _document(lab: Lab, seed: RunSeed, folder: Path) -> dict[str, Any]:
    return {
        "seed": seed.number,
        "folder": folder.as_posix(),
        "n": lab.target.n,
        "precision": lab.target.precision,
        "bouts": lab.series.bouts,
        "pairs": lab.pairs.to_dicts(),
        "entrants": lab.entrants.to_dicts(),
    }


def _tell(out: Speaker, lab: Lab) -> None:
    """Rates of every pair, and in a matrix of everybody, strongest first."""
    from budosim.study.rates import interval_text, rate_text

    names = {one.id: one.name for one in lab.order.roster}
    if lab.order.kind == "matrix":
        rows = [
            [
                names[row["id"]],
                rate_text(row["wins"], row["n"]),
                interval_text(row["lo"], row["hi"]),
                row["wins"],
                row["draws"],
                row["losses"],
            ]
            for row in lab.entrants.sort("rate", descending=True, nulls_last=True).to_dicts()
        ]
        out.table(_words(out, "fighter rate interval wins draws losses"), rows, right=(1, 3, 4, 5))
        return
    rows = [
        [
            names[row["a"]],
            names[row["b"]],
            rate_text(row["wins_a"], row["n"]),
            interval_text(row["lo"], row["hi"]),
            row["wins_a"],
            row["draws"],
            row["wins_b"],
            _turns(row["turns_mean"]),
            _commonest(out, row),
        ]
        for row in lab.pairs.to_dicts()
    ]
    head = _words(out, "fighter opponent rate interval wins draws losses turns ending")
    out.table(head, rows, right=(2, 4, 5, 6, 7))


def _turns(value: float | None) -> str | None:
    return None if value is None else f"{value:.1f}"


def _commonest(out: Speaker, row: dict[str, Any]) -> str | None:
    from budosim.study.frames import ENDING
    from budosim.systems.gurps3.story_words import ending_word

    endings = {name.removeprefix(ENDING): count for name, count in row.items() if name.startswith(ENDING)}
    name = max(endings, key=lambda one: endings[one], default="")
    return ending_word(name, out.lang) if endings.get(name) else None


_HEADS = {
    "fighter": ("選手", "fighter"),
    "opponent": ("相手", "opponent"),
    "rate": ("勝率", "win rate"),
    "interval": ("95％区間", "95 % interval"),
    "wins": ("勝", "won"),
    "draws": ("分", "drawn"),
    "losses": ("敗", "lost"),
    "turns": ("平均ターン", "turns"),
    "ending": ("多い決着", "usual ending"),
}


def _words(out: Speaker, names: str) -> list[str]:
    return [out.t(*_HEADS[name]) for name in names.split()]


COMMANDS = (
    ("spar", spar, both("相手と何度も戦わせて勝率を見る", "each sheet against each opponent, many times")),
    ("matrix", matrix, both("総当たりの勝率を見る", "everybody against everybody, many times")),
)
