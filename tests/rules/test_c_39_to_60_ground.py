"""Move, facing, distance, the ring's edge, postures and the air (C-39…C-60 without C-56)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ring import Fight, fighter, num

from budosim.combat.common.grid import BACK, FRONT, SIDE, arc
from budosim.combat.gurps3.move import allowance, arc_from, move_now
from budosim.combat.gurps3.wound import knock_back
from budosim.systems.gurps3.pack import fresh_state, pack
from budosim.systems.gurps3.techniques import reaches

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True}
"""Three sub-turns."""


def told(r: Fight, kind: str) -> list[dict[str, Any]]:
    return [e for e in r.events if e["k"] == kind]


def where(r: Fight, who: str = "me") -> tuple[int, int]:
    return int(r.state(who).q), int(r.state(who).r)


# -- C-39, C-40 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-39")
@pytest.mark.parametrize(("running", "move"), [(None, 6), (12, 8), (11, 7), (4, 7)])
def test_c_39_move_keeps_the_quarters_until_the_end(ring: Make, running: int | None, move: int) -> None:
    """DX 14, HT 12: 6.5; Running 12 adds 1.5."""
    r = ring(me={"DX": 14, "HT": 12, **({"running": running} if running else {})})
    assert int(r.my.move) == move


@pytest.mark.rule("C-39")
@given(st.integers(3, 25), st.integers(3, 25), st.integers(0, 30))
def test_c_39_the_formula(dx: int, ht: int, running: int) -> None:
    sheet = pack(fighter(DX=dx, HT=ht, running=running))
    assert int(sheet.move) == int((dx + ht) / 4 + running / 8)


@pytest.mark.rule("C-40", "C-95", "R-16")
def test_c_40_dodge_is_move(ring: Make) -> None:
    """Move 8: dodge 8; with 3 hit points left Move and dodge are 4."""
    r = ring(foe={"DX": 14, "HT": 12, "running": 12})
    assert r.guard("dodge") == 8
    r.foe.hp = 3
    assert (int(move_now(r.scene, r.their, r.foe)), r.guard("dodge")) == (4, 4)
    without = ring(foe={"DX": 14, "HT": 12, "running": 12}, rules={"dodge_running": "no"})
    assert without.guard("dodge") == 6


@pytest.mark.rule("C-40", "C-88", "C-131")
@pytest.mark.parametrize(
    ("hp", "fp", "part", "move"),
    [
        (4, 4, None, 7), (3, 4, None, 3), (4, 3, None, 3), (3, 3, None, 1), (9, 9, "foot.R", 3), (3, 9, "foot.L", 1),
        (9, 9, "leg.R", 2), (3, 3, "leg.L", 1), (3, 3, "foot.L", 0),
    ],
)  # fmt: skip
def test_c_40_each_cause_halves_once(ring: Make, hp: int, fp: int, part: str | None, move: int) -> None:
    """README point 18: hit points, fatigue, lameness, in that order, rounded down each time."""
    r = ring(foe={"DX": 14, "HT": 14})
    r.foe.hp, r.foe.fp = hp, fp
    if part:
        r.cripple("foe", part)
    assert (int(move_now(r.scene, r.their, r.foe)), r.guard("dodge")) == (move, move)


@pytest.mark.rule("C-40", "R-61")
@pytest.mark.parametrize(
    ("hp", "part", "dodge"), [(12, None, 9), (3, None, 4), (12, "leg.R", 2), (12, "foot.R", 4)]
)
def test_c_40_half_of_tai_sabaki_is_halved_as_move_is(ring: Make, hp: int, part: str | None, dodge: int) -> None:
    """体捌き 18: 9 instead of Move 6 (README points 3 and 18)."""
    r = ring(foe={"tai_sabaki": 18})
    r.foe.hp = hp
    if part:
        r.cripple("foe", part)
    assert r.guard("dodge") == dodge


# -- C-41, C-42, C-43 ---------------------------------------------------------------------------


def stumble(r: Fight) -> None:
    r.strike("punch")
    assert r.story[-1] == "effect stumbled"


@pytest.mark.rule("C-41", "C-74")
def test_c_41_after_a_stumble_the_foe_is_behind_until_the_own_next_sub_turn(ring: Make) -> None:
    r = ring(18, 7, me={"karate": 16}, foe={"karate": 16})
    stumble(r)
    assert (where(r), int(r.me.facing), r.distance) == ((4, 0), 0, 3)
    assert int(arc_from(r.scene, r.me, r.foe)) == BACK
    assert r.guard("parry", by="me") is None
    r.dice(9, ("1d", 1))
    r.turn("foe", ("punch", "torso"))
    assert not told(r, "defence")
    r.turn("me", "wait")
    assert int(r.me.facing) == 3
    assert r.guard("parry", by="me") == 10


@pytest.mark.rule("C-41", "R-17")
def test_c_41_who_can_turns_with_his_foe_for_free(ring: Make) -> None:
    """A foe who can act turns with the attacker, whatever way he looked (README point 14)."""
    r = ring(foe={"karate": 16})
    for facing in range(6):
        r.foe.facing = facing
        assert int(arc_from(r.scene, r.foe, r.me)) == FRONT
        assert r.guard("parry") == 10


@pytest.mark.rule("C-41", "C-42", "R-69")
@pytest.mark.parametrize("state", ["stunned", "grappled", "pinned", "blind", "turned"])
def test_c_41_flanked_is_who_cannot_turn(ring: Make, state: str) -> None:
    r = ring()
    r.foe.facing = 0
    assert int(arc_from(r.scene, r.foe, r.me)) == FRONT
    if state == "stunned":
        r.stun("foe")
    elif state == "blind":
        r.cripple("foe", "eye.R", "eye.L")
    elif state == "turned":
        r.foe.turned_away = 1
    else:
        r.foe[state] = 1
    assert int(arc_from(r.scene, r.foe, r.me)) == BACK
    r.foe.facing = 1
    assert int(arc_from(r.scene, r.foe, r.me)) == SIDE


@pytest.mark.rule("C-42", "R-69")
@pytest.mark.parametrize(("facing", "parry"), [(3, 10), (2, 10), (4, 10), (1, 8), (5, 8), (0, None)])
def test_c_42_side_minus_two_back_no_defence(ring: Make, facing: int, parry: int | None) -> None:
    """Karate 16 parries at 10; the attacker stands in direction 3 of him. R-69 literal judges every blow so."""
    r = ring(foe={"karate": 16}, rules={"flank": "literal"})
    r.foe.facing = facing
    assert r.guard("parry") == parry


@pytest.mark.rule("C-42")
def test_c_42_peripheral_vision(ring: Make) -> None:
    """data of the trait: no penalty from the side, a defence at -2 from behind."""
    who = {"karate": 16, "traits": ["peripheral_vision"]}
    r = ring(foe=who, rules={"flank": "literal"})
    r.foe.facing = 1
    assert r.guard("parry") == 10
    r.foe.facing = 0
    assert r.guard("parry") == 8


@pytest.mark.rule("C-43", "R-69")
def test_c_43_a_runaround_is_a_side_attack(ring: Make) -> None:
    """Began in front, ends behind: -2 and a defence."""
    r = ring(foe={"karate": 16}, rules={"flank": "literal"})
    r.foe.facing = 3
    r.me.from_q, r.me.from_r = r.me.q, r.me.r
    r.me.q, r.me.r = 3, 0
    assert int(arc_from(r.scene, r.foe, r.me)) == SIDE
    r.me.from_q = 3
    assert int(arc_from(r.scene, r.foe, r.me)) == BACK


@pytest.mark.rule("C-43", "R-69")
def test_c_43_a_move_that_passes_him_flanks_whoever_could_turn(ring: Make) -> None:
    r = ring(foe={"karate": 16})
    r.me.passed = 1
    assert r.guard("parry") == 8
    r.stun("foe")
    assert int(arc_from(r.scene, r.foe, r.me)) == SIDE


@pytest.mark.rule("R-69")
def test_r_69_tracked_judges_where_the_attacker_began_literal_where_he_stands(ring: Make) -> None:
    """A stunned foe looks away from where he now stands; at the start of the sub-turn he stood at his side."""
    for reading, seen in (("tracked", SIDE), ("literal", BACK)):
        r = ring(rules={"flank": reading})
        r.stun("foe")
        r.stand("foe", 0, 0, 0)
        r.stand("me", -2, 2)
        r.me.q, r.me.r = -2, 0
        assert int(arc_from(r.scene, r.foe, r.me)) == seen


# -- C-44, C-45 ---------------------------------------------------------------------------------

FOUR = {"karate": 21, "master": True, "DX": 10, "HT": 10}
"""Four sub-turns, Move 5."""


@pytest.mark.rule("C-44", "R-04")
def test_c_44_four_steps_of_move_five(ring: Make) -> None:
    r = ring(me=FOUR)
    r.turn("me", "retreat", "retreat", "retreat", "retreat")
    assert r.story == ["move step 5", "move step 8", "move step 11", "move step 14"]


@pytest.mark.rule("C-44", "R-04")
@pytest.mark.parametrize(("reading", "steps"), [("per_turn", 2), ("free_steps", 4), ("full_each", 4)])
def test_c_44_a_lame_fighters_two_steps(ring: Make, reading: str, steps: int) -> None:
    """Move 2 by a lost leg: two steps, then none; the other readings let him go on."""
    r = ring(me=FOUR, rules={"move_budget": reading})
    r.cripple("me", "leg.R")
    assert int(move_now(r.scene, r.my, r.me)) == 2
    r.turn("me", "retreat", "retreat", "retreat", "retreat")
    assert len(told(r, "move")) == steps


@pytest.mark.rule("R-04")
def test_r_04_full_move_in_each_sub_turn(ring: Make) -> None:
    r = ring(me=FOUR, rules={"move_budget": "full_each"}, distance=29)
    r.turn("me", "approach")
    assert r.distance == 14
    r.apart(29)
    r.turn("me", "approach", "approach")
    assert r.distance == 1


@pytest.mark.rule("C-44", "C-26")
def test_c_44_steps_of_attacks_count_as_well(ring: Make) -> None:
    """Each step up to a foe who gave way is a yard of the allowance."""
    r = ring(9, 10, 9, 10, 9, 6, me=MASTER, foe={"karate": 18}, distance=5)
    r.defends("foe", "parry", "dodge", retreat=True)
    r.turn("me", ("punch", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert [e["why"] for e in told(r, "move")] == ["step", "retreat", "step"]
    assert int(r.me.walked) == 2


@pytest.mark.rule("C-45", "R-01")
@pytest.mark.parametrize(("reading", "after"), [("3", 5), ("2", 4), ("1", 3)])
def test_c_45_a_yard_in_fine_hexes(ring: Make, reading: str, after: int) -> None:
    r = ring(me={"karate": 16}, rules={"fine_per_yard": reading})
    r.turn("me", "retreat")
    assert r.distance == after


@pytest.mark.rule("C-45")
def test_c_45_two_yards_are_six_and_none_is_the_same_spot(ring: Make) -> None:
    r = ring()
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(0), num(0))
    assert r.distance == 2
    r = ring(9, foe={"DX": 12})
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(16), num(0))
    assert r.distance == 2 + 6


# -- C-46 … C-49 --------------------------------------------------------------------------------


@pytest.mark.rule("C-46", "R-18")
@pytest.mark.parametrize(
    ("height", "punch", "kick"), [(149, 1, 2), (150, 2, 3), (170, 2, 3), (189, 2, 3), (190, 2, 4), (210, 2, 4)]
)
def test_c_46_reach_by_height(ring: Make, height: int, punch: int, kick: int) -> None:
    assert reaches(height) == (punch, kick)
    r = ring(me={"karate": 16, "height_cm": height})
    assert (r.reach("punch"), r.reach("kick"), r.reach("elbow")) == ((0, punch), (1, kick), (0, 1))
    assert r.reach("jump_kick") == (1, kick + 3)


@pytest.mark.rule("C-46")
@pytest.mark.parametrize(
    ("height", "distance", "punch", "kick"),
    [(170, 3, "far", "ready"), (170, 4, "far", "far"), (195, 4, "far", "ready"), (170, 2, "ready", "ready")],
)
def test_c_46_who_reaches_from_where(ring: Make, height: int, distance: int, punch: str, kick: str) -> None:
    """Without a step: 170 cm at 3 kicks but does not punch, at 4 does neither; 195 cm at 4 kicks."""
    r = ring(me={"karate": 16, "height_cm": height}, distance=distance)
    r.me.stepped = 1
    assert (r.may("punch"), r.may("kick")) == (punch, kick)


@pytest.mark.rule("C-47")
def test_c_47_too_close_for_a_kick(ring: Make) -> None:
    """F=0: a kick that was ordered becomes a knee; punches are allowed."""
    r = ring(9, ("1d", 1), 9, ("1d", 1), me={"karate": 18}, distance=0)
    r.my.move = 0
    assert (r.may("kick"), r.may("knee"), r.may("punch")) == ("illegal", "ready", "ready")
    r.turn("me", ("kick", "torso"), ("punch", "torso"))
    assert r.acts == ["a 2.1 knee torso", "a 2.2 punch torso"]


@pytest.mark.rule("C-47")
def test_c_47_also_when_he_could_step_back_first(ring: Make) -> None:
    r = ring(9, ("1d", 1), me={"karate": 16}, distance=0)
    r.turn("me", ("kick", "torso"))
    assert r.acts == ["a 2.1 knee torso"]


@pytest.mark.rule("C-48", "T-10")
def test_c_48_starting_position() -> None:
    a, b = (fresh_state(pack(fighter()), side) for side in (0, 1))
    assert (int(a.q), int(a.r), int(a.facing)) == (-1, 0, 0)
    assert (int(b.q), int(b.r), int(b.facing)) == (1, 0, 3)
    assert int(arc(num(0), num(2), num(0), num(0))) == FRONT
    assert int(arc(num(3), num(-2), num(0), num(0))) == FRONT
    assert int(a.posture) == int(b.posture) == 0


@pytest.mark.rule("C-49", "T-17", "R-53")
@pytest.mark.parametrize(("reading", "level"), [("before_step", 22), ("at_impact", 14)])
def test_c_49_the_distance_that_counts_for_foreknowledge(ring: Make, reading: str, level: int) -> None:
    """B retreats from 2 to 5; A's next step-and-kick is declared at 5, so 先読み 14 counts 22."""
    r = ring(9, 10, 9, 9, 10, 7, me={"karate": 15, "master": True}, foe={"karate": 15, "body_language": 14},
             rules={"distance_when": reading})  # fmt: skip
    r.defends("foe", "parry", retreat=True)
    r.turn("me", ("kick", "torso"), ("kick", "torso"))
    assert [e["target"] for e in told(r, "roll") if e["what"] == "sakiyomi"] == [14, level]


@pytest.mark.rule("C-49", "T-17")
@pytest.mark.parametrize(("distance", "level"), [(3, 14), (4, 22), (5, 22)])
def test_c_49_from_four_on(ring: Make, distance: int, level: int) -> None:
    r = ring(9, 10, 9, me={"karate": 16}, foe={"karate": 15, "body_language": 14}, distance=distance)
    r.defends("foe", "parry")
    r.strike("kick")
    assert r.last("roll")["target"] == level


# -- C-50, C-51, C-52 ---------------------------------------------------------------------------


@pytest.mark.rule("C-50", "C-52", "R-19")
def test_c_50_at_the_edge_nobody_leaves_the_ring_but_may_fall(ring: Make) -> None:
    """Knocked back 2 yards where there is no room behind: he stays on the edge and rolls not to fall.

    The settled point on movement wins over "stays": on the edge he slides to the hex farthest from the foe.
    """
    r = ring(13, foe={"DX": 12})
    r.stand("me", 13, 0, 0)
    r.stand("foe", 15, 0, 3)
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(16), num(0))
    assert where(r, "foe") in ((15, -6), (9, 6))
    assert (r.distance, r.story[1:]) == (6, ["effect knocked_back", "roll fall 12:13 failure", "effect fallen"])
    free = ring(10, foe={"DX": 12}, rules={"ring": "infinite"})
    free.stand("me", 13, 0, 0)
    free.stand("foe", 15, 0, 3)
    knock_back(free.scene, free.my, free.their, free.foe, free.me, num(16), num(0))
    assert where(free, "foe") == (21, 0)


@pytest.mark.rule("C-50", "C-66")
def test_c_50_the_last_hex_before_the_edge_is_still_used(ring: Make) -> None:
    """Two hexes of room: a retreat uses them; with none he slides along the edge if that leads away."""
    r = ring(9, 10, me={"karate": 16}, foe={"karate": 15})
    r.stand("me", 11, 0, 0)
    r.stand("foe", 13, 0, 3)
    r.defends("foe", "parry", retreat=True)
    r.strike("punch")
    assert (where(r, "foe"), r.distance) == ((15, 0), 4)


@pytest.mark.rule("C-50", "C-66")
def test_c_50_with_no_hex_behind_no_retreat(ring: Make) -> None:
    """In the corner, the foe straight before him at a kick's length: no hex within a yard is farther.

    At 2 there is one, along the edge.
    """
    r = ring(foe={"karate": 15})
    r.stand("me", 12, 0, 0)
    r.stand("foe", 15, 0, 3)
    assert r.guard("parry", retreat=True) == 10
    r.stand("me", 13, 0, 0)
    assert r.guard("parry", retreat=True) == 13


@pytest.mark.rule("C-50")
def test_c_50_a_slide_along_the_edge_leads_away(ring: Make) -> None:
    """On the middle of a side of the ring the straight way is barred: he ends farther off, and inside."""
    r = ring(9, 10, me={"karate": 16}, foe={"karate": 15})
    r.stand("me", 6, 7, 0)
    r.stand("foe", 7, 8, 3)
    r.defends("foe", "parry", retreat=True)
    r.strike("punch")
    q, s = where(r, "foe")
    assert max(abs(q), abs(s), abs(q + s)) == 15
    assert r.distance == 4
    assert (q, s) != (7, 8)


@pytest.mark.rule("C-51")
def test_c_51_close_combat(ring: Make) -> None:
    """At f=0 no kick, every other strike at its normal skill; a step leads out again."""
    r = ring(me={"karate": 16}, distance=0)
    assert [r.may(act) for act in ("kick", "jump_kick", "axe_kick")] == ["illegal"] * 3
    assert [r.target(act) for act in ("punch", "elbow", "knee", "headbutt")] == [16, 14, 15, 10]
    r.turn("me", "retreat")
    assert (r.story, r.distance) == (["move step 3"], 3)


@pytest.mark.rule("C-51", "C-66")
def test_c_51_out_of_a_hold_nobody_retreats(ring: Make) -> None:
    r = ring(foe={"karate": 15}, distance=0)
    assert r.guard("parry", retreat=True) == 13
    r.foe.grappled = 1
    assert r.guard("parry", retreat=True) == 10
    assert r.guard("dodge", retreat=True) == 6


@pytest.mark.rule("C-52")
@pytest.mark.parametrize(("basic", "yards"), [(7, 0), (8, 1), (15, 1), (16, 2), (24, 3)])
def test_c_52_a_yard_for_every_full_eight_points(ring: Make, basic: int, yards: int) -> None:
    r = ring(*(() if yards == 0 else (10,)), foe={"DX": 12})
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(basic), num(0))
    assert r.distance == 2 + 3 * yards
    assert len(r.story) == (3 if yards else 0)


@pytest.mark.rule("C-52")
def test_c_52_basic_damage_counts_before_armour_and_after_the_critical_table(ring: Make) -> None:
    """1d+3 with a 5 is 8, and all of it stops at DR; doubled, 1d+1 with a 6 is 14: one yard."""
    r = ring(9, ("1d", 5), 12, me={"ST": 14, "karate": 16}, foe={"DX": 12})
    r.their.dr_skin = 20
    r.strike("kick")
    assert r.story[1:] == [
        "damage torso 8-21 0",
        "move knocked_back 5",
        "effect knocked_back",
        "roll fall 12:12 success",
    ]
    r = ring(4, 6, ("1d", 6), 12, 12, me={"ST": 14, "karate": 16}, foe={"HT": 20, "DX": 25})
    r.strike("punch")
    assert r.last("damage")["basic"] == 14
    assert r.distance == 5


@pytest.mark.rule("C-52")
def test_c_52_shock_counts_and_a_kneeling_fighter_rolls_a_lying_one_does_not(ring: Make) -> None:
    """README points 16 and 19."""
    r = ring(10, foe={"DX": 12})
    r.foe.shock = 3
    r.posture("foe", "kneeling")
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(8), num(0))
    assert r.story[-2:] == ["roll fall 9:10 failure", "effect fallen"]
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(8), num(0))
    assert r.story[-1] == "effect knocked_back"


# -- C-53, C-54, C-55 ---------------------------------------------------------------------------


@pytest.mark.rule("C-53")
def test_c_53_lying_down(ring: Make) -> None:
    """Karate 16: parry 10-3; no kick but that of C-58."""
    r = ring(foe={"karate": 16})
    r.posture("foe", "lying")
    assert r.guard("parry") == 7
    assert r.may("kick", by="foe") == "illegal"
    assert r.may("jump_kick", "leg.R", by="foe") == "illegal"


@pytest.mark.rule("C-54")
@pytest.mark.parametrize(
    ("posture", "hit", "defence", "yards"),
    [("standing", 0, 0, 6), ("crouching", -2, 0, 3), ("kneeling", -2, -2, 2), ("crawling", -4, -3, 2),
     ("sitting", -2, -2, 0), ("lying", -4, -3, 1)],
)  # fmt: skip
def test_c_54_posture_table(ring: Make, posture: str, hit: int, defence: int, yards: int) -> None:
    r = ring(me={"karate": 15})
    r.posture("me", posture)
    assert r.target("punch") == 15 + hit
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (10 + defence, 6 + defence)
    assert int(allowance(r.scene, r.my, r.me)) == yards


@pytest.mark.rule("C-54")
def test_c_54_who_crawls_fights_at_close_quarters_only(ring: Make) -> None:
    r = ring(me={"karate": 15}, distance=2)
    r.posture("me", "crawling")
    r.me.stepped = 1
    assert r.may("punch") == "far"
    r.apart(1)
    assert r.may("punch") == "ready"


@pytest.mark.rule("C-55")
@pytest.mark.parametrize("posture", ["standing", "kneeling", "lying"])
def test_c_55_no_bonus_to_hit_a_fallen_foe(ring: Make, posture: str) -> None:
    r = ring(me={"karate": 16})
    r.posture("foe", posture)
    assert (r.target("punch"), r.target("punch", "head")) == (16, 11)


# -- C-57, C-58 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-57")
@pytest.mark.parametrize(("roll", "posture"), [(9, "standing"), (10, "standing"), (11, "sitting")])
def test_c_57_acrobatics_may_bring_him_up_at_once(ring: Make, roll: int, posture: str) -> None:
    """Acrobatics 16-6 = 10: one change to stand, or sitting."""
    r = ring(roll, me={"karate": 12, "acrobatics": 16})
    r.posture("me", "lying")
    r.turn("me", "wait")
    assert told(r, "effect")[0]["posture"] == posture
    assert told(r, "roll")[0]["target"] == 10


@pytest.mark.rule("C-57")
def test_c_57_the_breakfall_as_well_and_shock_counts(ring: Make) -> None:
    r = ring(8, me={"judo": 14, "maneuvers": {"breakfall": (17, "judo")}})
    r.posture("me", "lying")
    r.me.shock = 2
    r.turn("me", "wait")
    assert r.story == ["roll stand_up 9:8 success", "effect stood"]


@pytest.mark.rule("C-58", "R-20")
def test_c_58_kicking_from_the_ground(ring: Make) -> None:
    """Karate 18, lying, low kick at the leg: 18-2-4-2 = 10."""
    r = ring(me={"karate": 18}, distance=2)
    r.posture("me", "lying")
    assert r.target("low_kick", "leg.R") == 10
    assert [r.may("kick", at) for at in ("leg.R", "foot.L", "groin")] == ["ready"] * 3
    assert [r.may("kick", at) for at in ("torso", "head", "hand.R")] == ["illegal"] * 3
    r.posture("foe", "lying")
    assert r.may("kick", "leg.R") == "illegal"


@pytest.mark.rule("C-58")
def test_c_58_a_miss_on_the_ground_cannot_fall_and_reach_is_two(ring: Make) -> None:
    r = ring(14, me={"karate": 18}, distance=3)
    r.posture("me", "lying")
    r.me.stepped = 1
    assert r.may("kick", "leg.R") == "far"
    r.apart(2)
    r.strike("low_kick", "leg.R")
    assert r.story == ["attack low_kick leg.R 10:14 failure"]


@pytest.mark.rule("R-20")
def test_r_20_forbidden(ring: Make) -> None:
    r = ring(me={"karate": 18}, rules={"ground_kick": "forbidden"})
    r.posture("me", "lying")
    assert r.may("kick", "leg.R") == "illegal"


# -- C-59, C-60 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-59", "R-21")
def test_c_59_in_the_air_to_the_end_of_the_turn(ring: Make) -> None:
    """Jump kick in sub-turn 1 of 3: airborne in 2 and 3, landed before the foe acts."""
    r = ring(9, ("1d", 1), 9, ("1d", 1), 9, ("1d", 1), me=MASTER)
    r.turn("me", ("jump_kick", "torso"), ("punch", "torso"), ("punch", "torso"))
    assert [e["state"]["a"]["airborne"] for e in told(r, "act")] == [False, True, True]
    assert [(e["s"], e["effect"]) for e in told(r, "effect")] == [(1, "airborne"), (7, "landed")]
    assert int(r.me.airborne) == int(r.me.posture) == 0


@pytest.mark.rule("C-60", "R-21")
def test_c_60_while_airborne(ring: Make) -> None:
    """Defences -2, blows -2, no step, no retreat; Karate parry 10 becomes 8."""
    r = ring(me={"karate": 16}, distance=4)
    r.me.airborne = 1
    assert (r.guard("parry", by="me"), r.guard("dodge", by="me")) == (8, 4)
    assert r.guard("parry", by="me", retreat=True) == 8
    assert r.target("punch") == 14
    assert r.target("jump_kick") == 12
    assert (r.may("punch"), r.may("kick")) == ("illegal", "illegal")
    r.apart(2)
    assert r.may("punch") == "ready"


@pytest.mark.rule("C-60", "C-14")
def test_c_60_nobody_sweeps_who_is_in_the_air(ring: Make) -> None:
    r = ring(9, me={"karate": 18})
    r.foe.airborne = 1
    r.strike("sweep", "leg.R")
    assert r.story == ["attack sweep leg.R 13:9 success"]


@pytest.mark.rule("C-60", "C-52")
@pytest.mark.parametrize("what", ["knocked back", "stunned", "neither"])
def test_c_60_knocked_back_or_stunned_in_the_air_he_falls_at_landing(ring: Make, what: str) -> None:
    r = ring(*((12,) if what == "stunned" else ()), foe={"HT": 12})
    r.foe.airborne = 1
    if what == "knocked back":
        knock_back(r.scene, r.my, r.their, r.foe, r.me, num(9), num(0))
    elif what == "stunned":
        r.injure(8)
    assert int(r.foe.posture) == 0
    r.begin("foe") if what != "stunned" else None
    r.finish("foe")
    landed = [s for s in r.story if s in ("effect landed", "effect fallen")]
    assert landed == ["effect landed"] + ([] if what == "neither" else ["effect fallen"])


@pytest.mark.rule("C-60")
def test_c_60_thrown_up_in_the_foes_turn_he_lands_at_the_end_of_his_own_next(ring: Make) -> None:
    """As by a jump kick out of a wait (C-30): in the air until his own next turn has ended."""
    r = ring(9, ("1d", 1), me={"karate": 16}, foe={"karate": 12})
    r.scene.ring.now.side = 1
    r.strike("jump_kick", counter=True)
    r.finish("foe")
    r.begin("me")
    assert int(r.me.airborne) == 1
    r.finish("me")
    assert int(r.me.airborne) == 0
    assert r.story[-1] == "effect landed"


@pytest.mark.rule("R-21")
@pytest.mark.parametrize(
    ("reading", "parry", "punch"), [("minus_2", 8, 14), ("no_defence", None, 16), ("no_effect", 10, 16)]
)
def test_r_21_readings(ring: Make, reading: str, parry: int | None, punch: int) -> None:
    r = ring(me={"karate": 16}, rules={"airborne": reading})
    r.me.airborne = 1
    assert (r.guard("parry", by="me"), r.target("punch")) == (parry, punch)


@pytest.mark.rule("C-50", "C-52")
def test_c_50_in_the_corner_he_stays_where_he_is(ring: Make) -> None:
    """Nowhere within two yards is farther from a foe across the ring; the roll not to fall is made all the same."""
    r = ring(13, foe={"DX": 12})
    r.stand("me", -1, 0, 0)
    r.stand("foe", 15, 0, 3)
    knock_back(r.scene, r.my, r.their, r.foe, r.me, num(16), num(0))
    assert where(r, "foe") == (15, 0)
    assert r.story == ["effect knocked_back", "roll fall 12:13 failure", "effect fallen"]
