"""From a file as people send it to a `Sheet`.

Encodings, fenced blocks, full-width signs, both forms of the contract.

A sheet is never changed. Faults of the file are findings F-01 … F-09 on the sheet; only a path that cannot
be opened at all raises.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

from budosim.errors import SheetError
from budosim.systems.gurps3.findings import Both, Finding, finding
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.sheet_read import Reader
from budosim.systems.gurps3.toml_places import Path as KeyPath
from budosim.systems.gurps3.toml_places import half_width, scan

MAX_BYTES = 262_144
"""The largest sheet that is read (F-06)."""

SUFFIXES = (".toml", ".md", ".txt")
"""What a folder is searched for."""

NOT_SHEETS = ("event.toml", "approve.toml", "readme.md")
"""Files of an event folder that are no sheets."""

_FENCE = re.compile(
    r"^(?P<quote>[ \t>]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<lang>[A-Za-z]*)[^\n]*\n"
    r"(?P<body>.*?)(?:^[ \t>]*(?P=fence)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_QUOTED = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_AGAIN = Both("中身を確かめて送り直す", "look into the file and send it again")
_SHORTER = Both("シートだけを書いたファイルにする", "keep nothing in the file but the sheet")
_ONE = Both("使うものだけを残す", "keep only the one that counts")
_JIS_ESCAPE = b"\x1b$"
_GARBAGE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\uf8f0-\uf8ff]")
"""What no text holds: controls, and what Shift_JIS makes of stray bytes."""


def read_sheet(path: Path | str, *, base: Path | str | None = None) -> Sheet:
    """Read one sheet; `base` is the folder its files must lie in (default: its own).

    Raises:
        SheetError: the path does not exist or cannot be opened.

    """
    where = Path(path)
    try:
        if where.is_dir():
            raise SheetError(f"{path} is a folder, not a sheet.", f"{path} はフォルダーです。")
        if where.exists() and not where.is_file():  # a pipe or a device may never end
            raise SheetError(f"{path} is not a file.", f"{path} はファイルではありません。")
        size = where.stat().st_size
        raw = where.read_bytes() if size <= MAX_BYTES else b""
    except (OSError, ValueError) as error:
        if isinstance(error, SheetError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise SheetError(f"{path} cannot be read: {reason}.", f"{path} を読めません（{reason}）。") from error
    if size > MAX_BYTES:
        fault = finding("F-06", str(where.name), None, suggestion=_SHORTER, n=size, cap=MAX_BYTES)
        return _unreadable(str(path), "", hashlib.sha256(str(size).encode()).hexdigest(), [fault])
    return read_sheet_text(raw, path=str(path), base=Path(base) if base is not None else where.parent)


def read_sheet_of_folder(path: Path, *, base: Path | str | None = None) -> Sheet:
    """As `read_sheet`, for a file a folder was found to hold: one that cannot be opened keeps nobody else out."""
    try:
        return read_sheet(path, base=base)
    except SheetError as error:
        fault = finding("F-01", path.name, None, reason=Both(error.ja, error.en))
        return _unreadable(str(path), "", hashlib.sha256(b"").hexdigest(), [fault])


def read_sheet_text(source: bytes | str, *, path: str = "", base: Path | None = None) -> Sheet:
    """Read a sheet from its bytes or text. Without `base` no file named by the sheet is looked at."""
    raw = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    digest = hashlib.sha256(raw).hexdigest()
    name = Path(path).name or "sheet"
    if len(raw) > MAX_BYTES:
        fault = finding("F-06", name, None, suggestion=_SHORTER, n=len(raw), cap=MAX_BYTES)
        return _unreadable(path, "", digest, [fault])
    faults: list[Finding] = []
    text = _decode(raw, name, faults)
    if text is None:
        return _unreadable(path, "", digest, faults)
    if not text.strip():
        return _unreadable(path, text, digest, [*faults, finding("F-08", name, None, suggestion=_AGAIN)])
    body, first_line = _body(text, path, name, faults)
    data, places = _parse(body, first_line, name, faults)
    if data is None:
        return _unreadable(path, text, digest, faults)
    if not data:
        return _unreadable(path, text, digest, [*faults, finding("F-08", name, None, suggestion=_AGAIN)])
    reader = Reader(data, places, base)
    return reader.sheet(path=path, text=text, sha256=digest, before=tuple(faults))


def sheet_body(text: str, path: str) -> tuple[str, dict[str, Any]]:
    """The TOML of a sheet's text, and its data; empty where the text holds none."""
    body, first_line = _body(text, path, Path(path).name or "sheet", [])
    data, _ = _parse(body, first_line, Path(path).name or "sheet", [])
    return body, data or {}


def find_sheets(path: Path | str) -> list[Path]:
    """The sheets a path means: the file itself, or every sheet of a folder, sorted by name.

    Raises:
        SheetError: the path does not exist or cannot be listed.

    """
    where = Path(path)
    try:
        if not where.exists():
            raise SheetError(f"{path} does not exist.", f"{path} がありません。")
        if not where.is_dir():
            return [where]
        files = sorted(
            f
            for f in where.iterdir()
            if f.suffix.lower() in SUFFIXES and not f.name.startswith(".") and not f.is_dir()
        )
        return [
            f
            for f in files
            if f.name.lower() not in NOT_SHEETS and (f.suffix.lower() == ".toml" or _holds_sheet(f))
        ]
    except (OSError, ValueError) as error:
        if isinstance(error, SheetError):
            raise
        raise SheetError(f"{path} cannot be listed.", f"{path} を一覧できません。") from error


def _holds_sheet(path: Path) -> bool:
    """Whether a text file of a folder is a sheet and not some note; one that cannot be read is told of as a sheet."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            return True
    except OSError:
        return True
    try:
        text = _decode(path.read_bytes(), path.name, []) or ""
    except OSError:
        return True
    return "[entrant]" in text or "［entrant］" in text


def _unreadable(path: str, text: str, digest: str, faults: list[Finding]) -> Sheet:
    return Sheet(path=path, text=text, sha256=digest, readable=False, complete=False, findings=tuple(faults))


def _decode(raw: bytes, name: str, faults: list[Finding]) -> str | None:
    """The text of the bytes; another encoding than UTF-8 is noted (F-07), no text at all is F-01."""
    for encoding, ja, en in _guesses(raw):
        try:
            text = raw.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        if _GARBAGE.search(text):
            break
        if encoding != "utf-8-sig":
            faults.append(finding("F-07", name, None, have=en, have_ja=ja))
        return text.replace("\r\n", "\n").replace("\r", "\n")
    reason = Both(
        "文字のファイルではありません（UTF-8かShift_JISで保存してください）",
        "it is no text in UTF-8 or Shift_JIS",
    )
    faults.append(finding("F-01", name, None, reason=reason))
    return None


def _guesses(raw: bytes) -> list[tuple[str, str, str]]:
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return [("utf-16", "UTF-16", "UTF-16")]
    guesses = [("utf-8-sig", "UTF-8", "UTF-8"), ("cp932", "Shift_JIS", "Shift_JIS")]
    if _JIS_ESCAPE in raw:
        guesses.insert(0, ("iso2022_jp", "ISO-2022-JP", "ISO-2022-JP"))
    return guesses


def _body(text: str, path: str, name: str, faults: list[Finding]) -> tuple[str, int]:
    """The TOML of a text: the fenced block of a mail or note, else the whole; and the line it begins on.

    Of two sheets in one file (an answer that quotes the old one) none is picked silently: F-04.
    """
    if path.lower().endswith(".toml") and not text.lstrip().startswith(("```", "~~~")):
        return text, 1
    blocks = [m for m in _FENCE.finditer(text) if m["lang"].lower() == "toml" or _names_entrant(m["body"])]
    if not blocks:
        return text, 1
    sheets = [m for m in blocks if _names_entrant(m["body"])]
    block = (sheets or blocks)[0]
    if len(sheets) > 1:
        first, second = (text.count("\n", 0, m.start()) + 1 for m in sheets[:2])
        fault = finding("F-04", name, second, variant="sheets", suggestion=_ONE, n=len(sheets), first=first)
        faults.append(fault)
    body = block["body"]
    if ">" in block["quote"]:
        body = _QUOTED.sub("", body)
    return body, text.count("\n", 0, block.start("body")) + 1


def _names_entrant(body: str) -> bool:
    return "[entrant]" in body or "［entrant］" in body


def _parse(
    body: str, first_line: int, name: str, faults: list[Finding]
) -> tuple[dict[str, Any] | None, dict[KeyPath, int]]:
    """The data of a TOML text and the places of its keys.

    Full-width signs outside quotes are read as half-width and said so (F-07).
    """
    places, too_deep = scan(body, first_line)
    if too_deep:
        deep = Both("入れ子が深すぎます", "it is nested too deeply")
        faults.append(finding("F-01", name, None, reason=deep))
        return None, {}
    try:
        return _loads(body), places
    except ValueError as error:
        first = error
    halved, changed = half_width(body)
    if changed is not None:
        try:
            data = _loads(halved)
        except ValueError as error:
            first = error
        else:
            line = changed + first_line - 1
            faults.append(finding("F-07", name, line, have="full-width signs", have_ja="全角の記号"))
            return data, scan(halved, first_line)[0]
    faults.append(_not_toml(body, first, first_line, name))
    return None, {}


def _loads(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (RecursionError, ArithmeticError) as error:
        raise ValueError("nested too deeply or a number out of range") from error


def _not_toml(body: str, error: ValueError, first_line: int, name: str) -> Finding:
    message = re.sub(r"\s*\(at line \d+, column \d+\)|\s*\(at end of document\)", "", str(error))[:200]
    place = re.search(r"at line (\d+)", str(error))
    row = int(place[1]) if place else body.rstrip("\n").count("\n") + 1
    lines = body.split("\n")
    written = lines[row - 1].strip() if 0 < row <= len(lines) else ""
    hint = _hint(written, message)
    shown = f"{message}: {written[:60]}" if written else message
    return finding("F-01", name, row + first_line - 1, reason=shown, suggestion=hint)


def _hint(written: str, message: str) -> Both | None:
    key = re.match(r"([^\s=\"'\[\]#]+)\s*=\s*(.*)", written)
    if key and not key[1].isascii():
        return Both(
            f'日本語の項目名は引用符で囲みます："{key[1]}" = {key[2]}',
            f'quote names that are not ASCII: "{key[1]}" = {key[2]}',
        )
    if key and key[2] and re.match(r"[^\d\s\"'\[{+\-tf.]", key[2]):
        return Both(
            f'文字列は引用符で囲みます：{key[1]} = "{key[2]}"', f'quote a text: {key[1]} = "{key[2]}"'
        )
    if "overwrite" in message or "twice" in message:
        return Both("同じ項目が二回あります。一方を消してください", "the same key stands twice: remove one")
    return None
