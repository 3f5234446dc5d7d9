"""`explain`: how a written combat pattern was understood."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from budosim.cli import FINE, REFUSED, UNUSABLE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang
from budosim.cli.speak import speak
from budosim.errors import BudosimError, SheetError

LONGEST_LINE = 1 << 20


def explain(
    sheet: Annotated[
        str | None, typer.Argument(metavar="SHEET", help=both("シート", "a sheet"), show_default=False)
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            "--text",
            metavar="TEXT",
            help=both("シートの代わりに読む文", "a text to read instead"),
            show_default=False,
        ),
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option(
            "--jsonl",
            metavar="FILE|-",
            help=both("一行に一つのJSONを読み、一行に一つ答える", "read one JSON object a line, answer one a line"),
            show_default=False,
        ),
    ] = None,
    flowchart: Annotated[
        str | None,
        typer.Option(
            "--flowchart",
            metavar="OUT.svg",
            help=both("流れ図を書き出す（.svg .mmd .dot）", "write the flow chart (.svg, .mmd, .dot)"),
            show_default=False,
        ),
    ] = None,
    all_skills: Annotated[
        bool,
        typer.Option(
            "--all-skills",
            help=both("すべて習得しているものとして読む", "read as if everything were learned"),
        ),
    ] = False,
    lenient: Annotated[
        bool,
        typer.Option(
            "--lenient",
            help=both("誤りのある文だけを除いて残りを読む", "leave out the sentences with errors and read the rest"),
        ),
    ] = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Say how a pattern was understood."""
    from budosim.ai.terminal import report
    from budosim.ai.understand import understand
    from budosim.systems.gurps3.field_files import resolve
    from budosim.systems.gurps3.intake import read_sheet
    from budosim.systems.gurps3.messages import finding_lines
    from budosim.systems.gurps3.on_sheet import names_on_sheet

    out = speak(as_json=as_json)
    if jsonl is not None:
        if sheet is not None or text is not None or flowchart is not None:
            raise BudosimError(
                "--jsonl reads its texts from a file: leave out SHEET, --text and --flowchart",
                "--jsonl では文をファイルから読みます。SHEET、--text、--flowchart は付けないでください",
            )
        return _stream(jsonl, strict=not lenient)
    has: Collection[str] | None = None
    written = text
    if sheet is not None:
        read = read_sheet(resolve(sheet))
        if not read.readable:
            for line in finding_lines(read, read.findings, out.lang):
                out.note(line, line)
            out.document(
                {
                    "error": {
                        "message_ja": finding_lines(read, read.findings, "ja"),
                        "message_en": finding_lines(read, read.findings, "en"),
                    }
                }
            )
            return REFUSED
        has = None if all_skills else names_on_sheet(read)
        written = read.pattern if text is None else text
    if written is None:
        raise BudosimError(
            "what is to be explained? Give a SHEET, --text TEXT or --jsonl FILE",
            "何を読みますか。SHEET、--text TEXT、--jsonl FILE のどれかを指定してください",
        )
    result = understand(written, has=has, strict=not lenient)
    out.say(report(result, out.lang).rstrip("\n"))
    if flowchart is not None:
        _draw(result, flowchart)
    out.document(result.to_json())
    return FINE if result.policy is not None else REFUSED


def _draw(result: Any, target: str) -> None:
    from budosim.ai import flowchart
    from budosim.files import write_text

    out = speak()
    if result.policy is None:
        out.note("方針がないので流れ図は書きません。", "There is no policy, so no flow chart is written.")
        return
    makers = {".svg": flowchart.svg, ".mmd": flowchart.mermaid, ".dot": flowchart.dot, ".txt": flowchart.text}
    where = Path(target)
    make = makers.get(where.suffix.lower())
    if make is None:
        raise BudosimError(
            f"--flowchart {target}: the name ends in {', '.join(makers)}",
            f"--flowchart {target}：名前の終わりは {'、'.join(makers)} のどれかです",
        )
    write_text(where, make(result.policy, out.lang).rstrip("\n") + "\n")
    out.note(f"流れ図を {target} に書きました。", f"The flow chart is in {target}.")


def _stream(name: str, *, strict: bool) -> int:
    """One answer a line, as soon as its question was read."""
    if name == "-":
        return _answer_all(sys.stdin, Path(), name, strict=strict)
    where = Path(name)
    try:
        stream = where.open(encoding="utf-8-sig")
    except OSError as error:
        raise BudosimError(
            f"{name} cannot be read: {error.strerror}", f"{name} を読めません（{error.strerror}）"
        ) from error
    with stream:
        try:
            return _answer_all(stream, where.parent, name, strict=strict)
        except UnicodeDecodeError as error:
            raise BudosimError(f"{name} is not UTF-8: {error.reason}", f"{name} は UTF-8 ではありません") from error


def _answer_all(stream: IO[str], folder: Path, name: str, *, strict: bool) -> int:
    out = speak()
    status = FINE
    for number, line in _lines(stream):
        try:
            answer = _answer(line, folder, strict=strict)
        except (BudosimError, ValueError, RecursionError) as error:
            ja = error.ja if isinstance(error, BudosimError) else f"JSON として読めません（{error}）"
            en = error.en if isinstance(error, BudosimError) else f"not JSON ({error})"
            out.note(f"{name}:{number}：{ja}", f"{name}:{number}: {en}")
            status = UNUSABLE
            continue
        out.raw(json.dumps(answer, ensure_ascii=False) + "\n")
        if answer["policy"] is None:
            status = max(status, REFUSED)
    return status


def _lines(stream: IO[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(stream, 1):
        if number == 1:
            line = line.removeprefix("\ufeff")
        if line.strip():
            yield number, line


def _answer(line: str, folder: Path, *, strict: bool) -> dict[str, Any]:
    from budosim.ai.understand import understand

    if len(line) > LONGEST_LINE:
        raise BudosimError(
            f"the line is longer than {LONGEST_LINE} characters", f"一行が {LONGEST_LINE} 文字を超えています"
        )
    asked = json.loads(line)
    if not isinstance(asked, dict) or not isinstance(asked.get("text"), str):
        raise BudosimError('a line is an object with "text"', '一行は "text" を持つオブジェクトです')
    lang = asked.get("lang")
    language = lang if lang in ("ja", "en") else None
    read = understand(asked["text"], lang=language, has=_has(asked.get("sheet"), folder), strict=strict)
    return read.to_json(asked.get("id"))


def _has(sheet: Any, folder: Path) -> Collection[str] | None:
    """What is learned: everything, the names of a list, or what stands on a sheet."""
    from budosim.systems.gurps3.field_files import resolve
    from budosim.systems.gurps3.intake import read_sheet
    from budosim.systems.gurps3.on_sheet import names_learned, names_on_sheet

    if sheet is None:
        return None
    if isinstance(sheet, dict) and isinstance(sheet.get("has"), list):
        return names_learned(sheet["has"])
    if isinstance(sheet, str):
        where = resolve(sheet)
        read = read_sheet(where if where.exists() else folder / where)
        if not read.readable:
            raise SheetError(f"{sheet} holds no sheet", f"{sheet} はシートとして読めません")
        return names_on_sheet(read)
    raise BudosimError('"sheet" is {"has": [names]} or a path', '"sheet" は {"has": [名前]} かパスです')


COMMANDS = (
    (
        "explain",
        explain,
        both("戦闘パターンがどう理解されたかを見る", "say how a combat pattern was understood"),
    ),
)
