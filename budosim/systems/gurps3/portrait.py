"""Looks at a portrait without decoding it: type, pixels and size from the file's head."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.sheet import Portrait

FORMATS = ("JPEG", "BMP", "WEBP")
"""The picture formats accepted besides PNG and GIF, which are read here: they are what people send."""

MAX_READ = 4_000_000
"""Files above this size are not opened at all; their size alone refuses them."""

_PNG = b"\x89PNG\r\n\x1a\n"
_GIF = (b"GIF87a", b"GIF89a")


def inside(base: Path, text: str) -> Path | None:
    """The file `text` names below `base`, or None when it leads out of it."""
    if not text or "\0" in text or len(text) > 255:
        return None
    named = Path(text.replace("\\", "/"))
    if named.is_absolute() or ":" in text:
        return None
    try:
        root = base.resolve()
        full = (root / named).resolve()
    except (OSError, ValueError, RuntimeError):
        return None
    return full if full.is_relative_to(root) and full != root else None


def measure(path: Path, text: str) -> Portrait | Both:
    """Pixels and bytes of a picture, or what is wrong with the file."""
    try:
        if not path.exists():
            return Both("見つかりません", "not there")
        if not path.is_file():
            return Both("ファイルではありません", "not a file")
        size = path.stat().st_size
        raw = path.read_bytes() if size <= MAX_READ else b""
    except (OSError, ValueError):
        return Both("開けません", "cannot be opened")
    if size > MAX_READ:
        return Portrait(text, None, None, size)
    if raw.startswith(_PNG):
        pixels = _png(raw)
    elif raw.startswith(_GIF):
        pixels = _gif(raw)
    else:
        pixels = _other(path)
    if pixels is None:
        return Both("画像として読めません", "not a picture this program can read")
    return Portrait(text, *pixels, size)


def _png(raw: bytes) -> tuple[int, int] | None:
    """Pixels of a PNG whose parts are all there and whole; nothing is unpacked."""
    at = len(_PNG)
    seen: set[bytes] = set()
    width = height = 0
    while at + 12 <= len(raw):
        (length,) = struct.unpack_from(">I", raw, at)
        kind, end = raw[at + 4 : at + 8], at + 8 + length
        if end + 4 > len(raw) or struct.unpack_from(">I", raw, end)[0] != zlib.crc32(raw[at + 4 : end]):
            return None
        if not seen:
            if kind != b"IHDR" or length != 13:
                return None
            width, height = struct.unpack_from(">II", raw, at + 8)
        seen.add(kind)
        at = end + 4
        if kind == b"IEND":
            break
    return (width, height) if {b"IDAT", b"IEND"} <= seen and width and height else None


def _gif(raw: bytes) -> tuple[int, int] | None:
    """Pixels of a GIF's screen."""
    if len(raw) < 14:
        return None
    width, height = struct.unpack_from("<HH", raw, 6)
    return (width, height) if width and height and b"\x2c" in raw[13:] else None


def _other(path: Path) -> tuple[int, int] | None:
    from PIL import Image

    try:
        with Image.open(path, formats=FORMATS) as picture:
            width, height = picture.size
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return 0, 0  # beyond measuring, and surely not 100 x 100
    except Exception:  # a damaged picture may raise anything inside the picture library
        return None
    return int(width), int(height)
