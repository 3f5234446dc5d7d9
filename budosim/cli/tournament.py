"""`cup`, `verify`, `report`: the official event, its repetition, its report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, REFUSED
from budosim.cli.language import both
from budosim.cli.options import AsJson, Jobs, Lang, Out, Resume, Seed
from budosim.cli.speak import speak
from budosim.errors import EventError

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
    if len(field.candidates) < 2:
        raise EventError(
            f"{len(field.candidates)} entrant(s): an event needs at least two",
            f"参加者が {len(field.candidates)} 人です。大会には２人以上が必要です",
        )
    return field, refused


def cup(
    event: Event,
    seed: Seed = None,
    out_dir: Out = None,
    skip_refused: SkipRefused = False,
    resume: Resume = False,
    jobs: Jobs = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Play the official event once."""
    from budosim.cli.claiming import claim_folder
    from budosim.cli.results import cup_document, tell_cup
    from budosim.runs.official import begin, play, write
    from budosim.systems.gurps3.cup import bouts_of, plan_of

    out = speak(as_json=as_json)
    field, refused = field_for(event, skip_refused=skip_refused)
    if field is None:
        out.document({"champion": None, "standings": [], "refused": refused})
        return REFUSED
    plan = plan_of(field)
    folder, chosen = claim_folder(
        out_dir, _event_name(field), seed, field.setting, field.candidates, resume=resume, own={"kind": "cup"}
    )
    more: Mapping[str, Any] = {"refused": refused, "blocks": list(plan.sizes)}
    begin(folder, field, chosen, more)
    total = bouts_of(plan)
    with out.progress(out.t("試合", "bouts")) as advance:
        official = play(field, chosen, out.note, lambda done: advance(done, max(done, total)))
        write(folder, official, more)
    make_report(folder)
    tell_cup(official)
    out.say()
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    out.document(cup_document(official, folder, refused))
    return FINE


def _event_name(field: EventField) -> str:
    """What a result folder is called after: the event's folder."""
    return field.event.folder.resolve().name


def make_report(folder: Path) -> None:
    """Figures and report of a result folder."""
    from budosim.study.report import write_report

    out = speak()
    with out.progress(out.t("報告書", "report")):
        write_report(folder)


def verify(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=both("結果のフォルダー", "a result folder"))],
    jobs: Jobs = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Play a result again and compare every record."""
    from budosim.runs.repeat import repeat

    out = speak(as_json=as_json)
    with out.progress(out.t("再現", "repeating")) as advance:
        found = repeat(folder, out.note, lambda done, total: advance(done, total), jobs)
    for one in found:
        out.say(one.text(out.lang))
    out.say(
        out.t("記録はすべて一致しました。", "Every record is identical.")
        if not found
        else out.t(f"一致しない記録が {len(found)} 件あります。", f"{len(found)} differences.")
    )
    out.document({"identical": not found, "differences": [one.row() for one in found]})
    return FINE if not found else REFUSED


def report(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=both("結果のフォルダー", "a result folder"))],
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Make figures and report of a result folder anew."""
    from budosim.provenance import read_manifest

    out = speak(as_json=as_json)
    where = Path(folder)
    read_manifest(where)
    make_report(where)
    out.say(out.t(f"{where / 'report.html'} を書きました。", f"{where / 'report.html'} is written."))
    out.document({"folder": where.as_posix(), "report": (where / "report.html").as_posix()})
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
