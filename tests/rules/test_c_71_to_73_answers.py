"""Defences that strike back, leg parries, stop hits, reading and rolling away (C-71…C-73, C-128, C-140)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ring import Fight

from budosim.ai.vocab import HAND, HAND_EXTRA
from budosim.combat.gurps3.ids import Ending

Make = Callable[..., Fight]
MASTER = {"karate": 18, "master": True}
NO_HANDS: dict[str, Any] = {"rules": [], "rest": "only", "never": [{"a": "parry"}, {"a": "retreat"}]}
"""Answers blows as well as can be without parrying by hand."""


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
    assert blows == [("a", 16, "critical_success"), ("b", 12, "success")]
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
