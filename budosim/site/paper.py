"""Pages as they are written: templates, everything from outside escaped, and a policy that lets nothing in.

Style and scripts stand within each page and are named by their hash; pictures are embedded. So a page works from the
file system, loads nothing, and runs nothing that is not ours.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from budosim.site.words import Lang, Words

if TYPE_CHECKING:
    from jinja2 import Environment

PACK_LEVEL = 9


@cache
def asset(name: str) -> str:
    """A style sheet or script of the package."""
    return (files("budosim.site") / "assets" / name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """The templates, with escaping always on."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("budosim.site", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["percent"] = percent
    made.filters["chance"] = chance
    return made


def percent(share: float | None) -> str:
    """A share as a percentage a person reads.

    >>> percent(0.004), percent(0.126), percent(None)
    ('0.4%', '13%', '—')
    """
    if share is None:
        return "—"
    value = 100 * share
    return f"{value:.1f}%" if 0 < value < 1 else f"{value:.0f}%"


def chance(share: float, n: int) -> str:
    """A share counted over `n` playings; what never happened, or always, is not called impossible or certain.

    >>> chance(0.42, 2000), chance(0.0, 2000), chance(1.0, 2000), chance(0.0, 100)
    ('42%', '<0.15%', '>99.85%', '<3%')
    """
    if n and share in (0, 1):
        least = float(f"{300 / n:.2g}")
        return f"<{least:g}%" if share == 0 else f">{100 - least:g}%"
    return percent(share)


def policy(styles: str, script: str) -> str:
    """The content security policy of a page: this style, this script, embedded pictures, nothing else."""
    runs = f"script-src '{_digest(script)}'; " if script else ""
    return (
        f"default-src 'none'; {runs}style-src '{_digest(styles)}'; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def render(template: str, lang: Lang, *, styles: str, script: str, **values: Any) -> str:
    """A page.

    Args:
        template: its name.
        lang: the language of the page's own words.
        styles: the style sheet, whole.
        script: the script, whole; "" for none.
        values: what the template shows.

    """
    page = environment().get_template(template)
    return page.render(
        lang=lang, w=Words(lang), css=styles, script=script, policy=policy(styles, script), **values
    )


def packed(data: Mapping[str, Any]) -> str:
    """Data as a page carries it: JSON, deflated, in letters that mean nothing to HTML."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return base64.b64encode(zlib.compress(text.encode("utf-8"), PACK_LEVEL)).decode("ascii")


def unpacked(text: str) -> Any:
    """The data of `packed`."""
    return json.loads(zlib.decompress(base64.b64decode(text)))
