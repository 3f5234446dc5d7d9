"""Active defences: when, which, what counts on them, how they end (C-61…C-70)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.ai.records import to_records
from budosim.combat.gurps3.ids import Act, Ending
from budosim.errors import BudosimError

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True}
NO_HANDS: dict[str, Any] = {"rules": [], "rest": "only", "never": [{"a": "parry"}, {"a": "retreat"}]}
"""Answers blows as well as can be without parrying by hand."""


# -- C-61 … C-65 --------------------------------------------------------------------------------


@pytest.mark.rule("C-61")
def test_c_61_no_defence_against_a_critical_hit(ring: Make) -> None:
    """Eff 16, roll 6: the defender's dice are not touched."""
    r = ring(6, 10, ("1d", 3), me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    assert r.strike("punch") == "hit"
    assert r.story == [
        "attack punch torso 16:6 critical_success",
        "table crit_hit 10",
        "damage torso 3-1 2",
    ]


@pytest.mark.rule("C-61")
@pytest.mark.parametrize("roll", [3, 4])
def test_c_61_a_natural_three_or_four_is_critical_at_any_skill(ring: Make, roll: int) -> None:
    r = ring(roll, 10, ("1d", 1), me={"karate": 12}, foe={"karate": 15})
    r.defends("foe", "parry")
    assert r.target("punch", "brain") == 5
    assert r.strike("punch", "brain") == "hit"
    assert r.last("attack")["result"] == "critical_success"
    assert [e for e in r.events if e["k"] == "defence"] == []


@pytest.mark.rule("C-61", "C-42")
@pytest.mark.parametrize("why", ["out", "all_out", "pinned", "back"])
def test_c_61_who_cannot_defend(ring: Make, why: str) -> None:
    """Out, after an All-Out Attack, pinned, or struck from behind."""
    r = ring(me={"karate": 16}, foe={"karate": 15})
    assert r.guard("parry") == 10
    if why == "out":
        r.foe.out = Ending.UNCONSCIOUS
    elif why == "back":
        r.stun("foe")
        assert r.guard("parry") == 6
        r.stand("foe", 1, 0, 0)
    elif why == "pinned":
        r.holds("me", pin=True)
    else:
        r.foe[why] = 1
    assert r.guard("parry") is None
    assert r.guard("dodge") is None


@pytest.mark.rule("C-61")
def test_c_61_one_defence_against_one_attack(ring: Make) -> None:
    """A failed parry is not followed by a dodge; under All-Out Defense it is, once (C-28)."""
    r = ring(9, 11, ("1d", 1), me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry", "dodge")
    assert r.strike("punch") == "hit"
    r.foe.aod = 1
    r.dice(9, 11, 6)
    assert r.strike("punch") == "stopped"
    assert [e["defence"] for e in r.events if e["k"] == "defence"] == ["parry", "parry", "dodge"]


@pytest.mark.rule("C-62")
def test_c_62_any_number_of_dodges(ring: Make) -> None:
    """Move 6 and Combat Reflexes: 7, three times in one turn."""
    r = ring(9, 7, 9, 7, 9, 7, me={"karate": 16}, foe={"traits": ["combat_reflexes"]})
    r.defends("foe", "dodge")
    assert r.guard("dodge") == 7
    assert [r.strike("punch") for _ in range(3)] == ["stopped"] * 3


@pytest.mark.rule("C-63")
@pytest.mark.parametrize(("boxing", "plain"), [(17, 8), (16, 8), (15, 7), (7, 6)])
def test_c_63_boxers_dodge_better_but_not_swings(ring: Make, boxing: int, plain: int) -> None:
    """Boxing 17, Move 6: 8 against a punch, 6 against hook kick and roundhouse."""
    r = ring(me={"karate": 18}, foe={"boxing": boxing})
    assert [r.guard("dodge", act) for act in ("punch", "kick", "hook_kick", "hook")] == [plain, plain, 6, 6]


@pytest.mark.rule("C-64")
def test_c_64_parry(ring: Make) -> None:
    """Karate 18 → 12, stunned 8."""
    r = ring(foe={"karate": 18})
    assert r.guard("parry") == 12
    r.stun("foe")
    assert r.guard("parry") == 8


@pytest.mark.rule("C-65")
def test_c_65_nobody_blocks(ring: Make) -> None:
    assert "BLOCK" not in Act.__members__
    with pytest.raises(BudosimError):
        to_records({"rules": [], "react": [{"do": {"a": "block"}}]})


# -- C-66, C-67, C-68 ---------------------------------------------------------------------------


@pytest.mark.rule("C-66")
def test_c_66_retreat_once_a_turn(ring: Make) -> None:
    """F=2, dodge 7 → 10 with retreat, then f=5; the next attack of the turn meets 7."""
    r = ring(9, 10, 9, 7, 9, 10, me={"karate": 16}, foe={"traits": ["combat_reflexes"]})
    r.defends("foe", "dodge", retreat=True)
    assert r.strike("punch") == "stopped"
    assert r.distance == 5
    assert r.strike("punch") == "stopped"
    assert r.story == [
        "attack punch torso 16:9 success",
        "defence dodge 10:10 success retreat",
        "move retreat 5",
        "attack punch torso 16:9 success",
        "defence dodge 7:7 success",
    ]
    r.begin("foe")
    r.strike("punch")
    assert (r.story[-2:], r.distance) == (["defence dodge 10:10 success retreat", "move retreat 8"], 8)


@pytest.mark.rule("C-66")
def test_c_66_the_move_happens_though_the_defence_fails(ring: Make) -> None:
    r = ring(9, 11, ("1d", 3), me={"karate": 16}, foe={"traits": ["combat_reflexes"]})
    r.defends("foe", "dodge", retreat=True)
    assert r.strike("punch") == "hit"
    assert r.distance == 5


@pytest.mark.rule("C-66")
def test_c_66_a_parry_may_retreat_too(ring: Make) -> None:
    r = ring(foe={"karate": 15})
    assert (r.guard("parry"), r.guard("parry", retreat=True)) == (10, 13)


@pytest.mark.rule("C-66")
@pytest.mark.parametrize(
    ("why", "dodge"),
    [("stunned", 2), ("grappled", 6), ("airborne", 4), ("sitting", 4), ("kneeling", 4), ("lying", 3),
     ("edge", 6)],
)  # fmt: skip
def test_c_66_who_cannot_retreat(ring: Make, why: str, dodge: int) -> None:
    """At the edge: from the centre no hex of the ring is farther."""
    r = ring(foe={})
    assert r.guard("dodge", retreat=True) == 9
    if why in ("sitting", "kneeling", "lying"):
        r.posture("foe", why)
    elif why == "stunned":
        r.stun("foe")
    elif why == "edge":
        r.stand("me", 0, 0, 0)
        r.stand("foe", 15, 0, 3)
    elif why == "grappled":
        r.holds("me")
    else:
        r.foe[why] = 1
    assert r.guard("dodge", retreat=True) == dodge


@pytest.mark.rule("C-66", "C-50")
def test_c_66_along_the_edge_there_is_room_to_give_way(ring: Make) -> None:
    """README point 14: of the reachable hexes in the ring the farthest from the foe; a's left, b's right."""
    r = ring(9, 9, me={"karate": 16}, foe={})
    r.stand("me", 13, 0, 0)
    r.stand("foe", 15, 0, 3)
    r.defends("foe", "dodge", retreat=True)
    assert r.strike("punch") == "stopped"
    assert r.story[-1] == "move retreat 3"
    q, s = int(r.foe.q), int(r.foe.r)
    assert max(abs(q), abs(s), abs(q + s)) == 15


@pytest.mark.rule("C-66", "C-28")
def test_c_66_not_twice_even_with_all_out_defense(ring: Make) -> None:
    """The retreat counts for one of the two rolls, and the next attack finds it used."""
    r = ring(9, 14, 6, 9, 10, me={"karate": 16}, foe={"karate": 15})
    r.foe.aod = 1
    r.defends("foe", "parry", retreat=True)
    assert [r.strike("punch") for _ in range(2)] == ["stopped"] * 2
    assert [line for line in r.story if line.startswith(("defence", "move"))] == [
        "defence parry 13:14 failure retreat",
        "move retreat 5",
        "defence dodge 6:6 success",
        "defence parry 10:10 success",
    ]


@pytest.mark.rule("C-66", "R-22")
@pytest.mark.parametrize(("reading", "second"), [("one_attack", 6), ("foe_turn", 9)])
def test_c_66_the_other_reading_keeps_the_bonus_for_the_whole_turn(ring: Make, reading: str, second: int) -> None:
    r = ring(9, 9, 9, second, me={"karate": 16}, foe={}, rules={"retreat_scope": reading})
    r.defends("foe", "dodge", retreat=True)
    assert [r.strike("punch") for _ in range(2)] == ["stopped"] * 2
    assert r.last("defence")["target"] == second
    assert r.distance == 5


@pytest.mark.rule("C-66")
def test_c_66_retreats_go_straight_back_off_the_axis_too(ring: Make) -> None:
    """README point 14: on along the line from the foe through the fighter, here (0, 0) to (1, 1)."""
    r = ring(9, 9, me={"karate": 16}, foe={})
    r.stand("me", 0, 0, 0)
    r.stand("foe", 1, 1, 3)
    r.defends("foe", "dodge", retreat=True)
    r.strike("punch")
    assert r.distance == 5
    q, s = int(r.foe.q), int(r.foe.r)
    assert (q, s) in {(2, 3), (3, 2)}


@pytest.mark.rule("C-67")
@pytest.mark.parametrize(
    ("traits", "parry", "dodge"),
    [
        ([], 10, 6),
        (["combat_reflexes"], 11, 7),
        (["enhanced_dodge"], 10, 7),
        (["combat_reflexes", "enhanced_parry"], 12, 7),
        ({"combat_reflexes": 15, "enhanced_parry": 6, "enhanced_dodge": 15}, 12, 8),
    ],
)
def test_c_67_what_traits_add(ring: Make, traits: Any, parry: int, dodge: int) -> None:
    """Karate 16 + Combat Reflexes + Enhanced Parry: 12."""
    r = ring(foe={"karate": 16, "traits": traits})
    assert (r.guard("parry"), r.guard("dodge")) == (parry, dodge)


@pytest.mark.rule("C-68")
def test_c_68_everything_that_applies_is_added_up(ring: Make) -> None:
    """Karate 17 parry 11, +1, feint −4, retreat +3 → 11."""
    r = ring(foe={"karate": 17, "traits": ["combat_reflexes"]})
    assert r.guard("parry", lure=4, retreat=True) == 11


def _side(r: Fight) -> None:
    r.stun("foe")
    r.stand("foe", 1, 0, 1)


CONDITIONS: list[tuple[str, Callable[[Fight], Any], int, int]] = [
    ("stunned", lambda r: r.stun("foe"), -4, -4),
    ("side, stunned", _side, -6, -6),
    ("runaround", lambda r: r.me.__setattr__("passed", 1), -2, -2),
    ("kneeling", lambda r: r.posture("foe", "kneeling"), -2, -2),
    ("sitting", lambda r: r.posture("foe", "sitting"), -2, -2),
    ("lying", lambda r: r.posture("foe", "lying"), -3, -3),
    ("crawling", lambda r: r.posture("foe", "crawling"), -3, -3),
    ("crouching", lambda r: r.posture("foe", "crouching"), 0, 0),
    ("lost balance", lambda r: r.foe.__setattr__("lost_balance", 1), -2, -2),
    ("guard dropped", lambda r: r.foe.__setattr__("guard_dropped", 1), -2, -2),
    ("airborne", lambda r: r.foe.__setattr__("airborne", 1), -2, -2),
    ("torn muscle", lambda r: r.foe.__setattr__("torn", 1), -1, -1),
    ("blind", lambda r: r.cripple("foe", "eye.R", "eye.L"), -4, -4),
    ("one-eyed", lambda r: r.cripple("foe", "eye.R"), -1, 0),
    ("lame", lambda r: r.cripple("foe", "foot.R"), 0, -3),
    ("one leg", lambda r: r.cripple("foe", "leg.R"), 0, -4),
    ("shock", lambda r: r.foe.__setattr__("shock", 9), 0, 0),
    ("grappled", lambda r: r.holds("me"), 0, 0),
]


@pytest.mark.rule("C-68", "C-42", "C-43", "C-88", "C-90", "C-93")
@pytest.mark.parametrize(("name", "bring", "parry", "dodge"), CONDITIONS, ids=[c[0] for c in CONDITIONS])
def test_c_68_row_by_row(ring: Make, name: str, bring: Callable[[Fight], Any], parry: int, dodge: int) -> None:
    """Shock never counts (README point 16)."""
    r = ring(me={"karate": 16}, foe={"karate": 18})
    bring(r)
    assert (r.guard("parry"), r.guard("dodge")) == (12 + parry, 6 + dodge)


@pytest.mark.rule("C-68", "C-74")
def test_c_68_a_dropped_guard_doubles_a_feint(ring: Make) -> None:
    r = ring(foe={"karate": 18})
    r.foe.guard_dropped = 1
    assert r.guard("parry", lure=2) == 12 - 2 - 4


# -- C-69, C-70 ---------------------------------------------------------------------------------


@pytest.mark.rule("C-69")
@pytest.mark.parametrize(("roll", "critical"), [(3, True), (4, True), (5, False)])
def test_c_69_a_critical_defence_makes_the_attacker_fumble(ring: Make, roll: int, critical: bool) -> None:
    """Parry 12, roll 4: 3d on C-74 for the attacker, at once; a 5 is critical from 15 on only."""
    r = ring(9, roll, *([16] if critical else []), me={"karate": 16}, foe={"karate": 18})
    r.defends("foe", "parry")
    assert r.strike("punch") == "stopped"
    assert (r.story[2:], int(r.me.posture)) == ((["table crit_miss 16", "effect fallen"], 5) if critical else ([], 0))


@pytest.mark.rule("C-69")
def test_c_69_a_kicker_fumbles_as_one(ring: Make) -> None:
    """Row 12 with the kick's -4: DX 14, 11 fails."""
    r = ring(9, 4, 12, 11, me={"karate": 18, "DX": 14}, foe={"karate": 18})
    r.defends("foe", "parry")
    r.strike("kick")
    assert r.story[2:] == ["table crit_miss 12", "roll fall 10:11 failure", "effect fallen"]


@pytest.mark.rule("C-70")
def test_c_70_a_fumbled_dodge_falls_and_is_hit(ring: Make) -> None:
    """Dodge 7, roll 17."""
    r = ring(9, 17, ("1d", 3), me={"karate": 16}, foe={"traits": ["combat_reflexes"]})
    r.defends("foe", "dodge")
    assert r.strike("punch") == "hit"
    assert r.story[1:] == ["defence dodge 7:17 critical_failure", "effect fallen", "damage torso 3-1 2"]


@pytest.mark.rule("C-70", "C-74")
def test_c_70_a_fumbled_parry_is_hit_and_rolls_for_itself(ring: Make) -> None:
    """Row 7 is a fall for him who parried."""
    r = ring(9, 18, 7, ("1d", 3), me={"karate": 16}, foe={"karate": 15})
    r.defends("foe", "parry")
    assert r.strike("punch") == "hit"
    assert r.story[1:] == [
        "defence parry 10:18 critical_failure",
        "table crit_miss 7",
        "effect fallen",
        "damage torso 3-1 2",
    ]
    assert r.distance == 2


@pytest.mark.rule("C-70", "C-28")
def test_c_70_after_a_fumble_no_second_defence(ring: Make) -> None:
    r = ring(9, 17, ("1d", 3), me={"karate": 16}, foe={"karate": 15})
    r.foe.aod = 1
    r.defends("foe", "dodge")
    assert r.strike("punch") == "hit"
