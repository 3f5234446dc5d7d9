"""Every ruling, every reading: each one makes a difference that a command shows."""

from __future__ import annotations

import pytest

from budosim.systems.sangokushi.regulation import registry
from tests.systems.sangokushi.league_maker import arrival, battle, breach, codes, musters, report, row

NIGHT = "2001-10-06"
FOURTH = "2001-10-27"
OPENED = """[opening]
after = {after}
[opening.wei]
points = {wei}
base = 40
battles = 9
three_ways = 1
three_way_points = 10
penalties = {wei_penalties}
[opening.wu]
points = {wu}
base = 34
battles = 9
three_ways = 1
three_way_points = 4
[opening.shu]
points = 20
battles = 9
three_ways = 1
"""


def opened(after="2001-09-30", wei=36, wu=36, wei_penalties=0) -> str:
    return OPENED.format(after=after, wei=wei, wu=wu, wei_penalties=wei_penalties)


def ledger(run, league, rules, *battles, day=NIGHT, start="2001-10", months=1, **more):
    league.head(rules, start=start, months=months)
    league.night(day, *battles, **more)
    return run("sangokushi", "ledger", league, "--json")


def night(run, league, rules, *battles, day=NIGHT, **more):
    league.head(rules, **({"start": more.pop("start")} if "start" in more else {}))
    return run("sangokushi", "night", league.night(day, *battles, **more), "--json")


def numbers(run, league, rules):
    league.head(rules)
    league.fields(*range(2, 13))
    return codes(run("sangokushi", "check", league, "--json"))


def starts(run, league, rules):
    league.head(rules + "\n" + opened(wei=36, wu=20))
    said = run("sangokushi", "field", league, NIGHT, "--dice", "3 4", "--dry-run", "--json")
    return {nation: place["letter"] for nation, place in said.json["starts"].items()}


def deadline(run, league, rules):
    second = battle(arrival("24:40:00", "shu"), report("24:55:00", "wei", "kill"), head='start = "24:46:00"')
    said = night(run, league, rules, battle(report("24:10:00", "wei", "kill")), second)
    return said.json["battles"][1]["warnings"]


def fifth(run, league, rules):
    league.head(rules, start="2001-09")
    return run("sangokushi", "schedule", "2001-09", "--league", league, "--json").json["nights"][-1]["kind"]


def double(run, league, rules):
    league.head(rules + '\n[double]\n"2001-10-06" = "蜀"\n"2001-10-13" = "蜀"\n"2001-10-20" = "魏"\n')
    nights = run("sangokushi", "schedule", "2001-10", "--league", league, "--json").json["nights"]
    return [one["double"] for one in nights], codes(run("sangokushi", "check", league, "--json"))


def double_missing(run, league, rules):
    league.head(rules)
    return codes(run("sangokushi", "check", league, "--json"))


def held(run, league, rules):
    league.head(rules)
    return run("sangokushi", "schedule", "2001-10", "--league", league, "--json").json["nights"][-1]["kind"]


def three_clock(run, league, rules):
    return night(run, league, rules, battle(report("24:30:00", "wei", "time_up")), day=FOURTH).json["open"]


def three_others(run, league, rules):
    fight = battle(report("24:05:00", "wei", "kill", of="wu"), report("24:09:00", "wei", "kill"))
    said = night(run, league, rules, fight, day=FOURTH)
    return [row(said, f"{FOURTH}/1", nation)["net"] for nation in ("wei", "wu", "shu")]


def tie(run, league, rules):
    more = opened(after="2001-10-27", wei=36, wu=36, wei_penalties=3) + "[opening.against]\nwei-wu = [12, 12]\n"
    league.head(rules + "\n" + more)
    said = run("sangokushi", "standings", league, "--json").json
    return said["champions"], said["undecided"]


def average(run, league, rules):
    league.head(rules + "\n" + opened(wei=36, wu=36))
    lines = run("sangokushi", "standings", league, "--json").json["standings"]
    return {line["nation"]: line["average_exact"] for line in lines}


def unit(run, league, rules):
    warned = [breach("24:01:00", "wei", "W1", "曹操"), breach("24:02:00", "wei", "W4", "夏侯惇")]
    return row(ledger(run, league, rules, battle(*warned, report("24:10:00", "wei", "kill"))), f"{NIGHT}/1", "wei")[
        "net"
    ]


def ghost(run, league, rules):
    seen = [breach("24:01:00", "wei", "W3", "曹操"), breach("24:02:00", "wei", "W3", "荀彧")]
    said = night(run, league, rules, battle(*seen, report("24:10:00", "wei", "kill")))
    return said.json["battles"][0]["warnings"]["wei"]


def repeat(run, league, rules):
    seen = [breach("24:01:00", "wei", "W1", "曹操"), breach("24:02:00", "wei", "W1", "曹操")]
    said = night(run, league, rules, battle(*seen, report("24:10:00", "wei", "kill")))
    return said.json["battles"][0]["warnings"]["wei"]


def floor(run, league, rules):
    warned = [breach(f"24:0{k}:00", "wei", "W1", "曹操") for k in range(4)]
    fight = battle(*warned, breach("24:10:00", "wei", "L1", "曹操"))
    return row(ledger(run, league, rules, fight), f"{NIGHT}/1", "wei")["carry"]


def carry_end(run, league, rules):
    league.head(rules, months=2)
    league.night(FOURTH, battle(breach("24:01:00", "wei", "W1", "曹操"), report("24:30:00", "committee", "time_up")))
    league.night("2001-11-03", battle(report("24:10:00", "wei", "kill")))
    return row(run("sangokushi", "ledger", league, "--json"), "2001-11-03/1", "wei")["warnings_carried"]


def same_second(run, league, rules):
    fight = battle(report("24:10:00", "wei", "kill"), report("24:10:00", "wu", "pigs"))
    return night(run, league, rules, fight).json["open"]


def after_limit(run, league, rules):
    said = night(run, league, rules, battle(report("24:31:00", "wei", "kill")))
    return said.json["open"], row(said, f"{NIGHT}/1", "wei")["net"]


def allocated(run, league, rules, count=7, heads=(12, 8, 6), absent=()):
    names = list("abcdefghijk"[:count])
    league.head(rules, start="2001-08")
    league.roster(*(f"m{name},{name},傭兵,非専属,武官,12,,,,," for name in names))
    posts = "".join(
        f'[[volunteer]]\ngeneral = "{name}"\nposted = 2001-08-03T20:0{at % 10}:{at:02d}\n'
        + ("present = false\n" if name in absent else "")
        for at, name in enumerate(names)
    )
    wei, wu, shu = heads
    league.night("2001-08-04", sides=musters(wei=wei, wu=wu, shu=shu), more=posts)
    said = run("sangokushi", "mercenaries", league, "2001-08-04", "--dry-run", "--json")
    return said.json["cap"], said.json["allotment"], said.json["placed"]


def cap_round(run, league, rules):
    return allocated(run, league, rules, heads=(12, 8, 6))[0], allocated(run, league, rules, heads=(12, 8, 7))[0]


def cap_base(run, league, rules):
    return allocated(run, league, rules)[0]


def alloc(run, league, rules):
    return allocated(run, league, rules)[1]


def alloc_tie(run, league, rules):
    more = "\n[opening]\nafter = 2001-07-28\n[opening.wei]\npoints = 20\nbattles = 2\n"
    return allocated(run, league, rules + more, count=4, heads=(8, 8, 7))[1]


def parity(run, league, rules):
    return allocated(run, league, rules, count=8, absent=("c",))[2]


def order(run, league, rules):
    return allocated(run, league, rules)[2]


def week(run, league, rules):
    league.head(rules, start="2001-08")
    league.roster("m1,呂布,傭兵,非専属,武官,12,,,,,")
    post = '[[volunteer]]\ngeneral = "呂布"\nposted = 2001-08-05T20:00:00\n'
    league.night("2001-08-11", sides=musters(), more=post)
    return run("sangokushi", "mercenaries", league, "2001-08-11", "--dry-run", "--json").json["entered"]


def exclusive(run, league, rules):
    league.head(rules)
    league.roster("m1,呂布,魏,専属,武官,12,,,,2001-10-01,", "m2,陳宮,魏,専属,文官,12,yes,yes,rules,2001-08-01,")
    return codes(run("sangokushi", "check", league, "--json"))


def unknown(run, league, rules):
    league.head(rules)
    league.roster("m1,左慈,魏,,文官,12,,,,,")
    said = run("sangokushi", "check", league, "--json")
    return said.status, codes(said)


def vote(run, league, rules):
    league.head(rules)
    text = '[proposal]\ntitle = "案"\nby = "郭嘉"\nposted = 2001-10-01T20:00:00\n'
    for at, (member, choice) in enumerate((("曹操", "反対"), ("孫権", "賛成"), ("劉備", "反対"))):
        text += f'[[reply]]\nmember = "{member}"\nat = 2001-10-01T2{at + 1}:00:00\nvote = "{choice}"\n'
    ballot = run("sangokushi", "vote", league.write("votes/a.toml", text), "--json").json["votes"][0]
    return ballot["state"]


def vote_twice(run, league, rules):
    league.head(rules)
    text = '[proposal]\ntitle = "案"\nby = "郭嘉"\nposted = 2001-10-01T20:00:00\n'
    for at, choice in enumerate(("賛成", "反対")):
        text += f'[[reply]]\nmember = "曹操"\nat = 2001-10-01T2{at + 1}:00:00\nvote = "{choice}"\n'
    ballot = run("sangokushi", "vote", league.write("votes/a.toml", text), "--json").json["votes"][0]
    return ballot["for"], ballot["against"]


CASES = {
    "battlefields.numbers": (numbers, {"2-12": [], "2-11": ["E-VALUE"]}),
    "starts.assignment": (starts, {"first_named": {"wei": "A", "wu": "B"}, "thrower": {"wu": "A", "wei": "B"}}),
    "second_battle.start": (deadline, {"relative": {"wei": 0, "shu": 1}, "fixed": {"wei": 0, "shu": 0}}),
    "fifth_saturday": (fifth, {"rest": "rest", "ordinary": "ordinary"}),
    "double_nation": (double_missing, {"rotation": [], "free": ["E-NO-DOUBLE"] * 3}),
    "three_way.held": (held, {"yes": "three_way", "no": "rest"}),
    "three_way.clock": (three_clock, {"committee": True, "any": False}),
    "three_way.others": (three_others, {"loss_row": [10, 4, 4], "zero": [10, 0, 0]}),
    "tie.final": (tie, {"head_to_head": (["wu"], []), "shared": (["wei", "wu"], []), "dice": ([], ["wei", "wu"])}),
    "average.points": (
        average,
        {"net": {"wei": "4/1", "wu": "4/1", "shu": "20/9"}, "base": {"wei": "40/9", "wu": "34/9", "shu": "20/9"}},
    ),
    "average.three_way": (
        average,
        {"in": {"wei": "4/1", "wu": "4/1", "shu": "20/9"}, "out": {"wei": "13/4", "wu": "4/1", "shu": "5/2"}},
    ),
    "warnings.unit": (unit, {"nation": 6, "person": 8}),
    "warnings.ghost": (ghost, {"battle": 1, "incident": 2}),
    "warnings.repeat": (repeat, {"again": 2, "once": 1}),
    "warnings.floor": (floor, {"consumed": 0, "kept": 4}),
    "warnings.carry_end": (carry_end, {"season": 1, "month": 0}),
    "report.same_second": (same_second, {"needs_ruling": True, "in_order": False}),
    "report.after_limit": (
        after_limit,
        {"needs_ruling": (True, None), "time_up": (False, 6), "counts": (False, 8)},
    ),
    "cap.round": (cap_round, {"floor": (7, 8), "nearest": (8, 8), "ceil": (8, 9)}),
    "cap.base": (cap_base, {"own": 7, "with_free": 11}),
    "alloc.mode": (
        alloc,
        {"proportional": {"wei": 1, "wu": 2, "shu": 4}, "level": {"wei": 0, "wu": 3, "shu": 4}},
    ),
    "alloc.tie": (
        alloc_tie,
        {"average": {"wei": 1, "wu": 1, "shu": 2}, "fixed": {"wei": 1, "wu": 1, "shu": 2}},
    ),
    "alloc.parity": (parity, {}),
    "alloc.order": (order, {}),
    "posts.week_begins": (week, {"sunday": ["呂布"], "monday": []}),
    "exclusive.after_abolition": (
        exclusive,
        {"needs_ruling": ["R-EXCLUSIVE-NEW"], "refused": ["E-EXCLUSIVE-NEW"], "allowed": []},
    ),
    "generals.unknown": (unknown, {"needs_ruling": (0, ["R-UNKNOWN"]), "refused": (1, ["E-UNKNOWN"])}),
    "vote.tie": (vote, {"rejected": "rejected", "carried": "carried"}),
    "vote.twice": (vote_twice, {"last": (1, 1), "first": (2, 0)}),
}


def test_every_ruling_has_a_case_with_every_reading():
    assert set(CASES) == set(registry())
    for key, (_, expected) in CASES.items():
        assert set(expected) in (set(registry()[key].readings), set())


@pytest.mark.parametrize("key", CASES)
def test_every_reading_makes_its_difference(run, league, key):
    look, expected = CASES[key]
    shown = {r: look(run, league, f'[rulings]\n"{key}" = "{r}"') for r in registry()[key].readings}
    if expected:
        assert shown == expected
    assert len({repr(one) for one in shown.values()}) == len(shown) or key == "alloc.tie"
    default = registry()[key].default
    assert look(run, league, "[rulings]") == shown[default]


def test_who_fights_twice_may_be_chosen(run, league):
    doubles, found = double(run, league, '[rulings]\n"double_nation" = "free"')
    assert doubles == ["shu", "shu", "wei", None]
    assert found == []


def test_one_each_in_turn(run, league):
    _, given, where = allocated(run, league, '[rulings]\n"alloc.order" = "one_each"')
    assert given == {"wei": 1, "wu": 2, "shu": 4}
    assert [where[name] for name in "abcdefg"] == ["shu", "wu", "wei", "shu", "wu", "shu", "shu"]


def test_parity_of_those_present(run, league):
    _, _, where = allocated(run, league, '[rulings]\n"alloc.parity" = "present"', count=8, absent=("c",))
    assert where["a"] == "shu"


def test_a_tied_largest_nation(run, league):
    """Wei and Wu are level at 8: the remainder goes to the lower average, or to the first of the order."""
    more = "\n[opening]\nafter = 2001-07-28\n[opening.wei]\npoints = 20\nbattles = 2\n"
    for reading, largest in (("average", "wu"), ("fixed", "wei")):
        rules = f'[rulings]\n"alloc.tie" = "{reading}"' + more
        _, given, _ = allocated(run, league, rules, count=3, heads=(8, 8, 7))
        assert given == {**{"wei": 0, "wu": 0, "shu": 1}, largest: 2}
