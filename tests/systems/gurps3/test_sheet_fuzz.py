"""Whatever is sent: findings or a sheet, never a traceback, never a changed sheet."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import time
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sheet_bench import A, B, patched, toml

from budosim.errors import SheetError
from budosim.systems.gurps3.derived import derive
from budosim.systems.gurps3.explain_value import explain_item
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import Report, check_json, check_sheet
from budosim.systems.gurps3.letters import Line, organizer_csv, organizer_table, refusal_letter
from budosim.systems.gurps3.messages import finding_lines
from budosim.systems.gurps3.remedies import advise
from budosim.systems.gurps3.resubmission import Resubmission
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.show import show_json, show_text
from budosim.systems.gurps3.template import template

BASES = {name: patched(name, []) for name in (A, B)}
TEXTS = [toml(BASES[A]), toml(BASES[B]), template("ja", "original"), template("en", "magic")]

VALUES = st.one_of(
    st.integers(-(10**6), 10**6),
    st.sampled_from(
        [
            0,
            -1,
            0.5,
            0.25,
            1e300,
            10**30,
            float("nan"),
            float("inf"),
            True,
            "",
            "　",
            "空手",
            "-5",
            "２０",
            [],
            {},
            ["空手"],
            {"cp": 4},
            [{"id": "karate"}],
            "off",
            "\x00",
            "a" * 300,
        ]
    ),
    st.text(max_size=8),
)
MANY = int(os.environ.get("BUDOSIM_MUTATIONS", "0"))
"""Set it to 20000 to mutate that many sheets; a usual run takes few."""
SETTINGS = settings(max_examples=max(60, MANY // 4), deadline=None, suppress_health_check=list(HealthCheck))


@cache
def handed_in_before() -> Report:
    return check_sheet(read_sheet_text(TEXTS[0]))


def everything(sheet: Sheet) -> None:
    """Whatever is done with a sheet."""
    text = sheet.text
    report = check_sheet(sheet)
    told = advise(report)
    assert sheet.text == text
    document = check_json([told])
    assert document["legal"] == report.legal == told.legal
    assert len(report.findings) == len(told.findings)
    json.dumps(document, allow_nan=False)
    for f in told.findings:
        assert f.message.ja
        assert f.message.en
        assert "{" not in f.rule + f.clause
        assert f.line is None or f.line > 0
    for lang in ("ja", "en"):
        refusal_letter(told, lang)
        finding_lines(sheet, told.findings, lang)
    organizer_table([Line(told)])
    organizer_csv([Line(told)])
    if sheet.readable:
        json.dumps(Resubmission(handed_in_before(), report).json(), allow_nan=False)
        derive(sheet, aged=True)
        json.dumps(show_json(sheet), allow_nan=False)
        show_text(sheet, "en")
        for item in ("空手", "cp", "dodge", "spin_kick"):
            with contextlib.suppress(SheetError):
                explain_item(sheet, item)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    rows = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in rows:
        found += places(value, (*path, key))
    return found


PLACES = {name: places(data) for name, data in BASES.items()}


@SETTINGS
@given(
    st.sampled_from([A, B]),
    st.lists(st.tuples(st.integers(0, 10**6), st.one_of(st.none(), VALUES)), min_size=1, max_size=4),
)
def test_a_sheet_with_any_values_changed(base: str, changes: list[tuple[int, Any]]) -> None:
    data = copy.deepcopy(BASES[base])
    for where, value in changes:
        *way, last = PLACES[base][where % len(PLACES[base])]
        node: Any = data
        try:
            for step in way:
                node = node[step]
            if value is None:
                del node[last]
            else:
                node[last] = value
        except (KeyError, IndexError, TypeError):
            continue
    everything(read_sheet_text(toml(data)))


@SETTINGS
@given(
    st.sampled_from(TEXTS),
    st.lists(
        st.tuples(st.integers(0, 10**6), st.text(max_size=3), st.integers(0, 4)), min_size=1, max_size=5
    ),
)
def test_a_text_with_any_characters_changed(text: str, edits: list[tuple[int, str, int]]) -> None:
    for at, new, gone in edits:
        i = at % (len(text) + 1)
        text = text[:i] + new + text[i + gone :]
    everything(read_sheet_text(text))


SPELLINGS = [
    "＜空手＞", "カラテ", "karate", "Karate", "空手（流）", "スポーツ（空手）", "sport:karate", "言語（英語）", "ー５",
    "－5",
]  # fmt: skip
PIECES = [
    '"空手" = 40', "[skills]", "[[skill]]", 'id = "空手"', "cp = nan", "cp = -inf", "cp = 1e400", "x = [" * 60,
    "[" * 60,
    '"""', "\x00", "＝", "　", "cp = 99999999999999999999", "level = 0x10", "[entrant]", "1979-05-27T07:32:00Z", "```",
    "[a.b.c.d]", 'text = "\\u0000"', "{", "}", "cp = 0.1", "cp = 1_000", "pool = 'off'", "[[combinations]]",
]  # fmt: skip


@SETTINGS
@given(
    st.sampled_from(TEXTS),
    st.lists(
        st.tuples(
            st.sampled_from(["line", "drop", "twice", "swap", "name"]), st.integers(0, 10**6), st.integers(0, 10**6)
        ),
        min_size=1,
        max_size=6,
    ),
)
def test_a_text_with_lines_added_dropped_and_swapped(text: str, edits: list[tuple[str, int, int]]) -> None:
    lines = text.split("\n")
    for what, a, b in edits:
        i, j = a % len(lines), b % len(lines)
        if what == "line":
            lines.insert(i, PIECES[b % len(PIECES)])
        elif what == "drop":
            del lines[i]
            lines = lines or [""]
        elif what == "twice":
            lines.insert(j, lines[i])
        elif what == "swap":
            lines[i], lines[j] = lines[j], lines[i]
        else:
            lines[i] = re.sub(r'"[^"]*"|karate|judo', f'"{SPELLINGS[b % len(SPELLINGS)]}"', lines[i], count=1)
    everything(read_sheet_text("\n".join(lines)))


@SETTINGS
@given(st.binary(max_size=400))
def test_any_bytes(raw: bytes) -> None:
    everything(read_sheet_text(raw))


def test_a_check_takes_little_time() -> None:
    everything(read_sheet_text(TEXTS[0]))
    start = time.process_time()
    for text in TEXTS * 3:
        check_sheet(read_sheet_text(text))
    assert (time.process_time() - start) / (3 * len(TEXTS)) < 0.05
