"""All vectors and all boundary pairs through the real command: one run over one folder of patched sheets."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from boundaries import PAIRS
from sheet_bench import A, B, Op, patched, toml, vectors

from budosim.cli import REFUSED, main
from budosim.systems.gurps3.legality import RULES
from budosim.systems.gurps3.tables import tables


def cases() -> Iterator[tuple[str, str, str, str, list[Op]]]:
    """Every sheet: its file name, the rule, whether that must be told, the base and the patches."""
    for row in vectors():
        for kind in ("pass", "fail"):
            for n, case in enumerate(row[kind]):
                yield f"{row['id']}-{kind}-{n}", row["id"], kind, case["base"], case["ops"]
    for n, pair in enumerate(PAIRS):
        yield f"{pair.rule}-at-{n}", pair.rule, "at", pair.base, pair.side("at")
        yield f"{pair.rule}-over-{n}", pair.rule, "over", pair.base, pair.side("over")


CASES = list(cases())


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What one run of `check` says of all of them, by file name."""
    folder = tmp_path_factory.mktemp("vectors")
    for name, _, _, base, ops in CASES:
        (folder / f"{name}.toml").write_text(toml(patched(base, ops)), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(["check", str(folder), "--json"])
    assert "Traceback" not in err.getvalue()
    document = json.loads(out.getvalue())
    assert status == REFUSED
    assert document["legal"] is False
    return {Path(entrant["path"]).stem: entrant for entrant in document["entrants"]}


def test_every_sheet_is_answered(checked: dict[str, Any]) -> None:
    assert set(checked) == {name for name, *_ in CASES}
    assert len(checked) > 300


def test_there_are_vectors_and_a_boundary_pair_for_every_rule() -> None:
    wanted = {f"L-{n:02}" for n in range(1, 66)}
    assert {row["id"] for row in vectors()} == wanted
    assert {pair.rule for pair in PAIRS} == wanted | {"F-03"} == set(RULES) - {"L-66"}


@pytest.mark.parametrize(("name", "rule", "kind"), [case[:3] for case in CASES], ids=[case[0] for case in CASES])
def test_the_rule_is_told_or_not(checked: dict[str, Any], name: str, rule: str, kind: str) -> None:
    entrant = checked[name]
    told = [f for f in entrant["findings"] if f["rule"] == rule]
    assert bool(told) is (kind in ("fail", "over"))
    if kind == "at":
        assert entrant["legal"] is True
    if tables().rules[rule].severity == "error" and kind in ("fail", "over"):
        assert entrant["legal"] is False
        assert all(f["suggestion"] for f in told if f["rule"] != "F-03")


@pytest.mark.parametrize("n", range(len(PAIRS)), ids=[f"{pair.rule}-{n}" for n, pair in enumerate(PAIRS)])
def test_one_step_over_a_cap_is_refused_for_that_rule_and_no_other(checked: dict[str, Any], n: int) -> None:
    pair = PAIRS[n]
    entrant = checked[f"{pair.rule}-over-{n}"]
    refused = {f["rule"] for f in entrant["findings"] if f["severity"] == "error"}
    allowed = {pair.rule} | pair.also if tables().rules[pair.rule].severity == "error" else set()
    assert refused <= allowed
    assert entrant["legal"] is not bool(allowed)


def test_every_finding_names_clause_place_line_and_both_languages(checked: dict[str, Any]) -> None:
    for entrant in checked.values():
        for finding in entrant["findings"]:
            assert finding["clause"] == tables().rules[finding["rule"]].clause
            assert finding["where"]
            assert finding["message_ja"]
            assert finding["message_ja"] != finding["message_en"]
            assert "{" not in finding["message_ja"] + finding["message_en"]
            assert finding["severity"] in ("error", "warning", "info")
            assert finding["line"] is None or finding["line"] > 0


def test_both_worked_sheets_are_legal_without_a_warning(checked: dict[str, Any]) -> None:
    for name, _, kind, base, ops in CASES:
        if kind == "pass" and not ops:
            assert base in (A, B)
            assert checked[name]["legal"] is True
            assert [f["rule"] for f in checked[name]["findings"] if f["severity"] != "info"] == []
