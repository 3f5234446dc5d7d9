"""Fatigue, and how long a bout may last (C-131…C-139)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bell import bell
from ring import IDLE, Fight

from budosim.ai import vocab
from budosim.combat.common.dice import EVEN
from budosim.combat.gurps3.bout import no_chance, referee, take_turn, tire
from budosim.combat.gurps3.ids import OPT_NAMES, Act, Ending, Opt, StageWord
from budosim.combat.gurps3.move import move_now
from budosim.combat.gurps3.turn import drain
from budosim.systems.gurps3.tables import tables

Make = Callable[..., Fight]
A_FIRST = (("1d", 4), ("1d", 2))
PUNCH: dict[str, Any] = {"rules": [{"do": {"a": "punch", "at": ["torso"]}}], "rest": "only"}


# -- C-131 … C-134 ------------------------------------------------------------------------------


@pytest.mark.rule("C-131")
def test_c_131_three_points_left_halve_move_and_dodge(ring: Make) -> None:
    """ST 14, 11 spent → fp 3: Move 7 → 3; damage and ST are as before (R-42 none)."""
    r = ring(10, 10, 11, me={"karate": 18}, foe={"ST": 14, "DX": 13, "HT": 15})
    assert (int(r.their.max_fp), int(r.their.move)) == (14, 7)
    r.foe.fp -= 11
    assert (int(move_now(r.scene, r.their, r.foe)), r.guard("dodge")) == (3, 3)
    assert r.damage("punch", "foe") == "1d-2"
    r.strike("sweep", "leg.R")
    assert r.last("contest")["theirs"]["target"] == 14


@pytest.mark.rule("C-131")
def test_c_131_extra_fatigue_is_on_top_of_st(ring: Make) -> None:
    assert int(ring(me={"ST": 14, "traits": {"extra_fatigue": 6}}).my.max_fp) == 16


@pytest.mark.rule("C-131", "C-134")
@pytest.mark.parametrize(("fp", "left", "out"), [(2, 1, 0), (1, 0, Ending.FATIGUE), (5, 4, 0)])
def test_c_131_at_nothing_he_collapses(ring: Make, fp: int, left: int, out: int) -> None:
    r = ring(me={})
    r.me.fp, r.me.turn = fp, 60
    drain(r.scene, r.me)
    assert (int(r.me.fp), int(r.me.out)) == (left, out)


@pytest.mark.rule("C-132", "R-43")
@pytest.mark.parametrize(
    ("reading", "stage", "turns", "lost"),
    [
        ("each_bout", StageWord.KNOCKOUT, 25, 1),
        ("each_bout", StageWord.KNOCKOUT, 11, 1),
        ("each_bout", StageWord.KNOCKOUT, 10, 0),
        ("each_bout", StageWord.KNOCKOUT, 8, 0),
        ("each_bout", StageWord.LEAGUE, 25, 1),
        ("finals_only", StageWord.LEAGUE, 25, 0),
        ("finals_only", StageWord.KNOCKOUT, 25, 1),
        ("none", StageWord.KNOCKOUT, 25, 0),
    ],
)
def test_c_132_a_long_fight_costs_a_point(ring: Make, reading: str, stage: StageWord, turns: int, lost: int) -> None:
    """Ten turns are not more than ten."""
    r = ring(me={}, rules={"fight_fatigue": reading})
    r.me.turn, r.me.stage = turns, 1 << stage
    tire(r.scene, r.me)
    assert 12 - int(r.me.fp) == lost


@pytest.mark.rule("C-132")
@pytest.mark.parametrize(("begun", "left"), [(9, 12), (10, 11)])
def test_c_132_at_the_end_of_a_bout(ring: Make, begun: int, left: int) -> None:
    """B, first to act, falls unconscious at the start of turn 10 or 11."""
    r = ring(("1d", 1), ("1d", 6), 13, me={}, foe={})
    r.foe.hp = -1
    assert bell(r, begun) == ("a", "unconscious", begun + 1)
    assert int(r.foe.fp) == left


@pytest.mark.rule("C-133")
@pytest.mark.parametrize("word", ["extra_effort", "extra_effort_damage", "mighty_blow", "heroic_charge"])
def test_c_133_no_extra_effort_in_a_fight(word: str) -> None:
    assert word not in vocab.ACTS
    assert word not in vocab.OPTS
    assert word.upper() not in Act.__members__
    assert word not in tables().techniques


NOT_IN_3E = [
    "deceptive", "rapid_strike", "telegraphic", "defensive_attack", "committed", "evaluate", "block",
    "mighty_blow", "move_and_attack", "setup",
]  # fmt: skip


@pytest.mark.rule("C-133", "C-35")
@pytest.mark.parametrize("word", NOT_IN_3E)
def test_what_is_not_in_3e_has_no_enumerator(word: str) -> None:
    """Dossier §12."""
    known = {*Act.__members__, *Opt.__members__, *(name.upper() for name in OPT_NAMES)}
    assert not [name for name in known if word.upper() in name]


@pytest.mark.rule("C-134", "R-44")
@pytest.mark.parametrize(("reading", "lost"), [("60", 2), ("30", 4), ("off", 0)])
def test_c_134_every_sixty_turns_a_point(ring: Make, reading: str, lost: int) -> None:
    r = ring(me={}, rules={"drain_turns": reading})
    for turn in range(1, 121):
        r.me.turn = turn
        drain(r.scene, r.me)
    assert 12 - int(r.me.fp) == lost


@pytest.mark.rule("C-134", "T-01")
def test_c_134_st_10_collapses_at_turn_600(ring: Make) -> None:
    """Nobody ever hits, cap and stalemate apart; told from turn 598, nine points gone."""
    r = ring(*A_FIRST, me={"ST": 10}, foe={"ST": 14}, rules={"turn_cap": "600", "stalemate": "off"})
    r.me.fp, r.foe.fp = 10 - 9, 14 - 9
    assert bell(r, 597) == ("b", "fatigue", 600)


@pytest.mark.rule("C-134", "C-100", "T-07")
@pytest.mark.parametrize(
    ("mine", "theirs", "ended"),
    [(1, 1, (None, "simultaneous", 60)), (1, 2, ("b", "fatigue", 60)), (2, 1, ("a", "fatigue", 60))],
)
def test_c_134_the_drain_takes_both_at_once(
    ring: Make, mine: int, theirs: int, ended: tuple[str | None, str, int]
) -> None:
    """After each *full* 60 turns: whoever began has no disadvantage of it."""
    r = ring(*A_FIRST, me={}, foe={})
    r.me.fp, r.foe.fp = mine, theirs
    assert bell(r, 58) == ended
    assert int(r.me.turn) == int(r.foe.turn) == 60
    assert [line for line in r.story if line.startswith("fatigue drain")] == ["fatigue drain 1"] * 2


# -- C-135, C-137, C-138 ------------------------------------------------------------------------


@pytest.mark.rule("C-135", "R-45")
@pytest.mark.parametrize("cap", ["180", "60", "600"])
def test_c_135_at_the_cap_it_is_a_draw(ring: Make, cap: str) -> None:
    """Exactly so many turns, never one more (trap 10)."""
    r = ring(*A_FIRST, me={"ST": 30}, foe={"ST": 30}, rules={"turn_cap": cap, "stalemate": "off"})
    assert bell(r, int(cap) - 3) == (None, "time", int(cap))
    assert int(r.foe.turn) == int(cap)


@pytest.mark.rule("C-137", "C-138", "R-47")
def test_c_137_two_who_do_nothing_draw_at_120(ring: Make) -> None:
    """Warned at 60; the drain of two points is no progress (README point 20)."""
    r = ring(*A_FIRST, me={}, foe={})
    assert bell(r, listen=False) == (None, "stalemate", 120)
    assert int(r.foe.turn) == 120
    assert int(r.me.fp) == 12 - 2 - 1


@pytest.mark.rule("C-137")
def test_c_137_a_warning_changes_no_policy(ring: Make) -> None:
    """Both are warned after 60 turns, once."""
    r = ring(*A_FIRST, me={}, foe={}, rules={"turn_cap": "60"})
    bell(r, 57)
    assert [line for line in r.story if "warned" in line] == ["effect warned"] * 2


@pytest.mark.rule("C-137")
@pytest.mark.parametrize(("dice", "turns"), [([9, ("1d", 3)], 240), ([9, ("1d", 1)], 120), ([16], 120)])
def test_c_137_progress_starts_the_count_again(ring: Make, dice: list[Any], turns: int) -> None:
    """A blow in turn 120 that does something; one that clothes stop, or a miss, is none."""
    r = ring(*A_FIRST, *dice, me={"karate": 15}, foe={}, rules={"turn_cap": "600"})
    at_120 = {"rules": [{"if": ["turn", "==", 120], "do": {"a": "punch", "at": ["torso"]}}], "rest": "only"}
    r.plan("me", at_120)
    assert bell(r, 117, listen=False)[1:] == ("stalemate", turns)


@pytest.mark.rule("C-137", "C-72")
def test_c_137_two_who_only_riposte(ring: Make) -> None:
    """Neither ever attacks: a draw at 120, before the cap of 180."""
    plan: dict[str, Any] = {"rules": [], "react": [{"do": {"a": "riposte"}}], "rest": "only"}
    who = {"karate": 18, "maneuvers": {"riposte": 18}}
    r = ring(*A_FIRST, me=who, foe=who)
    r.plan("me", plan)
    r.plan("foe", plan)
    assert bell(r, 115) == (None, "stalemate", 120)


@pytest.mark.rule("C-137", "C-135", "R-47")
def test_c_137_off_leaves_it_to_the_cap(ring: Make) -> None:
    r = ring(*A_FIRST, me={}, foe={}, rules={"stalemate": "off"})
    assert bell(r, 118, listen=False) == (None, "time", 180)


DO: dict[str, dict[str, Any]] = {
    "nothing": IDLE,
    "wait": {"rules": [{"do": {"a": "wait"}}], "rest": "only"},
    "guard": {"rules": [{"do": {"a": "all_out_def"}}], "rest": "only"},
    "flee": {"rules": [{"do": {"a": "retreat"}}], "rest": "only"},
    "come": {"rules": [{"do": {"a": "approach"}}], "rest": "only"},
}


@pytest.mark.rule("C-138")
@pytest.mark.parametrize(("mine", "theirs"), [("wait", "wait"), ("guard", "flee"), ("flee", "come"), ("come", "wait")])
def test_c_138_every_bout_ends(ring: Make, mine: str, theirs: str) -> None:
    """Policies that never strike, within the cap."""
    r = ring(*A_FIRST, me={"ST": 30}, foe={"ST": 30}, rules={"turn_cap": "60", "stalemate": "off"})
    r.plan("me", DO[mine])
    r.plan("foe", DO[theirs])
    assert bell(r, 30, listen=False) == (None, "time", 60)


# -- C-136 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-136", "R-46")
def test_c_136_stunned_five_turns_on_end(ring: Make) -> None:
    """Stunned at the starts of 11 to 15, all rolls failed: loses at the end of turn 15."""
    r = ring(*A_FIRST, *[13] * 5, me={}, foe={})
    r.stun("me")
    assert bell(r, 10) == ("b", "referee", 15)


@pytest.mark.rule("C-136")
def test_c_136_one_turn_of_acting_breaks_the_row(ring: Make) -> None:
    r = ring(*A_FIRST, *[13] * 4, 12, me={}, foe={}, rules={"turn_cap": "60"})
    r.stun("me")
    assert bell(r, 50)[1] == "time"


@pytest.mark.rule("C-136")
@pytest.mark.parametrize(("distance", "ended"), [(8, ("b", "referee", 5)), (2, (None, "time", 60))])
def test_c_136_five_turns_without_a_legal_attack(ring: Make, distance: int, ended: tuple[Any, str, int]) -> None:
    """Without legs A sits where he is: out of reach he can do nothing, in reach he only does not."""
    r = ring(*A_FIRST, me={}, foe={}, rules={"turn_cap": "60"}, distance=distance)
    r.cripple("me", "leg.R", "leg.L")
    r.posture("me", "sitting")
    assert bell(r, 0, listen=False) == ended


@pytest.mark.rule("C-136", "R-46")
def test_c_136_off(ring: Make) -> None:
    r = ring(*A_FIRST, *[13] * 10, me={}, foe={}, rules={"turn_cap": "60", "no_chance": "off"})
    r.stun("me")
    assert bell(r, 50) == (None, "time", 60)


@pytest.mark.rule("C-136")
@pytest.mark.parametrize(
    ("parts", "posture", "lost"),
    [
        (("arm.R", "arm.L", "leg.R", "leg.L"), "lying", True),
        (("arm.R", "arm.L", "leg.R"), "lying", False),
        (("hand.R", "hand.L", "leg.R", "leg.L"), "lying", False),
        (("eye.R", "eye.L"), "lying", True),
        (("eye.R", "eye.L"), "standing", False),
        (("eye.R",), "lying", False),
    ],
)
def test_c_136_limbs_and_eyes(ring: Make, parts: tuple[str, ...], posture: str, lost: bool) -> None:
    """(b) both arms and both legs; (c) blind and lying."""
    r = ring()
    r.cripple("me", *parts)
    r.posture("me", posture)
    assert bool(no_chance(r.scene, r.my, r.me)) == lost
    assert bool(referee(r.scene, r.sheets, r.me, r.foe)) == lost
    if lost:
        assert int(r.scene.ring.now.winner) == 1


@pytest.mark.rule("C-136", "T-07")
def test_c_136_both_without_a_chance_draw(ring: Make) -> None:
    r = ring()
    for who in ("me", "foe"):
        r.cripple(who, "eye.R", "eye.L")
        r.posture(who, "lying")
    assert referee(r.scene, r.sheets, r.me, r.foe)
    assert (int(r.scene.ring.now.winner), int(r.scene.ring.now.over)) == (-1, Ending.REFEREE)


# -- C-139 --------------------------------------------------------------------------------------


@pytest.mark.rule("C-139")
@pytest.mark.parametrize("karate", [15, 18])
def test_c_139_the_same_fight_whoever_begins(ring: Make, karate: int) -> None:
    """Equal sheets and dice: A first and B first are mirror images, blow by blow."""
    told = []
    for first in (0, 1):
        who = {"karate": karate, "ST": 14, "master": karate == 18}
        r = ring(me=who, foe=who)
        r.plan("me", PUNCH | {"react": [{"do": {"a": "no_defence"}}]})
        r.plan("foe", PUNCH | {"react": [{"do": {"a": "no_defence"}}]})
        r.scene.ring.dice.mode = EVEN
        for turn in range(6):
            if int(r.me.out) or int(r.foe.out):
                break
            take_turn(r.scene, r.sheets, r.states, np.int64((first + turn) % 2))
        names = "ab" if first == 0 else "ba"
        told.append(
            [
                ("ab"[names.index(e["who"])], e["k"], e.get("target"), e.get("injury"), e.get("distance"))
                for e in r.events
                if e["k"] not in ("turn", "draw")
            ]
        )
    assert told[0] == told[1]
    assert len(told[0]) > 5
