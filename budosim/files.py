"""Files of other people and of our own: read with care, written beside and renamed, named safely."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from budosim.errors import BudosimError

PART = ".budosim-part"
"""The ending of a file that is still being written."""
NAME_CHARACTERS = 80
NAME_BYTES = 200
_NEVER_IN_NAMES = frozenset('/\\:*?"<>|')
_RESERVED = frozenset(
    ["CON", "PRN", "AUX", "NUL", *(f"COM{i}" for i in range(10)), *(f"LPT{i}" for i in range(10))]
)


class Text(NamedTuple):
    """What a file says, and in which encoding it said it; anything but utf-8 deserves a notice."""

    text: str
    encoding: str
    sha256: str


def decode(raw: bytes) -> tuple[str, str] | None:
    """The text of bytes in UTF-8 (BOM or not), UTF-16 with BOM or Shift_JIS; None when it is no text."""
    marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp932"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            name = {"utf-8-sig": "utf-8", "cp932": "shift_jis"}.get(encoding, encoding)
            return text.replace("\r\n", "\n").replace("\r", "\n"), name
    return None


def read_text(path: Path, limit: int = 1 << 20) -> Text:
    """A text file of at most `limit` bytes, its line ends unified."""
    try:
        size = path.stat().st_size
        raw = path.read_bytes() if size <= limit else b""
    except OSError as error:
        raise _unusable(path, error, "read", "を読めません") from error
    if size > limit:
        raise BudosimError(
            f"{path} has {size} bytes; at most {limit} are read",
            f"{path} は {size} バイトあります。{limit} バイトまでです",
        )
    found = decode(raw)
    if found is None:
        raise BudosimError(
            f"{path} is not a text in UTF-8 or Shift_JIS: save it as UTF-8",
            f"{path} は UTF-8 や Shift_JIS の文章ではありません。UTF-8 で保存してください",
        )
    return Text(*found, hashlib.sha256(raw).hexdigest())


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A path beside `path` to write to; when all went well it takes the place of `path` in one step.

    Readers see the old file or the new one, never half of one; a failed write leaves the old file.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(path)
    except OSError as error:
        raise _unusable(path, error, "written", "に書けません") from error
    finally:
        part.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """A text file in UTF-8 with Unix line ends."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def write_bytes(path: Path, data: bytes) -> None:
    """A file of bytes."""
    with replacing(path) as part:
        part.write_bytes(data)


def json_text(value: Any, *, indent: int | None = None) -> str:
    """JSON with Japanese as it is and no NaN; numpy scalars and paths are spelt out."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent, default=_plain)


def write_json(path: Path, value: Any) -> None:
    """One JSON document, indented for people."""
    write_text(path, json_text(value, indent=1) + "\n")


def write_jsonl(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """One JSON document a line."""
    write_text(path, "".join(json_text(row) + "\n" for row in rows))


def read_json(path: Path, limit: int = 1 << 28) -> Any:
    """The JSON document of a file."""
    text = read_text(path, limit).text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        en, ja = f"{path} is not JSON: {error}", f"{path} は JSON ではありません：{error}"
        raise BudosimError(en, ja) from error


def sweep(folder: Path) -> list[Path]:
    """Remove what a killed run was still writing, files and folders; what is complete stays."""
    leftovers = sorted(folder.rglob(f".*{PART}")) if folder.is_dir() else []
    for leftover in leftovers:
        if leftover.is_dir() and not leftover.is_symlink():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)
    return leftovers


def claim(folder: Path, *, resume: bool = False) -> Path:
    """A folder for results: new or empty, unless a run is to be resumed."""
    try:
        if folder.exists() and not resume and (not folder.is_dir() or any(folder.iterdir())):
            raise BudosimError(
                f"{folder} already holds something: choose another --out, or go on with --resume",
                f"{folder} はすでに使われています。--out で別の場所を選ぶか、--resume で続けてください",
            )
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unusable(folder, error, "used", "を使えません") from error
    sweep(folder)
    return folder


def safe_name(text: str, fallback: str = "unnamed") -> str:
    """A file name of one part that every system takes and that leads nowhere else; Japanese stays readable.

    >>> safe_name("../第三回 武神大会: 決勝?"), safe_name("con.txt"), safe_name(" .. ")
    ('第三回-武神大会-決勝', '_con.txt', 'unnamed')
    """
    kept = []
    for char in unicodedata.normalize("NFC", text):
        # Control characters go, and format ones such as marks that turn the writing direction.
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn", "Co") or char in _NEVER_IN_NAMES:
            kept.append(" ")
        else:
            kept.append(char)
    name = "-".join("".join(kept).split())[:NAME_CHARACTERS]
    while len(name.encode("utf-8")) > NAME_BYTES:
        name = name[:-1]
    name = name.strip(".-")
    if not name:
        return fallback
    return f"_{name}" if name.split(".")[0].upper() in _RESERVED else name


def inside(folder: Path, written: str) -> Path:
    """The file a text names within a folder; an error when it leads out of it, by links too."""
    root = folder.resolve()
    try:
        path = (root / written).resolve()
    except (OSError, ValueError, RuntimeError) as error:
        raise BudosimError(f"{written!r} is not a path", f"{written!r} はパスではありません") from error
    if not path.is_relative_to(root):
        raise BudosimError(
            f"{written!r} leads out of {folder.name}/: only files within it are used",
            f"{written!r} は {folder.name}/ の外を指しています。中のファイルだけが使えます",
        )
    return path


def _unusable(path: Path, error: OSError, en: str, ja: str) -> BudosimError:
    reason = error.strerror or type(error).__name__
    return BudosimError(f"{path} cannot be {en}: {reason}", f"{path} {ja}（{reason}）")


def _plain(value: Any) -> Any:
    if isinstance(value, Path):
        return value.as_posix()
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON form")
