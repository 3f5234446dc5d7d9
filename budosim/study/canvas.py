"""What every figure shares: fonts, labels that can be drawn, palettes, files.

Figures are made without pyplot, so they know no global state and may be drawn in any thread. Matplotlib is
imported when the first figure is drawn.
"""

from __future__ import annotations

import base64
import io
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from budosim.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

JAPANESE = "IPAexGothic"
FALLBACK = "DejaVu Sans"
GETA = "〓"
"""Stands for a letter no font here has."""
INK, PALE, LINE = "#1c2733", "#8a939c", "#d7dce1"
LOSS_TO_WIN = ("#8c3d04", "#cf7a21", "#f3c98f", "#f6f5f3", "#a9cbe6", "#3d82bf", "#0b4079")
"""Brown to blue through a pale middle: told apart with every kind of colour vision."""
KINDS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b8bec4")
"""Colours for things without an order (Okabe and Ito), the last for what is left over."""
SOFT = "#5c6670"
DPI = 144
SIGNED = 0.2
"""Inches of the line that says what a figure was made from."""


@cache
def _letters() -> frozenset[int]:
    """Every letter the two fonts can draw."""
    import matplotlib
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    with matplotlib.rc_context():  # importing the package would set the font of everybody's figures
        import matplotlib_fontja

        font_manager.fontManager.addfont(matplotlib_fontja.get_font_ttf_path())
    paths = (font_manager.findfont(name, fallback_to_default=False) for name in (JAPANESE, FALLBACK))
    return frozenset(code for path in paths for code in FT2Font(path).get_charmap())


@contextmanager
def drawing() -> Iterator[None]:
    """Everything drawn in here has our fonts and sizes."""
    import matplotlib

    _letters()
    style: Mapping[str, Any] = {
        "font.family": [JAPANESE, FALLBACK],
        "font.size": 9,
        "axes.unicode_minus": False,
        "axes.edgecolor": PALE,
        "axes.labelcolor": INK,
        "axes.titlesize": 11,
        "axes.titlecolor": INK,
        "text.color": INK,
        "text.parse_math": False,
        "xtick.color": INK,
        "ytick.color": INK,
        "svg.hashsalt": "budosim",
        "svg.fonttype": "path",
    }
    with matplotlib.rc_context(cast(Any, style)):
        yield


def new_figure(width: float, height: float) -> Figure:
    """A blank figure of a size in inches."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), dpi=DPI, facecolor="white")
    FigureCanvasAgg(figure)
    return figure


def finish(figure: Figure) -> Figure:
    """Lay the figure out now, while our fonts are in force: ticks are made when a figure is first drawn."""
    figure.draw_without_rendering()
    return figure


def sign(figure: Figure, text: str) -> Figure:
    """Say below a figure what it was made from; it grows by a line, and nothing in it moves."""
    wide, tall = (float(side) for side in figure.get_size_inches())
    whole = tall + SIGNED
    for axes in figure.axes:
        x, y, width, height = axes.get_position().bounds
        axes.set_position((x, (y * tall + SIGNED) / whole, width, height * tall / whole))
    for one in figure.texts:
        x, y = one.get_position()
        one.set_position((x, (y * tall + SIGNED) / whole))
    figure.set_size_inches(wide, whole)
    with drawing():
        figure.text(0.12 / wide, 0.08 / whole, label(text, inf), fontsize=6.5, color=SOFT, va="bottom")
        return finish(figure)


def width_of(text: str) -> float:
    """How many full-width letters a text is wide, about."""
    return sum(1.0 if unicodedata.east_asian_width(char) in "WFA" else 0.6 for char in text)


def inches(texts: Sequence[str], size: float) -> float:
    """How wide the widest of some labels is, in inches, at a size in points; call it within `drawing`."""
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.font_manager import FontProperties

    renderer: Any = cast(Any, RendererAgg)(1, 1, 72)
    font = FontProperties(family=[JAPANESE, FALLBACK], size=size)
    return (
        max((renderer.get_text_width_height_descent(text, font, False)[0] for text in texts), default=0) / 72
    )


def drawable(text: str) -> bool:
    """Whether the fonts have every letter of a text."""
    return GETA not in label(text, inf)


def names_of(entrants: Iterable[tuple[str, str, str | None]]) -> dict[str, str]:
    """What to call everybody in a figure, from ids, names and readings.

    The reading stands for a name that cannot be drawn.
    """
    return {
        one: reading if reading and not drawable(name) and drawable(reading) else name
        for one, name, reading in entrants
    }


def label(text: str, longest: float = 10) -> str:
    """Other people's text as a label: one line, only letters that can be drawn, cut when too long.

    `longest` is in full-width letters.
    """
    letters = _letters()
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Mn", "Me"):
            char = " " if char in "\t\n\r\v\f\u2028\u2029" else ""
        elif ord(char) not in letters and not char.isspace():
            char = GETA
        if char.isspace() or char == GETA:
            char = " " if char.isspace() else char
            if kept and kept[-1] == char:
                continue
        kept.append(char)
    plain = "".join(kept).strip() or GETA
    if width_of(plain) <= longest:
        return plain
    while plain and width_of(plain) > longest - 1:
        plain = plain[:-1]
    return plain.rstrip() + "…"


def labels(names: Sequence[str], longest: float = 10) -> list[str]:
    """Labels that differ from one another: those that came out alike are numbered."""
    made = [label(name, longest) for name in names]
    twice = {one for one in made if made.count(one) > 1}
    seen: dict[str, int] = {}
    for at, one in enumerate(made):
        if one in twice:
            seen[one] = seen.get(one, 0) + 1
            made[at] = f"{label(names[at], longest - 2)} {seen[one]}"
    return made


def picture(figure: Figure, kind: str = "png") -> bytes:
    """A figure as a PNG or SVG file, without a date: the same figure is the same file."""
    out = io.BytesIO()
    with drawing():
        figure.savefig(out, format=kind, metadata=_metadata(kind))
    return out.getvalue()


def data_uri(png: bytes) -> str:
    """A PNG within an address, for a page of one file."""
    return "data:image/png;base64," + base64.b64encode(png).decode("ascii")


def save(figure: Figure, path: Path) -> Path:
    """Write a figure as .png or .svg, as its name says."""
    write_bytes(path, picture(figure, path.suffix[1:]))
    return path


def _metadata(kind: str) -> dict[str, Any]:
    return {"Date": None, "Creator": "budosim"} if kind == "svg" else {"Software": "budosim"}
