"""M-09 and M-12 to M-26: once a turn, time, level and distance, results, interruption, what lasts; T-24, T-29."""

from __future__ import annotations

from typing import Any

import pytest
from magic_bench import cast, caster, on, row_of, spells_told

from budosim.combat.gurps3.cast import can_concentrate, level_now
from budosim.combat.gurps3.magic_records import Held, Stat
from budosim.combat.gurps3.spell import sum_up_both
from budosim.combat.gurps3.tell import hush

Make = Any
WEAK = {"IQ": 3, "HT": 12, "DX": 10}
"""A foe whose mind resists nothing: R 7 for direct spells."""


def acts(r: Any, who: str) -> list[str]:
    return [f"{e['act']} {e.get('phase') or ''}".strip() for e in r.events if e["k"] == "act" and e["who"] == who]


def level(r: Any, spell: str, blood: int = 0) -> int:
    from ring_corner import num

    n = int(level_now(r.scene, r.my, r.me, r.foe, num(row_of(r, "me", spell)), num(blood)))
    hush(r.scene)
    return n


@pytest.mark.rule("M-09", "T-24", "T-29")
def test_m_09_one_spell_a_turn(ring: Make) -> None:
    """A failed attempt counts; at the next own turn the allowance is back."""
    r = ring(17, 17, me=caster("itch", "clumsiness"), foe=WEAK)
    r.plan("me", {"rules": [{"do": cast("itch")}], "rest": "only"})
    r.turn("me")
    assert acts(r, "a") == ["cast cast", "wait"]
    r.turn("me")
    assert acts(r, "a")[2] == "cast cast"


@pytest.mark.rule("M-09", "M-30b")
def test_m_09_a_blocking_spell_uses_the_own_turn(ring: Make) -> None:
    """Itch tried in his own turn: no Iron Arm in the foe's turn after it; without it, Iron Arm answers."""
    me = caster("itch", "iron_arm")
    r = ring(17, 10, ("1d", 3), me=me, foe={**WEAK, "brawling": 12})
    r.plan("me", {"rules": [{"do": cast("itch")}], "react": [{"do": cast("iron_arm")}, {"do": {"a": "no_defence"}}],
                  "never": [{"a": "dodge"}, {"a": "parry"}], "rest": "only"})  # fmt: skip
    r.turn("me")
    r.turn("foe", ("punch", "torso"))
    assert r.last("defence")["defence"] == "no_defence"
    r = ring(10, 9, 15, me=me, foe={**WEAK, "brawling": 12})
    r.plan("me", {"rules": [], "react": [{"do": cast("iron_arm")}], "rest": "only"})
    r.turn("me", {"a": "wait"}, react=[{"do": cast("iron_arm")}])
    r.turn("foe", ("punch", "torso"))
    told = spells_told(r)[0]
    assert (told["what"], told["held"], told["paid"], told["target"]) == ("block", True, 1, 13)
    assert r.last("defence")["result"] == "success"
    assert int(r.me.hp) == 12


@pytest.mark.rule("M-12")
def test_m_12_a_second_is_a_sub_turn(ring: Make) -> None:
    """A 1-second spell leaves the other sub-turns free; of a 2-second one they are idle until it is cast."""
    r = ring(17, 17, 17, me=caster("itch", "haste", base=18), foe=WEAK)
    r.turn("me", cast("itch"), ("punch", "torso"), ("punch", "torso"))
    assert acts(r, "a") == ["cast cast", "punch", "punch"]
    r = ring(13, 3, 17, 17, me=caster("haste", base=18), foe=WEAK)
    r.plan("me", {"rules": [{"if": ["turn", "<=", 2], "do": cast("haste")}, {"do": {"a": "punch", "at": ["torso"]}}]})
    r.turn("me")
    assert acts(r, "a") == ["cast cast", "nothing go_on", "nothing go_on"]
    assert int(r.me.casting) == 1
    r.turn("me")
    assert acts(r, "a")[3:4] == ["cast go_on"]
    assert spells_told(r)[-1]["target"] == 13
    assert int(r.me.casting) == 0


@pytest.mark.rule("M-12", "O-06")
def test_m_12_or_a_second_is_a_turn(ring: Make) -> None:
    r = ring(17, me=caster("itch"), foe=WEAK, rules={"cast_time_mode": "turn"})
    r.turn("me", cast("itch"), ("punch", "torso"))
    assert acts(r, "a") == ["cast cast"]


@pytest.mark.rule("M-12", "M-20")
def test_m_12_anything_else_drops_it(ring: Make) -> None:
    """A rule before that of the cast breaks in, and the spell is lost without a price."""
    r = ring(17, 17, me=caster("haste", base=18), foe=WEAK)
    blow = {"a": "punch", "at": ["torso"]}
    r.plan("me", {"rules": [{"if": ["sub", ">=", 2], "do": blow}, {"do": cast("haste")}]})
    r.turn("me")
    assert acts(r, "a")[:2] == ["cast cast", "punch"]
    assert "cast_lost" in [e["effect"] for e in r.events if e["k"] == "effect"]
    assert int(r.me.fp) == 11


@pytest.mark.rule("M-14", "M-15")
@pytest.mark.parametrize(("f", "mod"), [(0, 0), (1, -1), (2, -1), (3, -1), (4, -2), (7, -3)])
def test_m_15_distance(ring: Make, f: int, mod: int) -> None:
    r = ring(me=caster("itch", "paralyze_limb", "haste", "fear"), foe=WEAK, distance=f)
    assert level(r, "itch") == 13 + mod
    assert level(r, "paralyze_limb") == 13  # touched afterwards: no distance
    assert level(r, "haste") == 13
    assert level(r, "fear") == 13 - max(0, -(-(f - 3) // 3))  # to the nearest edge of a yard round the foe


@pytest.mark.rule("M-14", "M-21", "C-93")
def test_m_14_everything_together(ring: Make) -> None:
    """Ring 13, 1 yard, one spell on, shock 2: 9."""
    r = ring(3, me=caster("itch", "armor"), foe=WEAK)
    r.turn("me", cast("armor", energy=2))
    r.me.shock = 2
    assert level(r, "itch") == 9
    assert level(r, "itch", 2) == 7
    r.me.shock = 0
    r.cripple("me", "eye.R", "eye.L")
    assert level(r, "itch") == 11 - 5
    r.scene.ring.arcana.of[0].applied[Stat.IQ] = -3
    assert level(r, "itch") == 6 - 3


@pytest.mark.rule("M-14", "M-24")
def test_m_14_a_spell_that_needs_concentration_weighs_three(ring: Make) -> None:
    r = ring(3, me=caster("itch", "complex_illusion"), foe=WEAK)
    r.turn("me", cast("complex_illusion", energy=2))
    assert on(r, "me") == ["complex_illusion"]
    assert level(r, "itch") == 12 - 3


@pytest.mark.rule("M-16", "M-17")
@pytest.mark.parametrize(
    ("roll", "result", "paid", "held"),
    [(4, "critical_success", 1, True), (10, "success", 3, True), (14, "failure", 1, False),
     (18, "critical_failure", 3, False)],
)  # fmt: skip
def test_m_17_results(ring: Make, roll: int, result: str, paid: int, held: bool) -> None:
    """S 12, E 3: 18 → -3, no effect; 14 → -1; 4 → -1, effect, no contest."""
    r = ring(roll, *([18] if result == "success" else []), me=caster("clumsiness"), foe=WEAK)
    r.turn("me", cast("clumsiness", energy=3))
    told = spells_told(r)[0]
    assert (told["target"], told["result"], told["paid"], told["held"]) == (12, result, paid, held)
    assert len(told["resist"]) == (1 if result == "success" else 0)
    assert int(r.me.fp) == 11 - paid
    assert int(r.their.dx) == (7 if held else 10)


@pytest.mark.rule("M-17")
@pytest.mark.parametrize(("reading", "left"), [("casts", 10), ("successes", 11)])
def test_m_17_what_a_failure_costs(ring: Make, reading: str, left: int) -> None:
    r = ring(14, me=caster("clumsiness"), foe=WEAK, rules={"min_fatigue_scope": reading})
    r.turn("me", cast("clumsiness", energy=3))
    assert int(r.me.fp) == left


@pytest.mark.rule("M-17")
@pytest.mark.parametrize(("die", "stunned", "hp"), [(1, 0, 12), (3, 2, 12), (5, 0, 11)])
def test_m_17_the_mild_backfire(ring: Make, die: int, stunned: int, hp: int) -> None:
    r = ring(18, ("1d", die), me=caster("clumsiness"), foe=WEAK, rules={"backfire": "mild"})
    r.turn("me", cast("clumsiness", energy=3))
    assert (int(r.me.stunned), int(r.me.hp)) == (stunned, hp)


@pytest.mark.rule("M-18", "C-131")
def test_m_18_no_fatigue_no_spell(ring: Make) -> None:
    """The price must be there, and nobody casts himself senseless of his own will; Move halves at 3."""
    r = ring(me=caster("clumsiness"), foe=WEAK)
    r.me.fp = 4
    r.turn("me", cast("clumsiness", energy=5))
    r.turn("me", cast("clumsiness", energy=4))
    assert spells_told(r) == []


@pytest.mark.rule("M-19")
@pytest.mark.parametrize("state", ["close", "grappled", "holding", "stunned"])
def test_m_19_who_cannot_concentrate(ring: Make, state: str) -> None:
    r = ring(*([18] if state == "stunned" else []), me=caster("itch"), foe=WEAK, distance=0 if state == "close" else 2)
    if state in ("grappled", "holding"):
        r.holds("foe" if state == "grappled" else "me")
    if state == "stunned":
        r.stun("me")
    assert not can_concentrate(r.scene, r.me, r.foe)
    if state != "grappled":  # who is grappled would try to get free
        r.turn("me", cast("itch"))
        assert spells_told(r) == []


@pytest.mark.rule("M-20", "C-33")
@pytest.mark.parametrize(("second", "kept"), [(12, True), (13, False)])
def test_m_20_each_blow_asks_once(ring: Make, second: int, kept: bool) -> None:
    """Will 15: each blow that is dodged or hits asks for Will - 3 = 12, one roll a blow."""
    r = ring(10, 5, 9, 10, ("1d", 4), second, me=caster("haste"), foe={"HT": 12, "brawling": 18, "IQ": 10})
    react = [{"if": ["first_def"], "do": {"a": "dodge"}}, {"do": {"a": "no_defence"}}]
    r.plan("me", {"rules": [{"do": cast("haste")}], "react": react, "never": [{"a": "retreat"}]})
    r.turn("me")
    r.turn("foe", ("punch", "torso"), ("punch", "torso"))
    rolls = [e for e in r.events if e["k"] == "roll"]
    assert [(e["what"], e["target"]) for e in rolls] == [("concentrate", 12), ("concentrate", 12)]
    assert bool(r.me.casting) is kept


@pytest.mark.rule("M-20", "O-20")
def test_m_20_what_an_interruption_costs(ring: Make) -> None:
    for reading, left in (("0", 11), ("1", 10)):
        r = ring(10, ("1d", 4), 13, me=caster("haste"), foe={"brawling": 12}, rules={"interrupt_cost": reading})
        r.plan("me", {"rules": [{"do": cast("haste")}], "react": [{"do": {"a": "no_defence"}}]})
        r.turn("me")
        r.turn("foe", ("punch", "torso"))
        assert int(r.me.fp) == left
        assert int(r.me.casting) == 0


@pytest.mark.rule("M-20")
def test_m_20_a_stun_loses_it_without_a_roll(ring: Make) -> None:
    r = ring(10, ("1d", 6), 16, me=caster("haste"), foe={"brawling": 18, "ST": 16})
    r.plan("me", {"rules": [{"do": cast("haste")}], "react": [{"do": {"a": "no_defence"}}]})
    r.turn("me")
    r.turn("foe", ("punch", "jaw"))
    assert int(r.me.stunned) > 0
    assert int(r.me.casting) == 0
    assert not [e for e in r.events if e["k"] == "roll" and e["what"] == "concentrate"]


@pytest.mark.rule("M-21")
@pytest.mark.parametrize(("traits", "target"), [({}, 9), ({"high_pain_threshold": 10}, 12)])
def test_m_21_shock_lowers_the_roll_of_its_turn(ring: Make, traits: dict[str, int], target: int) -> None:
    r = ring(
        8,
        *([] if False else [18]),
        me=caster("itch", traits={"trained_by_a_master": 40, **traits}),
        foe={"HT": 3, "IQ": 3},
    )
    r.me.shock = 3 if not traits else 0
    r.dice(18)
    r.turn("me", cast("itch"))
    assert spells_told(r)[0]["target"] == target


@pytest.mark.rule("M-22")
def test_m_22_spells_run_on_but_a_stunned_caster_keeps_none(ring: Make) -> None:
    r = ring(3, 18, me=caster("strike_blind", ST=20), foe=WEAK)
    r.turn("me", cast("strike_blind"))
    assert on(r, "me") == ["strike_blind"]
    r.stun("me")
    r.me.turn = 11
    r.turn("me", "wait")
    assert on(r, "me") == []
    assert int(r.me.fp) == 19


@pytest.mark.rule("M-23")
@pytest.mark.parametrize(("roll", "kept"), [(15, True), (16, False)])
def test_m_23_a_wound_may_cost_the_missile(ring: Make, roll: int, kept: bool) -> None:
    """Will 15, without a modifier."""
    r = ring(4, 10, ("1d", 4), roll, me=caster("stone_missile"), foe={"brawling": 12, "HT": 12})
    r.plan("me", {"rules": [{"do": cast("stone_missile", energy=1)}], "react": [{"do": {"a": "no_defence"}}]})
    now = r.scene.ring.now
    now.bench_subs[0] = 1
    r.turn("me")
    r.dice(10, 3)
    r.scene.ring.dice.have -= 2
    r.scene.ring.rules.resist_scope = 1
    r.turn("foe", ("punch", "torso"))
    assert (int(r.scene.ring.arcana.of[0].held) > 0) is kept


@pytest.mark.rule("M-24")
@pytest.mark.parametrize(("base", "price"), [(17, 3), (20, 2)])
def test_m_24_keeping_a_spell(ring: Make, base: int, price: int) -> None:
    """Clumsiness with E 5 is kept for 3 a minute at ring 12, for 2 at ring 15; no roll, no minimum."""
    r = ring(4, me=caster("clumsiness", base=base, ST=30), foe=WEAK)
    r.turn("me", cast("clumsiness", energy=5))
    before = int(r.me.fp)
    r.me.turn += 59
    r.turn("me", "wait")
    assert before - int(r.me.fp) == price
    assert on(r, "me") == ["clumsiness"]


@pytest.mark.rule("M-24")
def test_m_24_what_cannot_be_kept_ends(ring: Make) -> None:
    r = ring(4, me=caster("great_haste", base=20, ST=30), foe=WEAK, rules={"resist_scope": "opponent"})
    r.turn("me", cast("great_haste"))
    assert on(r, "me") == []
    r.turn("me", cast("great_haste"))
    r.turn("me", cast("great_haste"))
    assert on(r, "me") == ["great_haste"]
    assert int(r.my.subturns) == 4
    r.me.turn += 9
    before = int(r.me.fp)
    r.turn("me", "wait")
    assert on(r, "me") == []
    assert before - int(r.me.fp) == 5  # what it costs its subject when it ends
    assert int(r.my.subturns) == 3


@pytest.mark.rule("M-25")
def test_m_25_ending_it_early_costs_one(ring: Make) -> None:
    r = ring(4, me=caster("clumsiness"), foe=WEAK)
    r.turn("me", cast("clumsiness", energy=2))
    fp = int(r.me.fp)
    r.turn("me", "wait", free=[{"do": {"a": "release", "spell": "不器用"}}])
    assert on(r, "me") == []
    assert fp - int(r.me.fp) == 1


@pytest.mark.rule("M-26", "M-41")
def test_m_26_the_stronger_counts_and_different_ones_add(ring: Make) -> None:
    r = ring(4, 4, 4, me=caster("clumsiness", "fatigue", "itch", ST=30), foe={**WEAK, "DX": 14, "brawling": 16})
    r.turn("me", cast("clumsiness", energy=2))
    assert int(r.their.dx) == 12
    r.scene.ring.arcana.of[0].tried = 0
    r.turn("me", cast("clumsiness", energy=2))  # not stronger: refused
    r.turn("me", cast("clumsiness", energy=4))
    assert int(r.their.dx) == 10
    assert on(r, "me") == ["clumsiness"]
    r.turn("me", cast("itch"))
    assert int(r.their.dx) == 8


@pytest.mark.rule("M-41")
def test_m_41_what_a_shifted_number_moves(ring: Make) -> None:
    """DX shifts every DX skill and the parries with it, ST damage alone, HT rolls alone, Move Dodge with it."""
    foe = {"ST": 12, "DX": 14, "HT": 12, "IQ": 3, "karate": 16, "naked": True}
    r = ring(4, 4, 4, 4, me=caster("clumsiness", "fatigue", "hinder", ST=40, base=20), foe=foe)
    hit, parry, dodge, move = (
        r.target("punch", by="foe"),
        int(r.their.parry_hand),
        int(r.their.dodge_move),
        int(r.their.move),
    )
    damage, fp = r.damage("kick", "foe"), int(r.foe.fp)
    r.turn("me", cast("clumsiness", energy=5))
    assert r.target("punch", by="foe") == hit - 5
    assert (parry, int(r.their.parry_hand)) == (10, 7)
    assert int(r.their.dodge_move) == dodge
    r.turn("me", cast("fatigue", energy=3))
    assert int(r.their.st) == 9
    assert r.damage("kick", "foe") != damage
    assert (int(r.foe.fp), int(r.their.max_fp)) == (fp, 12)
    r.turn("me", cast("hinder", energy=2))
    assert (int(r.their.move), int(r.their.dodge_move)) == (move - 2, dodge - 2)
    sum_up_both(r.scene, *r.pair("me"))
    assert int(r.their.move) == move - 2
    r.scene.ring.dice.have = r.scene.ring.dice.used


@pytest.mark.rule("M-42")
def test_m_42_great_haste_and_slow(ring: Make) -> None:
    """One sub-turn more, with the skills of the last; one less, and of one every second turn."""
    r = ring(me=caster("great_haste"), foe={**WEAK, "brawling": 12})
    w = r.scene.ring.arcana.of[1]
    w.wanted[:] = 0
    w.wanted[Stat.SUBS] = -1
    from budosim.combat.gurps3.shifts import settle_shifts

    settle_shifts(r.their, w)
    assert int(r.their.subturns) == 0
    r.scene.ring.arcana.of[1].applied[Stat.SUBS] = -1
    assert int(Held.BLIND) == 1
