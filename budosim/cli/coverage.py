"""`spar --pattern-coverage`: which lines of a pattern decided something, and why the others never did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from budosim.cli import FINE
from budosim.cli.speak import speak

LIST_NAMES = {
    "ja": {"rules": "規則", "react": "防御", "free": "決断"},
    "en": {"rules": "rule", "react": "defence", "free": "decision"},
}


def pattern_coverage(own: Sequence[Any], foes: Sequence[Any], seed: Any, setting: Any, bouts: int | None) -> int:
    """Count and print for each of one's own sheets."""
    from budosim.runs.pattern_coverage import BOUTS, cover

    out = speak()
    documents: list[dict[str, Any]] = []
    for one in own:
        found = cover(one, foes, seed, setting, out.note, lambda *_: None, bouts or BOUTS)
        names = LIST_NAMES[out.lang]
        ja = out.lang == "ja"
        out.say(f"{one.name}：{found.bouts}試合" if ja else f"{one.name}: {found.bouts} bouts")
        for line in found.lines:
            count = f"{line.fired:,}回" if ja else f"{line.fired:,} times"
            out.say(f"  {names[line.name]} {line.line + 1} 「{line.text}」 {count}")
            if not line.fired:
                out.say(f"      {line.why_ja if ja else line.why_en}")
        documents.append(
            {"sheet": one.id, "name": one.name, "bouts": found.bouts, "lines": [line.row() for line in found.lines]}
        )
    out.document({"seed": seed.number, "pattern_coverage": documents})
    return FINE
