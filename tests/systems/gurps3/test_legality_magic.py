"""Rules on spells: at the limit silent, one step over it they speak."""

from __future__ import annotations

from sheet_bench import A, B, add, drop, judged, put, rules_of

from budosim.systems.gurps3.regulation import default_regulation


def test_l_19_growth_points() -> None:
    assert "L-19" not in rules_of(B, put("entrant.age", 5))
    assert "L-19" in rules_of(B, put("entrant.age", 4))


def test_l_20_points_per_spell() -> None:
    assert "L-20" not in rules_of(B, put("spell.stun.cp", 5))
    assert "L-20" in rules_of(B, put("spell.stun.cp", 6))
    assert "L-20" in rules_of(B, drop("spell.stun"), drop("spell.clumsiness"))


def test_l_21_magic_background() -> None:
    assert "L-21" not in rules_of(B, put("advantage.unusual_background_magic.cp", 20))
    assert "L-21" in rules_of(B, put("advantage.unusual_background_magic.cp", 19))
    assert "L-21" in rules_of(B, drop("advantage.unusual_background_magic"))


def test_l_22_magic_philosophy() -> None:
    assert "L-22" not in rules_of(B, put("skill.philosophy.cp", 0.5))
    assert "L-22" not in rules_of(
        B, drop("skill.philosophy"), add("skill", {"id": "神学", "spec": "神道", "cp": 0.5})
    )
    assert "L-22" in rules_of(B, drop("skill.philosophy"))


def test_l_22_a_regulation_may_ask_for_a_level() -> None:
    """O-14: any level by default; another reading asks for one."""
    low = put("skill.philosophy.cp", 0.5)
    for least, refused in ((0, False), (14, True)):
        asked = default_regulation().with_values({"magic.skill_level": least})
        assert ("L-22" in judged(B, low, regulation=asked).rules) == refused


def test_l_20_a_regulation_may_leave_out_half_points() -> None:
    """O-16: spells of half a CP count in their college by default."""
    half = put("spell.itch.cp", 0.5)
    for counts, refused in ((True, False), (False, True)):
        asked = default_regulation().with_values({"magic.count_half_cp": counts})
        assert ("L-20" in judged(B, half, put("spell.stun.cp", 5), regulation=asked).rules) == refused


def test_l_23_magery() -> None:
    assert "L-23" not in rules_of(B)
    assert "L-23" in rules_of(B, drop("advantage.magery"))
    lenient = default_regulation().with_values({"magic.low_mana_requires_magery": False})
    assert "L-23" not in judged(B, drop("advantage.magery"), regulation=lenient).rules


def test_magic_rules_are_silent_without_spells() -> None:
    assert not rules_of(A) & {"L-19", "L-20", "L-21", "L-22", "L-23", "L-63"}


def test_l_63_spell_prerequisites_at_base_12() -> None:
    # IQ 12 + Magery 1: 1 CP gives 11, 2 CP give 12
    low = [
        put("attributes.IQ", 12),
        *(put(f"spell.{s}.cp", 4) for s in ("itch", "pain", "clumsiness", "stun")),
    ]
    assert "L-63" not in rules_of(B, *low, put("spell.spasm.cp", 2))
    assert "L-63" in rules_of(B, *low, put("spell.spasm.cp", 1))


def test_l_63_magery_and_attributes() -> None:
    haste = [add("spell", {"id": "haste", "cp": 1}), add("spell", {"id": "great_haste", "cp": 1})]
    assert "L-63" not in rules_of(B, *haste)
    assert "L-63" in rules_of(B, add("spell", {"id": "shield", "cp": 1}))
