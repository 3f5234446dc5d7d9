"""A told bout as the data of a replay page: lines, frames, sentences, chances, and the words to name them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from budosim.systems.gurps3.replay_frames import SIDES, Side, changes, frames_of
from budosim.systems.gurps3.retell import Retold
from budosim.systems.gurps3.story import Told, told
from budosim.systems.gurps3.story_words import Lang, people, words

FORM = 1
LANGS: tuple[Lang, Lang] = ("ja", "en")
LEFT_OUT = ("state", "legal", "retreat_legal", "span")
"""Fields of a line that frames hold already, or that only a program reads."""
TABLES = ("kind", "what", "table", "effect", "mod", "result", "why", "posture", "list", "opt", "flag")
Chances = Sequence[Sequence[int]]
"""Rows of place in the trace, bouts, wins of a, wins of b."""


@cache
def labels() -> Mapping[str, Any]:
    """The viewer's own words (`tables/replay.toml`)."""
    text = (files("budosim.systems.gurps3") / "tables" / "replay.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def turning_point(trace: Sequence[Mapping[str, Any]], chances: Chances) -> int | None:
    """The turn after which the chances had moved most; without chances the gravest blow; None in an empty bout."""
    if len(chances) > 1:
        shares = [(row[0], (row[2] + (row[1] - row[2] - row[3]) / 2) / row[1]) for row in chances if row[1]]
        end = _end_share(trace)
        if end is not None:
            shares.append((len(trace) - 1, end))
        # the bell and the first turn are the same moment
        steps = [(abs(after[1] - before[1]), -before[0], before[0]) for before, after in pairwise(shares[1:])]
        if steps:
            return max(steps)[2]
    hurts = [(event["injury"], -i, i) for i, event in enumerate(trace) if event["k"] == "damage"]
    return max(hurts)[2] if hurts else None


def _end_share(trace: Sequence[Mapping[str, Any]]) -> float | None:
    last = trace[-1] if trace else {}
    if last.get("k") != "end":
        return None
    return {"a": 1.0, "b": 0.0}.get(str(last["winner"]), 0.5)


def stories_of(bout: Retold) -> dict[Lang, list[Told]]:
    """The bout told in both languages."""
    return {lang: told(bout.trace, bout.fighters, lang) for lang in LANGS}


def replay_data(bout: Retold, chances: Chances, *, secret: bool = False) -> dict[str, Any]:
    """Everything a replay page shows, as JSON takes it.

    Args:
        bout: the bout, told.
        chances: its curve.
        secret: leave out what would give away the seed before the event is over.

    """
    trace = bout.trace
    # which words of his pattern a decision came from is shown beside it
    patterns = {side: str(bout.fighters[side].get("pattern", "")) for side in SIDES}
    lines = [_line(event, patterns) for event in trace]
    frames = frames_of(trace)
    if secret:
        for name in ("seed", "bout", "rolled_as"):
            lines[0].pop(name, None)
    folk = {lang: people(bout.fighters, lang) for lang in LANGS}
    names = {
        side: {lang: [folk[lang][side].full, folk[lang][side].short] for lang in LANGS} for side in SIDES
    }
    return {
        "form": FORM,
        "names": names,
        "lines": lines,
        "frames": changes(frames),
        "chances": [list(row) for row in chances],
        "turning": turning_point(trace, chances),
        "words": _words(lines, frames),
        "ui": {key: [row["ja"], row["en"]] for key, row in labels()["ui"].items()},
        "most": {side: _most(trace, side, bout.fighters[side].get("unhurt", ())) for side in SIDES},
    }


def _line(event: Mapping[str, Any], patterns: Mapping[str, str]) -> dict[str, Any]:
    line = {name: value for name, value in event.items() if name not in LEFT_OUT and value not in (None, [], "")}
    span = event.get("span")
    if span and event.get("who") in patterns:
        line["says"] = patterns[event["who"]][span[0] : span[1]]
    return line


def _most(trace: Sequence[Mapping[str, Any]], side: str, unhurt: Sequence[int]) -> list[int]:
    """Full bars: hit points and fatigue points of a fighter who has lost nothing, or more where he had more."""
    states = [event["state"][side] for event in trace if event.get("state")]
    whole = unhurt or (1, 1)
    return [
        max([full, *(int(state[name]) for state in states)]) for name, full in zip(("hp", "fp"), whole, strict=True)
    ]


def _words(lines: Sequence[Mapping[str, Any]], frames: Sequence[Mapping[str, Side]]) -> dict[str, Any]:
    """The words of this bout's lines: ids with both names."""
    story = words()
    used = set(_strings(lines))
    found: dict[str, Any] = {
        name: {key: [row["ja"], row["en"]] for key, row in labels()[name].items() if key in used or name == "kind"}
        for name in TABLES
    }
    found["flag"] = {key: [row["ja"], row["en"]] for key, row in labels()["flag"].items()}
    found["posture"] = {key: [row["ja"], row["en"]] for key, row in labels()["posture"].items()}
    found["act"] = {key: [row["ja"], row["en"]] for key, row in story["act"].items() if key in used}
    found["place"] = {key: [row["ja"], row["en"]] for key, row in story["place"].items()}
    found["ending"] = {key: [row["ja"], row["en"]] for key, row in story["ending"].items() if key in used}
    spells = {str(line["spell"]) for line in lines if line.get("spell")}
    spells |= {spell for frame in frames for side in frame.values() for spell in side.get("spells", ())}
    if spells:
        found["spell"] = _spell_names(spells)
    found["rule"] = _rules(used)
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _strings(one)


def _spell_names(ids: set[str]) -> dict[str, list[str]]:
    from budosim.systems.gurps3.tables import tables

    known = tables().spells
    return {id_: [tables().label("spell", id_, lang) for lang in LANGS] for id_ in sorted(ids) if id_ in known}


def _rules(used: set[str]) -> dict[str, list[str]]:
    from budosim.systems.gurps3.rulebook import ring_rules

    return {id_: [rule.name_ja, rule.name_en] for id_, rule in ring_rules().items() if id_ in used}
