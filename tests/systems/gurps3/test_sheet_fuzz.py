"""Whatever is sent: findings or a sheet, never a traceback, never a changed sheet."""

from __future__ import annotations

import contextlib
import copy
import time
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sheet_bench import A, B, patched, toml

from budosim.errors import SheetError
from budosim.systems.gurps3.derived import derive
from budosim.systems.gurps3.explain_value import explain_item
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import check_json, check_sheet
from budosim.systems.gurps3.letters import refusal_letter
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
SETTINGS = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


def everything(sheet: Sheet) -> None:
    """Whatever is done with a sheet."""
    report = check_sheet(sheet)
    document = check_json([report])
    assert document["legal"] == report.legal
    for f in report.findings:
        assert f.message.ja
        assert f.line is None or f.line > 0
    refusal_letter(report)
    if sheet.readable:
        derive(sheet, aged=True)
        show_json(sheet)
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
