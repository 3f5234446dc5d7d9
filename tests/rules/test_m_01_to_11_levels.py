"""M-01 to M-11: who may cast, spell levels, low mana, ritual, energy. Legality (M-01 to M-06) reports as L-rules."""

from __future__ import annotations

from typing import Any

import pytest
from magic_bench import cast, caster, level_of, row_of, spells_told

from budosim.systems.gurps3.magic_numbers import casting_seconds, price, reduction, ring_level, ritual
from budosim.systems.gurps3.points import skill_rel

Make = Any


@pytest.mark.rule("M-03")
@pytest.mark.parametrize(
    ("cp", "hard", "very"),
    [(0.5, -3, -4), (1, -2, -3), (2, -1, -2), (4, 0, -1), (5, 0, -1), (6, 1, -1), (8, 2, 0), (10, 3, 0), (12, 4, 1),
     (16, 6, 2), (20, 8, 3)],
)  # fmt: skip
def test_m_03_level_from_points(cp: float, hard: int, very: int) -> None:
    """IQ 15 with Magery 3 learns as if IQ 18: 1 CP 16, 4 CP 18, 8 CP of M/VH 18."""
    assert skill_rel("M", "H", int(cp * 2)) == hard
    assert skill_rel("M", "VH", int(cp * 2)) == very


@pytest.mark.rule("M-07", "M-08", "T-19")
@pytest.mark.parametrize(("base", "level"), [(18, 13), (22, 17), (23, 18), (20, 15), (17, 12), (15, 10)])
def test_m_07_low_mana_takes_five(request: Any, base: int, level: int) -> None:
    ring = request.getfixturevalue("ring")
    r = ring(me=caster("itch", base=base), foe={})
    assert level_of(r, "me", "itch") == ring_level(base) == level


@pytest.mark.rule("M-10")
@pytest.mark.parametrize(
    ("level", "need", "one", "three"),
    [(9, 4, 2, 6), (11, 4, 2, 6), (12, 3, 1, 3), (14, 3, 1, 3), (15, 2, 1, 3), (17, 2, 1, 3), (18, 1, 1, 3),
     (20, 1, 1, 3),
     (21, 0, 1, 2), (24, 0, 1, 2), (25, 0, 1, 1)],
)  # fmt: skip
def test_m_10_ritual_and_time(level: int, need: int, one: int, three: int) -> None:
    assert ritual(level) == need
    assert (casting_seconds(level, 1), casting_seconds(level, 3)) == (one, three)


@pytest.mark.rule("M-10")
@pytest.mark.parametrize(
    ("base", "hurt", "may"),
    [(16, (), True), (16, ("arm.L",), False), (16, ("leg.R",), False), (17, ("arm.L",), True), (17, ("leg.R",), True),
     (17, ("arm.R", "arm.L"), False), (23, ("arm.R", "arm.L"), True)],
)  # fmt: skip
def test_m_10_what_must_be_free(ring: Make, base: int, hurt: tuple[str, ...], may: bool) -> None:
    """Ring 11 takes both hands and both feet, ring 12 one hand, ring 18 a word or a gesture."""
    r = ring(*([8, 18, 18] if may and base > 16 else []), me=caster("itch", base=base), foe={"HT": 3, "IQ": 3})
    r.cripple("me", *hurt)
    if "leg.R" in hurt:
        r.posture("me", "kneeling")
    r.turn("me", cast("itch"))
    acts = [e["act"] for e in r.events if e["k"] == "act"]
    assert ("cast" in acts) is may


@pytest.mark.rule("M-10", "M-19")
@pytest.mark.parametrize(("base", "may"), [(18, False), (22, False), (23, True)])
def test_m_10_a_mute_caster_needs_ring_18(ring: Make, base: int, may: bool) -> None:
    from budosim.combat.gurps3.magic_records import Held

    r = ring(*([8, 18, 18] if may else []), me=caster("itch", base=base), foe={"HT": 3, "IQ": 3})
    r.scene.ring.arcana.of[1].n_on = 0
    r.me.bound = int(Held.MUTE)
    from budosim.combat.gurps3.cast import can_chant

    assert bool(can_chant(r.scene, r.me, r.scene.ring.arcana.of[0], r.my.spell[row_of(r, "me", "itch")])) is may
    r.me.bound = 0
    if may:
        r.turn("me", cast("itch"))


@pytest.mark.rule("M-11", "T-24", "T-29")
@pytest.mark.parametrize(
    ("level", "energy", "paid"), [(14, 2, 2), (15, 2, 1), (15, 1, 1), (17, 5, 4), (20, 5, 3), (12, 5, 5)]
)
def test_m_11_the_price(ring: Make, level: int, energy: int, paid: int) -> None:
    """Less 1 from ring 15, less 2 from 20, never below 1 (T-24)."""
    assert price(level, energy) == paid
    assert reduction(level) == (0 if level < 15 else 1 + (level - 15) // 5)
    r = ring(10, 18, me=caster("clumsiness", base=level + 5, ST=30), foe={"IQ": 3})
    r.turn("me", cast("clumsiness", energy=energy))
    told = spells_told(r)[0]
    assert (told["energy"], told["paid"], told["result"]) == (energy, paid, "success")
    assert r.last("fatigue")["lost"] == paid


@pytest.mark.rule("M-11")
def test_m_11_blood_pays_and_hinders(ring: Make) -> None:
    """-1 to the spell for each hit point spent on it."""
    r = ring(9, 18, me=caster("clumsiness"), foe={"IQ": 3})
    r.turn("me", cast("clumsiness", energy=5, hp=3))
    told = spells_told(r)[0]
    assert told["target"] == 13 - 1 - 3
    assert ["blood", -3] in told["mods"]
    assert (int(r.me.hp), int(r.me.fp)) == (12 - 3, 11 - 2)
