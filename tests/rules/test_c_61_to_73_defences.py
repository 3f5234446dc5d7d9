"""Active defences: when, which, what counts on them, how they end (C-61…C-73, C-128, C-140)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.ai.records import to_records
from budosim.ai.vocab import HAND, HAND_EXTRA
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
    ("grappled", lambda r: r.foe.__setattr__("grappled", 1), 0, 0),
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


# -- C-71, C-72, C-73 ---------------------------------------------------------------------------


@pytest.mark.rule("C-71")
def test_c_71_an_aggressive_parry_hurts_the_limb_it_stops(ring: Make) -> None:
    """Karate 18, maneuver 16 by default → parry 10; ST 14: 1d+1−2 at the kicking leg."""
    r = ring(9, 10, ("1d", 6), me={"karate": 16}, foe={"karate": 18, "ST": 14})
    assert r.damage("punch", "foe") == "1d+1"
    r.defends("foe", "aggr_parry")
    assert r.strike("kick") == "stopped"
    assert r.story[1:] == ["defence aggr_parry 10:10 success", "damage leg.R 5-1 4"]
    assert (int(r.me.hp), int(r.foe.hp)) == (8, 12)


@pytest.mark.rule("C-71")
def test_c_71_a_failed_aggressive_parry_is_hit(ring: Make) -> None:
    r = ring(9, 11, ("1d", 3), me={"karate": 16}, foe={"karate": 18})
    r.defends("foe", "aggr_parry")
    assert r.strike("punch") == "hit"
    assert (int(r.me.hp), int(r.foe.hp)) == (12, 10)


@pytest.mark.rule("C-71")
def test_c_71_a_bought_aggressive_parry(ring: Make) -> None:
    r = ring(foe={"karate": 18, "maneuvers": {"aggressive_parry": 18}})
    assert (r.guard("aggr_parry"), r.guard("parry")) == (12, 12)


@pytest.mark.rule("C-72")
def test_c_72_riposte(ring: Make) -> None:
    """Karate 18, Riposte 18 → parry 12, roll 11; counter at 18, 10; foe's parry 10−2 = 8, roll 9: hit.

    The dossier's default of −3 is −4 in the technique table, which decides (rules/README.md point 5).
    """
    r = ring(9, 11, 10, 9, ("1d", 3), me={"karate": 15}, foe={"karate": 18, "maneuvers": {"riposte": 18}})
    at_torso = {"a": "punch", "at": ["skull", "face", "jaw", "head", "neck", "vitals", "groin", "@limb"]}
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "riposte"}}], "rest": "only", "never": [at_torso]})
    r.defends("me", "parry", retreat=True)
    met = r.strike("punch")
    assert met == "riposte"
    assert r.answer(met) == "hit"
    assert r.story == [
        "attack punch torso 15:9 success",
        "defence riposte 12:11 success",
        "attack punch torso 18:10 success",
        "defence parry 8:9 failure",
        "damage torso 3-1 2",
    ]
    assert int(r.foe.owed) == 1


@pytest.mark.rule("C-72")
def test_c_72_by_default_four_below_the_skill(ring: Make) -> None:
    r = ring(foe={"karate": 18})
    assert r.guard("riposte") == 14 * 2 // 3


@pytest.mark.rule("C-72")
def test_c_72_a_failed_riposte_is_hit_and_costs_nothing(ring: Make) -> None:
    r = ring(9, 13, ("1d", 3), me={"karate": 15}, foe={"karate": 18, "maneuvers": {"riposte": 18}})
    r.defends("foe", "riposte")
    assert r.strike("punch") == "hit"
    assert int(r.foe.owed) == 0


@pytest.mark.rule("C-72", "R-23")
@pytest.mark.parametrize(
    ("reading", "karate", "left"),
    [("next_subturn", 17, 0), ("next_subturn", 18, 2), ("free", 17, 1), ("free", 18, 3)],
)
def test_c_72_it_spends_a_sub_turn_of_the_next_turn(ring: Make, reading: str, karate: int, left: int) -> None:
    """With one sub-turn there is no attack next turn unless R-23 = free."""
    who = {"karate": karate, "master": karate == 18, "maneuvers": {"riposte": 17}, "ST": 8}
    r = ring(9, 11, me={"karate": 15}, foe=who, rules={"riposte": reading})
    r.defends("foe", "riposte")
    assert r.strike("punch") == "riposte"
    assert int(r.foe.owed) == (0 if reading == "free" else 1)
    r.dice(*([12, ("1d", 1)] * left))
    r.turn("foe", *(("punch", "torso") for _ in range(left + 1)))
    assert [act for act in r.acts if act.startswith("b")] == [f"b 2.{k} punch torso" for k in range(1, left + 1)]
    assert int(r.foe.owed) == 0


@pytest.mark.rule("C-72")
def test_c_72_no_more_ripostes_than_sub_turns_to_spend(ring: Make) -> None:
    r = ring(9, me={"karate": 15}, foe={**MASTER, "maneuvers": {"riposte": 18}})
    assert int(r.their.subturns) == 3
    for owed, open_ in ((0, True), (2, True), (3, False)):
        r.foe.owed = owed
        assert (r.guard("riposte") is not None) == open_
    r.foe.owed = 0
    assert r.defend("riposte") == "riposte"
    assert int(r.foe.owed) == 1


@pytest.mark.rule("C-73")
def test_c_73_a_kick_stops_a_kick_without_a_hand(ring: Make) -> None:
    """蹴り受け is bought as the score itself: the technique table, not the dossier's 2/3 (README 5)."""
    r = ring(9, 10, 9, 10, 9, 6, me={"karate": 16}, foe={"karate": 15, "maneuvers": {"parrying_kick": 10}})
    r.plan("foe", NO_HANDS)
    assert [r.strike("kick") for _ in range(3)] == ["stopped"] * 3
    assert [(e["defence"], e["target"]) for e in r.events if e["k"] == "defence"] == [
        ("parrying_kick", 10),
        ("parrying_kick", 10),
        ("dodge", 6),
    ]
    assert [int(n) for n in r.foe.kick_parried] == [1, 1]
    assert [int(n) for n in r.foe.parried] == [0, 0]


@pytest.mark.rule("C-73")
def test_c_73_a_hand_is_not_stopped_with_the_leg(ring: Make) -> None:
    r = ring(9, 6, me={"karate": 16}, foe={"karate": 15, "maneuvers": {"parrying_kick": 10}})
    r.plan("foe", NO_HANDS)
    assert r.strike("punch") == "stopped"
    assert r.last("defence")["defence"] == "dodge"


@pytest.mark.rule("C-73")
def test_c_73_a_missed_leg_parry_may_fall(ring: Make) -> None:
    r = ring(9, 11, 13, ("1d", 2), me={"karate": 16}, foe={"karate": 15, "maneuvers": {"parrying_kick": 10}})
    r.plan("foe", NO_HANDS)
    assert r.strike("kick") == "hit"
    assert r.story[1:4] == ["defence parrying_kick 10:11 failure", "roll fall 12:13 failure", "effect fallen"]


# -- C-128, C-140 -------------------------------------------------------------------------------


@pytest.mark.rule("C-128", "R-32")
@pytest.mark.parametrize(
    ("roll", "bonus"),
    [(14, 1), (11, 1), (10, 2), (7, 2), (6, 3), (5, 3), (4, 4), (3, 4), (15, 0), (16, 0), (17, -1), (18, -1)],
)
def test_c_128_reading_the_attack(ring: Make, roll: int, bonus: int) -> None:
    """先読み 14: 10 is +2, one more for each full 4, a critical one more, a fumble −1; at most +4."""
    r = ring(9, roll, 10 + bonus, me={"karate": 16}, foe={"karate": 15, "body_language": 14})
    r.defends("foe", "parry")
    assert r.strike("punch") == "stopped"
    assert r.last("defence")["target"] == 10 + bonus


@pytest.mark.rule("C-128", "T-17")
def test_c_128_from_afar(ring: Make) -> None:
    """F ≥ 4: 22 − 10 = 12 → 1 + 3 = +4."""
    r = ring(9, 10, 14, me={"karate": 16}, foe={"karate": 15, "body_language": 14})
    r.defends("foe", "parry")
    assert r.strike("punch", launch=5) == "stopped"
    assert r.story[1:] == ["roll sakiyomi 22:10 success", "defence parry 14:14 success"]


@pytest.mark.rule("C-128")
def test_c_128_not_while_stunned_nor_from_behind_nor_without_a_defence(ring: Make) -> None:
    r = ring(9, 6, me={"karate": 16}, foe={"karate": 15, "body_language": 14})
    r.defends("foe", "parry")
    r.stun("foe")
    assert r.strike("punch") == "stopped"
    r.stand("foe", 1, 0, 0)
    r.dice(9, ("1d", 1))
    assert r.strike("punch") == "hit"
    r.foe.stunned = 0
    r.defends("foe", "no_defence")
    r.dice(9, ("1d", 1))
    assert r.strike("punch") == "hit"
    assert [e for e in r.events if e["k"] == "roll"] == []


@pytest.mark.rule("C-128")
def test_c_128_one_roll_an_attack_even_under_all_out_defense(ring: Make) -> None:
    """Its bonus counts on both defences."""
    r = ring(9, 10, 13, 8, me={"karate": 16}, foe={"karate": 15, "body_language": 14})
    r.foe.aod = 1
    r.defends("foe", "parry")
    assert r.strike("punch") == "stopped"
    assert r.story[1:] == [
        "roll sakiyomi 14:10 success",
        "defence parry 12:13 failure",
        "defence dodge 8:8 success",
    ]


@pytest.mark.rule("C-128", "T-17")
@pytest.mark.parametrize(
    ("read", "seen", "launch", "target"),
    [(14, 16, 2, 16), (16, 14, 2, 16), (14, 16, 5, 22), (10, 20, 5, 20), (0, 15, 5, 15), (12, 20, 4, 20)],
)
def test_c_128_mikiri_works_alike_and_the_better_is_rolled_once(
    ring: Make, read: int, seen: int, launch: int, target: int
) -> None:
    """The +8 from afar goes to 先読み alone (README points 1 and 21)."""
    who: dict[str, Any] = {"karate": 15, "precognitive_parry": seen, "master": True}
    r = ring(9, 15, 10, me={"karate": 16}, foe=who | ({"body_language": read} if read else {}))
    r.defends("foe", "parry")
    r.strike("punch", launch=launch)
    assert r.last("roll")["target"] == target


@pytest.mark.rule("C-140")
@pytest.mark.parametrize(("roll", "target"), [(12, 12), (4, 12), (15, 9), (17, 9)])
def test_c_140_acrobatic_dodge(ring: Make, roll: int, target: int) -> None:
    """Acrobatics 14, dodge 8 and the retreat's 3: 12 rolls +1, 15 rolls −2; a critical is +1 as well."""
    r = ring(9, roll, target, me={"karate": 16}, foe={"DX": 16, "HT": 16, "acrobatics": 14})
    r.defends("foe", "jump_back", retreat=True)
    assert r.strike("punch") == "stopped"
    assert r.last("defence")["target"] == target


@pytest.mark.rule("C-140")
def test_c_140_once_a_turn(ring: Make) -> None:
    r = ring(9, 12, 12, 9, 8, me={"karate": 16}, foe={"DX": 16, "HT": 16, "acrobatics": 14})
    r.defends("foe", "jump_back", "dodge", retreat=True)
    assert [r.strike("punch") for _ in range(2)] == ["stopped"] * 2
    assert [e["what"] for e in r.events if e["k"] == "roll"] == ["acrobatics"]
    assert r.last("defence")["target"] == 8


# -- C-73: stop hits ------------------------------------------------------------------------------

TORSO_HANDS: dict[str, Any] = {
    "rules": [{"do": {"a": "wait"}}],
    "react": [{"do": {"a": "no_defence"}}],
    "never": [
        {"a": "@kick"},
        *({"a": act} for act in (*HAND, *HAND_EXTRA) if act != "punch"),
        {"a": "@attack", "at": ["skull", "head", "neck", "vitals", "groin", "@limb"]},
    ],
}
"""Waits to punch at the torso."""


def stop_hit(ring: Make, *dice: Any, **more: Any) -> tuple[Fight, list[tuple[str, int, str]]]:
    """A waits to punch (16), B kicks at 14: who struck, at what target, with what result."""
    r = ring(*dice, me={"karate": 16, "ST": 14, "naked": True}, foe={"karate": 16, "ST": 14, "naked": True}, **more)
    r.plan("me", TORSO_HANDS)
    r.turn("me")
    r.turn("foe", ("kick", "torso"))
    return r, [(e["who"], e["target"], e["result"]) for e in r.events if e["k"] == "attack"]


@pytest.mark.rule("C-73", "C-30")
def test_c_73_off_the_reach_decides(ring: Make) -> None:
    """B's kick is the longer; the waiting fighter strikes after it, with its shock."""
    r, blows = stop_hit(ring, 10, ("1d", 1), 9, ("1d", 1))
    assert [who for who, _, _ in blows] == ["b", "a"]
    assert blows[1] == ("a", 16 - (12 - int(r.me.hp)), "success")


@pytest.mark.rule("C-73")
@pytest.mark.parametrize(("mine", "theirs", "order"), [(10, 10, "ab"), (10, 7, "ba"), (12, 10, "ab"), (18, 10, "ba")])
def test_c_73_on_both_roll_and_the_better_margin_gets_through_first(
    ring: Make, mine: int, theirs: int, order: str
) -> None:
    """B's roll comes first; 6:4, 6:7, 4:4 and a fumble against 4: a tie is the waiting fighter's."""
    fumbled = mine == 18
    dice = [theirs, mine, ("1d", 1)] + ([13] if fumbled else [("1d", 1)])
    r, blows = stop_hit(ring, *dice, rules={"stop_hit": "on"})
    assert "".join(who for who, _, _ in blows) == order
    first, second = blows
    hurt = 12 - int(r.me.hp if first[0] == "b" else r.foe.hp)
    assert first[1] == (16 if first[0] == "a" else 14)
    assert second[1] == (16 if second[0] == "a" else 14) - hurt
    assert hurt > 0
    assert not [e for e in r.events if e["k"] == "contest"]


@pytest.mark.rule("C-73")
def test_c_73_the_others_roll_stands_against_its_lowered_target(ring: Make) -> None:
    """10 would have hit at 14; after 5 points it misses at 9, and the kicker keeps his feet."""
    r, blows = stop_hit(ring, 10, 9, ("1d", 4), 9, rules={"stop_hit": "on"})
    assert blows == [("a", 16, "success"), ("b", 9, "failure")]
    assert [sum(e["dice"]) for e in r.events if e["k"] == "attack"] == [9, 10]


@pytest.mark.rule("C-73")
def test_c_73_who_is_knocked_out_does_not_get_through(ring: Make) -> None:
    r, blows = stop_hit(ring, 10, 4, 18, ("1d", 1), rules={"stop_hit": "on"})
    assert blows == [("a", 16, "critical_success")]
    assert int(r.foe.out) == Ending.UNCONSCIOUS


@pytest.mark.rule("C-73", "C-36")
def test_c_73_who_is_stunned_still_gets_through(ring: Make) -> None:
    """His blow is under way; only shock lowers it. The rest of his turn is lost."""
    r, blows = stop_hit(ring, 10, 4, 7, ("1d", 1), ("1d", 1), rules={"stop_hit": "on"})
    assert blows == [("a", 16, "critical_success"), ("b", 10, "success")]
    assert (int(r.foe.stunned), int(r.me.hp)) == (1, 8)


@pytest.mark.rule("C-73", "C-72")
def test_c_73_a_riposte_in_between_throws_its_own_dice(ring: Make) -> None:
    """A's stop hit is parried with a riposte; B's kick still has the roll it was thrown with."""
    r = ring(
        9, 7, 12, 12, ("1d", 1), ("1d", 1), me={"karate": 15, "naked": True},
        foe={"karate": 18, "maneuvers": {"riposte": 18}}, rules={"stop_hit": "on"},
    )  # fmt: skip
    r.plan("me", TORSO_HANDS)
    only_torso = {"a": "punch", "at": ["skull", "face", "jaw", "head", "neck", "vitals", "groin", "@limb"]}
    r.plan("foe", {"rules": [], "react": [{"do": {"a": "riposte"}}], "rest": "only", "never": [only_torso]})
    r.turn("me")
    r.turn("foe", ("kick", "torso"), never=[only_torso])
    assert [(e["who"], e["act"], sum(e["dice"])) for e in r.events if e["k"] == "attack"] == [
        ("a", "punch", 7), ("b", "punch", 12), ("b", "kick", 9),
    ]  # fmt: skip
