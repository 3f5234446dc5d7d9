"""Stun, shock, collapse, pain, giving up, and who wins when both go down (C-91…C-100)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from ring import Fight

from budosim.combat.gurps3.bout import last_stand, settle, take_turn
from budosim.combat.gurps3.ids import Effect, Ending
from budosim.combat.gurps3.move import move_now
from budosim.combat.gurps3.wound import end

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True}
TORSO_ONLY = {"a": "punch", "at": ["skull", "face", "jaw", "head", "neck", "vitals", "groin", "@limb"]}
"""A ban that leaves a riposte the torso."""


# -- C-91, C-92 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-91")
@pytest.mark.parametrize(
    ("injury", "dice", "told"),
    [
        (6, [], []),
        (7, [12], ["roll knockdown 12:12 success", "effect stunned"]),
        (7, [13], ["roll knockdown 12:13 failure", "effect fallen", "effect stunned"]),
    ],
)
def test_c_91_knock_down(ring: Make, injury: int, dice: list[int], told: list[str]) -> None:
    """HT 12, torso: 6 is nothing; 7 stuns whether or not he keeps his feet."""
    r = ring(*dice, foe={"naked": True})
    r.injure(injury)
    assert r.story[1:] == told


@pytest.mark.rule("C-91", "C-81")
def test_c_91_a_limb_passes_half_only_when_it_is_lost(ring: Make) -> None:
    """After the cap: 7 of HT 12 with a leg lost; a foot's cap of 5 never asks."""
    r = ring(12, foe={"naked": True})
    r.injure(20, "leg.R")
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["knockdown"]
    r = ring(foe={"naked": True})
    r.injure(20, "foot.R")
    assert int(r.foe.stunned) == 0


@pytest.mark.rule("C-91", "C-97")
@pytest.mark.parametrize(
    ("traits", "target"),
    [({"high_pain_threshold": 10}, 15), ({"low_pain_threshold": -10}, 8), ({"fit": 5}, 13), ({"fit": 15}, 14),
     ({"unfit": -5}, 11), ({"unfit": -15}, 10)],
)  # fmt: skip
def test_c_91_pain_and_condition_count(ring: Make, traits: dict[str, int], target: int) -> None:
    """README point 19: Fit and Unfit on every HT roll."""
    r = ring(3, foe={"naked": True, "traits": traits})
    r.injure(7)
    assert r.last("roll")["target"] == target


@pytest.mark.rule("C-92", "T-12")
def test_c_92_who_shakes_it_off_acts_at_once_with_all_sub_turns(ring: Make) -> None:
    r = ring(12, 17, 17, 17, me={**MASTER, "HT": 12}, foe={})
    r.stun("me")
    r.turn("me", *[("punch", "torso")] * 3)
    assert r.story[0] == "roll stun_recovery 12:12 success"
    assert r.acts == [f"a 2.{k} punch torso" for k in (1, 2, 3)]


@pytest.mark.rule("C-92")
def test_c_92_who_does_not_stands_helpless_for_a_turn(ring: Make) -> None:
    """No act, and defences at −4 until the next own turn begins; Combat Reflexes does not help."""
    r = ring(13, me={**MASTER, "traits": ["combat_reflexes"]}, foe={})
    r.stun("me")
    r.turn("me", ("punch", "torso"))
    assert r.story == ["roll stun_recovery 12:13 failure"]
    assert r.guard("parry", by="me") == 12 + 1 - 4


@pytest.mark.rule("C-92")
@pytest.mark.parametrize(
    ("kind", "traits", "shock", "target"),
    [
        ("physical", {}, 0, 12), ("physical", {"combat_reflexes": 15}, 0, 12),
        ("physical", {"high_pain_threshold": 10}, 0, 15), ("physical", {"low_pain_threshold": -10}, 0, 8),
        ("physical", {"fit": 5}, 0, 13), ("physical", {}, 5, 12), ("mental", {}, 0, 10),
        ("mental", {"combat_reflexes": 15}, 0, 16), ("mental", {"high_pain_threshold": 10}, 0, 10),
        ("mental", {}, 3, 7), ("mental", {"composed": 5}, 0, 12),
    ],
)  # fmt: skip
def test_c_92_what_is_rolled(ring: Make, kind: str, traits: dict[str, int], shock: int, target: int) -> None:
    """HT, or IQ with Combat Reflexes +6; shock lowers IQ rolls and no HT roll (README point 16)."""
    r = ring(3, foe={"IQ": 10, "traits": traits})
    r.stun("foe", kind)
    r.foe.shock = shock
    assert r.begin("foe")
    assert r.last("roll")["target"] == target


# -- C-93 ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-93")
def test_c_93_wounds_of_the_foes_turn_count_in_the_whole_next_one(ring: Make) -> None:
    """3 and 2: every sub-turn at −5; gone when that turn ends."""
    r = ring(16, 16, 16, me={"karate": 20}, foe={**MASTER, "naked": True, "HT": 14})
    r.injure(3)
    r.injure(2)
    r.turn("foe", *[("punch", "torso")] * 3)
    assert [e["target"] for e in r.events if e["k"] == "attack"] == [13, 13, 13]
    assert int(r.foe.shock) == 0
    r.dice(17)
    r.turn("foe", ("punch", "torso"))
    assert r.last("attack")["target"] == 18


@pytest.mark.rule("C-93", "C-72")
def test_c_93_a_ripostes_wound_lasts_this_turn_and_the_next(ring: Make) -> None:
    """4 points in sub-turn 1 of turn 3: −4 in sub-turns 2 and 3 AND in all of turn 4."""
    foe = {"karate": 18, "master": True, "ST": 14, "maneuvers": {"riposte": 18}}
    r = ring(9, 9, 9, ("1d", 3), *[16] * 5, *[17] * 3, me={**MASTER, "naked": True}, foe=foe)
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "riposte"}}], "rest": "only", "never": [TORSO_ONLY]})
    r.me.turn = 2
    for _ in range(3):
        r.turn("me", *[("punch", "torso")] * 3)
    mine = [(e["t"], e["s"], e["target"]) for e in r.events if e["k"] == "attack" and e["who"] == "a"]
    assert mine == [
        (3, 1, 18), (3, 2, 14), (3, 3, 14), (4, 1, 14), (4, 2, 14), (4, 3, 14), (5, 1, 18),
        (5, 2, 18), (5, 3, 18),
    ]  # fmt: skip
    assert int(r.me.hp) == 8


@pytest.mark.rule("C-93", "C-97")
@pytest.mark.parametrize(
    ("trait", "at", "shock"),
    [("", "torso", 4), ("high_pain_threshold", "torso", 0), ("low_pain_threshold", "torso", 8),
     ("", "groin", 8), ("high_pain_threshold", "groin", 0), ("low_pain_threshold", "groin", 16)],
)  # fmt: skip
def test_c_93_how_much(ring: Make, trait: str, at: str, shock: int) -> None:
    """No cap of 4 in 3e; High Pain Threshold none, Low double."""
    r = ring(*([3] if at == "groin" else []), foe={"naked": True, "traits": [trait] if trait else []})
    r.injure(4, at)
    assert int(r.foe.shock) == shock


@pytest.mark.rule("C-93", "C-07")
def test_c_93_what_shock_lowers(ring: Make) -> None:
    """README point 16: feints made and resisted, blows, footing; no defence, no 先読み, no HT or Will roll."""
    who = {"karate": 15, "body_language": 14, "DX": 13}
    r = ring(10, 10, 10, 10, 9, 10, 9, 10, 9, ("1d", 6), 10, 10, me={"karate": 18, "ST": 14}, foe=who)
    r.foe.shock = 3
    r.feint()
    assert r.last("contest")["theirs"]["target"] == 12
    r.feint("foe")
    assert r.last("contest")["mine"]["target"] == 12
    assert r.target("punch", by="foe") == 12
    r.me.feint = 0
    r.defends("foe", "parry")
    r.strike("punch")
    assert (r.last("roll")["target"], r.last("defence")["target"]) == (14, 12)
    r.foe.hp = 0
    assert r.begin("foe")
    assert r.last("roll")["target"] == 12
    r.defends("foe", "no_defence")
    r.foe.hp = 12
    r.strike("kick")
    assert [(e["what"], e["target"]) for e in r.events if e["k"] == "roll"][-2:] == [
        ("knockdown", 12),
        ("fall", 13 - 3 - 8),
    ]


# -- C-94, C-95, C-97 … C-99 ------------------------------------------------------------------------


@pytest.mark.rule("C-94", "T-12")
@pytest.mark.parametrize(
    ("hp", "traits", "roll", "target", "wakes"),
    [
        (-25, {}, 12, 12, True), (-25, {}, 13, 12, False), (0, {}, 12, 12, True), (0, {}, 13, 12, False),
        (-25, {"strong_will": 12}, 15, 15, True), (0, {"weak_will": -16}, 11, 10, False),
        (0, {"high_pain_threshold": 10}, 13, 12, False), (0, {"fit": 5}, 13, 13, True),
    ],
)  # fmt: skip
def test_c_94_at_nothing_or_less(
    ring: Make, hp: int, traits: dict[str, int], roll: int, target: int, wakes: bool
) -> None:
    """HT 12: no penalty for depth; Strong Will +3: 15."""
    r = ring(roll, foe={"traits": traits})
    r.foe.hp = hp
    assert r.begin("foe") == wakes
    assert r.last("roll")["target"] == target
    assert int(r.foe.out) == (0 if wakes else Ending.UNCONSCIOUS)


@pytest.mark.rule("C-94")
def test_c_94_one_point_left_asks_nothing(ring: Make) -> None:
    r = ring(foe={})
    r.foe.hp = 1
    assert r.begin("foe")


@pytest.mark.rule("C-94", "R-02")
@pytest.mark.parametrize(("reading", "dice"), [("conscious_first", [13]), ("stun_first", [13, 12])])
def test_r_02_which_comes_first(ring: Make, reading: str, dice: list[int]) -> None:
    r = ring(*dice, foe={}, rules={"start_order": reading})
    r.stun("foe")
    r.foe.hp = -3
    assert not r.begin("foe")
    assert next(e["what"] for e in r.events if e["k"] == "roll") == (
        "unconscious" if reading == "conscious_first" else "stun_recovery"
    )


@pytest.mark.rule("C-95", "C-40", "C-131")
@pytest.mark.parametrize(
    ("hp", "fp", "part", "move"),
    [
        (12, 12, None, 7), (4, 12, None, 7), (3, 12, None, 3), (-9, 12, None, 3), (12, 3, None, 3), (12, 4, None, 7),
        (3, 3, None, 1), (12, 12, "foot.R", 3), (3, 12, "foot.R", 1), (3, 3, "foot.R", 0), (12, 12, "leg.R", 2),
        (3, 3, "leg.R", 1),
    ],
)  # fmt: skip
def test_c_95_halved_once_per_cause(ring: Make, hp: int, fp: int, part: str | None, move: int) -> None:
    """Move 7, hp 3 → 3, and Dodge with it; README point 18: hp, fatigue, lame, in that order, down each time."""
    r = ring(foe={"DX": 14, "HT": 14})
    r.foe.hp, r.foe.fp = hp, fp
    if part:
        r.cripple("foe", part)
    assert int(move_now(r.scene, r.their, r.foe)) == move
    assert r.guard("dodge") == move


@pytest.mark.rule("C-95", "R-61")
@pytest.mark.parametrize(
    ("hp", "fp", "part", "dodge"),
    [(14, 12, None, 9), (3, 12, None, 4), (3, 3, None, 2), (14, 12, "leg.L", 2), (14, 12, "foot.L", 4)],
)
def test_c_95_body_control_in_the_dodge_is_halved_alike(
    ring: Make, hp: int, fp: int, part: str | None, dodge: int
) -> None:
    """体捌き 18: its half, 9, is halved and capped with Move (README point 18)."""
    r = ring(foe={"DX": 14, "HT": 14, "tai_sabaki": 18})
    r.foe.hp, r.foe.fp = hp, fp
    if part:
        r.cripple("foe", part)
    assert r.guard("dodge") == dodge


@pytest.mark.rule("C-97")
@pytest.mark.parametrize(("trait", "mod"), [("high_pain_threshold", 3), ("low_pain_threshold", -4)])
def test_c_97_on_stun_knock_down_knock_out_and_the_places_stuns(ring: Make, trait: str, mod: int) -> None:
    """README point 19: on the C-78 stun rolls too; not on consciousness or near-death."""
    r = ring(*[3] * 7, foe={"naked": True, "traits": [trait], "HT": 12})
    targets = []
    for basic, place in ((2, "head"), (7, "torso"), (2, "jaw"), (1, "nose"), (2, "groin")):
        r.foe.hp = 12
        r.injure(basic, place)
        targets.append(r.last("roll")["target"])
    assert targets == [12 + mod, 12 + mod, 10 + mod, 11 + mod, 11 + mod]
    r.foe.hp = -11
    r.injure(1)
    assert r.last("roll")["target"] == 12
    r.foe.stunned = 0
    r.begin("foe")
    assert r.last("roll")["target"] == 12


@pytest.mark.rule("C-98")
def test_c_98_toughness_adds_to_clothes(ring: Make) -> None:
    """服 and Toughness 2: DR 3 at the torso; the striker is unhurt."""
    r = ring(9, ("1d", 5), me={"karate": 20, "ST": 14}, foe={"traits": {"toughness": 25}})
    r.strike("punch")
    assert r.last("damage")["dr"] == 3
    assert int(r.me.hp) == 12


@pytest.mark.rule("C-99", "T-01")
def test_c_99_giving_up_at_an_own_sub_turns_start(ring: Make) -> None:
    """No dice; the bout is over, whatever sub-turns are left."""
    r = ring(me={**MASTER}, foe={})
    r.plan("me", {"rules": [], "free": [{"if": ["hp", "me", "<=", 3], "do": {"a": "give_up"}}], "rest": "only"})
    r.me.hp = 3
    r.turn("me")
    assert int(r.me.out) == Ending.GAVE_UP
    assert r.story == ["effect gave_up"]


@pytest.mark.rule("C-99")
def test_c_99_only_the_conscious_give_up(ring: Make) -> None:
    """Stunned he has no sub-turn; unconscious he is out already."""
    r = ring(13, 13, me={}, foe={})
    r.plan("me", {"rules": [], "free": [{"do": {"a": "give_up"}}], "rest": "only"})
    r.stun("me")
    r.turn("me")
    assert int(r.me.out) == 0
    r.me.stunned = 0
    r.me.hp = 0
    r.turn("me")
    assert int(r.me.out) == Ending.UNCONSCIOUS


@pytest.mark.rule("C-99")
def test_c_99_in_a_later_sub_turn(ring: Make) -> None:
    """A riposte brings him down to 2 in sub-turn 1; he gives up before sub-turn 2."""
    foe = {"karate": 18, "ST": 14, "maneuvers": {"riposte": 18}}
    r = ring(9, 9, 9, ("1d", 3), me={**MASTER, "naked": True}, foe=foe)
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "riposte"}}], "rest": "only", "never": [TORSO_ONLY]})
    free = [{"if": ["hp", "me", "<=", 3], "do": {"a": "give_up"}}]
    r.me.hp = 6
    r.turn("me", *[("punch", "torso")] * 3, free=free)
    assert (int(r.me.out), [e["s"] for e in r.events if e["k"] == "act"]) == (Ending.GAVE_UP, [1])


# -- C-100 ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-100", "T-07")
@pytest.mark.parametrize("mine", [Ending.UNCONSCIOUS, Ending.DEAD, Ending.NEAR_DEATH, Ending.FATIGUE])
@pytest.mark.parametrize("theirs", [Ending.UNCONSCIOUS, Ending.NEAR_DEATH])
def test_c_100_both_out_of_one_exchange_is_a_draw(ring: Make, mine: Ending, theirs: Ending) -> None:
    r = ring()
    r.me.out, r.foe.out = mine, theirs
    assert settle(r.scene, r.me, r.foe)
    now = r.scene.ring.now
    assert (int(now.winner), int(now.over)) == (-1, Ending.SIMULTANEOUS)


@pytest.mark.rule("C-100")
def test_c_100_death_comes_before_every_other_end(ring: Make) -> None:
    """Whoever is out already can only still be dead."""
    r = ring()
    end(r.scene, r.foe, Ending.UNCONSCIOUS, Effect.UNCONSCIOUS)
    end(r.scene, r.foe, Ending.NEAR_DEATH, Effect.NEAR_DEATH)
    assert int(r.foe.out) == Ending.UNCONSCIOUS
    end(r.scene, r.foe, Ending.DEAD, Effect.DEAD)
    assert int(r.foe.out) == Ending.DEAD


@pytest.mark.rule("C-100", "T-03", "T-06")
def test_c_100_death_before_near_death(ring: Make) -> None:
    """HT 10, hp −49 → −50: dead, no near-death roll for the threshold of −50."""
    r = ring(foe={"HT": 10, "naked": True})
    r.foe.hp = -49
    r.injure(1)
    assert r.story[-1] == "effect dead"


@pytest.mark.rule("C-100", "R-33", "G-04")
@pytest.mark.parametrize(
    ("reading", "dice", "winner", "ending"),
    [
        ("same_attack", [13], 0, Ending.UNCONSCIOUS),
        ("same_pair", [13, 13], -1, Ending.SIMULTANEOUS),
        ("same_pair", [13, 12], 0, Ending.UNCONSCIOUS),
    ],
)
def test_c_100_how_simultaneous(ring: Make, reading: str, dice: list[int], winner: int, ending: Ending) -> None:
    """A stands at −2 and B at −1 when B's turn comes: B goes down; in a pair of turns A must still hold out."""
    r = ring(*dice, me={}, foe={}, rules={"simultaneous": reading})
    r.me.hp, r.foe.hp = -2, -1
    play(r, "foe")
    now = r.scene.ring.now
    assert (int(now.winner), int(now.over)) == (winner, ending)


@pytest.mark.rule("C-100", "R-33")
def test_c_100_who_strikes_his_foe_down_has_stood_his_turn(ring: Make) -> None:
    """Also in pairs: A rolled at the start of the turn in which he puts B out."""
    r = ring(12, 5, 18, ("1d", 6), me={"karate": 16}, foe={}, rules={"simultaneous": "same_pair"})
    r.me.hp = -2
    r.plan("me", {"rules": [{"do": {"a": "punch", "at": ["torso"]}}], "rest": "only"})
    play(r, "me")
    now = r.scene.ring.now
    assert (int(now.winner), int(now.over)) == (0, Ending.UNCONSCIOUS)


def play(r: Fight, first: str) -> None:
    """Turn by turn until somebody is out."""
    side = r.side(first)
    while True:
        take_turn(r.scene, r.sheets, r.states, np.int64(side))
        last_stand(r.scene, r.sheets, r.states, np.int64(side))
        if settle(r.scene, r.me, r.foe):
            return
        side = 1 - side
