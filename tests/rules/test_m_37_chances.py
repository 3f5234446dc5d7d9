"""M-37: chances of a cast and of a tick, by walking the dice and as the default decision counts; the worked casts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from magic_bench import RESISTER, cast, caster, level_of, on, row_of, spells_told
from ring_corner import num

from budosim.combat.gurps3.cast import complete
from budosim.combat.gurps3.resist import tick
from budosim.combat.gurps3.wits import holds_by, stays_by

Make = Any
ONE: dict[int, tuple[list[float], list[float]]] = {
    9: ([0.2526, 0.1692, 0.0942, 0.0463], [0.3631, 0.2058, 0.0965, 0.0359]),
    10: ([0.3521, 0.2439, 0.1406, 0.0689], [0.4536, 0.2794, 0.1446, 0.0608]),
    11: ([0.4608, 0.3319, 0.2010, 0.1023], [0.5464, 0.3631, 0.2058, 0.0965]),
    12: ([0.5716, 0.4289, 0.2749, 0.1485], [0.6369, 0.4536, 0.2794, 0.1446]),
    13: ([0.6766, 0.5294, 0.3596, 0.2082], [0.7206, 0.5464, 0.3631, 0.2058]),
    14: ([0.7669, 0.6261, 0.4511, 0.2807], [0.7942, 0.6369, 0.4536, 0.2794]),
    15: ([0.8406, 0.7146, 0.5454, 0.3663], [0.8554, 0.7206, 0.5464, 0.3631]),
    16: ([0.8971, 0.7915, 0.6372, 0.4594], [0.9035, 0.7942, 0.6369, 0.4536]),
}
"""S: takes hold with one roll, and stays through a tick, at R 10, 12, 14, 16."""
TWO = {
    10: [0.1395, 0.0614, 0.0387, 0.0285], 12: [0.2858, 0.1438, 0.0903, 0.0617], 13: [0.3792, 0.2088, 0.1366, 0.0953],
    14: [0.4798, 0.2890, 0.1988, 0.1440], 16: [0.6782, 0.4832, 0.3726, 0.2998],
}  # fmt: skip
"""S: takes hold against two rolls, at 12/12, 14/14, 16/14, 16/16."""
RESISTS = (10, 12, 14, 16)
PAIRS = ((12, 12), (14, 14), (16, 14), (16, 16))


@pytest.mark.rule("M-37")
@pytest.mark.parametrize("skill", sorted(ONE))
def test_m_37_as_the_default_decision_counts(skill: int) -> None:
    for i, r in enumerate(RESISTS):
        assert int(holds_by(num(skill), num(0), num(r))) / 216**3 == pytest.approx(ONE[skill][0][i], abs=1e-4)
        assert int(stays_by(num(skill), num(r))) / 216**2 == pytest.approx(ONE[skill][1][i], abs=1e-4)
    for i, (body, mind) in enumerate(PAIRS):
        if skill in TWO:
            assert int(holds_by(num(skill), num(body), num(mind))) / 216**3 == pytest.approx(TWO[skill][i], abs=1e-4)


def spot(r: Any, spell: str, skill: int) -> None:
    """Ready to complete a cast at S."""
    w = r.scene.ring.arcana.of[0]
    w.row, w.energy, w.blood = row_of(r, "me", spell), 2, 0
    r.my.spell[w.row].level = skill
    r.my.spell[w.row].direct = 0


def takes_hold(r: Any, spell: str) -> Any:
    def play() -> bool:
        w = r.scene.ring.arcana.of[0]
        w.row, w.energy, w.blood, w.n_on = row_of(r, "me", spell), 2, 0, 0
        for one in w.on:
            one.row = 0
        r.their.dx = 10
        complete(r.scene, *r.pair("me"))
        return on(r, "me") != [] or int(r.foe.stunned) > 0

    return play


@pytest.mark.rule("M-37", "M-33", "M-17")
@pytest.mark.parametrize(("skill", "resist"), [(9, 10), (12, 12), (12, 16), (14, 14), (16, 16)])
def test_m_37_one_roll_by_the_walker(ring: Make, skill: int, resist: int) -> None:
    """Every way the dice of one cast can fall."""
    r = ring(me=caster("haste", ST=30), foe={"IQ": resist})
    spot(r, "haste", skill)
    chances = r.odds(takes_hold(r, "haste"))
    assert float(chances[True]) == pytest.approx(ONE[skill][0][RESISTS.index(resist)], abs=1e-4)
    assert chances[True] == Fraction(int(holds_by(num(skill), num(0), num(resist))), 216**3)


@pytest.mark.rule("M-37", "M-31")
@pytest.mark.parametrize(("skill", "body", "mind"), [(12, 16, 14), (13, 12, 12), (16, 16, 16)])
def test_m_37_two_rolls_by_the_walker(ring: Make, skill: int, body: int, mind: int) -> None:
    r = ring(me=caster("stun", ST=30), foe={"IQ": mind, "HT": body})
    spot(r, "stun", skill + 1)  # a yard away
    chances = r.odds(takes_hold(r, "stun"))
    assert float(chances[True]) == pytest.approx(TWO[skill][PAIRS.index((body, mind))], abs=1e-4)


@pytest.mark.rule("M-37", "M-32")
@pytest.mark.parametrize(("skill", "resist"), [(9, 10), (12, 16), (13, 12), (16, 14)])
def test_m_37_a_tick_by_the_walker(ring: Make, skill: int, resist: int) -> None:
    r = ring(me=caster("haste"), foe={"IQ": resist})
    row, their_pair = num(row_of(r, "me", "haste")), r.pair("foe")

    def play() -> bool:
        return not tick(r.scene, *their_pair, row, num(skill), num(2), num(0))

    chances = r.odds(play)
    assert float(chances[True]) == pytest.approx(ONE[skill][1][RESISTS.index(resist)], abs=1e-4)
    assert chances[True] == Fraction(int(stays_by(num(skill), num(resist))), 216**2)


# -- the worked casts (M §9) ----------------------------------------------------------------------------


@pytest.mark.rule("M-14", "M-15", "M-17", "M-31", "M-32", "M-41")
def test_worked_cast_1_clumsiness(ring: Make) -> None:
    """Ring 13, one yard: 12; 8 against 13 takes hold; DX 13 → 8 until the first tick, 10 against 12."""
    r = ring(8, 13, 17, 17, 10, 12, me=caster("itch", "spasm", "pain", "clumsiness"), foe={**RESISTER, "karate": 16})
    assert level_of(r, "me", "clumsiness") == 13
    parry = int(r.their.parry_hand)
    r.turn("me", cast("不器用", energy="max"), ("punch", "torso"), ("punch", "torso"))
    told = spells_told(r)[0]
    assert (told["target"], told["margin"], told["paid"], told["held"]) == (12, 4, 5, True)
    assert (told["resist"][0]["target"], told["resist"][0]["margin"]) == (16, 3)
    assert int(r.me.fp) == 6
    assert int(r.their.dx) == 8
    assert (int(r.their.skill[1]), parry, int(r.their.parry_hand)) == (11, 12, 8)  # <喧嘩> 18 parries best: 12 → 8
    r.turn("foe", "wait")
    tick_ = spells_told(r)[1]
    assert (tick_["margin"], tick_["resist"][0]["margin"], tick_["held"]) == (2, 4, False)
    assert int(r.their.dx) == 13


@pytest.mark.rule("M-10", "M-12", "M-20", "M-21", "O-01")
def test_worked_cast_2_haste_interrupted(ring: Make) -> None:
    """Two seconds at ring 12; a dodge and a wound ask for Will - 3; shock 3 makes 9; B resists with 14."""
    r = ring(10, 5, 9, 10, ("1d", 3), 11, 9, 12, me=caster("haste", "apportation", base=17), foe=RESISTER)
    r.plan("me", {"rules": [{"if": ["turn", "<=", 2], "do": cast("韋駄天", energy=4)}], "rest": "only",
                  "react": [{"if": ["first_def"], "do": {"a": "dodge"}}, {"do": {"a": "no_defence"}}],
                  "never": [{"a": "retreat"}]})  # fmt: skip
    r.turn("me")
    r.row("punch", "foe").add = 1
    r.turn("foe", ("punch", "torso"), ("punch", "torso"))
    assert [e["target"] for e in r.events if e["k"] == "roll"] == [12, 12]
    assert int(r.me.shock) == 3
    r.turn("me")
    told = spells_told(r)[0]
    assert (told["target"], told["margin"], told["paid"]) == (9, 0, 4)
    assert (told["resist"][0]["target"], told["resist"][0]["margin"], told["held"]) == (14, 2, False)
    assert int(r.me.fp) == 7


@pytest.mark.rule("M-28", "M-32", "T-17", "O-01")
def test_worked_cast_3_stone_missile(ring: Make) -> None:
    """Two seconds, 2 energy, ring 13; resisted with 14; two ticks while it is held; thrown at 14, 9 through DR 1."""
    r = ring(10, 12, 11, 14, 9, 13, 11, 10, ("2d", 7), 8, me=caster("stone_missile"), foe={**RESISTER, "HT": 19})
    r.my.spell[row_of(r, "me", "stone_missile")].throw = 14
    r.scene.ring.now.bench_subs[0] = 1
    r.plan("me", {"rules": [{"if": ["turn", "<=", 2], "do": cast("石弾", energy=2)}], "rest": "only"})
    r.turn("me")
    r.turn("me")
    told = spells_told(r)[0]
    assert (told["target"], told["margin"], told["paid"], told["resist"][0]["target"], told["held"]) == (
        13,
        3,
        2,
        14,
        True,
    )
    assert int(r.me.fp) == 9
    r.plan(
        "foe",
        {
            "rules": [{"do": {"a": "getup"}}],
            "react": [{"do": {"a": "dodge"}}],
            "never": [{"a": "retreat"}],
            "rest": "only",
        },
    )
    r.scene.ring.rules.wait_cost = 1
    r.turn("foe")
    assert [(e["margin"], e["resist"][0]["margin"], e["held"]) for e in spells_told(r)[1:]] == [
        (2, 0, True),
        (4, 1, True),
    ]
    r.apart(3)
    r.their.dodge_move = r.their.base_dodge_move = 9
    r.turn("me")
    thrown = r.last("attack")
    assert (thrown["act"], thrown["target"], thrown["result"]) == ("cast", 14, "success")
    assert (r.last("defence")["defence"], r.last("defence")["target"]) == ("dodge", 9)
    hurt = r.last("damage")
    assert (hurt["basic"], hurt["dr"], hurt["injury"]) == (9, 1, 8)
