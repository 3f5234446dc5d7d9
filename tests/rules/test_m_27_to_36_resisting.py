"""M-27 to M-36: touch, missiles, jets, areas, barriers, blocking; who resists what, when; T-08, T-09, T-24 to T-30."""

from __future__ import annotations

from typing import Any

import pytest
from magic_bench import RESISTER, cast, caster, on, row_of, spells_told
from ring_corner import num

from budosim.combat.gurps3.area import wall
from budosim.combat.gurps3.ids import Ending
from budosim.combat.gurps3.magic_records import Held
from budosim.combat.gurps3.missile import throw_level
from budosim.combat.gurps3.resist import resistance
from budosim.combat.gurps3.tell import hush

Make = Any
WEAK = {"IQ": 3, "HT": 12, "DX": 10}
OPPONENT = {"resist_scope": "opponent"}


def effects(r: Any) -> list[str]:
    return [e["effect"] for e in r.events if e["k"] == "effect"]


def value(r: Any, spell: str, base: int, by: str = "me") -> int:
    """R of the caster's foe against one of his spells."""
    other = "foe" if by == "me" else "me"
    row = r.sheet(by).spell[row_of(r, by, spell)]
    n = int(resistance(r.scene, r.sheet(other), r.state(other), row, num(base)))
    hush(r.scene)
    return n


# -- M-27 to M-30 -------------------------------------------------------------------------------------


@pytest.mark.rule("M-27")
def test_m_27_the_foe_resists_when_he_is_touched(ring: Make) -> None:
    """Cast roll 9: margin 4 at ring 13; contact rolls the resistance against it; a parry is contact too."""
    r = ring(9, 10, ("1d", 3), 8, 14, 18, me=caster("paralyze_limb"), foe={**WEAK})
    r.turn("me", cast("paralyze_limb"))
    told = spells_told(r)
    assert [(e["what"], e["margin"], e["held"]) for e in told] == [("cast", 4, True), ("contact", 4, True)]
    assert [x["what"] for x in told[1]["resist"]] == ["HT", "mind"]
    assert "crippled" in effects(r)
    assert on(r, "me") == ["paralyze_limb"]


@pytest.mark.rule("M-27")
def test_m_27_a_parry_is_contact_and_a_dodge_is_not(ring: Make) -> None:
    for defence, roll, held in (("parry", 5, True), ("dodge", 3, False)):
        r = ring(9, 10, roll, me=caster("deathtouch", karate=15), foe={**WEAK, "HT": 16, "DX": 16, "karate": 18})
        r.scene.ring.rules.min_fatigue_scope = 0
        r.defends("foe", defence)
        if held:
            r.dice(18, ("1d", 2))
        else:
            r.scene.ring.dice.script[2] = 5
        r.turn("me", cast("deathtouch", energy=1))
        contacts = [e for e in spells_told(r) if e["what"] == "contact"]
        assert bool(contacts) is held
        assert int(r.foe.hp) == (14 if held else 16)
        assert int(r.scene.ring.arcana.of[0].charge) == 0


@pytest.mark.rule("M-27")
def test_m_27_in_a_clinch_the_charged_hand_touches_of_itself(ring: Make) -> None:
    """At the start of his next own sub-turn, without a roll to hit: only the foe's resistance is rolled."""
    r = ring(14, 18, me=caster("paralyze_limb"), foe={**WEAK})
    r.holds("me")
    w = r.scene.ring.arcana.of[0]
    w.charge, w.charge_margin, w.charge_skill = row_of(r, "me", "paralyze_limb"), 4, 13
    w.charge_energy, w.charge_until = 4, 9
    r.plan("me", {"rules": [{"do": {"a": "hold"}}]})
    r.turn("me")
    assert [(e["what"], e["margin"], e["held"]) for e in spells_told(r)] == [("contact", 4, True)]
    assert "crippled" in effects(r)
    assert int(w.charge) == 0
    assert not [e for e in r.events if e["k"] == "attack"]


@pytest.mark.rule("M-28")
@pytest.mark.parametrize(("level", "f", "target"), [(14, 6, 14), (12, 6, 8), (14, 9, 13), (14, 12, 8), (16, 15, 14)])
def test_m_28_throwing(ring: Make, level: int, f: int, target: int) -> None:
    """0 to 2 yards, -1 at 3, -2 to 5; below SS 13 a snap shot, -4."""
    r = ring(me=caster("stone_missile"), foe={}, distance=f)
    row = r.my.spell[row_of(r, "me", "stone_missile")]
    row.throw = level
    assert int(throw_level(r.scene, r.my, r.me, r.foe, row)) == target


@pytest.mark.rule("M-28")
def test_m_28_a_second_for_each_point_and_dodge_only(ring: Make) -> None:
    """Three casting seconds, 3 energy, 3d+3; no parry; from f 4 on 先読み has 8 more (T-17)."""
    me = caster("stone_missile")
    foe = {**WEAK, "karate": 20, "body_language": 4}
    r = ring(10, 10, 10, 17, ("3d", 10), 14, me=me, foe=foe, rules=OPPONENT, distance=6)
    r.defends("foe", "best")
    r.my.spell[row_of(r, "me", "stone_missile")].throw = 14
    r.plan("me", {"rules": [{"if": ["turn", "<=", 2], "do": cast("stone_missile", energy=3)}], "rest": "only"})
    r.scene.ring.now.bench_subs[0] = 1
    for _ in range(4):
        r.turn("me")
    told = spells_told(r)[0]
    assert (told["energy"], told["paid"], told["t"]) == (3, 3, 4)
    dodge = r.last("defence")
    assert dodge["defence"] == "dodge"
    assert "parry" not in dodge["legal"]
    assert [e["target"] for e in r.events if e["k"] == "roll" and e["what"] == "sakiyomi"] == [12]
    assert r.last("damage")["basic"] == 13


@pytest.mark.rule("M-29")
def test_m_29_a_jet_lasts_its_turn(ring: Make) -> None:
    """DX - 4, reach a yard a point, dodge only; at the next turn it is kept for its maintenance or gone."""
    r = ring(10, 10, ("1d", 3), 18, me=caster("water_jet"), foe={**WEAK}, rules=OPPONENT)
    r.turn("me", cast("water_jet", energy=1))
    assert r.last("attack")["base"] == 14 - 4
    assert r.last("move")["why"] == "knocked_back"
    assert int(r.me.fp) == 10
    r.me.fp = 3
    r.turn("me", "wait")
    assert "missile_lost" in effects(r)
    r = ring(me=caster("water_jet"), foe={**WEAK}, rules=OPPONENT, distance=9)
    from budosim.combat.gurps3.missile import may_throw

    w = r.scene.ring.arcana.of[0]
    w.held, w.held_energy = row_of(r, "me", "water_jet"), 2
    assert not may_throw(r.scene, r.my, r.me, r.foe)
    r.apart(6)
    assert may_throw(r.scene, r.my, r.me, r.foe)


@pytest.mark.rule("M-30", "T-08", "T-09")
def test_m_30_a_barrier_breaks(ring: Make) -> None:
    """Ring 13; punches 7, 4, 9, 6 pass 4, 2, 5, 3 = 14: the fourth breaks it. Neither side can attack meanwhile."""
    me = caster("barrier", "weather_dome", "apportation")
    foe = {**WEAK, "DX": 14, "ST": 13, "karate": 24, "master": True}
    r = ring(10, me=me, foe=foe, rules=OPPONENT)
    r.turn("me", cast("barrier"))
    assert int(wall(r.scene, r.me, r.foe)) == 1
    adds = int(r.row("punch", "foe").add)
    for total in (7, 4, 9, 6):
        r.dice(10, ("1d", total - adds))
    r.scene.ring.now.bench_subs[1] = 4
    r.turn("foe", *[("punch", "torso")] * 4)
    hits = [e for e in r.events if e["k"] == "effect" and e["effect"] == "barrier_hit"]
    assert [e["points"] for e in hits] == [4, 2, 5, 3]
    assert [e["left"] for e in hits] == [9, 7, 2, 0]
    assert "barrier_broken" in effects(r)
    assert int(wall(r.scene, r.me, r.foe)) == 0


@pytest.mark.rule("T-08", "R-50")
@pytest.mark.parametrize(("reading", "points"), [("after", [1, 4]), ("full", [1, 7])])
def test_t_08_half_rounded_up(ring: Make, reading: str, points: list[int]) -> None:
    r = ring(10, 10, ("1d", 1), 10, ("1d", 6), me=caster("barrier"), foe={**WEAK, "ST": 13, "brawling": 18},
             rules={**OPPONENT, "barrier_half": reading})  # fmt: skip
    r.turn("me", cast("barrier"))
    r.row("punch", "foe").add = 0
    r.scene.ring.dice.script[4] = 6
    if points[1] == 4:
        r.row("punch", "foe").add = 0
    r.turn("foe", ("punch", "torso"), ("punch", "torso"))
    got = [e["points"] for e in r.events if e["k"] == "effect" and e["effect"] == "barrier_hit"]
    assert got == [1, 3 if reading == "after" else 6]


@pytest.mark.rule("M-30", "O-07")
@pytest.mark.parametrize(("reading", "hp"), [("ring", 13), ("base", 18)])
def test_m_30_its_strength(ring: Make, reading: str, hp: int) -> None:
    r = ring(10, me=caster("barrier"), foe=WEAK, rules={**OPPONENT, "barrier_hp": reading})
    r.turn("me", cast("barrier"))
    assert int(r.scene.ring.arcana.of[0].on[0].hp) == hp


@pytest.mark.rule("M-30", "O-18")
def test_m_30_stalling_behind_it(ring: Make) -> None:
    """Ten turns of waiting are a caution, ten more the loss."""
    r = ring(10, me=caster("barrier"), foe=WEAK, rules={**OPPONENT, "stall_turns": "5"})
    r.turn("me", cast("barrier"))
    for _ in range(5):
        r.turn("me", "wait")
    assert effects(r).count("cautioned") == 1
    for _ in range(5):
        r.turn("me", "wait")
    assert int(r.me.out) == Ending.REFEREE


@pytest.mark.rule("M-30")
def test_m_30_nobody_walks_through(ring: Make) -> None:
    r = ring(10, me=caster("barrier"), foe=WEAK, rules=OPPONENT)
    r.turn("me", cast("barrier"))
    r.stand("foe", 9, 0, 3)
    r.turn("foe", "approach")
    on_ = r.scene.ring.arcana.of[0].on[0]
    gap = (abs(int(r.foe.q - on_.q)) + abs(int(r.foe.r - on_.r)) + abs(int(r.foe.q + r.foe.r - on_.q - on_.r))) // 2
    assert gap == int(on_.radius) + 1


@pytest.mark.rule("M-30b")
@pytest.mark.parametrize(
    ("spell", "held"), [("iron_arm", True), ("block_spell", True), ("turn_blade", True), ("blink", True)]
)
def test_m_30b_blocking(ring: Make, spell: str, held: bool) -> None:
    """A defence at S against one blow; once a turn; no passive defence; what is held stays."""
    r = ring(10, 12, me=caster(spell), foe={**WEAK, "brawling": 12}, rules=OPPONENT)
    r.plan("me", {"rules": [], "react": [{"do": cast(spell)}], "rest": "only"})
    r.scene.ring.arcana.of[0].held = 1
    r.turn("foe", ("punch", "torso"))
    told = spells_told(r)[0]
    assert (told["what"], told["held"]) == ("block", held)
    assert told["target"] == 13 + (3 if spell == "block_spell" else 0)
    assert int(r.scene.ring.arcana.of[0].held) == 1
    assert int(r.scene.ring.arcana.of[0].tried) == int(r.me.turn)


@pytest.mark.rule("M-30b", "M-20")
def test_m_30b_it_ruins_a_cast(ring: Make) -> None:
    r = ring(10, 12, me=caster("haste", "iron_arm"), foe={**WEAK, "brawling": 12}, rules=OPPONENT)
    r.plan("me", {"rules": [{"do": cast("haste")}], "react": [{"do": cast("iron_arm")}], "rest": "only"})
    r.turn("me")
    r.me.turn += 1
    r.turn("foe", ("punch", "torso"))
    assert "cast_lost" in effects(r)
    assert int(r.me.casting) == 0


@pytest.mark.rule("M-30c")
def test_m_30c_information_spells_do_nothing_here() -> None:
    from budosim.systems.gurps3.spell_parts import acts_in_the_ring
    from budosim.systems.gurps3.tables import tables

    known = [row for row in tables().spells.values() if row.row["class"] == "information"]
    assert len(known) > 5
    assert not any(acts_in_the_ring(row.id, row.row) for row in known)


# -- M-31 to M-36 -------------------------------------------------------------------------------------


@pytest.mark.rule("M-31", "T-25", "T-26", "R-57", "O-01")
@pytest.mark.parametrize(
    ("spell", "rulings", "rolls"),
    [("stun", {}, ["HT", "mind"]), ("tanglefoot", {}, ["DX", "mind"]), ("rooted_feet", {}, ["ST", "mind"]),
     ("clumsiness", {}, ["mind"]), ("armor", {}, ["mind"]), ("stun", {"resist_rolls": "best"}, ["best"]),
     ("armor", OPPONENT, []), ("clumsiness", OPPONENT, ["mind"])],
)  # fmt: skip
def test_m_31_who_resists_with_what(ring: Make, spell: str, rulings: dict[str, str], rolls: list[str]) -> None:
    r = ring(8, *[18] * len(rolls), me=caster(spell), foe={**WEAK, "HT": 10}, rules=rulings)
    r.turn("me", cast(spell))
    assert [x["what"] for x in spells_told(r)[0]["resist"]] == rolls


@pytest.mark.rule("M-31", "T-26")
@pytest.mark.parametrize(("body", "mind", "held"), [(18, 18, True), (3, 18, False), (18, 3, False), (3, 3, False)])
def test_m_31_either_roll_defeats_it(ring: Make, body: int, mind: int, held: bool) -> None:
    r = ring(8, body, mind, me=caster("stun"), foe={**WEAK, "HT": 10, "IQ": 10})
    r.turn("me", cast("stun"))
    assert spells_told(r)[0]["held"] is held
    assert bool(r.foe.stunned) is held


@pytest.mark.rule("M-32", "T-25", "R-56")
def test_m_32_ticks_at_the_victims_own_sub_turns(ring: Make) -> None:
    """A lost tick changes nothing, a won one ends the spell; instant spells have none."""
    r = ring(4, 12, 18, 9, 18, 18, 3, me=caster("clumsiness"), foe={**WEAK, "brawling": 27})
    r.turn("me", cast("clumsiness", energy=2))
    r.turn("foe", "wait", rest="only") if False else None
    r.plan("foe", {"rules": [{"do": {"a": "getup"}}], "rest": "only"})
    r.scene.ring.rules.wait_cost = 1
    r.turn("foe")
    ticks = [e for e in spells_told(r) if e["what"] == "tick"]
    assert [(e["s"], e["held"]) for e in ticks] == [(1, True), (2, True), (3, False)]
    assert on(r, "me") == []
    r = ring(8, 18, 18, 18, me=caster("stun"), foe={**WEAK, "HT": 10})
    r.turn("me", cast("stun"))
    r.turn("foe", "wait")
    assert [e["what"] for e in spells_told(r)] == ["cast"]


@pytest.mark.rule("T-25")
def test_t_25_who_cannot_act_still_resists(ring: Make) -> None:
    """A held fighter of two sub-turns: one attempt at the casting and six over three own turns."""
    r = ring(3, *[8, 18] * 6, me=caster("daze"), foe={**WEAK, "brawling": 18})
    w = r.scene.ring.arcana.of[0]
    r.turn("me", cast("daze"))
    w.left = 1
    r.turn("me", cast("daze"))
    for _ in range(3):
        r.turn("foe")
    assert sum(e["what"] == "tick" for e in spells_told(r)) == 6
    assert int(r.foe.helpless) == 1


@pytest.mark.rule("M-32", "R-56")
def test_m_32_or_at_every_sub_turn(ring: Make) -> None:
    r = ring(4, 9, 18, me=caster("clumsiness"), foe=WEAK, rules={"resist_when": "all"})
    r.turn("me", cast("clumsiness", energy=2))
    assert sum(e["what"] == "tick" for e in spells_told(r)) == 1
    r.scene.ring.dice.have = r.scene.ring.dice.used


@pytest.mark.rule("M-33", "T-27")
@pytest.mark.parametrize(("mine", "theirs", "held"), [(8, 13, True), (8, 12, False), (8, 11, False)])
def test_m_33_ties_go_to_the_resister(ring: Make, mine: int, theirs: int, held: bool) -> None:
    """S 12 against R 16."""
    r = ring(mine, theirs, me=caster("clumsiness"), foe=RESISTER)
    r.turn("me", cast("clumsiness", energy=2))
    assert spells_told(r)[0]["held"] is held


@pytest.mark.rule("M-33", "T-27")
def test_m_33_the_caster_is_capped_too(ring: Make) -> None:
    """Ring 19 at 1 yard: S 18 decides the success, 16 the margin."""
    r = ring(14, 14, me=caster("clumsiness", base=24), foe=RESISTER)
    r.turn("me", cast("clumsiness", energy=2))
    told = spells_told(r)[0]
    assert (told["target"], told["margin"], told["held"]) == (18, 2, False)


@pytest.mark.rule("M-34", "T-27", "T-28", "T-30")
@pytest.mark.parametrize(
    ("base", "spell", "focus", "value_"),
    [(14, "itch", 0, 16), (9, "itch", 0, 13), (9, "itch", 1, 16), (13, "haste", 0, 13), (11, "itch", 0, 15),
     (12, "haste", 1, 16), (12, "fear", 0, 12)],
)  # fmt: skip
def test_m_34_the_value(ring: Make, base: int, spell: str, focus: int, value_: int) -> None:
    """Will 13, 強靭精神 14, direct → 16; 9 direct → 13; with concentration → 16; a foe's Haste → 13."""
    r = ring(me=caster(spell), foe={})
    r.foe.resisting = focus
    assert value(r, spell, base) == value_


@pytest.mark.rule("M-34", "R-58")
def test_m_34_cap_before_the_bonus(ring: Make) -> None:
    r = ring(me=caster("itch"), foe={}, rules={"cap_stage": "first"})
    assert value(r, "itch", 18) == 20


@pytest.mark.rule("M-34")
def test_m_34_magic_resistance_helps_and_lowers(ring: Make) -> None:
    r = ring(8, 18, 18, me=caster("itch"), foe={**WEAK, "traits": {"magic_resistance": 6}})
    assert value(r, "itch", 9) == 16
    r.turn("me", cast("itch"))
    assert spells_told(r)[0]["target"] == 12 - 3


@pytest.mark.rule("M-34", "C-125")
def test_m_34_will_or_mental_strength(ring: Make) -> None:
    """The better one, or what the pattern orders."""
    for free, base in (([], 14), ([{"do": {"a": "resist_will"}}], 13), ([{"do": {"a": "resist_mind"}}], 14)):
        r = ring(8, 18, me=caster("clumsiness"), foe=RESISTER)
        r.plan("foe", {"rules": [], "free": free, "rest": "only"})
        r.turn("me", cast("clumsiness", energy=1))
        assert spells_told(r)[0]["resist"][0]["base"] == base


@pytest.mark.rule("M-35", "O-09")
@pytest.mark.parametrize(("spell", "ending"), [("sleep", Ending.UNCONSCIOUS), ("daze", Ending.NONE)])
def test_m_35_control_that_lasts_a_whole_turn(ring: Make, spell: str, ending: Ending) -> None:
    r = ring(3, *[8, 18] * 4, me=caster(spell), foe={**WEAK, "brawling": 18})
    r.turn("me", cast(spell))
    r.scene.ring.arcana.of[0].left = 1
    r.turn("me", cast(spell))
    r.turn("foe")
    if ending is Ending.NONE:
        r.turn("foe")
    assert int(r.foe.out) == ending
    r.scene.ring.dice.have = r.scene.ring.dice.used


@pytest.mark.rule("M-35", "O-09")
def test_m_35_or_after_five_turns(ring: Make) -> None:
    r = ring(3, *[8, 18] * 2, me=caster("sleep"), foe={**WEAK, "brawling": 18}, rules={"control_win": "five_turns"})
    r.turn("me", cast("sleep"))
    r.scene.ring.arcana.of[0].left = 1
    r.turn("me", cast("sleep"))
    r.turn("foe")
    assert int(r.foe.out) == 0
    assert int(r.foe.unable) == 1


@pytest.mark.rule("M-35")
def test_m_35_a_wound_wakes_the_sleeper(ring: Make) -> None:
    r = ring(3, 12, ("1d", 5), me=caster("sleep"), foe={**WEAK})
    r.turn("me", cast("sleep"))
    r.scene.ring.arcana.of[0].left = 1
    r.turn("me", cast("sleep"))
    assert int(r.foe.bound) & Held.ASLEEP
    r.turn("me", ("kick", "torso"))
    assert int(r.foe.helpless) == 0


@pytest.mark.rule("M-36", "T-30", "R-59")
def test_m_36_concentrating_on_resisting(ring: Make) -> None:
    """Declared before the tick and helps it, and every contest until the next own sub-turn; no other act."""
    r = ring(4, 12, 12, me=caster("armor"), foe={**WEAK, "IQ": 12, "brawling": 18})
    r.turn("me", cast("armor", energy=2))
    r.plan("foe", {"rules": [{"if": ["sub", "==", 1], "do": {"a": "resist"}}, {"do": {"a": "wait"}}]})
    r.dice(12, 18)
    r.scene.ring.dice.have -= 2
    r.turn("foe")
    tick = next(e for e in spells_told(r) if e["what"] == "tick")
    assert tick["resist"][0]["mods"] == [["concentrating", 4]]
    assert tick["resist"][0]["target"] == 16
    assert next(e["act"] for e in r.events if e["k"] == "act" and e["who"] == "b") == "resist"
    r.scene.ring.dice.have = r.scene.ring.dice.used


@pytest.mark.rule("M-36")
def test_m_36_a_sleeper_cannot_declare_it(ring: Make) -> None:
    r = ring(3, 8, 18, me=caster("sleep"), foe=WEAK)
    r.plan("foe", {"rules": [{"do": {"a": "resist"}}]})
    r.turn("me", cast("sleep"))
    r.scene.ring.arcana.of[0].left = 1
    r.turn("me", cast("sleep"))
    r.turn("foe")
    assert [e["act"] for e in r.events if e["k"] == "act" and e["who"] == "b"] == ["nothing"]
    assert spells_told(r)[-1]["resist"][0]["mods"] == [["direct", 4]]
