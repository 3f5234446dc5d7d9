"""Both worked examples of the dossier, line by line as printed, through the real commands."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

import pytest
from sheet_bench import DATA, A, B, sheet

from budosim.cli import FINE, main
from budosim.systems.gurps3.findings import number

TIERS = {
    A: {"primary": 48, "secondary": 12, "optional": 4, "manga": 4},
    B: {"primary": 40, "secondary": 19, "optional": 1, "manga": 0},
}
SUMS = {
    A: {"attributes": 120, "advantages": 69, "skills": 68, "maneuvers": 19, "combinations": 4, "spells": 0,
        "disadvantages": -30, "quirks": -5, "spent": 245, "unspent": 5, "off_match": 15},
    B: {"attributes": 110, "advantages": 77, "skills": 60, "maneuvers": 13, "combinations": 4, "spells": 20,
        "disadvantages": -30, "quirks": -5, "spent": 249, "unspent": 1, "off_match": 15},
}  # fmt: skip
LEVELS = {
    A: {"karate": 20, "sport:karate": 18, "boxing": 16, "body_language": 12, "jumping": 15, "tactics": 9,
        "tai_sabaki": 13, "running": 10, "first_aid": 11, "breath_control": 8, "power_blow": 11},
    B: {"judo": 19, "body_language": 16, "philosophy(神道)": 13, "breath_control": 13, "meditation": 12,
        "first_aid": 14, "acrobatics": 13, "mental_strength": 14},
}  # fmt: skip
MANEUVERS = {
    A: {"kicking": (3, 20), "shin_kick": (1, 20), "spin_kick": (2, 20), "feint:karate": (4, 23),
        "hit_location:karate": (4, 20), "riposte": (5, 20)},
    B: {"throw": (1, 20), "arm_lock": (3, 22), "choke_hold": (3, 19), "feint:judo": (2, 20),
        "ground_fighting:judo": (4, 18)},
}  # fmt: skip
DERIVED = {
    A: {"speed": 6.75, "move": 8, "dodge": 9, "hp": 12, "fp": 13, "will": 11, "subturns": 3},
    B: {"speed": 6.5, "hp": 12, "fp": 13, "will": 16},
}


def said(*args: object) -> Any:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        status = main([str(arg) for arg in args])
    assert status == FINE
    return json.loads(out.getvalue())


@pytest.mark.parametrize("base", [A, B])
def test_the_sheet_adds_up_as_printed(base: str) -> None:
    path = DATA / "sheets" / f"{base}.toml"
    entrant = said("check", path, "--json")["entrants"][0]
    assert entrant["cp"] == SUMS[base]
    assert entrant["cp"]["spent"] + entrant["cp"]["unspent"] == 250
    assert LEVELS[base].items() <= entrant["levels"].items()
    assert [f["rule"] for f in entrant["findings"] if f["severity"] != "info"] == []


@pytest.mark.parametrize("base", [A, B])
def test_each_list_of_the_style_costs_what_is_printed(base: str) -> None:
    read = sheet(base)
    assert read.style is not None
    costs = dict.fromkeys(TIERS[base], 0.0)
    for skill in read.skills:
        if not skill.off:
            costs[read.style.tier(skill.id or "") or "outside"] += float(skill.cp or 0)
    assert costs == TIERS[base]


@pytest.mark.parametrize("base", [A, B])
def test_maneuvers_cost_and_reach_what_is_printed(base: str) -> None:
    shown = said("show", DATA / "sheets" / f"{base}.toml", "--json")["derived"]["maneuvers"]
    paid = {m.id: number(m.cp or 0) for m in sheet(base).maneuvers}
    assert {id_: (paid[id_], level) for id_, level in shown.items()} == MANEUVERS[base]


@pytest.mark.parametrize("base", [A, B])
def test_what_follows_is_as_printed(base: str) -> None:
    document = said("show", DATA / "sheets" / f"{base}.toml", "--json")
    assert DERIVED[base].items() <= document["derived"].items()
    if base == A:
        assert document["derived"]["parry"]["karate"] == 14
        assert document["derived"]["damage"]["punch"] == "1d+2"
        assert document["derived"]["damage"]["kick"] == "1d+4"
        assert document["aged"] is None
    else:
        aged = document["aged"]
        wanted = {"speed": 6.25, "move": 6, "dodge": 7, "hp": 12, "fp": 13, "will": 16}
        assert wanted.items() <= aged.items()
        assert aged["levels"]["judo"] == 18
        assert aged["parry"]["judo"] == 13
        assert {(s["base"], s["ring"]) for s in aged["spells"].values()} == {(15, 10)}
        assert set(aged["spells"]) == {"itch", "spasm", "pain", "clumsiness", "stun"}


@pytest.mark.parametrize(
    ("base", "item", "step"),
    [
        (A, "空手", "空手 20 ＝ 敏捷力15＋5（40ＣＰ、肉体／難）"),
        (A, "空手", "一つの技能に使えるＣＰの上限44まで、あと4ＣＰ"),
        (A, "上限", "技能・動作・呪文の合計146まで、あと55"),
        (B, "柔道", "一つの技能に使えるＣＰの上限48まで、あと8ＣＰ"),
        (B, "敏捷力", "敏捷力は52歳の上限14まで、あと0"),
        (B, "上限", "技能・動作・呪文の合計258まで、あと161"),
        (B, "朦朧", "呪文の合計208ＣＰまで、あと188"),
    ],
)
def test_the_checks_below_the_examples(base: str, item: str, step: str) -> None:
    steps = said("show", DATA / "sheets" / f"{base}.toml", item, "--json")["steps"]
    assert step in [s["text_ja"] for s in steps]
