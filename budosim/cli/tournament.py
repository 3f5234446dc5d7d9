"""`cup`, `verify`, `report`: the official event, its repetition, its report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, REFUSED
from budosim.cli.exporting import export_tables
from budosim.cli.language import both
from budosim.cli.options import AsJson, Excel, Format, Jobs, Lang, Out, Resume, Seed
from budosim.cli.publish import Until, make_site, reopen_until
from budosim.cli.speak import speak

if TYPE_CHECKING:
    from budosim.systems.gurps3.field_files import EventField

Event = Annotated[
    str,
    typer.Argument(
        metavar="EVENT",
        help=both("event.toml と参加者のあるフォルダー", "a folder with event.toml and the entrants"),
    ),
]
SkipRefused = Annotated[
    bool,
    typer.Option("--skip-refused", help=both("受理できない参加者を除いて行う", "go on without whoever is refused")),
]

OddsOption = Annotated[
    int | None,
    typer.Option(
        "--odds",
        min=0,
        metavar="N",
        help=both(
            "見込みを数える回数（省略時は2000、大きな大会では減らす。0で計算しない）",
            "playings behind the chances (default: 2000, fewer in large events; 0 for none)",
        ),
        show_default=False,
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help=both("受付と日程を見るだけで、何も行わず何も書かない", "show intake and schedule; play and write nothing"),
    ),
]


def field_for(event: str, *, skip_refused: bool) -> tuple[EventField | None, list[dict[str, Any]]]:
    """The field that takes part and whoever is left out; no field while the refused are not to be skipped.

    Everybody refused is told with every reason.
    """
    from budosim.systems.gurps3.field_files import read_field

    out = speak()
    field = read_field(event)
    for ja, en in field.event.notices:
        out.note(ja, en)
    for old, new in field.superseded:
        out.note(
            f"{old.name} より後に届いた {new.name} を使います。",
            f"{new.name} was sent later than {old.name} and counts.",
        )
    refused = [candidate.refusal() for candidate in field.refused]
    for candidate in field.refused:
        out.note(f"不受理：{candidate.path}（{candidate.name}）", f"refused: {candidate.path} ({candidate.name})")
        for ja, en in zip(candidate.reasons("ja"), candidate.reasons("en"), strict=True):
            out.note(f"  {ja}", f"  {en}")
    if refused and not skip_refused:
        out.note(
            f"{len(refused)} 人を受理できません。直してもらうか、--skip-refused で除いて行えます。",
            f"{len(refused)} refused. Have the sheets mended, or go on without them: --skip-refused",
        )
        return None, refused
    field = field.without_refused() if refused else field
    from budosim.cli.running import enough

    return enough(field), refused


def cup(
    event: Event,
    seed: Seed = None,
    out_dir: Out = None,
    skip_refused: SkipRefused = False,
    until: Until = None,
    odds: OddsOption = None,
    dry_run: DryRun = False,
    resume: Resume = False,
    jobs: Jobs = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Play the official event once, whole or up to a day."""
    from budosim.cli.claiming import claim_folder
    from budosim.cli.results import cup_document, tell_cup
    from budosim.cli.running import carry_out, enough, rehearse
    from budosim.events.days import named_day
    from budosim.runs.official import begin, rulings_for, without_withdrawn
    from budosim.systems.gurps3.cup import plan_of

    out = speak(as_json=as_json)
    field, refused = field_for(event, skip_refused=skip_refused)
    if field is None:
        out.document({"champion": None, "standings": [], "refused": refused})
        return REFUSED
    known = rulings_for(Path(out_dir) if out_dir is not None else field.event.folder, field)
    field = enough(without_withdrawn(field, known, out.note))
    plan = plan_of(field, known)
    day = named_day(plan, until) if until is not None else None
    if dry_run:
        return rehearse(field, plan, seed, refused)
    folder, chosen = claim_folder(
        out_dir, _event_name(field), seed, field.setting, field.candidates, resume=resume, own={"kind": "cup"}
    )
    rulings = rulings_for(folder, field)
    more: Mapping[str, Any] = {"refused": refused, "blocks": list(plan.sizes)}
    begin(folder, field, chosen, more, rulings)
    official = carry_out(folder, field, chosen, rulings, more, until=day, odds=odds, jobs=jobs, played=tell_cup)
    out.say()
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    out.say(out.t(f"サイト：{folder / 'site' / 'index.html'}", f"site: {folder / 'site' / 'index.html'}"))
    if not official.result.complete:
        out.say(
            out.t(
                f"続き：budosim cup {event} --resume --out {folder}",
                f"to go on: budosim cup {event} --resume --out {folder}",
            )
        )
    out.document(cup_document(official, folder, refused))
    return FINE


def _event_name(field: EventField) -> str:
    """What a result folder is called after: the event's folder."""
    return field.event.folder.resolve().name


def make_report(folder: Path) -> None:
    """Figures and report of a result folder."""
    from budosim.study.finish import finish

    out = speak()
    with out.progress(out.t("報告書", "report")):
        finish(folder, out.lang)


def verify(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=both("結果のフォルダー", "a result folder"))],
    odds: Annotated[
        bool,
        typer.Option("--odds", help=both("見込みも数え直して比べる", "count the chances again, too, and compare them")),
    ] = False,
    jobs: Jobs = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Play a result again and compare every record."""
    from budosim.runs.cup_odds import ODDS
    from budosim.runs.repeat import repeat

    out = speak(as_json=as_json)
    with out.progress(out.t("再現", "repeating")) as advance:
        found = repeat(folder, out.note, advance, jobs, chances=advance if odds else None)
    for one in found:
        out.say(one.text(out.lang))
    out.say(
        out.t("記録はすべて一致しました。", "Every record is identical.")
        if not found
        else out.t(f"一致しない記録が {len(found)} 件あります。", f"{len(found)} differences.")
    )
    beside = (Path(folder) / ODDS).is_file()
    if beside and not odds:
        out.say(
            out.t(
                f"見込み（{ODDS}）は公式の記録ではないので比べていません。--odds で数え直して比べます。",
                f"The chances ({ODDS}) are no part of the official record and were not compared; --odds does so.",
            )
        )
    document = {"identical": not found, "differences": [one.row() for one in found]}
    out.document({**document, "odds_compared": beside and odds})
    return FINE if not found else REFUSED


def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=both("結果のフォルダー", "a result folder"))],
    form: Format = None,
    excel: Excel = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Make figures, report and site of a result folder anew."""
    from budosim.provenance import read_manifest
    from budosim.runs.cup_journal import FOLDER

    out = speak(as_json=as_json)
    where = Path(folder)
    manifest = read_manifest(where)
    written = export_tables(where, form, excel=excel)
    make_report(where)
    if manifest.get("kind") == "cup" and (where / FOLDER).is_dir():
        from budosim.runs.folder import open_result

        stored = open_result(where)
        make_site(where, reopen_until(stored, None))
    out.say(out.t(f"{where / 'report.html'} を書きました。", f"{where / 'report.html'} is written."))
    out.document({"folder": where.as_posix(), "report": (where / "report.html").as_posix(), "tables": written})
    return FINE


COMMANDS = (
    ("cup", cup, both("大会を一回、公式に行う", "play the official tournament once")),
    (
        "verify",
        verify,
        both("公式結果を再現し、記録をすべて比べる", "play a result again and compare every record"),
    ),
    ("report", report, both("結果から図と報告書を作り直す", "make figures and report of a result anew")),
)
