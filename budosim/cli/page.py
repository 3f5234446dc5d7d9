"""One bout as one page: the prose, with the rolls behind each sentence; nothing is loaded from outside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from budosim.cli.language import Lang
from budosim.files import json_text
from budosim.systems.gurps3.story import Told, told

_STYLE = (
    "body{font-family:'Hiragino Sans','Noto Sans CJK JP','Noto Sans JP','Yu Gothic',Meiryo,sans-serif;"
    "line-height:1.8;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "h1{font-size:1.4rem}h2{font-size:1rem;margin:1.6rem 0 .4rem;color:#555;border-bottom:1px solid #ddd}"
    "p{margin:.2rem 0}.line{margin-left:2rem;color:#245}.result{font-weight:bold;margin-top:1.5rem}"
    "details{display:inline}summary{display:inline;cursor:pointer;color:#a70;font-size:.8rem;list-style:none}"
    "pre{white-space:pre-wrap;font-size:.75rem;background:#f6f6f2;padding:.5rem;line-height:1.4}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}pre{background:#262626}}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_TAGS = {"title": "h1", "heading": "h2", "sentence": "p", "line": "p", "result": "p"}
_QUIET = ("state", "legal")
"""Fields of an event that would only fill the page."""


def bout_page(trace: Sequence[Mapping[str, Any]], fighters: Mapping[str, Mapping[str, Any]], lang: Lang) -> str:
    """The page of one bout."""
    pieces = told([dict(event) for event in trace], fighters, lang)
    title = next((piece.text for piece in pieces if piece.kind == "title"), "budosim")
    body = "\n".join(_piece(piece, trace) for piece in pieces if piece.kind != "break")
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _piece(piece: Told, trace: Sequence[Mapping[str, Any]]) -> str:
    tag = _TAGS[piece.kind]
    kind = f' class="{piece.kind}"' if tag == "p" else ""
    return f"<{tag}{kind}>{escape(piece.text)}{_rolls(piece, trace)}</{tag}>"


def _rolls(piece: Told, trace: Sequence[Mapping[str, Any]]) -> str:
    if piece.kind != "sentence":
        return ""
    lines = list(_lines(piece, trace))
    if not lines:
        return ""
    return f" <details><summary>🎲</summary><pre>{escape(chr(10).join(lines))}</pre></details>"


def _lines(piece: Told, trace: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for at in piece.events:
        if 0 <= at < len(trace):
            yield json_text({name: value for name, value in trace[at].items() if name not in _QUIET})
