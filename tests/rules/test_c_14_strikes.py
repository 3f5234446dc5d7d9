"""The table of strikes, and how each technique resolves (C-14)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.combat.gurps3.ids import LOC_NAMES
from budosim.systems.gurps3.techniques import IMPOSSIBLE

Make = Callable[..., Fight]
STRIKES = """
punch 20 1d+2 0 2 | palm 20 1d+2 0 2 | kick 18 1d+4 1 3 | low_kick 18 1d+4 1 3 | mid_kick 18 1d+4 1 3
high_kick 18 1d+4 1 3 | front_kick 18 1d+4 1 3 | side_kick 18 1d+4 1 3 | elbow 18 1d+3 0 1 | knee 19 1d+4 0 1
headbutt 14 1d+2 0 1 | back_kick 16 1d+4 1 3 | hook 17 1d+3 0 2 | hook_kick 17 1d+5 1 3
round_kick 17 1d+5 1 3 | spin_kick 17 1d+4 1 3 | jump_kick 16 1d+6 1 6 | sweep 17 0d 1 3
axe_kick 16 1d+5 1 3 | stomp 17 1d+5 0 2
ear_clap 14 1d+1 0 1 | eye_poke 11 1d 0 1 | jab 17 1d+1 0 2 | uppercut 18 1d+3 0 1 | backfist 18 1d+2 0 2
hand_strike 17 1d+3 0 2 | two_handed_punch 18 1d+4 0 2 | face_attack 15 1d+2 0 2 | shin_kick 17 1d+4 0 2
drop_kick 16 1d+7 1 3
"""


@pytest.mark.rule("C-14", "C-46")
@pytest.mark.parametrize(
    "row",
    [row.split() for line in STRIKES.strip().splitlines() for row in line.split("|")],
    ids=lambda row: row[0],
)
def test_c_14_the_table_of_strikes(ring: Make, row: list[str]) -> None:
    """Level, damage and reach of Karate 20 with ST 14 (thrust 1d, bonus 4) at 170 cm.

    Where C-14 and the table of maneuvers give different numbers, the table counts (rules/README.md point 5):
    elbow, head butt, stamp, roundhouse punch, ear clap and eye gouge differ; reach C is 0 to 1.
    """
    r = ring(me={"ST": 14, "karate": 20})
    act, level, damage, near, far = row
    assert (int(r.row(act).level), r.damage(act)) == (int(level), damage)
    assert r.reach(act) == (int(near), int(far))


@pytest.mark.rule("C-14", "C-78")
@pytest.mark.parametrize(("act", "at"), [("eye_poke", "eye.L"), ("face_attack", "head"), ("ear_clap", "head")])
def test_c_14_three_maneuvers_hold_their_places_penalty(ring: Make, act: str, at: str) -> None:
    """rules/README.md point 5."""
    r = ring(me={"karate": 20})
    assert r.target(act, at) == int(r.row(act).level)


@pytest.mark.rule("C-14")
def test_c_14_knee_and_jump_kick_of_the_dossier(ring: Make) -> None:
    """ST 13 Brawling 15 knees at 14 for 1d+1; ST 16 Karate 20 jumps at 16 for 1d+7."""
    r = ring(me={"ST": 13, "brawling": 15}, foe={"ST": 16, "karate": 20})
    assert (r.target("knee"), r.damage("knee")) == (14, "1d+1")
    assert (r.target("jump_kick", by="foe"), r.damage("jump_kick", "foe")) == (16, "1d+7")


@pytest.mark.rule("C-14")
def test_c_14_a_knee_counts_as_a_kick_and_keeps_its_footing(ring: Make) -> None:
    r = ring(16, me={"karate": 15}, foe={"boxing": 15})
    assert (r.guard("parry", "punch"), r.guard("parry", "knee")) == (10, 8)
    assert r.strike("knee") == "stopped"
    assert r.story == ["attack knee torso 14:16 failure"]


@pytest.mark.rule("C-14", "C-74")
def test_c_14_a_head_butt_strikes_with_the_own_head(ring: Make) -> None:
    """A fumble, row 5: thrust damage to the part used, which is the head (and then its roll, C-87)."""
    r = ring(18, 5, ("1d", 4), 10, me={"ST": 14, "karate": 18})
    r.strike("headbutt")
    assert r.story[-2:] == ["damage head 4-1 3", "roll knock_out 12:10 success"]


@pytest.mark.rule("C-14", "C-68")
def test_c_14_after_a_back_kick_own_defences_are_at_minus_two(ring: Make) -> None:
    r = ring(9, ("1d", 1), me={"karate": 18, "DX": 12}, foe={"karate": 12})
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (12, 6)
    r.strike("back_kick")
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (10, 4)
    r.begin("me")
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (12, 6)


@pytest.mark.rule("C-14", "C-17")
def test_c_14_a_roundhouse_punch_loses_that_hands_parry(ring: Make) -> None:
    r = ring(9, ("1d", 1), 9, 9, 9, ("1d", 1), me={"karate": 18}, foe={"karate": 12})
    r.strike("hook")
    r.defends("me", "parry", "no_defence")
    assert [r.strike("punch", by="foe") for _ in range(2)] == ["stopped", "hit"]


@pytest.mark.rule("C-14", "R-31")
def test_c_14_a_hook_kick_is_a_swing(ring: Make) -> None:
    """No boxer's bonus on the dodge (C-63), and a near miss at the head lands on the torso (C-80)."""
    r = ring(13, ("1d", 2), me={"karate": 20, "ST": 12}, foe={"boxing": 17})
    assert (r.guard("dodge", "kick"), r.guard("dodge", "hook_kick")) == (8, 6)
    assert r.target("hook_kick", "head") == 12
    assert r.strike("hook_kick", "head") == "hit"
    assert r.last("damage")["at"] == "torso"


@pytest.mark.rule("C-14")
@pytest.mark.parametrize(
    ("act", "mine", "theirs", "shift"),
    [("spin_kick", 8, 12, -6), ("spin_kick", 13, 9, 2), ("spin_kick", 12, 10, 0), ("backfist", 9, 12, -3),
     ("backfist", 14, 8, 1)],
)  # fmt: skip
def test_c_14_the_feint_inside_a_spin_kick_cuts_both_ways(
    ring: Make, act: str, mine: int, theirs: int, shift: int
) -> None:
    """Spin Kick 17, Spinning Punch 18 (half the margin) against Karate 15: lost it raises the defence."""
    r = ring(mine, theirs, 9, 10, me={"karate": 20}, foe={"karate": 15})
    if shift < 0:
        r.dice(("1d", 1))
    r.defends("foe", "parry")
    assert r.strike(act) == ("hit" if shift < 0 else "stopped")
    assert r.last("defence")["target"] == 10 + shift


@pytest.mark.rule("C-14", "C-59")
def test_c_14_a_missed_jump_kick_falls_unless_dx_minus_four(ring: Make) -> None:
    r = ring(16, 11, me={"karate": 18, "DX": 14}, foe={})
    assert r.target("jump_kick") == 14
    r.strike("jump_kick")
    assert r.story == ["effect airborne", "attack jump_kick torso 14:16 failure", "roll fall 10:11 failure"]
    assert int(r.me.falls_on_landing) == 1


@pytest.mark.rule("C-14")
def test_c_14_acrobats_and_jumpers_land_at_minus_two(ring: Make) -> None:
    """data of the technique table: Acrobatics-2 or Jumping-2 instead of DX-4."""
    r = ring(16, 13, me={"karate": 18, "DX": 12, "acrobatics": 15})
    r.strike("jump_kick")
    assert r.story[-1] == "roll fall 13:13 success"


@pytest.mark.rule("C-14")
def test_c_14_a_jump_kick_needs_a_run_up(ring: Make) -> None:
    r = ring(me={"karate": 18})
    assert r.may("jump_kick") == "ready"
    r.me.stepped = 1
    assert r.may("jump_kick") == "illegal"


@pytest.mark.rule("C-14")
@pytest.mark.parametrize(
    ("mine", "theirs", "falls"), [(9, 9, True), (12, 9, False), (13, 9, False), (9, 15, True), (16, 17, True)]
)
def test_c_14_sweep(ring: Make, mine: int, theirs: int, falls: bool) -> None:
    """Sweep 15 against DX 12: undefended it fells him who loses the contest; ties and losses do nothing."""
    r = ring(10, mine, theirs, me={"karate": 18}, foe={"DX": 12, "ST": 10})
    assert r.strike("sweep", "leg.R") == "hit"
    assert ("effect fallen" in r.story) == falls
    assert int(r.foe.hp) == 12


@pytest.mark.rule("C-14")
@pytest.mark.parametrize(
    ("foe", "target"),
    [({"DX": 11, "ST": 14}, 14), ({"judo": 16}, 16), ({"acrobatics": 15}, 15), ({"DX": 13}, 13)],
)
def test_c_14_the_best_of_dx_st_judo_and_acrobatics_resists_a_sweep(
    ring: Make, foe: dict[str, Any], target: int
) -> None:
    """Shock lowers all of them but ST (rules/README.md point 16)."""
    r = ring(10, 9, 9, 10, 9, 9, me={"karate": 18}, foe={"ST": 10, **foe})
    r.strike("sweep", "leg.R")
    assert r.last("contest")["theirs"]["target"] == target
    r.posture("foe", "standing")
    r.foe.shock = 2
    r.strike("sweep", "leg.R")
    assert r.last("contest")["theirs"]["target"] == (14 if target == 14 else target - 2)


@pytest.mark.rule("C-14")
def test_c_14_an_axe_kick_falls_on_head_or_brain(ring: Make) -> None:
    """The maneuver table adds the neck (rules/README.md point 5)."""
    r = ring(me={"karate": 20})
    row = r.row("axe_kick")
    open_ = [LOC_NAMES[i] for i in range(19) if row.aim[i] != IMPOSSIBLE]
    assert open_ == ["brain", "head", "jaw", "nose", "neck"]


@pytest.mark.rule("C-14", "C-66")
def test_c_14_no_retreat_bonus_and_both_hands_against_an_axe_kick(ring: Make) -> None:
    r = ring(9, 9, 9, me={"karate": 20}, foe={"karate": 15})
    assert r.guard("parry", "kick", retreat=True) == 13
    assert r.guard("parry", "axe_kick", retreat=True) == 10
    assert r.guard("dodge", "axe_kick", retreat=True) == 6
    r.defends("foe", "parry", "no_defence")
    assert r.strike("axe_kick", "head") == "stopped"
    assert [int(n) for n in r.foe.parried] == [1, 1]
    r.dice(("1d", 1))
    assert r.strike("punch") == "hit"


@pytest.mark.rule("C-14", "C-17")
def test_c_14_with_one_hand_nobody_parries_an_axe_kick(ring: Make) -> None:
    r = ring(me={"karate": 20}, foe={"karate": 15})
    r.cripple("foe", "hand.L")
    assert r.guard("parry", "kick") == 10
    assert r.guard("parry", "axe_kick") is None


@pytest.mark.rule("C-14")
def test_c_14_a_stamp_needs_a_lying_foe_or_a_foot(ring: Make) -> None:
    """Leg and foot of a standing foe, anything of a lying one."""
    r = ring(me={"karate": 20}, distance=1)
    assert [r.may("stomp", at) for at in ("torso", "groin", "foot.R", "leg.L")] == ["illegal"] * 2 + ["ready"] * 2
    r.posture("foe", "lying")
    assert [r.may("stomp", at) for at in ("torso", "head", "foot.R")] == ["ready"] * 3


@pytest.mark.rule("C-14")
def test_c_14_any_damage_of_an_ear_clap_may_stun(ring: Make) -> None:
    """HT-2 and what got through (the technique table): ST 14 Karate 15 claps for 1d, and 服 stops 1."""
    r = ring(9, ("1d", 1), 9, ("1d", 4), 8, me={"ST": 14, "karate": 15}, rules={"ko_locations": "brain_vitals"})
    r.strike("ear_clap", "head")
    assert r.story[-1] == "damage head 1-1 0"
    r.strike("ear_clap", "head")
    assert r.story[-3:] == ["damage head 4-1 3", "roll stun 7:8 failure", "effect stunned"]


@pytest.mark.rule("C-14", "R-14")
def test_c_14_only_fingers_pick_the_eye(ring: Make) -> None:
    """The -9 is inside the maneuver's default; no other blow may aim there."""
    r = ring(me={"karate": 20}, distance=1)
    assert (r.target("eye_poke", "eye.L"), r.may("eye_poke", "eye.L")) == (11, "ready")
    assert r.may("eye_poke", "head") == "illegal"
    assert [r.may(act, "eye.R") for act in ("punch", "jab", "kick", "hand_strike")] == ["illegal"] * 4


@pytest.mark.rule("R-14")
def test_r_14_the_other_readings_of_who_may_pick_the_eye(ring: Make) -> None:
    any_punch = ring(me={"karate": 20}, rules={"eye_target": "any_punch"})
    assert (any_punch.may("punch", "eye.R"), any_punch.target("punch", "eye.R")) == ("ready", 11)
    assert any_punch.may("kick", "eye.R") == "illegal"
    none = ring(me={"karate": 20}, rules={"eye_target": "none"}, distance=1)
    assert none.may("eye_poke", "eye.R") == "illegal"


@pytest.mark.rule("C-14", "R-17")
@pytest.mark.parametrize(("act", "wild"), [("elbow", False), ("back_kick", False), ("punch", True)])
def test_c_14_elbow_and_back_kick_strike_a_foe_behind(ring: Make, act: str, wild: bool) -> None:
    """Who must pay for turning (R-17 pay) and has no step left swings wildly; these two need not turn."""
    r = ring(9, *([10] if wild else []), ("1d", 1), me={"karate": 20}, rules={"auto_face": "pay"}, distance=1)
    r.foe.immortal = 1
    r.stand("me", 0, 0, 3)
    r.my.move = 0
    r.turn("me", (act, "torso"))
    told = r.last("attack")
    assert told["target"] == (9 if wild else int(r.row(act).level))
    assert told["at"] == ("any" if wild else "torso")


@pytest.mark.rule("C-14")
def test_c_14_a_two_handed_punch_leaves_no_hand_to_parry(ring: Make) -> None:
    r = ring(9, ("1d", 1), me={"karate": 18}, foe={"karate": 15})
    r.strike("two_handed_punch")
    assert r.guard("parry", by="me") is None
    r.begin("me")
    assert r.guard("parry", by="me") == 12


@pytest.mark.rule("C-14")
def test_c_14_a_drop_kick_is_all_out_and_ends_lying(ring: Make) -> None:
    r = ring(9, ("1d", 1), me={"karate": 17, "ST": 8}, foe={"karate": 15})
    assert r.guard("parry", "drop_kick") == 10 - 2
    r.turn("me", ("drop_kick", "torso"))
    assert r.story[-1] == "effect fallen"
    assert int(r.me.all_out) == 1


@pytest.mark.rule("C-14")
def test_c_14_a_lariats_victim_rolls_to_stand(ring: Make) -> None:
    """Half the place's penalty at neck and face, and DX or fall."""
    r = ring(9, ("1d", 1), 13, me={"wrestling": 18, "ST": 12}, foe={"DX": 12})
    assert r.target("lariat", "neck") == 16 - 2
    r.strike("lariat", "neck")
    assert r.story[-2:] == ["roll fall 12:13 failure", "effect fallen"]


@pytest.mark.rule("C-14", "C-60")
def test_c_14_a_jump_kicks_defence_modifier_lasts_until_landing(ring: Make) -> None:
    """README point 5: -2 in the air, once, and nothing after it."""
    r = ring(9, ("1d", 1), me={"karate": 18}, foe={})
    assert r.guard("parry", by="me") == 12
    r.strike("jump_kick")
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (10, 4)
    r.finish("me")
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (12, 6)


@pytest.mark.rule("C-14")
def test_c_14_a_jump_kick_and_a_jab_lower_the_foes_defence(ring: Make) -> None:
    """The technique table: parried at -2, and every defence against a jab at -1."""
    r = ring(me={"karate": 18}, foe={"karate": 15})
    assert (r.guard("parry", "jump_kick"), r.guard("dodge", "jump_kick")) == (8, 6)
    assert (r.guard("parry", "jab"), r.guard("dodge", "jab")) == (9, 5)
