"""`forecast`: the whole tournament many times."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, INTERRUPTED, REFUSED
from budosim.cli.language import both
from budosim.cli.options import AsJson, Jobs, Lang, Out, Precision, Resume, Scheduler, Seed, Times
from budosim.cli.speak import Speaker, speak
from budosim.cli.tournament import Event, SkipRefused, field_for, make_report
from budosim.errors import BudosimError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from budosim.runs.odds import Odds
    from budosim.runs.vary import Reading


Vary = Annotated[
    list[str],
    typer.Option(
        "--vary",
        metavar="KEY[=READING]",
        help=both(
            "この裁定の別の読みでも予測する（繰り返せます。budosim rules で一覧）",
            "forecast under other readings of a ruling too; may be repeated (budosim rules lists them)",
        ),
        show_default=False,
    ),
]


def forecast(
    event: Event,
    n: Times = None,
    precision: Precision = None,
    seed: Seed = None,
    out_dir: Out = None,
    skip_refused: SkipRefused = False,
    vary: Vary = [],  # noqa: B006  Typer copies its defaults
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Play the whole tournament many times."""
    from budosim.cli.claiming import claim_folder
    from budosim.runs.odds import DEFAULT_N, Odds
    from budosim.runs.target import Target
    from budosim.runs.vary import readings_of
    from budosim.runs.workers import Cluster, threads

    out = speak(as_json=as_json)
    target = Target.of(n, precision, default=DEFAULT_N)
    field, refused = field_for(event, skip_refused=skip_refused)
    if field is None:
        out.document({"entrants": [], "refused": refused})
        return REFUSED
    variations = readings_of(vary, field.setting)
    with nullcontext() if scheduler is None else Cluster(scheduler) as cluster:
        folder, chosen = claim_folder(
            out_dir,
            "forecast",
            seed,
            field.setting,
            field.candidates,
            resume=resume,
            own={"kind": "forecast", "asked": target.n, "precision": target.precision},
        )
        odds = Odds(field, chosen, target, jobs=threads(jobs), folder=folder, cluster=cluster)
        return _run(out, odds, folder, refused, variations if vary else None, resume=resume)


def _run(
    out: Speaker,
    odds: Odds,
    folder: Path,
    refused: list[dict[str, Any]],
    variations: Sequence[Reading] | None,
    *,
    resume: bool,
) -> int:
    from budosim.runs.vary import vary_rulings

    status = FINE
    try:
        with out.progress(out.t("大会", "tournaments")) as advance:
            odds.play(out.note, advance, resume=resume)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BudosimError:
        if odds.n:
            out.note(
                f"ここまでは {folder} にあります。続きは --resume --out {folder}",
                f"What was played is in {folder}; go on with --resume --out {folder}",
            )
        raise
    if odds.n < (odds.target.n or 0):
        status = INTERRUPTED
    if status == INTERRUPTED:
        out.note(
            f"中断しました。ここまでは {folder} にあります。続きは --resume --out {folder}",
            f"Interrupted. What was played is in {folder}; go on with --resume --out {folder}",
        )
    if odds.n:
        make_report(folder)
    _tell(out, odds)
    varied = []
    if status == FINE and odds.n:
        varied = vary_rulings(odds, variations or (), out.note)
        _tell_varied(out, odds, varied)
    out.say()
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    document = _document(odds, folder, refused, interrupted=status == INTERRUPTED)
    out.document({**document, "vary": varied} if variations is not None else document)
    return status


def _document(odds: Odds, folder: Path, refused: list[dict[str, Any]], *, interrupted: bool) -> dict[str, Any]:
    more = {"interrupted": True} if interrupted else {}
    return {
        "event": odds.field.event.name,
        "seed": odds.seed.number,
        "folder": folder.as_posix(),
        "n": odds.n,
        "rounds": [stage.id for stage in odds.plan.rounds],
        "vacant": None if odds.total is None else odds.total.vacant,
        "entrants": odds.entrants(),
        "refused": refused,
        **more,
    }


def _tell(out: Speaker, odds: Odds) -> None:
    """The chances, most likely champion first."""
    from budosim.study.rates import interval_text, rate_text

    rows = []
    for row in odds.entrants():
        chances = [rate_text(count, odds.n) for count in (row["block"], *row["rounds"][1:])]
        rows.append(
            [
                row["name"],
                *(chances if odds.plan.sizes else chances[1:]),
                rate_text(row["titles"], odds.n),
                interval_text(row["p_title_lo"], row["p_title_hi"]),
            ]
        )
    rounds = [out.t(stage.ja, stage.en) for stage in odds.plan.rounds[1:]]
    block = [out.t("予選突破", "leaves block")] if odds.plan.sizes else []
    head = [
        out.t("選手", "fighter"),
        *block,
        *rounds,
        out.t("優勝", "title"),
        out.t("95％区間", "95 % interval"),
    ]
    out.say(out.t(f"■ {odds.field.event.name}（{odds.n:,} 回）", f"■ {odds.field.event.name} ({odds.n:,} times)"))
    out.table(head, rows, right=tuple(range(1, len(head) - 1)))
    if odds.total is not None and odds.total.vacant:
        out.say(
            out.t(
                f"該当者なし：{rate_text(odds.total.vacant, odds.n)}",
                f"no champion: {rate_text(odds.total.vacant, odds.n)}",
            )
        )


def _tell_varied(out: Speaker, odds: Odds, varied: Sequence[dict[str, Any]]) -> None:
    """Under each other reading, whose chance of the title changes most."""
    names = {one.id: one.name for one in odds.field.candidates}
    for row in varied:
        out.say()
        now = out.t(f"（いまは {row['now']}）", f" (now {row['now']})")
        out.say(f"■ {row['ruling']} {row['key']} = {row['reading']}{now}")
        moved = sorted(row["entrants"], key=lambda one: -abs(one["change"] or 0.0))[:5]
        for one in moved:
            if one["change"] is not None:
                between = f"{100 * one['lo']:+.1f} … {100 * one['hi']:+.1f}"
                out.say(f"  {names[one['id']]}  {100 * one['p_title']:.1f} %  ({100 * one['change']:+.1f}; {between})")


COMMANDS = (
    (
        "forecast",
        forecast,
        both("大会を何度も行い、勝ち上がる確率を見る", "the whole tournament many times: everybody's chances"),
    ),
)
