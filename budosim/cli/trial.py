"""`try`: a sheet checked, explained and tried out against the sample field."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, REFUSED
from budosim.cli.language import both
from budosim.cli.options import AsJson, EventFile, Lang, Seed
from budosim.cli.speak import Speaker, speak

if TYPE_CHECKING:
    from budosim.runs.trial import Trial
    from budosim.systems.gurps3.field_files import Candidate


def try_(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help=both("シート", "a sheet"))],
    n: Annotated[
        int, typer.Option("-n", min=1, metavar="N", help=both("全部で何試合か", "how many bouts in all"))
    ] = 1000,
    seed: Seed = None,
    event: EventFile = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Check, explain and try out a sheet."""
    from budosim.ai.terminal import report
    from budosim.systems.gurps3.field_files import candidates_of, read_setting, resolve
    from budosim.systems.gurps3.legality.check import check_json
    from budosim.systems.gurps3.messages import finding_lines

    out = speak(as_json=as_json)
    setting = read_setting(event)
    candidate = candidates_of([Path(resolve(sheet))], setting)[0]
    legal = candidate.report.legal
    out.say(f"{candidate.path}  {candidate.name}  {out.t('合格', 'legal') if legal else out.t('不合格', 'refused')}")
    for line in finding_lines(candidate.sheet, candidate.report.findings, out.lang):
        out.say(f"  {line}")
    read = candidate.understanding
    if read is not None:
        out.say()
        out.say(report(read, out.lang).rstrip("\n"))
    trial = _fight(out, candidate, seed, n, setting) if candidate.understood else None
    document: dict[str, Any] = {
        "check": check_json([candidate.report], out.lang),
        "explain": None if read is None else read.to_json(),
        "seed": None,
        "bouts": 0,
        "pairs": [],
        "findings": [],
    }
    if trial is not None:
        document |= {
            "seed": trial[1],
            "bouts": trial[0].bouts,
            "pairs": trial[0].pairs.to_dicts(),
            "findings": [remark.row() for remark in trial[0].remarks()],
        }
    out.document(document)
    return FINE if legal and candidate.understood else REFUSED


def _fight(out: Speaker, candidate: Candidate, seed: str | None, n: int, setting: Any) -> tuple[Trial, int]:
    """The bouts against the sample field, told."""
    from budosim.runs.entry import seed_for
    from budosim.runs.trial import try_out
    from budosim.study.rates import interval_text, rate_text, wilson
    from budosim.systems.gurps3.field_files import SAMPLE, candidates_of, sheets_at

    chosen = seed_for(seed, setting, out.note)
    field = candidates_of(sheets_at([SAMPLE]), setting)
    with out.progress(out.t("試合", "bouts")) as advance:
        trial = try_out(candidate, field, chosen, setting, out.note, advance, n)
    wins, bouts = trial.wins(), trial.bouts
    shown, between = rate_text(wins, bouts), interval_text(*wilson(wins, bouts))
    out.say()
    out.say(out.t(f"■ {SAMPLE} と {bouts} 試合", f"■ {bouts} bouts against {SAMPLE}"))
    out.say(out.t(f"勝率 {shown}（95％区間 {between}）", f"won {shown} (95 % interval {between})"))
    names = {one.id: one.name for one in trial.opponents}
    rows = [
        [names[row["b"]], rate_text(row["wins_a"], row["n"]), interval_text(row["lo"], row["hi"])]
        for row in trial.pairs.sort("rate_a").to_dicts()
    ]
    out.table(
        [out.t("相手", "opponent"), out.t("勝率", "win rate"), out.t("95％区間", "95 % interval")],
        rows,
        right=(1,),
    )
    out.say()
    out.say(out.t("■ 大事なこと", "■ What matters most"))
    for number, remark in enumerate(trial.remarks(), 1):
        out.say(f"  {number}. {out.t(remark.ja, remark.en)}")
    return trial, chosen.number


COMMANDS = (
    (
        "try",
        try_,
        both(
            "シートを検査し、説明し、標本の選手たちと戦わせる",
            "check, explain and try out a sheet against the sample field",
        ),
    ),
)
