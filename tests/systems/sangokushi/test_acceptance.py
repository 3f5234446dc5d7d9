"""The acceptance cases S-A01 to S-A24, each through the real commands."""

from __future__ import annotations

import json

import pytest

from tests.systems.sangokushi.league_maker import arrival, battle, breach, codes, finding, musters, report, row

NIGHT = "2001-10-06"


def opening(**nations: str) -> str:
    rows = "\n".join(f"[opening.{nation}]\n{text}" for nation, text in nations.items())
    return f"[opening]\nafter = 2001-09-30\n{rows}"


def ledger_case(run, league, end, carried, new, side="wei"):
    """A battle of Wei against Wu with so many warnings of Wei: what the ledger says of Wei."""
    league.head(opening(wei=f"warnings = {carried}"))
    warned = [breach(f"24:0{at}:00", side, "W1", "曹操") for at in range(new)]
    ending = breach("24:15:00", "wei", "L1", "荀彧") if end == "own_breach" else report("24:15:00", "wei", end)
    league.night(NIGHT, battle(*warned, ending))
    said = run("sangokushi", "ledger", league, "--json")
    assert said.status == 0, said.err
    return row(said, f"{NIGHT}/1", "wei")


def test_s_a01_three_warnings_cost_one_pair(run, league):
    mine = ledger_case(run, league, "kill", 0, 3)
    assert (mine["base"], mine["net"], mine["carry"]) == (8, 6, 1)


def test_s_a02_a_carried_warning_makes_the_pair(run, league):
    mine = ledger_case(run, league, "killed", 1, 4)
    assert (mine["base"], mine["warnings_carried"], mine["warnings_new"]) == (4, 1, 4)
    assert (mine["pairs_used"], mine["net"], mine["carry"]) == (2, 0, 1)


def test_s_a03_pairs_that_find_nothing_are_used_up(run, league):
    mine = ledger_case(run, league, "own_breach", 0, 4)
    assert (mine["base"], mine["net"], mine["carry"]) == (0, 0, 0)


def test_s_a04_time_up_own_pigs_and_two_battles_of_one_evening(run, league):
    league.head(opening(wei="warnings = 1"))
    first = battle(breach("24:05:00", "wei", "W4", "夏侯惇"), report("24:30:00", "shu", "time_up"))
    league.night(NIGHT, first)
    mine = row(run("sangokushi", "ledger", league, "--json"), f"{NIGHT}/1", "wei")
    assert (mine["base"], mine["net"], mine["carry"]) == (6, 4, 0)
    mine = ledger_case(run, league, "pigs_lost", 0, 1)
    assert (mine["base"], mine["net"], mine["carry"]) == (5, 5, 1)
    league.head()
    first = battle(breach("24:05:00", "wei", "W1", "曹操"), report("24:10:00", "wei", "pigs_lost"))
    second = battle(
        breach("24:40:00", "wei", "W1", "曹操"), report("24:50:00", "wei", "kill"), head='start = "24:25:00"'
    )
    league.night(NIGHT, first, second)
    said = run("sangokushi", "ledger", league, "--json")
    assert row(said, f"{NIGHT}/1", "wei")["carry"] == 1
    later = row(said, f"{NIGHT}/2", "wei")
    assert (later["base"], later["warnings_carried"], later["net"], later["carry"]) == (8, 1, 6, 0)


ALLOTMENTS = {
    "S-A05": ("12,8,6", 7, [], [1, 2, 4], [13, 10, 10]),
    "S-A05 level": ("12,8,6", 7, ["--ruling", "alloc.mode=level"], [0, 3, 4], [12, 11, 10]),
    "S-A06": ("10,9,9", 8, [], [2, 3, 3], [12, 12, 12]),
    "S-A06 seven": ("10,9,9", 7, [], [3, 2, 2], [13, 11, 11]),
    "S-A07": ("15,5,10", 9, [], [0, 6, 3], [15, 11, 13]),
    "S-A07 small": ("7,11,9", 6, [], [4, 0, 2], [11, 11, 11]),
}


@pytest.mark.parametrize("name", ALLOTMENTS)
def test_s_a05_to_a07_allotments(run, name):
    heads, free, more, given, totals = ALLOTMENTS[name]
    said = run("sangokushi", "mercenaries", "--heads", heads, "--free", free, *more, "--json")
    assert said.status == 0
    assert list(said.json["allotment"].values()) == given
    assert list(said.json["totals"].values()) == totals


def test_s_a05_the_cap_is_thirty_per_cent_rounded_down(run):
    said = run("sangokushi", "mercenaries", "--heads", "魏=12,呉=8,蜀=6", "--free", 9, "--json")
    assert (said.json["cap"], said.json["entered"], said.json["turned_away"]) == (7, 7, 2)


def volunteers(names, *, absent=(), rights=(), helped=()):
    posts = []
    for at, name in enumerate(names):
        text = f'[[volunteer]]\ngeneral = "{name}"\nposted = 2001-08-03T20:{at:02d}:00\n'
        text += "present = false\n" if name in absent else ""
        text += "right = true\n" if name in rights else ""
        text += "helped = true\n" if name in helped else ""
        posts.append(text)
    return "\n".join(posts)


def free_league(league, names, **night):
    """August 2001, with free mercenaries called as they are wanted."""
    league.head(start="2001-08", months=2, more='[rulings]\n"generals.unknown" = "needs_ruling"')
    league.roster(*(f"m{name},{name},傭兵,非専属,武官,12,,,,," for name in names))
    return league


def test_s_a08_right_holders_first_then_the_highest_dice(run, league):
    names = list("abcdefghij")
    free_league(league, names)
    heads = musters(wei=11, wu=10, shu=9)
    for helped, rights in ((("h",), ["h"]), ((), [])):
        league.night("2001-08-04", sides=heads, more=volunteers(names, rights=("a", "b"), helped=helped))
        args = ("--dice", "5 6 6 2 4 1 3 6", "--dry-run", "--json")
        said = run("sangokushi", "mercenaries", league, "2001-08-04", *args)
        assert said.status == 0, said.err
        assert said.json["cap"] == 9
        assert said.json["entered"] == list("abcdefgij")
        assert said.json["out"] == ["h"]
        assert said.json["rights"] == rights


def test_s_a08_level_dice_are_thrown_again(run, league):
    names = list("abcd")
    free_league(league, names)
    league.night("2001-08-04", sides=musters(wei=4, wu=4, shu=4), more=volunteers(names))
    said = run("sangokushi", "mercenaries", league, "--dice", "6 4 4 4 1 5 3", "--json")
    assert said.json["cap"] == 3
    assert (said.json["entered"], said.json["out"]) == (list("acd"), ["b"])
    assert said.json["dice"] == {"a": [6], "b": [4, 1], "c": [4, 5], "d": [4, 3]}


def test_s_a09_odd_posts_serve_the_largest_allotment_first(run, league):
    names = list("abcdefg")
    free_league(league, names)
    league.night("2001-08-04", sides=musters(wei=12, wu=8, shu=6), more=volunteers(names))
    said = run("sangokushi", "mercenaries", league, "--json")
    assert said.json["allotment"] == {"wei": 1, "wu": 2, "shu": 4}
    assert said.json["placed"] == {**dict.fromkeys("abcd", "shu"), **dict.fromkeys("ef", "wu"), "g": "wei"}


def test_s_a09_even_posts_serve_the_smallest_and_an_absent_number_stays_empty(run, league):
    names = list("abcdefgh")
    free_league(league, names)
    league.night("2001-08-04", sides=musters(wei=12, wu=8, shu=6), more=volunteers(names, absent=("c",)))
    said = run("sangokushi", "mercenaries", league, "--json")
    assert said.json["cap"] == 7
    assert said.json["placed"] == {"a": "wei", "b": "wu", "d": "wu", **dict.fromkeys("efgh", "shu")}


def test_s_a10_the_calendar_of_october_2001(run):
    said = run("sangokushi", "schedule", "2001-10", "--json")
    nights = said.json["nights"]
    assert [night["date"] for night in nights] == ["2001-10-06", "2001-10-13", "2001-10-20", "2001-10-27"]
    assert [night["draw"] for night in nights] == ["2001-10-03", "2001-10-10", "2001-10-17", None]
    sides = [[tuple(one["sides"]) for one in night["battles"]] for night in nights]
    assert sides == [
        [("wei", "wu"), ("wei", "shu")],
        [("wu", "wei"), ("wu", "shu")],
        [("shu", "wei"), ("shu", "wu")],
        [("wei", "wu", "shu")],
    ]
    ordinary = [frozenset(pair) for night in sides[:3] for pair in night]
    assert all(ordinary.count(pair) == 2 for pair in ordinary)
    assert said.json["most"] == {"wei": 42, "wu": 42, "shu": 42}


def test_s_a11_a_fifth_saturday_rests(run):
    nights = run("sangokushi", "schedule", "2001-09", "--json").json["nights"]
    assert [night["date"][-2:] for night in nights] == ["01", "08", "15", "22", "29"]
    assert (nights[-1]["kind"], nights[-1]["battles"]) == ("rest", [])
    nights = run("sangokushi", "schedule", "2001-09", "--ruling", "fifth_saturday=ordinary", "--json").json["nights"]
    assert nights[-1]["double"] == "wei"


def test_s_a12_the_law_of_the_fields(run, league):
    league.fields(*range(2, 13))
    law = {one["number"]: one["exact"] for one in run("sangokushi", "field", league, "--law", "--json").json["law"]}
    assert (law[7], law[2], law[12]) == ("1/6", "1/36", "1/36")
    league.fields(*range(2, 12))
    law = {one["number"]: one["exact"] for one in run("sangokushi", "field", league, "--law", "--json").json["law"]}
    assert (law[7], law[2]) == ("6/35", "1/35")
    assert 12 not in law


def test_s_a12_a_throw_the_list_lacks_is_repeated(run, league):
    league.fields(*range(2, 12))
    said = run("sangokushi", "field", league, NIGHT, "--dice", "2 5 6 6 3 4", "--json", "--by", "進行役")
    assert said.json["field"]["number"] == 7
    assert [one["values"] for one in said.json["throws"]] == [[2], [5], [6, 6], [3, 4]]


def test_s_a13_the_lower_average_throws(run, league):
    league.head(opening(wei="points = 18\nbattles = 3", wu="points = 17\nbattles = 3"))
    said = run("sangokushi", "field", league, NIGHT, "--dry-run", "--json")
    assert said.json["averages"] == {"wei": "6", "wu": "17/3", "shu": "0"}
    assert (said.json["thrower"], said.json["right_by_dice"]) == ("wu", False)
    league.head(opening(wei="points = 12\nbattles = 2", wu="points = 18\nbattles = 3"))
    said = run("sangokushi", "field", league, NIGHT, "--dice", "2 5 3 4", "--dry-run", "--json")
    assert (said.json["thrower"], said.json["right_by_dice"]) == ("wu", True)


def magic_league(league, wei, wu, shu, *, order="", three_way="no"):
    points = {"wei": wei, "wu": wu, "shu": shu}
    rows = "\n".join(f"[opening.{nation}]\npoints = {value}\nbattles = 9" for nation, value in points.items())
    more = f'[rulings]\n"three_way.held" = "{three_way}"\n[opening]\nafter = 2001-10-13\n{rows}'
    league.head(more, own=order)


@pytest.mark.parametrize(("wei", "magic", "over"), [(59, 0, True), (58, 1, False)])
def test_s_a14_magic(run, league, wei, magic, over):
    magic_league(league, wei, 50, 38)
    said = run("sangokushi", "standings", league, "--json")
    line = next(one for one in said.json["standings"] if one["nation"] == "wei")
    assert (line["battles_left"], line["most"]) == ((0, 59) if over else (1, 66))
    assert line["magic"] == magic
    assert said.json["over"] is over
    assert said.json["champions"] == (["wei"] if over else [])
    assert said.json["cancelled"] == (2 if over else 0)


@pytest.mark.parametrize(("wu", "magic"), [(40, 0), (43, 2)])
def test_s_a15_magic_with_a_three_way_battle_left(run, league, wu, magic):
    magic_league(league, 60, wu, 38, order='order = ["shu", "wu", "wei"]', three_way="yes")
    said = run("sangokushi", "standings", league, "--json")
    line = next(one for one in said.json["standings"] if one["nation"] == "wei")
    assert line["magic"] == magic
    assert said.json["over"] is (magic == 0)


def test_s_a16_the_first_report_counts(run, league):
    log = league.night(NIGHT, battle(report("00:17:05", "wei", "kill"), report("00:17:09", "wu", "pigs")))
    said = run("sangokushi", "night", log, "--json")
    assert (row(said, f"{NIGHT}/1", "wei")["net"], row(said, f"{NIGHT}/1", "wu")["net"]) == (8, 4)
    log = league.night(NIGHT, battle(report("00:17:05", "wei", "kill"), report("00:17:05", "wu", "pigs")))
    said = run("sangokushi", "night", log, "--json")
    assert said.json["battles"][0]["open"] is True
    assert "R-SAME-SECOND" in codes(said)
    assert said.json["battles"][0]["entries"][0]["outcome"] == "needs_ruling"
    assert said.status == 0


def test_s_a17_a_gate_loses_at_once(run, league):
    entries = [breach("00:10:00", "shu", "Gate Travel", "諸葛亮"), report("00:11:00", "shu", "kill")]
    empty = battle(report("00:05:00", "wei", "kill"))
    log = league.night("2001-10-13", empty, battle(*entries, head='start = "00:08:00"'))
    league.night(NIGHT, empty, battle(report("00:30:00", "wei", "kill"), head='start = "00:20:00"'))
    said = run("sangokushi", "night", log, "--json")
    assert (row(said, "2001-10-13/2", "shu")["net"], row(said, "2001-10-13/2", "wu")["net"]) == (0, 8)
    assert finding(said, "W-LATE-EVENT")["line"] == 1 + log.read_text(encoding="utf-8").split("\n").index(
        'at = "00:11:00"'
    )
    assert said.json["battles"][1]["ended_at"] == "24:10:00"


def test_s_a18_a_second_late_is_late(run, league):
    first = battle(report("00:12:30", "wei", "kill"))
    for at, warnings in (("00:27:30", 0), ("00:27:31", 1)):
        second = battle(arrival(at, "shu"), report("00:50:00", "wei", "kill"), head='start = "00:30:00"')
        said = run("sangokushi", "night", league.night(NIGHT, first, second), "--json")
        assert said.json["battles"][1]["deadline"] == "24:27:30"
        assert said.json["battles"][1]["warnings"]["shu"] == warnings


def test_s_a19_ghosts_count_once_and_blades_each(run, league):
    ghosts = [breach("24:05:00", "wei", "幽霊の実体化", "曹操", "夏侯惇", "荀彧", "郭嘉", count=5)]
    ghosts.append(breach("24:06:00", "wei", "W3", "郭嘉", gone_at_once=True))
    blades = breach("24:07:00", "wei", "毒武器", "曹操", "夏侯惇")
    said = run(
        "sangokushi", "night", league.night(NIGHT, battle(*ghosts, blades, report("24:20:00", "wei", "kill"))), "--json"
    )
    assert said.json["battles"][0]["warnings"] == {"wei": 3, "wu": 0}


def wei_muster(fighters, commander, *, reported=10, bomb="郭嘉"):
    names = ", ".join(f'"{name}"' for name in fighters)
    rest = musters().split("[sides.wu]")[1]
    head = f'[sides.wei]\nreported = {reported}\nfighters = [{names}]\ncommander = "{commander}"\nhost = "荀彧"\n'
    return f'{head}bomb = "{bomb}"\nbola = "夏侯惇"\n\n[sides.wu]{rest}'


def test_s_a20_musters(run, league):
    league.roster(
        "a5,曹丕,魏,,文官,12,,,,,", "a6,曹叡,魏,,文官,12,,,,,", *(f"x{k},兵{k},魏,,武官,1,,,,," for k in range(22))
    )
    fight = battle(report("24:20:00", "wei", "kill"))

    def judge(fighters, commander, tail="", **how):
        log = league.night(NIGHT, fight + tail, sides=wei_muster(fighters, commander, **how))
        return run("sangokushi", "night", log, "--json")

    base = ["夏侯惇", "荀彧", "郭嘉"]
    said = judge(["曹丕", *base], "夏侯惇")
    assert said.status == 1
    assert "曹丕" in finding(said, "E-COMMANDER")["message_ja"]
    for commander in ("曹丕", "曹叡"):
        assert judge(["曹丕", "曹叡", *base], commander).status == 0
    assert codes(judge(["曹丕", *base], "曹丕", bomb="夏侯惇")) == ["E-BOMB-KIND"]
    many = ["曹丕", *base, *(f"兵{k}" for k in range(21))]
    assert len(many) == 25
    assert codes(judge(many, "曹丕", reported=24)) == ["E-HEAD"]
    swap = '[[battle.log]]\nat = "24:21:00"\nswap = "交代"\nside = "wei"\nout = ["兵0"]\nin = ["兵21"]\n'
    assert judge(many[:-1], "曹丕", reported=24, tail=swap).status == 0
    added = swap.replace('out = ["兵0"]\n', "")
    assert codes(judge(many[:-1], "曹丕", reported=24, tail=added)) == ["E-ADDED"]


def test_s_a21_entries(run, league):
    league.roster("d1,孟獲,呉,専属,武官,12,,,,,")
    assert finding(run("sangokushi", "check", league, "--json"), "E-EXCLUSIVE")["line"] == 14
    league.roster(関羽="c3,関羽,蜀,,武官,5,yes,,,,")
    said = run("sangokushi", "check", league, "--json")
    assert (said.status, finding(said, "E-RESTRICTED")["line"]) == (1, 12)
    league.roster("d1,張飛,蜀,,武官,12,yes,,,,", "d2,張飛,蜀,,武官,12,yes,,,,")
    assert finding(run("sangokushi", "check", league, "--json"), "E-DUP")["line"] == 15
    league.roster("d1,左慈,魏,,文官,12,,,,,")
    said = run("sangokushi", "check", league, "--json")
    assert (said.status, codes(said)) == (0, ["R-UNKNOWN"])
    assert said.json["findings"][0]["severity"] == "needs_ruling"


def vote_file(league, *replies, posted="2001-10-01T20:00:00", **more):
    text = f'[proposal]\ntitle = "案"\nby = "郭嘉"\nposted = {posted}\n'
    text += "".join(f'{key} = "{value}"\n' for key, value in more.items())
    for member, at, vote in replies:
        text += f'\n[[reply]]\nmember = "{member}"\nat = {at}\nvote = "{vote}"\n'
    return league.write("votes/2001-10-01.toml", text)


def test_s_a22_a_vote(run, league):
    extra = [f"v{k},兵{k},魏,,武官,12,yes,yes,rules,," for k in range(5)]
    league.roster(*extra)
    replies = [("曹操", "2001-10-01T21:00:00", "賛成"), ("孫権", "2001-10-01T22:00:00", "賛成"),
               ("劉備", "2001-10-02T20:00:00", "賛成"), ("兵0", "2001-10-02T21:00:00", "反対"),
               ("兵1", "2001-10-02T22:00:00", "反対"), ("兵2", "2001-10-03T19:59:59", "反対"),
               ("兵3", "2001-10-03T10:00:00", "様子を見たい"), ("兵4", "2001-10-03T21:00:00", "賛成")]  # fmt: skip
    said = run("sangokushi", "vote", vote_file(league, *replies), "--json")
    ballot = said.json["votes"][0]
    assert (ballot["for"], ballot["against"], ballot["state"]) == (4, 3, "carried")
    assert [one["counts"] for one in ballot["replies"]].count(False) == 2
    assert ballot["publisher"] == "兵2"
    early = run("sangokushi", "vote", league, "--at", "2001-10-02T20:30:00", "--json").json["votes"][0]
    assert early["state"] == "open"


TABLE = """
[rulings]
"three_way.held" = "no"

[forecast]
model = "table"
warnings = 0
[forecast.table.default]
enemy_commander_killed = 0.5
own_commander_killed = 0.5
"""
WEI = """
[forecast.table."wei-wu"]
enemy_commander_killed = 0.6
own_commander_killed = 0.4
[forecast.table."wei-shu"]
enemy_commander_killed = 0.6
own_commander_killed = 0.4
"""


@pytest.mark.parametrize(
    ("more", "sole", "tie", "even"),
    [("", [0.25, 0.25, 0.25], 0.25, [1 / 3] * 3), (WEI, [0.3888, 0.184, 0.184], 0.2432, [0.48, 0.26, 0.26])],
)
def test_s_a23_the_oracle_and_the_simulation(run, league, tmp_path, more, sole, tie, even):
    league.head(TABLE + more)
    out = tmp_path / "out"
    said = run("sangokushi", "forecast", league, "--exact", "--seed", 11, "--out", out, "--json")
    assert said.status == 0, said.err
    exact, counted = said.json["exact"], said.json["nations"]
    assert said.json["n"] == 100_000
    for place in range(3):
        assert exact[place]["p_sole"] == pytest.approx(sole[place], abs=1e-8)
        assert exact[place]["p_even"] == pytest.approx(even[place], abs=1e-8)
        assert counted[place]["p_sole"] == pytest.approx(sole[place], abs=0.006)
        assert counted[place]["p_even"] == pytest.approx(even[place], abs=0.006)
    assert 1 - sum(one["p_sole"] for one in exact) == pytest.approx(tie, abs=1e-8)
    assert 1 - sum(one["p_sole"] for one in counted) == pytest.approx(tie, abs=0.006)
    assert all(abs(one["z"]) < 4 for one in said.json["agreement"])
    assert json.loads((out / "forecast.json").read_text(encoding="utf-8"))["seed"] == 11


def test_s_a24_the_rules_of_a_day(run, league):
    values = {}
    for day in ("2001-08-20", "2001-09-14"):
        said = run("sangokushi", "rules", "--as-of", day, "--json")
        values[day] = {one["key"]: one["value"] for one in said.json["parameters"]}
    assert (values["2001-08-20"]["area_degrees"], values["2001-08-20"]["time_limit_minutes"]) == (5, 20)
    assert (values["2001-09-14"]["area_degrees"], values["2001-09-14"]["time_limit_minutes"]) == (3, 30)
    league.roster("d1,呂布,傭兵,非専属,武官,12,,,,,", "d2,陳宮,傭兵,非専属,文官,12,yes,yes,rules,,")
    before = run("sangokushi", "check", league, "--as-of", "2001-08-20", "--json")
    assert before.status == 0, before.json["findings"]
    after = run("sangokushi", "check", league, "--as-of", "2001-09-14", "--json")
    assert (after.status, codes(after)) == (1, ["E-FREE-ABOLISHED"] * 2)


def test_s_a24_pigs_and_limit_by_date(run, league):
    league.fields(*range(2, 13))
    league.head(start="2001-08", months=2)
    far = musters().replace("[sides.wei]\n", '[sides.wei]\nstart = "A"\npigs = 15\npigs_at = ["14° 0\'N, 20° 0\'E"]\n')
    for day, status, found in (("2001-08-18", 0, []), ("2001-08-25", 1, None), ("2001-09-01", 1, ["E-AREA"])):
        if found is None:
            continue
        sides = "wei" if day == "2001-09-01" else "shu"
        log = league.night(
            day, battle(report("24:20:00", "shu" if sides == "wei" else "wu", "time_up"), head="field = 7"), sides=far
        )
        said = run("sangokushi", "night", log, "--json")
        mine = [code for code in codes(said) if code.startswith("E-")]
        assert (said.status, mine) == (status, found)
        assert row(said, f"{day}/1", "wei")["net"] == 6
