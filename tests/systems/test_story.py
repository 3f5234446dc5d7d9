"""The told bout as a whole: everything is told or left out on purpose, turn by turn."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from bout_maker import Event, Maker, random_bout, state
from story_bench import FOLK, LANGS, beats, deed, maker, moved, names, says

from budosim.combat.gurps3.ids import LOC_NAMES, Act, Effect, Ending
from budosim.systems.gurps3.story import tell, told
from budosim.systems.gurps3.story_words import Lang, words

SILENT = {"airborne", "cautioned", "landed", "stood", "postured", "recovered", "part_restored", "part_recovered"}
"""Effects told by the act or the turn they belong to, or not at all."""


@pytest.mark.parametrize("lang", LANGS)
def test_every_effect_of_the_core_is_told_or_left_out_on_purpose(lang: Lang) -> None:
    for effect in Effect:
        name = effect.name.lower()
        made = maker()
        made.effect("b", name)
        told_names = names(made.events)
        assert bool(told_names) == (name not in SILENT), name
        tell(made.events, FOLK, lang)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("winner", ["a", "b", None])
def test_every_ending_is_told_with_its_result(lang: Lang, winner: str | None) -> None:
    for ending in Ending:
        events = maker().end(ending.name.lower(), winner)
        text = tell(events, FOLK, lang)
        last = text.rstrip("\n").splitlines()[-1]
        assert words()["ending"][ending.name.lower()][lang] in last
        full = {"a": "鷹村 蓮", "b": "Ken"}
        assert all((name in last) == (side == winner) for side, name in full.items())


@pytest.mark.parametrize("lang", LANGS)
def test_every_act_at_every_place_with_every_result(lang: Lang) -> None:
    for act in Act:
        for at in (*LOC_NAMES, None):
            made, name = maker(), act.name.lower() if act else None
            made.add("act", "a", act=name, at=at, opt=None, back=False, state=state())
            made.attack("a", "success", act.name.lower(), at)
            made.damage("b", 3, at or "torso")
            text = tell(made.events, FOLK, lang)
            assert "{" not in text


def test_a_trace_without_its_first_line_or_its_end_is_told_as_far_as_it_goes() -> None:
    made = maker()
    made.attack("a", "failure")
    assert "Ken" in tell(made.events[1:], FOLK, "en")
    assert tell([], FOLK, "en").startswith("鷹村 蓮 vs. Ken")


@pytest.mark.parametrize(
    ("act", "what"),
    [("approach", "approach"), ("retreat", "back_off"), ("wait", "wait"), ("all_out_def", "guard")],
)
def test_deeds_that_are_no_blows(act: str, what: str) -> None:
    made = maker()
    deed(made, act)
    moved(made, "b", "knocked_back")
    assert names(made.events) == ([what] if act in ("wait", "all_out_def") else [])
    moved(made, "a", "move")
    assert names(made.events) == [what]


def test_who_leaves_after_a_blow_is_told_when_that_was_the_plan() -> None:
    for back, who, why, told_names in (
        (True, "a", "step", ["miss", "back_after"]),
        (False, "a", "step", ["miss"]),
        (True, "b", "step", ["miss"]),
        (True, "a", "stumble", ["miss"]),
    ):
        made = maker()
        deed(made, "punch", back=back)
        made.attack("a", "failure")
        moved(made, who, why)
        assert names(made.events) == told_names


def test_marks_of_who_strikes_when_and_how() -> None:
    made = maker()
    deed(made, "punch", opt="aoa_double")
    made.attack("a", "failure")
    made.attack("b", "failure")
    made.attack("b", "failure")["counter"] = True
    deed(made, "punch")
    made.attack("a", "failure")
    marks = [beat.marks & {"aoa", "wait", "counter"} for beat in beats(made.events)]
    assert marks == [{"aoa"}, {"wait"}, {"counter"}, frozenset()]


def test_who_lies_is_remembered_from_states_and_effects() -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 3, "torso")
    made.effect("b", "fallen", rule="C-91")
    made.attack("a", "failure")
    made.effect("b", "postured")
    made.attack("a", "failure")
    deed(made, "punch")
    made.events[-1]["state"]["a"]["posture"] = "lying"
    made.attack("a", "failure")
    lies = [beat.marks & {"a_down", "b_down"} for beat in beats(made.events) if beat.what == "miss"]
    assert lies == [{"b_down"}, frozenset(), {"a_down"}]


def test_the_second_eye_brings_the_dark() -> None:
    made = maker()
    for eye in ("eye.R", "eye.L"):
        made.attack("a", "success", "eye_poke", eye)
        made.damage("b", 3, eye)
        made.effect("b", "blinded", at=eye)
    dark = [beat.marks for beat in beats(made.events) if beat.what == "blinded"]
    assert dark == [frozenset(), frozenset({"both"})]


def test_a_hand_is_an_arm_and_a_foot_a_leg() -> None:
    for at, what in (
        ("arm.L", "crippled_arm"),
        ("hand.R", "crippled_arm"),
        ("leg.L", "crippled_leg"),
        ("foot.R", "crippled_leg"),
    ):
        made = maker()
        made.attack("a", "success")
        made.effect("b", "crippled", at=at, rule="C-82", until_turn=None)
        assert names(made.events)[-1] == what


def test_spells_unused_points_and_the_first_move() -> None:
    made = maker()
    made.add("spell", "a", spell="itch")
    made.add("decide", "a", what="spend_cp", at="leg.R")
    made.effect("a", "part_restored", at="leg.R")
    assert [(beat.what, beat.at) for beat in beats(made.events)] == [("spell", None), ("restored", "leg.R")]
    assert says(made.events) == [("a", "spell")]
    made = maker()
    made.add("decide", "a", what="give_up", at=None)
    made.effect("a", "gave_up")
    assert names(made.events) == ["out_gave_up"]
    first = Maker(random.Random(1))
    first.add("initiative", "b", dice=[[2, 4]], first="b", rule="T-11")
    assert [(beat.what, beat.who) for beat in beats(first.events)] == [("first", "b")]


def quiet_bout(turns: int) -> list[Event]:
    made = Maker(random.Random(1))
    for t in range(1, turns + 1):
        for who in ("a", "b"):
            made.of, made.t, made.s = who, t, 0
            made.add("turn", who, subturns=1, owed=0, state=state())
            made.s = 1
            made.add("act", who, act="wait", at=None, opt=None, back=False, state=state())
    return made.end("stalemate", None)


def test_quiet_turns_are_told_as_one() -> None:
    assert names(quiet_bout(120)) == ["idle", "end_draw"]
    text = tell(quiet_bout(120), FOLK, "ja")
    assert "【第１～１２０ターン】" in text
    assert len(text) < 400
    assert names(quiet_bout(1)) == ["wait", "wait", "end_draw"]


def test_every_turn_has_one_heading_with_both_fighters_points() -> None:
    events = random_bout(5)
    headings = [piece.text for piece in told(events, FOLK, "en") if piece.kind == "heading"]
    assert [text.split("]")[0] for text in headings] == [f"[Turn {n}" for n in range(1, 7)]
    hp = next(e for e in events if e["k"] == "turn")["state"]
    assert headings[0] == f"[Turn 1]  鷹村 HP {hp['a']['hp']}  Ken HP {hp['b']['hp']}"


def test_the_events_behind_a_sentence_are_known() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "parry", "failure")
    made.damage("b", 3)
    opening, blow = (p for p in told(made.events, FOLK, "en") if p.kind == "sentence")
    assert opening.events == (0,)
    assert blow.events == (2, 3, 4)


def test_telling_needs_no_compiler() -> None:
    code = (
        "import sys, budosim.systems.gurps3.story, budosim.systems.gurps3.trace;"
        "sys.exit(any(name in sys.modules for name in ('numba', 'polars', 'matplotlib')))"
    )
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    assert (
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}).returncode == 0
    )
