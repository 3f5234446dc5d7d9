"""M-38 to M-44: anti-magic, healing, the log, and every kind of effect; interplay with the rest of the ring."""

from __future__ import annotations

from typing import Any

import pytest
from magic_bench import cast, caster, on, row_of, spells_told

from budosim.combat.gurps3.ids import Loc, Posture, Stun
from budosim.combat.gurps3.magic_records import Held
from budosim.errors import RuleError
from budosim.systems.gurps3.spell_parts import acts_in_the_ring, parts_of
from budosim.systems.gurps3.tables import tables

Make = Any
WEAK = {"IQ": 3, "HT": 10, "DX": 10, "ST": 12}
OPPONENT = {"resist_scope": "opponent"}


def effects(r: Any) -> list[str]:
    return [e["effect"] for e in r.events if e["k"] == "effect"]


def at_once(r: Any, spell: str, **more: Any) -> None:
    """Cast a spell in one second, a critical success: nothing resists it."""
    r.my.spell[row_of(r, "me", spell)].time = 1
    r.dice(3)
    have = r.scene.ring.dice
    # the cast's roll comes first, before what the test scripted for its effects
    n, used = int(have.have), int(have.used)
    for name in ("script", "kinds", "faces"):
        column = have[name]
        last = int(column[n - 1])
        column[used + 1 : n] = column[used : n - 1].copy()
        column[used] = last
    r.turn("me", cast(spell, **more))


# -- M-38, M-39 ---------------------------------------------------------------------------------------


@pytest.mark.rule("M-38")
@pytest.mark.parametrize(("roll", "held"), [(11, False), (12, True)])
def test_m_38_ward(ring: Make, roll: int, held: bool) -> None:
    """Spell against spell: S 12 by 4 against ring 13; a tie is the warder's. 3 points for a spell he does not know."""
    foe = {**WEAK, "spells": {"ward": 18}, "ST": 12}
    r = ring(8, 18, 18, roll if not held else 10, me=caster("itch"), foe=foe)
    if not held:
        r.scene.ring.dice.script[3] = 9
        held = False
    r.plan("foe", {"rules": [], "react": [{"do": cast("ward")}], "rest": "only"})
    r.turn("me", cast("itch"))
    told = spells_told(r)
    assert [e["what"] for e in told] == ["cast", "ward"]
    assert (told[1]["energy"], told[1]["margin"] >= told[0]["margin"]) == (3, told[1]["held"])
    assert (on(r, "me") == []) is bool(told[1]["held"])
    assert told[1]["held"] is (not held)


@pytest.mark.rule("M-38")
@pytest.mark.parametrize(("theirs", "ended"), [(12, True), (8, False)])
def test_m_38_dispel_and_counterspell(ring: Make, theirs: int, ended: bool) -> None:
    for spell in ("counterspell", "dispel_magic"):
        foe = {**WEAK, "IQ": 12, "spells": {"armor": 20}, "ST": 20}
        r = ring(4, me=caster(spell, ST=20), foe=foe, rules=OPPONENT)
        r.turn("foe", cast("armor", energy=2))
        assert int(r.their.dr_skin) == 1
        r.my.spell[row_of(r, "me", spell)].time = 1
        r.my.spell[row_of(r, "me", spell)].charged = 0
        r.dice(6, theirs)
        r.turn("me", {"a": "dispel"})
        assert spells_told(r)[-1]["what"] == "counter"
        assert (on(r, "foe") == []) is ended
        assert int(r.their.dr_skin) == (0 if ended else 1)


@pytest.mark.rule("M-39")
def test_m_39_healing(ring: Make) -> None:
    """1 to 3 points, never above full; the third Minor Healing at ring 12 is rolled at 6."""
    r = ring(10, 9, 6, me=caster("minor_healing", base=17, ST=20), foe=WEAK, rules=OPPONENT)
    r.me.hp = 4
    targets = []
    for _ in range(3):
        r.turn("me", cast("小治癒", energy=3))
        targets.append(spells_told(r)[-1]["target"])
    assert targets == [12, 9, 6]
    assert int(r.me.hp) == 12
    r.turn("me", cast("小治癒", energy=3))
    assert len(spells_told(r)) == 3  # nothing is missing: not cast


@pytest.mark.rule("M-39")
def test_m_39_major_healing_gives_two_a_point(ring: Make) -> None:
    r = ring(10, me=caster("major_healing", base=20, ST=20), foe=WEAK, rules=OPPONENT)
    r.me.hp = 2
    r.turn("me", cast("大治癒", energy=4))
    assert int(r.me.hp) == 10


# -- M-43, M-44 ---------------------------------------------------------------------------------------


@pytest.mark.rule("M-43")
def test_m_43_every_cast_and_tick_is_told(ring: Make) -> None:
    r = ring(8, 18, 8, 18, me=caster("clumsiness"), foe=WEAK)
    r.turn("me", cast("clumsiness", energy=2))
    r.turn("foe", "wait")
    first, second = spells_told(r)
    assert {"t", "s", "who", "spell", "energy", "paid", "target", "dice", "result", "resist", "held", "mods"} <= set(
        first
    )
    assert (second["what"], second["who"], second["of"]) == ("tick", "a", "b")
    assert all(
        {"what", "base", "mods", "target", "dice", "margin"} <= set(x) for e in (first, second) for x in e["resist"]
    )
    for e in (first, second):
        assert e["base"] + sum(n for _, n in e["mods"]) == e["target"]
        assert min(16, e["target"]) - sum(e["dice"]) == e["margin"]


@pytest.mark.rule("M-44")
def test_m_44_every_duel_spell_acts_and_an_unknown_kind_stops_loading() -> None:
    for row in tables().spells.values():
        assert acts_in_the_ring(row.id, row.row) is bool(row.row["duel"]), row.id
    with pytest.raises(RuleError, match=r"itch.*juggle"):
        parts_of("itch", {"effects": [{"kind": "juggle"}]})


@pytest.mark.rule("M-44")
@pytest.mark.parametrize(
    ("spell", "name", "low", "high"),
    [("itch", "dx", 10, 8), ("dexterity", "me.dx", 14, 15), ("might", "me.st", 11, 12), ("vigor", "me.fit", 0, 1),
     ("foolishness", "iq", 3, 2), ("haste", "me.move", 6, 7), ("shield", "me.dodge_bonus", 0, 1),
     ("armor", "me.dr_skin", 0, 1),
     ("resist_pain", "me.pain_mod", 0, 3), ("great_haste", "me.subturns", 3, 4), ("strengthen_will", "me.will", 15, 16),
     ("weaken_will", "will", 3, 2), ("blur", "row", 0, -1), ("invisibility", "row", 0, -6)],
)  # fmt: skip
def test_m_44_numbers(ring: Make, spell: str, name: str, low: int, high: int) -> None:
    """Numbers go up or down while the spell is on, and are what they were when it ends."""

    def value(r: Any) -> int:
        if name == "row":
            return r.target("punch", by="foe") - 10
        return int(getattr(r.my if name.startswith("me.") else r.their, name.removeprefix("me.")))

    r = ring(me=caster(spell, ST=11), foe=WEAK)
    r.me.fp = 20
    assert value(r) == low
    at_once(
        r,
        spell,
        energy=4
        if spell == "dexterity"
        else 2
        if spell in ("might", "vigor", "haste", "shield", "armor", "weaken_will")
        else 1,
    )
    if on(r, "me") == []:
        r = ring(me=caster(spell, ST=11), foe=WEAK)
        r.me.fp = 20
        at_once(r, spell, energy="max")
    assert value(r) == high
    r.turn("me", "wait", free=[{"do": {"a": "release", "spell": spell}}])
    assert value(r) == low


@pytest.mark.rule("M-44")
@pytest.mark.parametrize(
    ("spell", "bit"),
    [("rooted_feet", Held.ROOTED), ("strike_blind", Held.BLIND), ("strike_dumb", Held.MUTE), ("daze", Held.DAZED),
     ("sleep", Held.ASLEEP), ("fear", Held.KEEP_AWAY), ("panic", Held.FLEE), ("berserker", Held.BERSERK),
     ("levitation", Held.LIFTED), ("glue", Held.STUCK), ("grease", Held.SLIPPERY), ("silence", Held.SILENT)],
)  # fmt: skip
def test_m_44_states(ring: Make, spell: str, bit: Held) -> None:
    r = ring(me=caster(spell), foe={**WEAK, "weight_kg": 60})
    at_once(r, spell, energy="max")
    assert int(r.foe.bound) & bit
    assert bool(int(r.foe.helpless)) is (bit in (Held.DAZED, Held.ASLEEP))
    r.turn("me", "wait", free=[{"do": {"a": "release", "spell": spell}}])
    assert int(r.foe.bound) == 0


@pytest.mark.rule("M-44")
@pytest.mark.parametrize(
    ("spell", "stunned"),
    [("stun", Stun.PHYSICAL), ("mental_stun", Stun.MENTAL), ("terror", Stun.MENTAL), ("thunderclap", Stun.MENTAL)],
)
def test_m_44_stuns(ring: Make, spell: str, stunned: Stun) -> None:
    asks = spell in ("terror", "thunderclap")
    r = ring(*([17] if asks else []), me=caster(spell), foe=WEAK)
    at_once(r, spell)
    assert int(r.foe.stunned) == stunned


@pytest.mark.rule("M-44")
def test_m_44_falls_limbs_and_turns(ring: Make) -> None:
    r = ring(me=caster("tanglefoot"), foe=WEAK)
    at_once(r, "tanglefoot")
    assert int(r.foe.posture) == Posture.LYING
    r = ring(17, me=caster("spasm"), foe=WEAK)
    at_once(r, "spasm")
    assert int(r.foe.posture) == Posture.LYING
    assert int(r.foe.crippled[Loc.LEG_R]) > 2
    r.turn("foe", "getup")
    r.turn("foe", "wait")
    assert int(r.foe.crippled[Loc.LEG_R]) == 0
    r = ring(me=caster("roundabout"), foe=WEAK)
    at_once(r, "roundabout")
    assert int(r.foe.facing) == 0
    assert int(r.foe.turned_away) == 1


@pytest.mark.rule("M-44")
def test_m_44_an_itch_is_scratched(ring: Make) -> None:
    r = ring(8, 18, me=caster("itch"), foe={**WEAK, "brawling": 18})
    at_once(r, "itch")
    r.plan("foe", {"rules": [{"do": {"a": "getup"}}], "rest": "only"})
    r.turn("foe")
    assert on(r, "me") == []
    assert next(e.get("phase") for e in r.events if e["k"] == "act" and e["who"] == "b") == "scratch"
    r.scene.ring.dice.have = r.scene.ring.dice.used


@pytest.mark.rule("M-44")
def test_m_44_an_escape_from_rooted_feet(ring: Make) -> None:
    """ST - 5 once a turn; no step and no kick meanwhile, skills at -2."""
    r = ring(8, 8, 18, 7, me=caster("rooted_feet"), foe={**WEAK, "karate": 14})
    at_once(r, "rooted_feet")
    assert r.may("kick", "leg", by="foe") == "illegal"
    assert int(r.their.move) == 0
    assert int(r.their.skill[1]) == 12
    r.turn("foe", "wait")
    assert on(r, "me") == ["rooted_feet"]
    r.turn("foe", "wait")
    assert on(r, "me") == []


@pytest.mark.rule("M-44")
def test_m_44_flash_in_two_tiers(ring: Make) -> None:
    """Failure: blind for 3 turns and -3 DX for a minute; success: the -3 alone."""
    for roll, blind in ((17, True), (5, False)):
        r = ring(roll, me=caster("flash"), foe=WEAK)
        at_once(r, "flash")
        assert bool(int(r.foe.bound) & Held.BLIND) is blind
        assert int(r.their.dx) == 7
        for _ in range(3):
            r.turn("me", "wait")
        assert int(r.foe.bound) == 0
        assert int(r.their.dx) == 7


@pytest.mark.rule("M-44")
def test_m_44_fire_burns_who_stands_in_it(ring: Make) -> None:
    """1d - 1 at the start of each own turn in it; the caster stands outside; Resist Fire keeps it off."""
    r = ring(8, 18, ("1d", 5), me=caster("create_fire"), foe=WEAK, rules={"resist_when": "own"})
    at_once(r, "create_fire")
    r.scene.ring.dice.script[1:4] = r.scene.ring.dice.script[1:4]
    w = r.scene.ring.arcana.of[0].on[0]
    assert (abs(int(r.me.q - w.q)) + abs(int(r.me.r - w.r)) + abs(int(r.me.q + r.me.r - w.q - w.r))) // 2 == 4
    have = r.scene.ring.dice
    have.have = have.used
    r.dice(("1d", 5), 8, 18)
    r.turn("foe", "wait")
    assert r.last("damage")["basic"] == 4
    r.scene.ring.dice.have = r.scene.ring.dice.used


@pytest.mark.rule("M-44")
def test_m_44_a_decoy_takes_half_the_blows(ring: Make) -> None:
    for die, hit in ((3, False), (4, True)):
        r = ring(me=caster("complex_illusion"), foe={**WEAK, "brawling": 14}, rules=OPPONENT)
        at_once(r, "complex_illusion")
        r.dice(9, 9, ("1d", die), *([10, ("1d", 4)] if hit else []))
        r.turn("foe", ("punch", "torso"))
        assert ("damage" in [e["k"] for e in r.events]) is hit
        assert "decoy_hit" in effects(r)


@pytest.mark.rule("M-44")
def test_m_44_an_illusion_is_a_feint(ring: Make) -> None:
    """Spell level against IQ, and 2 more."""
    r = ring(10, 12, me=caster("simple_illusion"), foe={**WEAK, "IQ": 11})
    at_once(r, "simple_illusion")
    assert int(r.me.feint) == (13 - 10) - (11 - 12) + 2


@pytest.mark.rule("M-44")
def test_m_44_missile_shields(ring: Make) -> None:
    for spell, effect in (("missile_shield", "missile_stopped"), ("reverse_missiles", "reflected")):
        foe = {**WEAK, "spells": {spell: 20}, "ST": 20}
        r = ring(
            4,
            4,
            10,
            *([("1d", 4)] if effect == "reflected" else []),
            me=caster("stone_missile"),
            foe=foe,
            rules=OPPONENT,
        )
        r.my.spell[row_of(r, "me", "stone_missile")].throw = 16
        r.turn("foe", cast(spell))
        r.turn("me", cast("stone_missile", energy=1))
        assert effect in effects(r)
        assert (int(r.me.hp) < 12) is (effect == "reflected")
        assert int(r.foe.hp) == 10


@pytest.mark.rule("M-44", "M-28")
def test_m_44_a_blast_at_point_blank(ring: Make) -> None:
    """Explosive Fireball: what it does to the foe, divided by the yards, to the thrower."""
    r = ring(4, 10, ("1d", 5), me=caster("explosive_fireball"), foe={**WEAK, "HT": 14}, rules=OPPONENT)
    r.my.spell[row_of(r, "me", "explosive_fireball")].throw = 16
    r.turn("me", cast("explosive_fireball", energy=2))
    hurt = [(e["who"], e["basic"]) for e in r.events if e["k"] == "damage"]
    assert hurt == [("b", 5), ("a", 5)]


@pytest.mark.rule("M-44", "M-28")
def test_m_44_ice_pierces(ring: Make) -> None:
    """Impaling: what passes the armour counts twice."""
    r = ring(4, 10, ("2d", 8), 3, me=caster("ice_dagger"), foe={**WEAK, "HT": 18}, rules=OPPONENT)
    r.my.spell[row_of(r, "me", "ice_dagger")].throw = 16
    r.scene.ring.now.bench_subs[0] = 1
    r.plan("me", {"rules": [{"do": cast("ice_dagger", energy=2)}], "rest": "only"})
    for _ in range(3):
        r.turn("me")
    hurt = r.last("damage")
    assert (hurt["basic"], hurt["dr"], hurt["multiplier"], hurt["injury"]) == (6, 1, 2, 10)


# -- interplay ------------------------------------------------------------------------------------------


@pytest.mark.rule("M-23", "C-91")
def test_a_stunned_holder_may_lose_his_missile(ring: Make) -> None:
    r = ring(
        4, 10, ("1d", 6), 16, 17, me=caster("stone_missile"), foe={**WEAK, "brawling": 18, "ST": 16}, rules=OPPONENT
    )
    r.plan(
        "me",
        {"rules": [{"do": cast("stone_missile", energy=1)}], "react": [{"do": {"a": "no_defence"}}], "rest": "only"},
    )
    r.scene.ring.now.bench_subs[0] = 1
    r.turn("me")
    r.turn("foe", ("punch", "jaw"))
    assert int(r.me.stunned) > 0
    assert "missile_lost" in effects(r)


@pytest.mark.rule("M-30", "C-12")
def test_a_barrier_takes_a_kick_and_the_kicker_keeps_his_feet(ring: Make) -> None:
    r = ring(4, 12, ("1d", 4), me=caster("barrier"), foe={**WEAK, "karate": 12}, rules=OPPONENT)
    r.turn("me", cast("barrier"))
    r.turn("foe", ("kick", "torso"))
    assert "barrier_hit" in effects(r)
    assert "fallen" not in effects(r)
    assert int(r.me.hp) == 12


@pytest.mark.rule("M-39", "T-03")
def test_healing_then_near_death(ring: Make) -> None:
    """Points that came back count: the thresholds are passed from where the fighter stands now."""
    r = ring(10, me=caster("major_healing", base=20, ST=20), foe=WEAK, rules=OPPONENT)
    r.me.hp = -10
    r.dice(10)
    r.scene.ring.dice.script[0], r.scene.ring.dice.script[1] = 8, 10
    r.turn("me", cast("大治癒", energy=4))
    assert int(r.me.hp) == -2
    r.dice(8, 8)
    r.injure(12, "torso", who="me")
    assert int(r.me.hp) == -13
    assert [e["what"] for e in r.events if e["k"] == "roll"][-1] == "near_death"


@pytest.mark.rule("M-30", "C-50")
def test_an_area_at_the_edge_of_the_ring(ring: Make) -> None:
    """The centre may lie beyond the edge: the foe against it stands inside all the same."""
    r = ring(me=caster("stench"), foe=WEAK)
    r.stand("me", 13, 0, 0)
    r.stand("foe", 15, 0, 3)
    at_once(r, "stench")
    w = r.scene.ring.arcana.of[0].on[0]
    assert (int(w.q), int(w.r)) == (17, 0)
    assert abs(int(r.foe.q) - int(w.q)) <= int(w.radius)
    assert abs(int(r.me.q) - int(w.q)) > int(w.radius)
