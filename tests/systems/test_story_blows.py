"""What is told of a blow."""

from __future__ import annotations

import pytest
from bout_maker import state
from story_bench import beats, maker, names, says


@pytest.mark.parametrize(
    ("injury", "what"),
    [
        (0, "no_harm"),
        (1, "hit_light"),
        (2, "hit_light"),
        (3, "hit_solid"),
        (5, "hit_solid"),
        (6, "hit_heavy"),
    ],
)
def test_a_hit_is_told_by_its_weight(injury: int, what: str) -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", injury)
    assert names(made.events) == [what]


def test_a_miss_by_one_is_near_and_a_miss_by_six_is_wide() -> None:
    for total, mark in ((13, "near"), (14, None), (17, None), (18, "wide")):
        made = maker()
        made.attack("a", "failure")["dice"] = [total - 2, 1, 1]
        (beat,) = beats(made.events)
        assert beat.what == "miss"
        assert {"near", "wide"} & beat.marks == ({mark} if mark else set())


@pytest.mark.parametrize(
    ("defence", "what"),
    [("dodge", "dodged"), ("jump_back", "dodged"), ("parry", "parried"), ("riposte", "parried")],
)
def test_what_stopped_a_blow_is_told(defence: str, what: str) -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", defence, "success", retreat=True)
    (beat,) = beats(made.events)
    assert beat.what == what
    assert {f"def:{defence}", "back"} <= beat.marks
    assert beat.who == "a"


def test_a_second_defence_is_the_defenders_sentence() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "parry", "failure")
    made.defence("b", "dodge", "success")
    (beat,) = beats(made.events)
    assert (beat.what, beat.who) == ("second_try", "b")


def test_a_perfect_defence_upsets_the_attacker() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "parry", "critical_success")
    made.add("table", "a", table="crit_miss", dice=[3, 3, 4], row=10, rule="C-74")
    made.effect("a", "lost_balance")
    assert names(made.events) == ["parried", "perfect", "lost_balance"]


def test_a_lost_leg_implies_the_fall_and_a_fall_with_a_stun_is_one_sentence() -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 7)
    made.effect("b", "crippled", at="leg.R", rule="C-82", until_turn=None)
    made.effect("b", "fallen", rule="C-88")
    made.effect("b", "stunned")
    assert names(made.events) == ["hit_heavy", "crippled_leg", "stunned"]
    made = maker()
    made.attack("a", "success")
    made.damage("b", 7, "torso")
    made.effect("b", "fallen", rule="C-91")
    made.effect("b", "stunned")
    assert names(made.events) == ["hit_heavy", "downed"]


@pytest.mark.parametrize(("by", "mark"), [(0, "narrow"), (1, None), (4, None), (5, "easy"), (7, "easy")])
def test_by_how_much_a_defence_held(by: int, mark: str | None) -> None:
    made = maker()
    made.attack("a", "success")
    defence = made.defence("b", "parry", "success")
    defence["target"] = sum(defence["dice"]) + by
    (beat,) = beats(made.events)
    assert {"narrow", "easy"} & beat.marks == ({mark} if mark else set())


def test_what_helped_a_dodge_is_told() -> None:
    for what, mark in (("sakiyomi", "read"), ("acrobatics", "acro")):
        for made_it in (True, False):
            made = maker()
            made.attack("a", "success")
            made.roll("b", what, made_it)
            made.defence("b", "jump_back", "success")
            (beat,) = beats(made.events)
            assert (mark in beat.marks) is made_it


def test_what_failed_to_stop_a_blow_is_told() -> None:
    for defence, mark in (
        ("parry", "try:parry"),
        ("dodge", "try:dodge"),
        ("no_defence", "open"),
        ("", "open"),
    ):
        made = maker()
        made.attack("a", "success")
        if defence:
            made.defence("b", defence, None if defence == "no_defence" else "failure")
        made.damage("b", 3)
        (beat,) = beats(made.events)
        assert {"try:parry", "try:dodge", "open"} & beat.marks == {mark}


def test_a_botched_defence_is_told_before_the_blow() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "dodge", "critical_failure")
    made.effect("b", "fallen", rule="C-70")
    made.damage("b", 3)
    told_beats = beats(made.events)
    assert [(beat.what, beat.who) for beat in told_beats] == [
        ("botched", "b"),
        ("hit_solid", "a"),
        ("fallen", "b"),
    ]
    assert says(made.events) == [("b", "fumble")]


def test_hurts_of_ones_own_are_told_by_where_they_come_from() -> None:
    made = maker()
    made.attack("a", "critical_failure")
    made.damage("a", 2, "leg.R")
    beat = beats(made.events)[-1]
    assert (beat.what, beat.who, beat.at) == ("self_hurt", "a", "leg.R")
    made = maker()
    made.attack("a", "success")
    made.defence("b", "aggr_parry", "success")
    made.damage("a", 1, "foot.L")
    beat = beats(made.events)[-1]
    assert (beat.what, beat.who, beat.at) == ("bitten", "a", "foot.L")


@pytest.mark.parametrize(("yards", "far"), [(1, False), (2, True)])
def test_how_far_somebody_is_thrown(yards: int, far: bool) -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 8, "torso")
    made.effect("b", "knocked_back", yards=yards)
    beat = beats(made.events)[-1]
    assert beat.what == "blown"
    assert ("far" in beat.marks) is far
    made.effect("b", "fallen", rule="C-52")
    assert names(made.events)[-1] == "blown_down"


def test_a_strained_limb_is_told_once() -> None:
    made = maker()
    made.attack("a", "critical_failure")
    made.effect("a", "strained", at="arm.R", hp=11)
    made.effect("a", "crippled", at="arm.R", rule="C-74", until_turn=None)
    assert names(made.events) == ["fumble", "strained"]
    made = maker()
    made.attack("a", "critical_failure", "headbutt")
    made.effect("a", "strained", at="head", hp=11)
    assert names(made.events) == ["fumble", "strained"]


def test_a_faint_resisted_is_told_when_it_was_close() -> None:
    for spared, told_names in ((0, ["hit_light", "kept"]), (1, ["hit_light", "kept"]), (2, ["hit_light"])):
        made = maker()
        made.attack("a", "success", "punch", "head")
        made.damage("b", 2, "head")
        roll = made.roll("b", "knock_out", True, "C-87")
        roll["target"] = sum(roll["dice"]) + spared
        assert names(made.events) == told_names
    made = maker()
    made.attack("a", "success", "punch", "torso")
    made.damage("b", 2, "torso")
    made.roll("b", "near_death", True, "T-03")
    assert names(made.events) == ["hit_light", "survived"]


def test_who_is_out_is_told_last_and_nothing_after_it() -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 12, "brain")
    made.effect("b", "stunned")
    made.effect("b", "unconscious", rule="C-83")
    assert names(made.events) == ["hit_heavy", "out_unconscious"]
    assert ("b", "injured") not in says(made.events)


def test_a_technique_that_ends_on_the_floor_is_no_fall() -> None:
    made = maker()
    made.attack("a", "success", "drop_kick")
    made.damage("b", 1)
    made.effect("a", "fallen", rule="C-14")
    made.add("act", "a", act="getup", at=None, opt=None, back=False, state=state())
    made.effect("a", "stood")
    told_beats = beats(made.events)
    assert [beat.what for beat in told_beats] == ["hit_light", "up"]
    assert "spent" in told_beats[1].marks


def test_a_victim_of_a_swing_that_slipped_to_the_torso_is_told_as_hit() -> None:
    made = maker()
    made.attack("a", "failure", "hook_kick", "head")
    made.damage("b", 3, "torso")
    (beat,) = beats(made.events)
    assert (beat.what, beat.at) == ("hit_solid", "torso")


def test_a_sweep_is_told_by_its_contest() -> None:
    for winner, what in (("me", "sweep_won"), (None, "sweep_lost"), ("them", "sweep_lost")):
        made = maker()
        made.attack("a", "success", "sweep")
        made.add("contest", "a", what="sweep", winner=winner)
        if winner == "me":
            made.effect("b", "fallen", rule="C-14")
        assert names(made.events) == [what]


def test_a_feint_lures_into_the_next_blow_only() -> None:
    made = maker()
    made.add("act", "a", act="feint", at=None, opt=None, back=False, state=state())
    made.add("contest", "a", what="feint", winner="me", gained=4)
    for _ in range(2):
        made.add("act", "a", act="punch", at="jaw", opt=None, back=False, state=state())
        made.attack("a", "success", "punch", "jaw")
        made.damage("b", 3, "jaw")
    feint, first, second = beats(made.events)
    assert (feint.what, feint.marks) == ("feint_won", frozenset({"big"}))
    assert "lured" in first.marks
    assert "lured" not in second.marks


def test_getting_up_step_by_step_is_one_sentence() -> None:
    made = maker()
    for name in ("postured", "stood"):
        made.add("act", "a", act="getup", at=None, opt=None, back=False, state=state())
        made.effect("a", name)
    assert names(made.events) == ["up"]


def test_holding_on_is_not_told_every_turn() -> None:
    made = maker()
    made.roll("a", "unconscious", True, "C-94")["dice"] = [2, 2, 2]
    for t in (2, 3):
        made.t = t
        made.add("turn", "a", subturns=1, owed=0, state=state())
        made.roll("a", "unconscious", True, "C-94")["dice"] = [2, 2, 2] if t == 2 else [4, 4, 4]
    assert names(made.events) == ["hold_on", "hold_on"]
