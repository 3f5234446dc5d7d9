"""A pair of sheets for every rule: at the cap it is legal, one step over it is refused for that rule and no other.

`test_legality_by_command` judges them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sheet_bench import A, B, Op, add, drop, judged, patched, put


@dataclass(frozen=True)
class Pair:
    """A worked sheet with `ops`, and then with `at` or with `over`; unspent CP and levels follow by themselves."""

    rule: str
    base: str
    at: tuple[Op, ...]
    over: tuple[Op, ...]
    ops: tuple[Op, ...] = ()
    also: frozenset[str] = frozenset()
    """Rules that an amount over this cap cannot but break too."""
    balance: bool = True

    def side(self, name: str) -> list[Op]:
        """The ops of one side, in balance."""
        ops = [*unstated(self.base), *self.ops, *(self.at if name == "at" else self.over)]
        if not self.balance:
            return ops
        account = judged(self.base, *ops).account
        assert account is not None
        return [*ops, put("entrant.unspent_cp", float(max(Fraction(0), 250 - account.spent)))]


def unstated(base: str) -> list[Op]:
    """The sheet without any stated level."""
    data = patched(base, [])
    return [
        drop(f"{group}.{row['id']}.level")
        for group in ("skill", "maneuver", "spell")
        for row in data.get(group, [])
        if "level" in row
    ]


def cp(skill: str, n: float) -> Op:
    return put(f"skill.{skill}.cp", n)


def learn(skill: str, n: float, **more: Any) -> Op:
    return add("skill", {"id": skill, "cp": n, **more})


def move(maneuver: str, n: float) -> Op:
    return add("maneuver", {"id": maneuver, "cp": n})


def have(advantage: str, n: int, **more: Any) -> Op:
    return add("advantage", {"id": advantage, "cp": n, **more})


SECONDARIES = ["body_language", "philosophy", "breath_control", "meditation", "first_aid", "acrobatics"]
ONE_EACH = tuple(cp(s, 1) for s in SECONDARIES)
"""Example B with one point in every secondary skill: then any primary may be weak."""
NO_FIGHT = (drop("skill.judo"), put("maneuver", []), put("combination", []))
OPTIONAL = ["tai_sabaki", "running", "autohypnosis", "theology", "escape", "mental_strength", "stealth", "climbing"]
MANGA = [
    "pressure_points", "blind_fighting", "precognitive_parry", "push", "kiai", "power_blow", "breaking_blow",
    "immovable_stance", "mental_strength", "drunken_fighting",
]  # fmt: skip
PHYSICAL = ["acrobatics", "wrestling", "jumping", "escape", "boxing"]
GROWN = (put("entrant.age", 40),)
SPELLS = ("itch", "spasm", "pain", "clumsiness", "stun")

PAIRS = [
    Pair("L-01", A, (), (cp("tactics", 2),), (have("single_minded", 5),), frozenset({"L-02"})),
    Pair("L-02", A, (put("entrant.unspent_cp", 5),), (put("entrant.unspent_cp", 5.5),), balance=False),
    Pair("L-03", A, (), (add("disadvantage", {"id": "vow", "cp": -1}),)),
    Pair("L-04", A, (), (add("quirk", {"text": "六つ目の癖"}),)),
    Pair("L-05", A, (), (cp("cooking", 2.5),)),
    Pair(
        "L-06", A, (learn("dancing", 1, pool="off"),), (learn("body_sense", 1, pool="off"),),
        (drop("skill.area_knowledge"),),
    ),
    Pair(
        "L-07", A, (learn("hypnotism", 1, pool="off"),), (learn("staff", 1, pool="off"),),
        (drop("skill.area_knowledge"),),
    ),
    *(
        Pair(
            "L-08", B, (put(f"attributes.{name}", cap),), (put(f"attributes.{name}", cap + 1),),
            (
                put("entrant.age", age), *NO_FIGHT, *ONE_EACH, put("style.primary", ["judo"]), learn("judo", 1),
                drop("advantage.combat_reflexes"), drop("advantage.high_pain_threshold"), put("spell", []),
                drop("advantage.unusual_background_magic"), drop("advantage.magery"),
                put("attributes.DX", 10), put("attributes.IQ", 10),
            ),
        )
        for name, age, cap in (
            ("ST", 29, 18), ("DX", 30, 17), ("HT", 39, 17), ("DX", 40, 15), ("ST", 49, 15), ("DX", 50, 14),
            ("HT", 80, 14),
        )
    ),
    Pair(
        "L-09", B, (put("attributes.IQ", 18),), (put("attributes.IQ", 19),),
        (
            *NO_FIGHT, *ONE_EACH, learn("judo", 1), put("spell", []), drop("advantage.unusual_background_magic"),
            drop("advantage.magery"), drop("advantage.combat_reflexes"),
        ),
    ),
    Pair("L-10", B, (put("attributes.ST", 1),), (put("attributes.ST", 0),)),
    Pair("L-11", A, (learn("＜ジュードー＞", 1),), (learn("かめはめ波", 1),)),
    Pair("L-12", A, (cp("running", 0.5),), (cp("running", 0.25),)),
    Pair("L-12", A, (put("maneuver.riposte.cp", 4),), (put("maneuver.riposte.cp", 4.5),)),
    Pair("L-13", A, (put("skill.karate.level", 20),), (put("skill.karate.level", 21),)),
    Pair("L-14", A, (put("entrant.age", 20),), (put("entrant.age", 19),)),
    Pair("L-14", A, (cp("karate", 44),), (cp("karate", 44.5),)),
    Pair(
        "L-15", B, (cp("judo", 48),), (cp("judo", 48.5),), (drop("advantage.extra_fatigue"),), frozenset({"L-14"})
    ),
    Pair("L-16", A, (), (put("advantage.trained_by_a_master.applies_to", "sport:karate"),), GROWN),
    Pair(
        "L-16", A, (), (have("severe_training", 10, applies_to="boxing"),),
        (*GROWN, drop("advantage.high_pain_threshold")),
    ),
    Pair("L-17", A, (put("skill.karate.trait_bonus", 2),), (put("skill.karate.trait_bonus", 3),)),
    Pair(
        "L-17", A, (put("skill.karate.trait_bonus", 3),), (put("skill.karate.trait_bonus", 4),),
        (put("skill.karate.specialised", True),),
    ),
    Pair(
        "L-18", A, (learn("poetry", 1),), (learn("poetry", 2),),
        (
            put("entrant.age", 12), cp("karate", 32), learn("history", 8), learn("diplomacy", 6),
            drop("advantage.magic_resistance"),
        ),
    ),
    Pair(
        "L-19", B, (put("spell.itch.cp", 6),), (put("spell.itch.cp", 7),),
        (
            put("entrant.age", 10), cp("judo", 10), cp("body_language", 4), *(put(f"spell.{s}.cp", 6) for s in SPELLS),
            add("spell", {"id": "paralyze_limb", "cp": 6}), add("spell", {"id": "tanglefoot", "cp": 4}),
        ),
    ),
    Pair("L-20", B, (put("spell.stun.cp", 5),), (put("spell.stun.cp", 6),), (cp("acrobatics", 1),)),
    Pair(
        "L-21", B, (put("advantage.unusual_background_magic.cp", 20),),
        (put("advantage.unusual_background_magic.cp", 19),),
    ),
    Pair("L-22", B, (cp("philosophy", 0.5),), (drop("skill.philosophy"),)),
    Pair("L-23", B, (), (drop("advantage.magery"),)),
    Pair("L-24", A, (), (drop("advantage.trained_by_a_master"),), GROWN),
    Pair("L-24", B, (move("breakfall", 2),), (move("binding", 2),), (cp("acrobatics", 1),)),
    Pair(
        "L-25", B, (learn("immovable_stance", 1),), (learn("pressure_points", 1),), (drop("advantage.extra_fatigue"),)
    ),
    Pair("L-26", A, (have("luck", 15),), (have("psionic_power", 5),), (drop("advantage.combat_reflexes"),)),
    Pair(
        "L-26", A, (put("attributes.HT", 14),), (put("attributes.HT", 15),),
        (
            add("disadvantage", {"id": "skinny", "cp": -5}), drop("advantage.high_pain_threshold"),
            drop("advantage.combat_reflexes"), drop("advantage.magic_resistance"), drop("skill.power_blow"),
            drop("maneuver.riposte"),
        ),
    ),
    Pair("L-27", A, (learn("acrobatics", 2),), (learn("acrobatics", 4),)),
    Pair(
        "L-28", B, (cp("body_language", 12),), (cp("body_language", 14),),
        (drop("advantage.extra_fatigue"), cp("acrobatics", 1)),
    ),
    Pair(
        "L-29", A, (cp("first_aid", 1.5),), (cp("first_aid", 2),),
        (cp("tactics", 6), cp("jumping", 4), drop("advantage.high_pain_threshold")),
    ),
    Pair("L-30", A, (cp("body_language", 7.5),), (cp("body_language", 8),)),
    Pair("L-31", A, (cp("breath_control", 1.5),), (cp("breath_control", 2),), (cp("jumping", 2), cp("tactics", 2))),
    Pair("L-32", A, (cp("power_blow", 18),), (cp("power_blow", 20),), (drop("advantage.combat_reflexes"),)),
    Pair(
        "L-33", A, (cp("sport:karate", 1),), (cp("sport:karate", 0.5),),
        tuple(cp(s, 1) for s in ("boxing", "body_language", "jumping", "tactics", "power_blow")),
    ),
    Pair(
        "L-34", B, (put("style.primary", ["judo", "karate", "boxing"]),),
        (put("style.primary", ["judo", "karate", "boxing", "sumo"]),),
        (*ONE_EACH, learn("karate", 1), learn("boxing", 1), learn("sumo", 1)),
    ),
    Pair(
        "L-35", B, (put("style.secondary", [*SECONDARIES, "wrestling"]),),
        (put("style.secondary", [*SECONDARIES, "wrestling", "stealth"]),),
    ),
    Pair(
        "L-36", B, (put("style.optional", [*OPTIONAL, "swimming", "dancing"]),),
        (put("style.optional", [*OPTIONAL, "swimming", "dancing", "hiking"]),),
    ),
    Pair(
        "L-37", B, (put("style.manga", MANGA),), (put("style.manga", [*MANGA, "light_walk"]),),
        (put("style.optional", OPTIONAL),),
    ),
    *(
        Pair(
            "L-38", B, (put("style.primary", ["judo", "escape"]),), (put("style.primary", ["judo", barred]),),
            (*ONE_EACH, learn("escape", 1), *(learn(s, 1) for s in ("tai_sabaki", "tactics", "running"))),
        )
        for barred in ("body_language", "tactics", "tai_sabaki", "running")
    ),
    Pair(
        "L-39", B, (put("style.secondary", [*SECONDARIES, "tai_sabaki"]),),
        (put("style.secondary", [*SECONDARIES, "running"]),),
    ),
    Pair(
        "L-40", B, (put("style.primary", ["philosophy", "wrestling"]),), (put("style.primary", ["philosophy"]),),
        (*NO_FIGHT, *ONE_EACH, learn("wrestling", 1)),
    ),
    Pair(
        "L-41", B, (put("style.secondary", [*PHYSICAL, "first_aid", "body_language"]),),
        (put("style.secondary", [*PHYSICAL, "karate", "body_language"]),),
        (drop("skill.breath_control"), drop("skill.meditation"), cp("philosophy", 1)),
    ),
    Pair(
        "L-42", B, (put("style.secondary", [*SECONDARIES[:5], "kata:judo", "savoir_faire_dojo"]),),
        (
            put("style.secondary", [*SECONDARIES[:5], "kata:judo"]),
            put("style.optional", [*OPTIONAL[:7], "savoir_faire_dojo"]),
        ),
        (cp("acrobatics", 1),),
    ),
    Pair("L-43", B, (put("style.prereq_only", ["first_aid"]),), (put("style.prereq_only", ["wrestling"]),)),
    Pair("L-44", B, (put("style.description", "あ"),), (put("style.description", " "),)),
    Pair("L-45", B, (put("style.special_rules", ""),), (put("style.special_rules", "受け+1"),)),
    Pair(
        "L-46", B, (move("feint:wrestling", 2), learn("wrestling", 1)), (move("feint:wrestling", 2),),
        (drop("advantage.extra_fatigue"),),
    ),
    Pair("L-47", A, (put("maneuver.kicking.cp", 3),), (put("maneuver.kicking.cp", 4),)),
    Pair("L-47", A, (put("maneuver.feint:karate.cp", 5),), (put("maneuver.feint:karate.cp", 6),)),
    Pair("L-48", A, (put("maneuver.riposte.level", 20),), (put("maneuver.riposte.level", 21),)),
    Pair("L-49", A, (move("back_kick", 2),), (move("elbow_strike", 1),)),
    Pair(
        "L-50", A, (put("combination.low-low.moves", ["shin_kick", "kicking"]),),
        (put("combination.low-low.moves", ["shin_kick"]),),
    ),
    Pair(
        "L-50", A, (put("combination.low-low.moves", ["shin_kick", "kicking", "punch"]),),
        (put("combination.low-low.moves", ["shin_kick", "kicking", "punch", "punch"]),),
        (put("combination.low-low.cp", 6),),
    ),
    Pair("L-51", A, (put("combination.low-low.cp", 4),), (put("combination.low-low.cp", 3),)),
    Pair(
        "L-52", A, (learn("throwing", 8, pool="off"),), (learn("throwing", 4, pool="off"),),
        (learn("throwing_art", 1), drop("advantage.charisma"), drop("advantage.appearance")),
    ),
    Pair("L-53", A, (put("advantage.combat_reflexes.cp", 15),), (put("advantage.combat_reflexes.cp", 16),)),
    Pair("L-53", A, (put("disadvantage.bad_temper.cp", -10),), (put("disadvantage.bad_temper.cp", -11),)),
    Pair("L-54", B, (put("entrant.age", 47),), (put("entrant.age", 48),)),
    Pair("L-55", A, (put("entrant.sex", "男"),), (put("entrant.sex", " "),)),
    Pair("L-56", A, (put("entrant.lines", {"win": "押忍"}),), (put("entrant.lines", {}),)),
    Pair("L-57", A, (), (drop("entrant.portrait"),)),
    Pair("L-58", A, (put("entrant.portrait.bytes", 15360),), (put("entrant.portrait.bytes", 15361),)),
    Pair("L-58", A, (put("entrant.portrait.width", 100),), (put("entrant.portrait.width", 101),)),
    Pair("L-59", A, (put("entrant.portrait.bytes", 1920),), (put("entrant.portrait.bytes", 1921),)),
    Pair(
        "L-60", A, (put("entrant.submitted", "2005-10-29T23:59:59+09:00"),),
        (put("entrant.submitted", "2005-10-30T00:00:00+09:00"),),
    ),
    Pair(
        "L-60", A, (put("entrant.submitted", "2005-10-08T00:00:00+09:00"),),
        (put("entrant.submitted", "2005-10-07T23:59:59+09:00"),),
    ),
    Pair("L-61", A, (put("entrant.sources", ["マジック＋"]),), (put("entrant.sources", ["グリモア"]),)),
    Pair("L-62", A, (put("entrant.outfit", "裸"),), (put("entrant.outfit", "鎧"),)),
    Pair(
        "L-63", B, (put("spell.spasm.cp", 2),), (put("spell.spasm.cp", 1),),
        (put("attributes.IQ", 12), cp("body_language", 4)),
    ),
    Pair("L-64", A, (put("skill.language.spec", "英語"),), (drop("skill.language.spec"),)),
    Pair("L-65", A, (cp("boxing", 4),), (cp("boxing", 4.5),)),
    Pair("F-03", B, (put("entrant.age", 99),), (put("entrant.age", 100),)),
    Pair("F-03", A, (put("entrant.height_cm", 300),), (put("entrant.height_cm", 301),)),
    Pair("F-03", A, (put("entrant.weight_kg", 20),), (put("entrant.weight_kg", 19),)),
]  # fmt: skip
