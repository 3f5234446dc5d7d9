"""`referee`: the organizer's signed decisions on an event, carried out and shown on its site."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Jobs, Lang
from budosim.cli.speak import Speaker, speak
from budosim.errors import BudosimError, EventError

if TYPE_CHECKING:
    from budosim.events.referee import Decision
    from budosim.runs.refereeing import Office

KINDS = ("list", "withdraw", "override", "rerun", "dice", "draw", "remark")
WINNERS: Mapping[str, str | None] = {"a": "a", "b": "b", "draw": None, "引き分け": None}
LARGEST_FILE = 1 << 20


def _text(flag: str, metavar: str, ja: str, en: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=both(ja, en), show_default=False)


def referee(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="DIR",
            help=both("結果のフォルダー（抽選前なら大会のフォルダー）", "a result folder; before the draw the event's"),
        ),
    ],
    kind: Annotated[
        str,
        typer.Argument(
            metavar="|".join(KINDS),
            help=both(
                "試合番号の一覧・辞退・判定の変更・再試合・実際のダイスの試合・実際のダイスの抽選・記事",
                "list bouts, withdrawal, another result, a bout once more, real dice for a bout or a draw, remark",
            ),
        ),
    ] = "list",
    entrant: Annotated[str | None, _text("--entrant", "ID", "辞退する選手のid", "who withdraws, by id")] = None,
    since: Annotated[str | None, _text("--from", "DAY", "この日程から（辞退）", "from this day on")] = None,
    bout: Annotated[int | None, _text("--bout", "K", "試合番号", "the bout's number")] = None,
    winner: Annotated[str | None, _text("--winner", "a|b|draw", "勝者の側", "the side that wins")] = None,
    draw: Annotated[
        str | None, _text("--draw", "NAME", "抽選（blocks、bracket、lots:A）", "the draw: blocks, bracket, lots:A")
    ] = None,
    numbers: Annotated[
        str | None,
        _text("--dice", "NUMBERS", "出た目（一投ごとにコンマ：3 4 1, 6 …）", "what was rolled (3 4 1, 6, …)"),
    ] = None,
    file: Annotated[
        str | None,
        _text("--file", "FILE", "出た目の記録（一投一行）。続きを書き足す", "the throws, one a line; kept up to date"),
    ] = None,
    by: Annotated[str | None, _text("--by", "NAME", "署名", "who signs")] = None,
    reason: Annotated[str | None, _text("--reason", "TEXT", "理由", "why")] = None,
    odds: Annotated[int | None, _text("--odds", "N", "見込みを数える回数", "playings behind the chances")] = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Sign a decision and carry it out."""
    from budosim.runs.refereeing import Office

    out = speak(as_json=as_json)
    if kind not in KINDS:
        listed = ", ".join(KINDS)
        raise BudosimError(f"{kind!r} is no decision: {listed}", f"「{kind}」という決定はありません：{listed}")
    office = Office(folder)
    if kind == "list":
        return _list(out, office)
    given: dict[str, Any] = {"kind": kind, "by": by or "", "reason": reason or "", "date": _now()}
    _signature(given)
    if kind == "withdraw":
        given |= {"id": _needed("--entrant", entrant), "from": since or ""}
    if kind in ("override", "rerun", "dice"):
        given["bout"] = _needed("--bout", bout)
    if kind == "override":
        given["winner"] = _winner(_needed("--winner", winner))
    if kind == "dice":
        given["dice"] = _throws(out, office, int(given["bout"]), numbers, file)
    if kind == "draw":
        given["draw"] = _needed("--draw", draw)
        given["values"] = _values(out, office, given["draw"], numbers, file)
    decision = _decision(given)
    office.check(decision)
    office.sign(decision)
    out.note("決定を記録しました。", "The decision is kept.")
    document: dict[str, Any] = {"decision": decision.row(), "folder": office.folder.as_posix()}
    if office.stored is not None:
        document |= _carry_out(office, odds, jobs)
    out.document(document)
    return FINE


def _carry_out(office: Office, odds: int | None, jobs: int | None) -> dict[str, Any]:
    """Play the event again as far as it was played; what the decision does not touch stays as it was."""
    from budosim.cli.results import tell_cup
    from budosim.cli.running import carry_out
    from budosim.runs.official import begin

    stored = office.stored
    assert stored is not None
    more = {name: stored.manifest[name] for name in ("refused", "blocks") if name in stored.manifest}
    complete = bool(stored.manifest.get("complete"))
    until = None if complete else office.played()
    begin(office.folder, office.field, stored.seed, more, office.rulings)
    official = carry_out(
        office.folder,
        office.field,
        stored.seed,
        office.rulings,
        more,
        until=until,
        odds=odds,
        jobs=jobs,
        played=tell_cup,
    )
    return {"champion": official.result.champion_id, "complete": official.result.complete}


def _list(out: Speaker, office: Office) -> int:
    """The decisions so far, the bouts that were fought and those of the next day, with their numbers."""
    held = office.held()
    coming = office.coming()
    for one in office.rulings.decisions:
        row = one.row()
        told = ("kind", "by", "reason", "date")
        shown = {name: value for name, value in row.items() if name not in told and value not in ("", None)}
        said = ", ".join(f"{name} {value}" for name, value in shown.items())
        out.say(f"■ {one.kind} {said} — {one.reason} ({one.by})")
    if held:
        out.say(out.t("■ 終わった試合", "■ Bouts that are over"))
    for fixture in held:
        out.say(f"  {fixture.number}  {fixture.stage.id} {office.name(fixture.a)} - {office.name(fixture.b or 0)}")
    if coming:
        out.say(out.t(f"■ 次の試合（{coming[0].day.ja}）", f"■ Bouts to come ({coming[0].day.en})"))
    for next_one in coming:
        out.say(f"  {next_one.number}  {next_one.a} - {next_one.b}")
    out.document(
        {
            "decisions": [one.row() for one in office.rulings.decisions],
            "bouts": [
                {"bout": one.number, "stage": one.stage.id, "a": office.name(one.a), "b": office.name(one.b or 0)}
                for one in held
            ],
            "coming": [{"bout": one.number, "day": one.day.id, "a": one.a, "b": one.b} for one in coming],
        }
    )
    return FINE


def _now() -> str:
    from budosim.events.referee import now

    return now()


def _decision(given: Mapping[str, Any]) -> Decision:
    from budosim.events.referee import make_decision

    return make_decision(given, "referee")


def _signature(given: Mapping[str, Any]) -> None:
    for name in ("by", "reason"):
        _needed(f"--{name}", given[name].strip() or None)


def _needed(flag: str, value: Any) -> Any:
    if value is None:
        raise BudosimError(f"{flag} is missing", f"{flag} がありません")
    return value


def _winner(written: str) -> str | None:
    if written not in WINNERS:
        raise BudosimError(f"--winner {written}: it is a, b or draw", f"--winner {written}：a・b・draw のどれかです")
    return WINNERS[written]


def _throws(out: Speaker, office: Office, bout: int, numbers: str | None, file: str | None) -> list[list[int]]:
    """The throws of a bout, those that are missing asked for one by one."""
    throws = _read_throws(numbers, file)
    source = _asked(numbers)
    while (wanted := office.wanted(bout, throws)) is not None:
        event = wanted.event
        what = "" if event is None else _about(out, event)
        answer = next(source, None) if source is not None else None
        if answer is None:
            raise EventError(
                f"bout {bout}: throw {wanted.at + 1} is missing ({wanted.dice} dice{what})",
                f"試合 {bout}：{wanted.at + 1} 投目がありません（ダイス {wanted.dice} 個{what}）",
            )
        throw = _numbers(answer)
        if len(throw) != wanted.dice or any(not 1 <= die <= 6 for die in throw):
            out.note(f"ダイス {wanted.dice} 個（1～6）を入力してください。", f"{wanted.dice} dice from 1 to 6, please.")
            continue
        throws.append(throw)
        if file is not None:
            _append(Path(file), throw)
    return throws


def _asked(numbers: str | None) -> Iterator[str] | None:
    """Answers from standard input, where nothing was given on the command line."""
    if numbers is not None:
        return None

    def answers() -> Iterator[str]:
        while True:
            if sys.stdin.isatty():
                print("> ", end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                return
            if line.strip():
                yield line

    return answers()


def _about(out: Speaker, event: Mapping[str, Any]) -> str:
    """What a throw is for."""
    from budosim.systems.gurps3.replay import labels
    from budosim.systems.gurps3.story_words import act_word

    lang = out.lang
    words = labels()["kind"].get(event["k"], {"ja": event["k"], "en": event["k"]})
    parts = [words[lang], str(event.get("who") or "")]
    if event.get("act"):
        parts.append(act_word(event["act"], lang))
    if event.get("target") is not None:
        parts.append(f"≤{event['target']}")
    text = ", ".join(part for part in parts if part)
    out.note(f"次の一投：{text}", f"next throw: {text}")
    return f"; {text}" if lang == "en" else f"、{text}"


def _values(out: Speaker, office: Office, name: str, numbers: str | None, file: str | None) -> list[int]:
    """The numbers of a draw, those that are missing asked for one by one."""
    values = [value for throw in _read_throws(numbers, file) for value in throw]
    source = _asked(numbers)
    while (more := office.wanted_of_draw(name, values)) is not None:
        out.note(
            f"{more.what}：{more.at + 1} 番目の数（1～{more.sides}）",
            f"{more.what}: number {more.at + 1}, 1 to {more.sides}",
        )
        answer = next(source, None) if source is not None else None
        if answer is None:
            raise more
        found = _numbers(answer)
        if len(found) != 1 or not 1 <= found[0] <= more.sides:
            continue
        values += found
        if file is not None:
            _append(Path(file), found)
    return values


def _read_throws(numbers: str | None, file: str | None) -> list[list[int]]:
    from budosim.files import read_text

    text = numbers or ""
    if file is not None and Path(file).exists():
        text = read_text(Path(file), LARGEST_FILE).text + ("\n" + text if text else "")
    return [throw for part in re.split(r"[,;、；\n]", text) if (throw := _numbers(part))]


def _numbers(text: str) -> list[int]:
    import unicodedata

    found = []
    for word in unicodedata.normalize("NFKC", text).split():
        if not word.isascii() or not word.isdigit() or len(word) > 4:
            raise BudosimError(f"{word!r} is no number of a die", f"「{word}」はダイスの目ではありません")
        found.append(int(word))
    return found


def _append(path: Path, throw: list[int]) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(" ".join(map(str, throw)) + "\n")


COMMANDS = (
    (
        "referee",
        referee,
        both("主催者・審判の決定に署名して実行する", "sign an organizer's decision and carry it out"),
    ),
)
