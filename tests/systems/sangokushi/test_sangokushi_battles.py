"""Battles of two and of three: ends, reporters, limits, breaches, rulings, second battles."""

from __future__ import annotations

import pytest

from budosim.systems.sangokushi.tables import breaches, ends, table
from tests.systems.sangokushi.league_maker import arrival, battle, breach, codes, finding, report, row

NIGHT = "2001-10-06"
FOURTH = "2001-10-27"


def judge(run, league, *entries, day=NIGHT, head="", tail="", more=()):
    log = league.night(day, battle(*entries, head=head, tail=tail), *more)
    return run("sangokushi", "night", log, "--json")


def nets(said, day=NIGHT, order=1, nations=("wei", "wu")):
    return [row(said, f"{day}/{order}", nation)["net"] for nation in nations]


PAIRS = {
    "enemy_commander_killed": (8, 4), "enemy_surrender": (8, 4), "enemy_pigs_eaten": (6, 5), "own_pigs_eaten": (5, 6),
    "own_surrender": (4, 8), "own_commander_killed": (4, 8), "enemy_breach": (8, 0), "own_breach": (0, 8),
}  # fmt: skip


@pytest.mark.parametrize("end", PAIRS)
def test_s_52_points_of_every_end(run, league, end):
    assert tuple(nets(judge(run, league, report("24:10:00", "wei", end)))) == PAIRS[end]
    assert tuple(reversed(nets(judge(run, league, report("24:10:00", "wu", end))))) == PAIRS[end]


def test_s_52_every_end_has_its_mirror():
    for end in ends().members:
        foe = ends()[end.row["foe"]]
        assert ends()[foe.row["foe"]] == end
        assert {end.row["won"], foe.row["won"]} in ({"own", "foe"}, {"nobody"})


def test_s_48_time_up_is_reported_by_the_third_nation(run, league):
    assert nets(judge(run, league, report("24:30:00", "shu", "time_up"))) == [6, 6]
    assert nets(judge(run, league, report("24:30:00", "諸葛亮", "時間切れ"))) == [6, 6]
    said = judge(run, league, report("24:30:00", "wei", "time_up"))
    assert (said.status, finding(said, "E-CLOCK-KEEPER")["rule"]) == (1, "S-48")


def test_s_53_the_limit_by_date(run, league):
    said = judge(run, league, report("24:29:59", "shu", "time_up"))
    assert finding(said, "E-EARLY")["message_en"].endswith("24:30:00")
    league.head(start="2001-09")
    said = judge(run, league, report("24:20:00", "shu", "time_up"), day="2001-09-08")
    assert nets(said, "2001-09-08") == [6, 6]
    assert "R-AFTER-LIMIT" in codes(judge(run, league, report("24:20:01", "wei", "kill"), day="2001-09-08"))


def test_s_46_a_confirmation_is_no_conflict(run, league):
    said = judge(
        run,
        league,
        report("24:10:00", "wei", "kill"),
        report("24:10:00", "wu", "killed"),
        report("24:10:30", "wu", "killed"),
    )
    assert said.json["findings"] == []
    assert [one["outcome"] for one in said.json["battles"][0]["entries"]] == ["ok"] * 3


def test_s_46_only_hosts_report(run, league):
    assert nets(judge(run, league, report("24:10:00", "荀彧", "kill"))) == [8, 4]
    said = judge(run, league, report("24:10:00", "郭嘉", "kill"))
    assert (said.status, sorted(codes(said))) == (1, ["E-NOT-HOST", "R-NO-END"])


LOSSES = [one for one in breaches().members if one.row["kind"] == "loss"]


@pytest.mark.parametrize("one", LOSSES, ids=lambda one: one.id)
def test_s_72_every_loss_ends_the_battle(run, league, one):
    league.fields(*range(2, 13), kind="sea")
    for word in (one.id, one.name.ja, one.row["key"]):
        said = judge(run, league, breach("24:10:00", "wei", word, "曹操"), head="field = 7")
        assert nets(said) == [0, 8], word
        assert said.json["battles"][0]["ended_at"] == "24:10:00"


WARNINGS = [one for one in breaches().members if one.row["kind"] == "warning" and one.id not in ("W3", "W8")]


@pytest.mark.parametrize("one", WARNINGS, ids=lambda one: one.id)
def test_s_71_every_warning_counts_each_offender(run, league, one):
    league.fields(*range(2, 13), kind="sea")
    entries = [breach("24:05:00", "wei", one.name.ja, "曹操", "荀彧"), breach("24:06:00", "wei", one.id, count=3)]
    said = judge(run, league, *entries, report("24:10:00", "wei", "kill"), head="field = 7")
    assert said.json["battles"][0]["warnings"]["wei"] == 5
    assert nets(said) == [4, 4]


def test_s_71_and_s_72_have_eight_and_ten_kinds():
    kinds = [one.row["kind"] for one in breaches().members]
    assert (kinds.count("warning"), kinds.count("loss")) == (8, 10)


def test_s_73_going_on_after_a_call_counts_again(run, league):
    ghosts = [breach("24:01:00", "wei", "W3", "曹操"), breach("24:02:00", "wei", "W3", "曹操", continued=True)]
    said = judge(run, league, *ghosts, report("24:10:00", "wei", "kill"))
    assert said.json["battles"][0]["warnings"]["wei"] == 2


def test_s_73_one_entry_twice_is_one(run, league):
    twice = [breach("24:01:00", "wei", "W1", "曹操"), breach("24:01:00", "wei", "W1", "曹操")]
    said = judge(run, league, *twice, report("24:10:00", "wei", "kill"))
    assert said.json["battles"][0]["warnings"]["wei"] == 1


def test_s_55_looting_counts_after_the_end_too(run, league):
    late = [breach("24:12:00", "wei", "W5", "曹操"), breach("24:13:00", "wei", "W1", "荀彧")]
    said = judge(run, league, report("24:10:00", "wei", "kill"), *late)
    assert said.json["battles"][0]["warnings"]["wei"] == 1
    assert codes(said) == ["W-LATE-EVENT"]


def test_s_65_a_sea_rule_on_land_waits_for_the_committee(run, league):
    league.fields(*range(2, 13), kind="land")
    said = judge(
        run, league, breach("24:05:00", "wei", "W6", "荀彧"), report("24:10:00", "wei", "kill"), head="field = 7"
    )
    assert (said.status, said.json["open"], codes(said)) == (0, True, ["R-BREACH-FIELD"])


UNLISTED = [one for one in breaches().members if one.row["kind"] == "unlisted"]


@pytest.mark.parametrize("word", [*(one.id for one in UNLISTED), "空を飛んだ"])
def test_s_75_unlisted_acts_wait_and_a_signed_ruling_settles_them(run, league, word):
    league.fields(*range(2, 13), kind="ship_land")
    entries = [breach("24:05:00", "wei", word, "曹操"), report("24:10:00", "wei", "kill")]
    said = judge(run, league, *entries, head="field = 7")
    assert (said.status, said.json["open"]) == (0, True)
    assert said.json["battles"][0]["rows"][0]["net"] is None
    table_of = run("sangokushi", "standings", league, "--json").json
    assert (table_of["provisional"], table_of["standings"][0]["points"]) == (True, 0)
    for decision, warned, net in (("nothing", 0, [8, 4]), ("warning", 1, [8, 4]), ("loss", 0, [0, 8])):
        ruling = (
            f'[[battle.ruling]]\non = 1\ndecision = "{decision}"\nmembers = ["a1", "孫権"]\nreason = "見た人がいる"\n'
        )
        said = judge(run, league, *entries, head="field = 7", tail=ruling)
        assert said.json["open"] is False
        assert said.json["battles"][0]["warnings"]["wei"] == warned
        assert nets(said) == net


@pytest.mark.parametrize("members", ["[]", '["荀彧"]', '["a1", "誰か"]'])
def test_s_75_a_ruling_needs_signatures_of_the_committee(run, league, members):
    ruling = f'[[battle.ruling]]\non = 1\ndecision = "nothing"\nmembers = {members}\n'
    said = judge(run, league, breach("24:05:00", "wei", "U1", "曹操"), report("24:10:00", "wei", "kill"), tail=ruling)
    assert said.status == 1
    assert "E-SIGN" in codes(said)
    assert said.json["open"] is True


def test_s_75_doubtful_calls_and_conflicts_are_ruled(run, league):
    doubtful = [breach("24:05:00", "wei", "L1", "曹操", doubtful=True), report("24:10:00", "wei", "kill")]
    assert judge(run, league, *doubtful).json["open"] is True
    tied = [report("24:10:00", "wei", "kill"), report("24:10:00", "wu", "pigs")]
    ruling = '[[battle.ruling]]\non = 2\ndecision = "end"\nend = "enemy_pigs_eaten"\nby = "wu"\nmembers = ["a1"]\n'
    said = judge(run, league, *tied, tail=ruling)
    assert (said.json["open"], nets(said)) == (False, [5, 6])
    whole = '[[battle.ruling]]\ndecision = "end"\nend = "time_up"\nby = "wei"\nmembers = ["a1"]\n'
    said = judge(run, league, *tied, tail=whole)
    assert (said.json["open"], nets(said)) == (False, [6, 6])


def test_s_47_a_call_to_stop_is_kept_and_waits_for_an_end(run, league):
    stop = '[[battle.log]]\nat = "24:05:00"\nstop = "妨害がある"\nby = "wei"\n'
    said = judge(run, league, stop)
    assert codes(said) == ["R-NO-END"]
    assert said.json["battles"][0]["entries"][0]["outcome"] == "ok"


def test_s_36_the_first_battle_open_leaves_lateness_open(run, league):
    second = battle(arrival("24:30:00", "shu"), report("24:50:00", "wei", "kill"), head='start = "24:31:00"')
    log = league.night(NIGHT, battle(), second)
    said = run("sangokushi", "night", log, "--json")
    assert "R-DEADLINE" in codes(said)
    assert all(one["open"] for one in said.json["battles"])


def test_s_36_the_deadline_follows_the_league_s_own_change(run, league):
    league.head('[[amendment]]\neffective = 2001-10-01\ntitle = "20分"\nset = { second_within_minutes = 20 }')
    second = battle(arrival("24:30:00", "shu"), report("24:50:00", "wei", "kill"), head='start = "24:31:00"')
    said = run("sangokushi", "night", league.night(NIGHT, battle(report("24:10:00", "wei", "kill")), second), "--json")
    assert said.json["battles"][1]["deadline"] == "24:30:00"
    assert said.json["battles"][1]["warnings"]["shu"] == 0


def three(run, league, *entries, rules=""):
    league.head(rules)
    said = judge(run, league, *entries, day=FOURTH)
    return said, nets(said, FOURTH, nations=("wei", "wu", "shu"))


def test_s_66_the_last_one_standing_gets_ten(run, league):
    gathered = '[[battle.log]]\nat = "24:06:00"\ngathered = "wu"\n'
    said, points = three(
        run, league, report("24:05:00", "wei", "kill", of="呉"), gathered, report("24:20:00", "shu", "kill")
    )
    assert (said.status, points) == (0, [4, 4, 10])
    assert said.json["battles"][0]["ended_at"] == "24:20:00"


def test_s_66_a_breach_puts_out_with_nothing(run, league):
    _, points = three(run, league, breach("24:05:00", "wu", "L1", "周瑜"), report("24:20:00", "shu", "own_surrender"))
    assert points == [10, 0, 4]


def test_s_66_time_up_gives_six_to_those_still_in(run, league):
    _, points = three(run, league, report("24:05:00", "wu", "killed"), report("24:30:00", "運営委員", "time_up"))
    assert points == [6, 4, 6]
    _, points = three(run, league, report("24:30:00", "committee", "time_up"))
    assert points == [6, 6, 6]


def test_s_66_no_pigs_and_no_reports_of_the_dead(run, league):
    said, _ = three(run, league, report("24:05:00", "wei", "pigs"))
    assert "E-THREE-WAY-END" in codes(said)
    said, _ = three(run, league, breach("24:05:00", "wei", "L3", "曹操"))
    assert "E-THREE-WAY-PIGS" in codes(said)
    entries = [
        report("24:05:00", "wu", "killed"),
        report("24:06:00", "wu", "kill", of="wei"),
        report("24:07:00", "shu", "killed"),
    ]
    said, points = three(run, league, *entries)
    assert ("W-OUT-REPORTS" in codes(said), points) == (True, [10, 4, 4])
    said, _ = three(run, league, report("24:05:00", "wei", "kill"))
    assert "E-OF" in codes(said)


def test_s_66_mutual_falls_of_one_second_wait(run, league):
    mutual = [report("24:05:00", "wei", "kill", of="wu"), report("24:05:00", "wu", "kill", of="wei")]
    said, points = three(run, league, *mutual)
    assert (said.json["open"], points, codes(said).count("R-SAME-SECOND")) == (True, [None] * 3, 2)
    _, points = three(
        run, league, *mutual, report("24:09:00", "wei", "kill"), rules='[rulings]\n"report.same_second" = "in_order"'
    )
    assert points == [10, 4, 4]


def test_s_66_a_ruling_on_the_whole(run, league):
    ruling = '[[battle.ruling]]\ndecision = "end"\nend = "enemy_commander_killed"\nby = "shu"\nmembers = ["a1"]\n'
    said = judge(run, league, day=FOURTH, tail=ruling)
    assert nets(said, FOURTH, nations=("wei", "wu", "shu")) == [4, 4, 10]


def test_warnings_are_paid_in_three_way_battles_too(run, league):
    seen = [breach("24:01:00", "wei", "W1", "曹操"), breach("24:02:00", "wei", "W4", "荀彧")]
    _, points = three(run, league, *seen, report("24:30:00", "committee", "time_up"))
    assert points == [4, 6, 6]


def test_s_64_swaps_and_doubles(run, league):
    swap = '[[battle.log]]\nat = "24:00:00"\nswap = "交代"\nside = "wei"\nout = ["郭嘉"]\nin = ["夏侯惇"]\n'
    assert "E-FIGHTER-TWICE" in codes(judge(run, league, swap, report("24:10:00", "wei", "kill")))
    gone = swap.replace('"郭嘉"', '"曹丕"')
    assert "E-NOT-FIGHTING" in codes(judge(run, league, gone, report("24:10:00", "wei", "kill")))


def test_the_tables_say_what_the_rule_page_says():
    points = {end.id: end.row["points"] for end in ends().members}
    assert list(points.values()) == [8, 8, 6, 6, 5, 4, 4, 8, 0]
    assert table("results")["three_way"] == {
        **table("results")["three_way"],
        "winner": 10,
        "time_up": 6,
        "out": 4,
        "breach": 0,
    }
