"""Looks at a portrait without decoding it: type, pixels and size from the file's head."""

from __future__ import annotations

from pathlib import Path

from budosim.systems.gurps3.findings import Both
from budosim.systems.gurps3.sheet import Portrait

FORMATS = ("PNG", "GIF", "JPEG", "BMP", "WEBP")
"""The picture formats accepted."""

MAX_READ = 4_000_000
"""Files above this size are not opened at all; their size alone refuses them."""


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
        size = path.stat().st_size
        if not path.is_file():
            return Both("ファイルではありません", "not a file")
    except (OSError, ValueError):
        return Both("見つかりません", "not there")
    if size > MAX_READ:
        return Portrait(text, None, None, size)
    from PIL import Image

    try:
        with Image.open(path, formats=FORMATS) as picture:
            width, height = picture.size
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        return Portrait(text, 0, 0, size)  # beyond measuring, and surely not 100 x 100
    except Exception:  # a damaged picture may raise anything inside the picture library
        return Both("画像として読めません", "not a picture this program can read")
    return Portrait(text, int(width), int(height), size)
