"""`compare`, `tune`: which version of a sheet is better, and what would be."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import Against, AsJson, Count, EventFile, Jobs, Lang, Out, Precision, Resume, Scheduler, Seed
from budosim.cli.speak import Speaker, speak
from budosim.errors import BudosimError

if TYPE_CHECKING:
    from budosim.runs.compare import Comparison, Version
    from budosim.runs.tune import Tuning, Value
    from budosim.study.paired import Difference
    from budosim.systems.gurps3.field_files import Candidate, Setting

Profiles = Annotated[
    str | None,
    typer.Option(
        "--profiles",
        metavar="FILE",
        help=both("変種をまとめたTOML（[[variant]]）", "a TOML of variants of the sheet ([[variant]])"),
        show_default=False,
    ),
]
Budget = Annotated[
    float,
    typer.Option("--budget", min=0.0, metavar="SECONDS", help=both("探索にかける秒数", "seconds to search for")),
]


def compare(
    old: Annotated[str, typer.Argument(metavar="OLD", help=both("元のシート", "the sheet as it is"))],
    new: Annotated[str | None, typer.Argument(metavar="[NEW]", help=both("新しいシート", "the new sheet"))] = None,
    against: Against = [],  # noqa: B006  Typer copies its defaults
    profiles: Profiles = None,
    n: Count = None,
    precision: Precision = None,
    seed: Seed = None,
    out_dir: Out = None,
    event: EventFile = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Versions of one sheet on the same dice."""
    from budosim.cli.claiming import claim_folder, going_on
    from budosim.runs.compare import DEFAULT_PRECISION, Comparison, everyone_in, own_of
    from budosim.runs.target import Target
    from budosim.runs.workers import workers_at
    from budosim.systems.gurps3.field_files import read_setting

    out = speak(as_json=as_json)
    target = Target.of(n, DEFAULT_PRECISION if n is None and precision is None else precision)
    if (new is None) == (profiles is None):
        raise BudosimError(
            "give either the new sheet, or --profiles with variants",
            "新しいシートか、変種をまとめた --profiles のどちらかを指定してください",
        )
    setting = read_setting(event)
    base = _one(out, old, setting)
    foes = _foes(out, against, setting)
    versions = _versions(out, base, new, profiles, setting)
    with workers_at(scheduler, jobs) as workers:
        everyone, own = everyone_in(base, versions, foes), own_of(base, versions, target)
        folder, chosen = claim_folder(out_dir, "compare", seed, setting, everyone, resume=resume, own=own)
        made = Comparison(base, versions, foes, chosen, setting, target, workers)
        with going_on(out, folder), out.progress(out.t("試合", "bouts")) as advance:
            made.play(out.note, advance, folder=folder, resume=resume)
    _report(folder)
    _tell(out, made)
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    out.document({**made.document(), "folder": folder.as_posix()})
    return FINE


def tune(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help=both("シート", "a sheet"))],
    against: Against = [],  # noqa: B006  Typer copies its defaults
    budget: Budget = 60.0,
    seed: Seed = None,
    out_dir: Out = None,
    event: EventFile = None,
    jobs: Jobs = None,
    scheduler: Scheduler = None,
    resume: Resume = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """The value of one more step of everything, then better builds and patterns."""
    from budosim.cli.claiming import claim_folder, going_on
    from budosim.runs.tune import Tuning
    from budosim.runs.tune_kept import document, everyone_in, take_up_best, write
    from budosim.runs.workers import workers_at
    from budosim.systems.gurps3.field_files import read_setting

    out = speak(as_json=as_json)
    setting = read_setting(event)
    base = _one(out, sheet, setting)
    foes = _foes(out, against, setting)
    with workers_at(scheduler, jobs) as workers:
        folder, chosen = claim_folder(
            out_dir, "tune", seed, setting, everyone_in(base, foes), resume=resume,
            own={"kind": "tune", "sheet": base.id},
        )  # fmt: skip
        tuning = Tuning(base, foes, chosen.number, setting, workers, folder=folder)
        if resume:
            take_up_best(tuning)
        write(tuning, chosen, budget, 0.0, complete=False)
        tuning.warm(out.note)
        began, complete = time.monotonic(), False
        with going_on(out, folder):
            try:
                with out.progress(out.t("試合", "bouts")) as advance:
                    tuning.measure(advance)
                    tuning.search(began + budget, advance)
                complete = True
            finally:
                paths = write(tuning, chosen, budget, time.monotonic() - began, complete=complete)
    _report(folder)
    _tell_values(out, tuning)
    _tell_best(out, tuning, folder, paths)
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    out.document({**document(tuning, paths), "seed": chosen.number, "folder": folder.as_posix()})
    return FINE


def _one(out: Speaker, written: str, setting: Setting) -> Candidate:
    from budosim.runs.entry import fighters_at

    found = fighters_at([written], setting, out.note)
    if len(found) != 1:
        raise BudosimError(
            f"{written} holds {len(found)} sheets: name one of them",
            f"{written} にはシートが {len(found)} 件あります。一つを指定してください",
        )
    return found[0]


def _foes(out: Speaker, against: list[str], setting: Setting) -> list[Candidate]:
    from budosim.runs.entry import fighters_at

    if not against:
        raise BudosimError(
            "against whom? Give --against SHEET, a folder, or @musashi",
            "相手を --against で指定してください（シート、フォルダー、@musashi）",
        )
    return fighters_at(against, setting, out.note)


def _versions(out: Speaker, base: Candidate, new: str | None, profiles: str | None, setting: Setting) -> list[Version]:
    from budosim.runs.compare import Version
    from budosim.runs.profiles import versions_of

    if new is not None:
        one = _one(out, new, setting)
        return [Version(one.name if one.name != base.name else one.id, one.fighter, one)]
    return versions_of(profiles or "", base, setting, out.note)


def _report(folder: Path) -> None:
    from budosim.cli.tournament import make_report

    make_report(folder)


def _tell(out: Speaker, made: Comparison) -> None:
    from budosim.study.rates import NOTHING

    document = made.document()
    rows = []
    for row, gain in zip(document["versions"], made.differences(), strict=True):
        rows.append(
            [row["name"], _percent(row["rate_old"]), _percent(row["rate_new"]), *_gain(gain), gain.n,
             NOTHING if gain.n_equivalent is None else f"{gain.n_equivalent:,}"]
        )  # fmt: skip
    head = [
        out.t("変種", "version"), out.t("元の勝率", "old rate"), out.t("新しい勝率", "new rate"),
        out.t("差", "difference"), out.t("95％区間", "95 % interval"), out.t("試合", "bouts"),
        out.t("独立なら", "independently"),
    ]  # fmt: skip
    out.table(head, rows, right=(1, 2, 3, 4, 5, 6))
    best = made.differences()[0]
    if len(rows) == 1 and best.saved:
        out.say(
            out.t(
                f"同じサイコロで比べたので、{best.saved:,} 試合を節約しました。",
                f"The same dice for both saved {best.saved:,} bouts.",
            )
        )


def _tell_values(out: Speaker, tuning: Tuning) -> None:
    rows = []
    for alike in _alike(tuning.values):
        value = alike[0]
        text = out.t(value.change.ja, value.change.en)
        if len(alike) > 1:
            text += out.t(f"、ほか {len(alike) - 1} 件も同じ", f"; {len(alike) - 1} more do the same")
        rows.append([text, str(value.row()["cp"]), *_gain(value.gain)])
    head = [
        out.t("一歩", "one step"), "CP", out.t("勝率の差（％点）", "gain (points of %)"),
        out.t("95％区間", "95 % interval"),
    ]  # fmt: skip
    out.table(head, rows, right=(1, 2, 3))
    barred = sum(value.move is None for value in tuning.values)
    if barred:
        out.say(
            out.t(f"規定の中で取れない一歩：{barred} 件", f"steps with no legal way: {barred}"),
        )


def _alike(values: list[Value]) -> list[list[Value]]:
    """Values in their order, those together whose bouts ended alike to the last: what rose did not matter in them."""
    found: dict[Any, list[Value]] = {}
    for value in values:
        if value.gain is not None:
            found.setdefault((value.gain, value.cp), []).append(value)
    return list(found.values())


def _tell_best(out: Speaker, tuning: Tuning, folder: Path, paths: list[str]) -> None:
    out.say()
    if not tuning.best and not tuning.rounds:
        out.say(out.t("探索の時間がありませんでした（--budget）。", "There was no time to search (--budget)."))
        return
    if not tuning.best:
        out.say(out.t("確かに良くなる組み方は見つかりませんでした。", "No build was found that is surely better."))
        return
    best = tuning.best[-1]
    out.say(out.t("■ もっと勝てる組み方", "■ A build that wins more"))
    for number, step in enumerate(best.steps, 1):
        out.say(f"  {number}. {out.t(step.ja, step.en)}")
    gain, between = _gain(best.gain)
    rates = f"{_percent(best.rate_old)} → {_percent(best.rate_new)}"
    out.say(
        out.t(
            f"勝率 {rates}（差 {gain}、95％区間 {between}、新しいサイコロで {best.gain.n:,} 試合）",
            f"won {rates} ({gain}, 95 % interval {between}, {best.gain.n:,} bouts on fresh dice)",
        )
    )
    out.say(out.t(f"シート：{folder / paths[-1]}", f"sheet: {folder / paths[-1]}"))


def _percent(value: float | None) -> str:
    from budosim.study.rates import NOTHING

    return NOTHING if value is None else f"{100 * value:.1f} %"


def _gain(made: Difference | None) -> tuple[str, str]:
    from budosim.study.rates import NOTHING

    if made is None or made.value is None or made.lo is None or made.hi is None:
        return NOTHING, NOTHING
    return f"{100 * made.value:+.2f}", f"{100 * made.lo:+.2f} … {100 * made.hi:+.2f}"


COMMANDS: tuple[tuple[str, Any, str], ...] = (
    ("compare", compare, both("シートの新旧を同じサイコロで比べる", "two versions of one sheet on the same dice")),
    (
        "tune",
        tune,
        both("一歩ごとの値打ちと、もっと勝てる組み方を探す", "what one more step is worth, and builds that win more"),
    ),
)
