"""Ways to break exactly one clause of a legal sheet. Each changes the data it is given, or says that it cannot."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from legal_sheets import Data, judge

from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.tables import bare, tables

Breaker = Callable[[Data, random.Random], None]
BREAKERS: dict[str, list[Breaker]] = {}


class CannotBreak(Exception):
    """The sheet has nothing to break this clause with."""


def breaks(rule: str) -> Callable[[Breaker], Breaker]:
    """Enter a way to break a rule."""

    def enter(breaker: Breaker) -> Breaker:
        BREAKERS.setdefault(rule, []).append(breaker)
        return breaker

    return enter


def need(condition: object) -> None:
    """Go on only if there is something to break."""
    if not condition:
        raise CannotBreak


def pay(data: Data, cp: float) -> None:
    """Take CP from the unspent ones."""
    need(data["entrant"]["unspent_cp"] >= cp)
    data["entrant"]["unspent_cp"] -= cp


def master(data: Data) -> bool:
    return any(row["id"] == "trained_by_a_master" for row in data["advantage"])


def own_style(data: Data) -> Data:
    need(data.get("style", {}).get("original"))
    style: Data = data["style"]
    return style


def learned(data: Data) -> set[str]:
    return {bare(row["id"]) for row in data["skill"]}


def main_skills(data: Data) -> list[Data]:
    return [row for row in data["skill"] if row.get("pool") != "off"]


def taught(data: Data) -> list[str]:
    style = data.get("style", {})
    row = tables().styles.get(style.get("id", ""))
    return list(row.maneuvers) if row else list(style.get("maneuvers", []))


def style_skills(data: Data) -> set[str]:
    style = data.get("style", {})
    row = tables().styles.get(style.get("id", ""))
    lists = [row.primary, row.secondary, row.optional, row.manga] if row else [
        style[t] for t in ("primary", "secondary", "optional", "manga")
    ]  # fmt: skip
    return {s for tier in lists for s in tier}


@breaks("L-01")
def spend_too_much(data: Data, dice: random.Random) -> None:
    need(not any(row["id"] == "fit" for row in data["advantage"]))
    data["advantage"].append({"id": "reputation", "cp": 5})
    need("reputation" not in [row["id"] for row in data["advantage"][:-1]])
    for row in data["advantage"]:
        if row["id"] == "extra_hit_points":
            raise CannotBreak
    data["advantage"].append({"id": "extra_hit_points", "cp": 5 * (1 + int(data["entrant"]["unspent_cp"]) // 5)})
    data["entrant"]["unspent_cp"] = 0


@breaks("L-02")
def miscount(data: Data, dice: random.Random) -> None:
    data["entrant"]["unspent_cp"] += dice.choice([0.5, 1, 7])


@breaks("L-05")
def too_much_off_match(data: Data, dice: random.Random) -> None:
    need("strategy" not in learned(data))
    data["skill"].append({"id": "strategy", "cp": 16, "pool": "off"})


@breaks("L-06")
def matters_in_a_bout(data: Data, dice: random.Random) -> None:
    data["skill"] = main_skills(data)
    ids = [k for k, r in tables().skills.items() if r.off_match == "no" and not r.family and r.manga == "none"]
    ids = [k for k in ids if k not in learned(data) and not tables().skill(k).prereqs]
    data["skill"].append({"id": dice.choice(ids), "cp": dice.choice([0.5, 1, 2]), "pool": "off"})


@breaks("L-08")
def grow_old(data: Data, dice: random.Random) -> None:
    need(not any(row["id"] == "youth" for row in data["disadvantage"]))
    highest = max(data["attributes"][name] for name in ("ST", "DX", "HT"))
    rules = default_regulation()
    ages = [a for a in range(data["entrant"]["age"], 100) if rules.attribute_cap(a) < highest]
    need(ages)
    data["entrant"]["age"] = dice.choice(ages)


@breaks("L-10")
def leave_out_an_attribute(data: Data, dice: random.Random) -> None:
    need(data["attributes"]["ST"] >= 10)
    del data["attributes"]["ST"]


@breaks("L-11")
def name_nothing(data: Data, dice: random.Random) -> None:
    pay(data, 0.5)
    data["skill"].append({"id": dice.choice(["laser_sword", "かめはめ波", "zzz"]), "cp": 0.5})


@breaks("L-12")
def write_a_quarter(data: Data, dice: random.Random) -> None:
    rows = [row for row in data["skill"] if row.get("pool") == "off"]
    need(rows)
    dice.choice(rows)["cp"] -= 0.25


@breaks("L-13")
def state_another_level(data: Data, dice: random.Random) -> None:
    levels = judge(data).levels
    row = dice.choice([row for row in data["skill"] if row["id"] in levels])
    row["level"] = levels[row["id"]] + dice.choice([-1, 1, 5])


@breaks("L-14")
def be_too_young(data: Data, dice: random.Random) -> None:
    top = max(row["cp"] for row in main_skills(data))
    bonus = 20 if master(data) else 0
    for age in range(10, data["entrant"]["age"]):
        n = sum(row["cp"] for kind in ("maneuver", "combination", "spell") for row in data[kind])
        n += sum(row["cp"] for row in main_skills(data))
        if age + bonus < top and n <= 4 * age + 50 and not data["spell"]:
            data["entrant"]["age"] = age
            return
    raise CannotBreak


@breaks("L-16")
def two_favourites(data: Data, dice: random.Random) -> None:
    rows = [row for row in data["advantage"] if row["id"] == "trained_by_a_master"]
    need(rows and max(row["cp"] for row in main_skills(data)) <= data["entrant"]["age"])
    rows[0]["applies_to"] = ["karate", "judo"]


@breaks("L-17")
def be_too_good(data: Data, dice: random.Random) -> None:
    levels = judge(data).levels
    row = dice.choice([row for row in data["skill"] if row["id"] in levels and not row.get("specialised")])
    row["trait_bonus"] = 23 - levels[row["id"]]


@breaks("L-20")
def one_spell_too_deep(data: Data, dice: random.Random) -> None:
    need(data["spell"])
    row = data["spell"][-1]
    spells = tables().spells
    n = sum(spells[r["id"]].college == spells[row["id"]].college for r in data["spell"])
    cp = n + 1
    pay(data, cp - row["cp"])
    row["cp"] = cp


@breaks("L-21")
def cheap_background(data: Data, dice: random.Random) -> None:
    rows = [row for row in data["advantage"] if row["id"] == "unusual_background_magic"]
    need(rows and data["spell"])
    data["entrant"]["unspent_cp"] += 1
    rows[0]["cp"] = 19


@breaks("L-22")
def no_philosophy(data: Data, dice: random.Random) -> None:
    rows = [row for row in data["skill"] if row["id"] in ("philosophy", "theology")]
    need(data["spell"] and rows)
    for row in rows:
        data["skill"].remove(row)
        data["entrant"]["unspent_cp"] += 0 if row.get("pool") == "off" else row["cp"]


@breaks("L-24")
def unmastered(data: Data, dice: random.Random) -> None:
    need(not master(data) and "kiai" not in learned(data))
    pay(data, 0.5)
    data["skill"].append({"id": "kiai", "cp": 0.5})


@breaks("L-25")
def unlisted_manga(data: Data, dice: random.Random) -> None:
    ids = {"pressure_points", "breaking_blow", "immovable_stance", "mental_strength"}
    ids -= style_skills(data) | learned(data)
    need(not master(data) and ids)
    pay(data, 0.5)
    data["skill"].append({"id": dice.choice(sorted(ids)), "cp": 0.5})


@breaks("L-26")
def banned(data: Data, dice: random.Random) -> None:
    pay(data, 5)
    data["advantage"].append({"id": "psionic_power", "cp": 5})


@breaks("L-27")
def strong_outside(data: Data, dice: random.Random) -> None:
    need({"swimming", "throwing"}.isdisjoint(style_skills(data) | learned(data)) and data.get("style"))
    pay(data, 2)
    data["skill"].append({"id": "swimming", "cp": 2})
    levels = judge(data).levels
    row = tables().styles.get(data["style"].get("id", ""))
    primary, mere = (row.primary, row.prereq_only) if row else (data["style"]["primary"], data["style"]["prereq_only"])
    need(levels["swimming"] >= min(levels[s] for s in primary if s in levels and s not in mere) - 3)


@breaks("L-35")
def eight_secondaries(data: Data, dice: random.Random) -> None:
    style = own_style(data)
    names = ["history", "literature", "poetry", "cooking", "artist", "occultism", "gambling", "streetwise"]
    new = [s for s in names if s not in style_skills(data) | learned(data)]
    style["secondary"] += new[: 8 - len(style["secondary"])]
    need(len(style["secondary"]) == 8)


@breaks("L-36")
def too_many_optional(data: Data, dice: random.Random) -> None:
    style = own_style(data)
    names = ["stealth", "climbing", "swimming", "dancing", "hiking", "riding", "driving", "artist", "poetry", "history"]
    new = [s for s in names if s not in style_skills(data) | learned(data)]
    cap = len(style["secondary"]) * 3 // 2
    style["optional"] += new[: cap + 1 - len(style["optional"])]
    need(len(style["optional"]) == cap + 1)


@breaks("L-37")
def too_many_manga(data: Data, dice: random.Random) -> None:
    style = own_style(data)
    names = ["push", "kiai", "power_blow", "breaking_blow", "pressure_points", "blind_fighting", "immovable_stance"]
    new = [s for s in names if s not in style_skills(data) | learned(data)]
    cap = len(style["secondary"]) * 3 // 2
    style["manga"] += new[: cap + 1 - len(style["manga"])]
    need(len(style["manga"]) == cap + 1)


@breaks("L-39")
def run_second(data: Data, dice: random.Random) -> None:
    style = own_style(data)
    physical = sum(tables().skills[tables().base_of(s)].type == "P" for s in style["secondary"])
    points = {bare(row["id"]): row["cp"] for row in data["skill"]}
    need(len(style["secondary"]) < 7 and physical < 5 and points.get("running", 0) <= 1)
    style["secondary"].append("running")


@breaks("L-42")
def prerequisite_elsewhere(data: Data, dice: random.Random) -> None:
    style = own_style(data)
    need("kata:judo" not in style_skills(data) and "savoir_faire_dojo" not in style_skills(data))
    need(len(style["optional"]) < len(style["secondary"]) * 3 // 2 and "kata:judo" not in learned(data))
    style["optional"].append("kata:judo")


@breaks("L-43")
def fight_as_a_mere_prerequisite(data: Data, dice: random.Random) -> None:
    need("sumo" not in style_skills(data))
    own_style(data)["prereq_only"] = ["sumo"]


@breaks("L-44")
def no_explanation(data: Data, dice: random.Random) -> None:
    own_style(data)[dice.choice(["description", "explanation"])] = dice.choice(["", "  ", "　"])


@breaks("L-45")
def house_rule(data: Data, dice: random.Random) -> None:
    need(data.get("style"))
    if dice.random() < 0.5:
        data["style"]["special_rules"] = "受けに+1"
    else:
        data["style"]["renamed"] = [{"name": "疾風", "of": "何か"}]


@breaks("L-46")
def unlearned_maneuver(data: Data, dice: random.Random) -> None:
    t, have = tables(), {row["id"] for row in data["maneuver"]}
    ids = [
        m
        for m in taught(data)
        if m not in have and not t.technique(m).family and learned(data).isdisjoint(t.technique(m).prereq_any)
    ]
    ids += [
        f"{m}:{s}"
        for m in taught(data)
        if t.technique(m).family
        for s in t.technique(m).prereq_any
        if s in style_skills(data) and s not in learned(data) and t.skill(s).combat
    ]
    need(ids)
    data["maneuver"].append({"id": dice.choice(ids), "cp": 0})


@breaks("L-47")
def over_the_ceiling(data: Data, dice: random.Random) -> None:
    rows = [row for row in data["maneuver"] if row["id"] in ("riposte", "aggressive_parry", "hit_location:karate")]
    need(rows)
    row = dice.choice(rows)
    pay(data, 6)
    row["cp"] += 6
    need("L-47" in judge(data).rules)


@breaks("L-48")
def state_another_skill_level(data: Data, dice: random.Random) -> None:
    need(data["maneuver"])
    dice.choice(data["maneuver"])["level"] = dice.choice([1, 3, 40])


@breaks("L-49")
def untaught(data: Data, dice: random.Random) -> None:
    t, have = tables(), {row["id"].partition(":")[0] for row in data["maneuver"]}
    ids = [
        id_
        for id_, m in t.maneuvers.items()
        if id_ not in taught(data) and id_ not in have and not m.family and not m.cinematic and not m.banned_default
        if not learned(data).isdisjoint(m.prereq_any) and learned(data).issuperset(m.needs_also)
    ]
    need(ids)
    data["maneuver"].append({"id": dice.choice(ids), "cp": 0})


@breaks("L-50")
def odd_series(data: Data, dice: random.Random) -> None:
    need(data["combination"])
    row = data["combination"][0]
    row["moves"] = dice.choice([["punch"], ["punch"] * 4, [*row["moves"][:1], "neck_snap"], []])
    need("neck_snap" not in row["moves"] or row["cp"] >= 4)


@breaks("L-51")
def cheap_series(data: Data, dice: random.Random) -> None:
    need(data["combination"])
    data["combination"][0]["cp"] -= 1
    data["entrant"]["unspent_cp"] += 1


@breaks("L-52")
def prerequisite_not_learned(data: Data, dice: random.Random) -> None:
    need({"savoir_faire_dojo", "kata:sumo"}.isdisjoint(learned(data)))
    pay(data, 0.5)
    data["skill"].append({"id": "kata:sumo", "cp": 0.5})


@breaks("L-53")
def wrong_price(data: Data, dice: random.Random) -> None:
    flat = [row for row in data["advantage"] if tables().advantages[row["id"]].cost_kind == "flat"]
    rows = [row for row in flat if not row.get("pool")]
    need(rows)
    dice.choice(rows)["cp"] -= 1
    data["entrant"]["unspent_cp"] += 1


@breaks("L-55")
def leave_a_field_empty(data: Data, dice: random.Random) -> None:
    data["entrant"][dice.choice(["name", "sex", "appearance", "background", "pattern"])] = dice.choice(["", " ", "　"])


@breaks("L-58")
def large_portrait(data: Data, dice: random.Random) -> None:
    data["entrant"]["portrait"][dice.choice(["width", "height", "bytes"])] = dice.choice([15361, 20000])


@breaks("L-60")
def late(data: Data, dice: random.Random) -> None:
    data["entrant"]["submitted"] = dice.choice(["2005-10-30T00:00:00+09:00", "2005-10-07", "2006-01-01"])


@breaks("L-61")
def other_books(data: Data, dice: random.Random) -> None:
    data["entrant"]["sources"] = ["basic", dice.choice(["supers", "グリモア", "自作"])]


@breaks("L-62")
def armour(data: Data, dice: random.Random) -> None:
    data["entrant"]["outfit"] = dice.choice(["鎧", "plate", "鎖帷子"])


@breaks("L-63")
def spell_out_of_the_blue(data: Data, dice: random.Random) -> None:
    need(data["spell"])
    known = {row["id"] for row in data["spell"]}
    ids = [
        id_
        for id_, row in tables().spells.items()
        if row.prereq and not known.intersection(row.prereq) and id_ not in known and row.source == "magic"
    ]
    pay(data, 0.5)
    data["spell"].append({"id": dice.choice(ids), "cp": 0.5})


@breaks("F-02")
def unknown_key(data: Data, dice: random.Random) -> None:
    where: Any = dice.choice([data, data["entrant"], dice.choice(data["skill"]), data["attributes"]])
    where["nonsense"] = 1


@breaks("F-03")
def unusable_number(data: Data, dice: random.Random) -> None:
    field, value = dice.choice([("height_cm", 400), ("age", 100), ("height_cm", "高い"), ("sex", 1), ("outfit", [1])])
    need(field != "age" or max(data["attributes"].values()) <= 14)
    data["entrant"][field] = value


@breaks("F-04")
def twice(data: Data, dice: random.Random) -> None:
    rows = [row for row in main_skills(data) if row["id"] == "karate"]
    need(rows)
    pay(data, 0.5)
    data["skill"].append({"id": "＜カラテ＞", "cp": 0.5})
