"""Whole bouts of the real core, from sheet to story: a trace can be checked with pencil and paper."""

from __future__ import annotations

import re
from collections import deque
from pathlib import Path

import pytest
from bout_maker import Event
from real_bouts import real_bouts

from budosim.systems.gurps3.story import tell, told
from budosim.systems.gurps3.story_forms import APART
from budosim.systems.gurps3.story_wrap import width_of
from budosim.systems.gurps3.trace_state import hex_distance
from budosim.testing import stage

BOUTS = 16
FOLK = {"a": {"name": "鷹村 蓮", "sex": "男"}, "b": {"name": "Ken", "sex": "男"}}


@pytest.fixture(scope="module")
def bouts() -> list[list[Event]]:
    return real_bouts(BOUTS)


def test_bouts_go_from_bell_to_end(bouts: list[list[Event]]) -> None:
    assert len(bouts) == BOUTS
    for trace in bouts:
        kinds = [e["k"] for e in trace]
        assert kinds[:3] == ["bout", "initiative", "turn"]
        assert kinds.count("end") == 1
        assert kinds[-1] == "end"
        assert kinds.count("attack") > 0


def test_every_target_is_its_base_and_its_modifiers(bouts: list[list[Event]]) -> None:
    seen = 0
    for event in (e for trace in bouts for e in trace):
        if event["k"] in ("attack", "defence", "roll") and event["result"] is not None:
            assert event["base"] + sum(n for _, n in event["mods"]) == event["target"], event
            assert len(event["dice"]) == 3
            made = sum(event["dice"]) <= event["target"] and sum(event["dice"]) < 17
            assert (event["result"] in ("success", "critical_success")) == (made or sum(event["dice"]) <= 4)
            seen += 1
    assert seen > 100


def test_every_injury_can_be_worked_out(bouts: list[list[Event]]) -> None:
    seen = 0
    for trace in bouts:
        hp: dict[str, int] = {}
        for event in trace:
            if event["k"] == "turn":
                hp = {side: event["state"][side]["hp"] for side in ("a", "b")}
            if event["k"] == "effect" and event["effect"] == "strained":
                hp[event["who"]] = event["hp"]
            if event["k"] != "damage":
                continue
            basic = (sum(event["dice"]) + event["bonus"]) * event["factor"]
            assert event["basic"] == max(0, basic // 2 if event.get("halved") else basic)
            through = int(max(0, event["basic"] - event["dr"]) * event["multiplier"])
            assert event["injury"] == through or (event["rule"] == "C-81" and event["injury"] < through)
            hp[event["who"]] -= event["injury"]
            assert event["hp"] == hp[event["who"]]
            seen += 1
    assert seen > 20


def test_positions_follow_from_moves(bouts: list[list[Event]]) -> None:
    for trace in bouts:
        at: dict[str, list[int]] = {}
        for event in trace:
            if event.get("state"):
                state = event["state"]
                if at:
                    assert {side: state[side]["pos"] for side in ("a", "b")} == at
                at = {side: state[side]["pos"] for side in ("a", "b")}
                assert state["distance"] == hex_distance(*at["a"], *at["b"])
            if event["k"] == "move":
                assert event["from"] == at[event["who"]]
                at[event["who"]] = event["to"]
                assert event["distance"] == hex_distance(*at["a"], *at["b"])


def test_every_line_names_whose_turn_it_is(bouts: list[list[Event]]) -> None:
    for trace in bouts:
        of, t = "a", 0
        for event in trace[1:]:
            if event["k"] == "turn":
                of, t = event["who"], event["t"]
            assert (event["of"], event["t"]) == (of, t)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_real_bouts_are_told_without_repetition(bouts: list[list[Event]], lang: str) -> None:
    for trace in bouts:
        last: deque[str] = deque(maxlen=APART)
        for piece in told(trace, FOLK, "ja" if lang == "ja" else "en"):
            if piece.kind == "sentence":
                assert piece.form not in last
                last.append(piece.form)
        text = tell(trace, FOLK, "ja" if lang == "ja" else "en", width=60)
        assert "{" not in text
        assert text.count("【第" if lang == "ja" else "[Turn") >= 1


TEXT = "ひたすらローキック、２ターンに１回フェイントを行う。"


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    text = (Path(__file__).parents[1] / "data" / "sheets" / "karateka_24.toml").read_text(encoding="utf-8")
    path = tmp_path / "ren.toml"
    path.write_text(re.sub(r"(?m)^pattern = .*$", f'pattern = "{TEXT}"', text), encoding="utf-8")
    return path


def test_a_staged_bout_goes_from_a_sheet_to_its_story(sheet: Path) -> None:
    bout = stage(sheet, (sheet, {"rules": []}), turns=6, seed=3)
    mine = [e for e in bout.trace if e["k"] == "act" and e["who"] == "a"]
    words = {TEXT[slice(*e["span"])] for e in mine if e["list"] == "rules"}
    assert any("ローキック" in word for word in words)
    assert any("フェイント" in word for word in words)
    assert all(e["list"] is None for e in bout.trace if e["k"] == "act" and e["who"] == "b")
    for defence in (e for e in bout.trace if e["k"] == "defence"):
        assert defence["defence"] in defence["legal"]
        assert defence["retreat_legal"] or not defence["retreat"]
    for lang in ("ja", "en"):
        text = bout.tell(lang, 60)
        assert "鷹村" in text
        assert "よろしくお願いします。" in text
        assert all(width_of(line) <= 60 for line in text.splitlines())


def test_every_roll_of_an_even_stage_reads_ten(sheet: Path) -> None:
    bout = stage(sheet, (sheet, {"rules": []}), dice="even", turns=3, immortal=True, acts=[])
    dice = [e["dice"] for e in bout.trace if e["k"] in ("attack", "defence", "roll") and e["dice"]]
    assert len(dice) > 10
    assert all(sum(three) == 10 for three in dice)
