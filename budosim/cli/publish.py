"""`site` and `seed`: publish an event day by day; commit to a seed before entries close."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang
from budosim.cli.speak import speak
from budosim.errors import BudosimError, EventError

if TYPE_CHECKING:
    from budosim.events.days import Day
    from budosim.runs.cup_site import Published
    from budosim.runs.official import Official

VEILS = ("none", "latest", "all")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of a drawn seed text: none that is taken for another."""
SEED_LETTERS = 40

Until = Annotated[
    str | None,
    typer.Option(
        "--until",
        metavar="DAY",
        help=both(
            "この日程まで（draw、round1…、blocks、semifinal など）",
            "up to this day (draw, round1 …, blocks, semifinal and so on)",
        ),
        show_default=False,
    ),
]
VeilOption = Annotated[
    str | None,
    typer.Option(
        "--veil",
        metavar="none|latest|all",
        help=both(
            "結果をクリックの裏に隠す範囲（省略時：途中なら最新の日、終わっていれば隠さない）",
            "what is hidden behind a click (default: the latest day while the event goes on, then nothing)",
        ),
        show_default=False,
    ),
]


def make_site(folder: Path, official: Official, veil: str | None = None) -> Published:
    """The site of a result folder."""
    from budosim.runs.cup_site import write_site

    out = speak()
    if veil is not None and veil not in VEILS:
        raise BudosimError(
            f"--veil {veil}: it is {', '.join(VEILS)}", f"--veil {veil} は使えません。{'、'.join(VEILS)} のどれかです"
        )
    chosen: Any = veil
    with out.progress(out.t("サイト", "site")) as advance:
        return write_site(folder, official, out.lang, veil=chosen, tick=lambda done, total: advance(done, total))


def site(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=both("大会の結果のフォルダー", "a cup's result folder"))],
    until: Until = None,
    veil: VeilOption = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Publish a cup, whole or up to a day."""
    from budosim.runs.folder import open_result

    out = speak(as_json=as_json)
    stored = open_result(folder)
    if stored.kind != "cup":
        raise EventError(
            f"{folder} was made by {stored.kind!r}: a site is made of a cup",
            f"{folder} は {stored.kind!r} の結果です。サイトは cup の結果から作ります",
        )
    official = reopen_until(stored, until)
    done = make_site(stored.folder, official, veil)
    out.say(
        out.t(
            f"{done.index} を書きました（{done.day.ja}まで、{done.bouts} 試合、{done.files} ファイル）。",
            f"{done.index} is written (up to {done.day.en}; {done.bouts} bouts, {done.files} files).",
        )
    )
    out.document(
        {
            "site": done.index.as_posix(),
            "until": done.day.id,
            "bouts": done.bouts,
            "files": done.files,
            "complete": official.result.complete,
        }
    )
    return FINE


def reopen_until(stored: Any, until: str | None) -> Official:
    """A stored cup up to a day that has been played.

    Raises:
        EventError: the day lies beyond what was played.

    """
    from budosim.events.days import days_of, named_day
    from budosim.runs.official import reopened
    from budosim.systems.gurps3.cup import plan_of

    out = speak()
    plan = plan_of(stored.field)
    played = days_of(plan)[-1]
    if not stored.manifest.get("complete"):
        played = named_day(plan, str(stored.manifest.get("until") or "draw"))
    day: Day = named_day(plan, until) if until is not None else played
    if day.number > played.number:
        raise EventError(
            f"{stored.folder} is played up to {played.id}: go on with budosim cup EVENT --resume --out {stored.folder}",
            f"{stored.folder} は{played.ja}までです。budosim cup EVENT --resume --out {stored.folder} で続けてください",
        )
    return reopened(stored, out.note, until=None if day.number == days_of(plan)[-1].number else day)


def seed(
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="[TEXT]",
            help=both("シードの文（20文字以上）。省略すると作る", "the seed text, 20 characters or more"),
            show_default=False,
        ),
    ] = None,
    beacon: Annotated[
        str,
        typer.Option(
            "--beacon",
            metavar="TEXT",
            help=both("締切後に決まる公開値", "a public value fixed after closing"),
            show_default=False,
        ),
    ] = "",
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """A seed text and the commitment to publish."""
    from budosim.events.seeds import commitment_of, seed_number

    out = speak(as_json=as_json)
    drawn = text is None
    chosen = text if text is not None else "".join(secrets.choice(LETTERS) for _ in range(SEED_LETTERS))
    number = seed_number(chosen, beacon)
    commitment = commitment_of(chosen)
    out.say(out.t("■ 秘密にするシードの文", "■ The seed text, to be kept secret"))
    out.say(f"  {chosen}")
    out.say(out.t("■ event.toml に書いて公開する約束", "■ The commitment, to be published in event.toml"))
    out.say(f'  seed_commitment = "{commitment}"')
    out.say()
    out.say(
        out.t(
            "応募締切の前に約束を公開し、大会は --seed に上の文を渡して行います。文は終了後に公開されます。",
            "Publish the commitment before entries close; give the text to --seed; the site shows it after the event.",
        )
    )
    out.document({"text": chosen, "commitment": commitment, "number": number, "drawn": drawn})
    return FINE


COMMANDS = (
    ("site", site, both("大会のサイトを作る（途中の日まででも）", "publish a cup's site, whole or up to a day")),
    ("seed", seed, both("シードの文と、公開する約束を作る", "a seed text and the commitment to publish")),
)
