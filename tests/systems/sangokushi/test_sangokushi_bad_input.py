"""Whatever is wrong: a finding with file and line, exit status 1 or 2, nothing written half."""

from __future__ import annotations

import pytest

from budosim.systems.sangokushi.findings import codes as all_codes
from tests.systems.sangokushi.league_maker import ENTRIES, HEAD, battle, breach, codes, finding, musters, report

NIGHT = "2001-10-06"
FIGHT = battle(report("24:20:00", "wei", "kill"))


def line_of(path, text):
    return 1 + path.read_text(encoding="utf-8").split("\n").index(text)


def check(run, league):
    return run("sangokushi", "check", league, "--json")


ENTRY_FAULTS = {
    "E-FIELD": "x,,魏,,武官,12,,,,,",
    "E-NATION": "x,楽進,晋,,武官,12,,,,,",
    "E-MERCENARY": "x,曹丕,魏,時々,文官,12,,,,,",
    "E-CHOICE": "x,曹丕,魏,,騎馬,12,,,,,",
    "E-VALUE": "x,曹丕,魏,,文官,-3,,,,,",
    "E-PERIOD": "x,曹丕,魏,,文官,12,,,,2001-10-02,2001-10-01",
    "E-YEARS": "x,王莽,魏,専属,文官,12,,,,,",
    "E-WRONG-NATION": "x,曹丕,呉,,文官,12,,,,,",
    "E-OUTSIDER": "x,陳宮,魏,,文官,12,,,,,",
    "E-NOT-OUTSIDE": "x,曹丕,傭兵,非専属,文官,12,,,,,",
    "E-FREE-NATION": "x,呂布,魏,非専属,武官,12,,,,,",
    "E-EXCLUSIVE-WHERE": "x,呂布,傭兵,専属,武官,12,,,,,",
    "E-EXCLUSIVE": "x,孟獲,呉,専属,武官,12,,,,,",
    "E-FREE-ABOLISHED": "x,呂布,傭兵,非専属,武官,12,,,,,",
    "E-RESTRICTED": "x,張飛,蜀,,武官,5,yes,,,,",
    "E-RESTRICTED-ACTIVE": "x,張飛,蜀,,武官,50,no,,,,",
    "E-DUP": "x,曹操,魏,,武官,12,,,,,",
    "E-CHARACTERS": "a1,曹操,魏,,武官,12,,,,,",
    "E-MEMBER": "x,曹丕,魏,,文官,3,yes,yes,rules,,",
    "E-TYPE": "x,曹丕,魏,,文官,12,たぶん,,,,",
}


@pytest.mark.parametrize("code", ENTRY_FAULTS)
def test_an_entry_broken_by_one_clause_is_refused_for_it(run, league, code):
    league.roster(ENTRY_FAULTS[code])
    said = check(run, league)
    assert said.status == 1
    found = [one for one in said.json["findings"] if one["code"] == code]
    assert [(one["file"], one["line"]) for one in found] == [("roster.csv", 14)]
    errors = {one["code"] for one in said.json["findings"] if one["severity"] == "error"}
    assert errors <= {code, "E-NO-MEMBER", "E-FREE-ABOLISHED"}
    assert found[0]["message_ja"] != found[0]["message_en"]


def test_all_faults_of_a_file_are_told_at_once(run, league):
    league.roster(*ENTRY_FAULTS.values())
    said = check(run, league)
    assert set(ENTRY_FAULTS) <= set(codes(said))
    assert len(said.json["findings"]) >= len(ENTRY_FAULTS)


def test_changing_the_general(run, league):
    league.roster("x,曹丕,魏,,文官,12,,,,,2001-10-01", "x,孫策,呉,,武官,12,,,,2001-10-02,")
    assert check(run, league).json["findings"] == []
    league.write(
        "generals.csv",
        league.folder.joinpath("generals.csv").read_text(encoding="utf-8") + "徐庶,魏・蜀,,文官,200,234,正史\n",
    )
    league.roster("x,徐庶,魏,,文官,12,,,,,2001-10-01", "x,徐庶,蜀,,文官,12,,,,2001-10-02,")
    assert finding(check(run, league), "E-CROSSED")["line"] == 15
    league.roster("x,曹丕,魏,,文官,12,,,,,", "x,孫策,呉,,武官,12,,,,,")
    assert finding(check(run, league), "W-TWO-GENERALS")["severity"] == "warning"


def test_characters_and_committee(run, league):
    rows = [f"{row},{mark}" for row, mark in zip(ENTRIES.values(), "qqxxxxxxxxxx", strict=True)]
    head = HEAD + ",character"
    league.write("roster.csv", "\n".join([head, *rows]) + "\n")
    assert codes(check(run, league)).count("E-CHARACTER") > 1
    league.roster(曹操="a1,曹操,魏,,武官,12,yes,,,,")
    said = check(run, league)
    assert "魏" in finding(said, "E-NO-MEMBER")["message_ja"]
    league.roster("d1,呂布,魏,専属,武官,12,,,,,")
    assert "傭兵" in finding(check(run, league), "E-NO-MEMBER")["message_ja"]
    assert check(run, league).json["committee"] == ["a1", "b1", "c1"]


def test_columns_that_are_wrong(run, league):
    text = league.folder.joinpath("roster.csv").read_text(encoding="utf-8")
    league.write("roster.csv", text.replace("mercenary", "mercenery"))
    assert finding(check(run, league), "E-KEY")["where"] == "mercenery"
    league.write("roster.csv", text.replace("nation,", "", 1))
    assert "E-MISSING" in codes(check(run, league))
    league.write("roster.csv", "")
    assert "E-EMPTY" in codes(check(run, league))
    league.write("roster.csv", text + 'x,"曹丕,魏\n')
    assert "E-CSV" in codes(check(run, league))
    (league.folder / "roster.csv").unlink()
    assert "E-NO-FILE" in codes(check(run, league))


def test_shift_jis_and_a_byte_order_mark_are_read(run, league):
    path = league.folder / "roster.csv"
    text = path.read_text(encoding="utf-8")
    path.write_bytes(text.encode("utf-8-sig"))
    assert check(run, league).json["findings"] == []
    path.write_bytes(text.encode("cp932"))
    said = check(run, league)
    assert (said.status, codes(said)) == (0, ["I-ENCODING"])


LEAGUE_FAULTS = {
    "E-MONTH": ('start = "2001-10"', 'start = "October"'),
    "E-VALUE": ("months = 1", "months = 0"),
    "E-MISSING": ("months = 1\n", ""),
    "E-BEFORE-HISTORY": ("2001-10", "2001-03"),
    "E-TOML": ("[league]", "[league"),
}


@pytest.mark.parametrize("code", LEAGUE_FAULTS)
def test_a_league_that_cannot_be_laid_out(run, league, code):
    path = league.folder / "league.toml"
    old, new = LEAGUE_FAULTS[code]
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    for command in ("check", "standings", "forecast", "site"):
        said = run("sangokushi", command, league, "--json")
        if code == "E-BEFORE-HISTORY":
            assert said.status == 1, command
            continue
        assert said.status == 2, command
        assert code in said.err
        assert "league.toml" in said.err


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ('[rulings]\n"tie.finel" = "shared"', "E-RULING"),
        ('[rulings]\n"tie.final" = "lots"', "E-READING"),
        ("[leage]\nx = 1", "E-KEY"),
        ('[double]\n"2001-10-27" = "魏"', "E-NOT-ORDINARY"),
        ('[files]\nroster = "../roster.csv"', "E-OUTSIDE"),
        ('[[amendment]]\neffective = 2001-10-10\nset = { pigs = 10 }\nvote = "votes/none.toml"', "E-NO-VOTE"),
        ("[[amendment]]\neffective = 2001-10-10\nset = { pig = 10 }", "E-KEY"),
        ('[[amendment]]\neffective = 2001-10-10\nset = { pigs = "ten" }', "E-TYPE"),
        ("[[amendment]]\neffective = 2001-01-10\nset = { pigs = 10 }", "E-BEFORE-HISTORY"),
        ("[opening]\nafter = 2001-05-05", "E-OPENING"),
        ("[opening]\nafter = 2001-10-06\n[opening.against]\nwei = [1]", "E-AGAINST"),
    ],
)
def test_a_league_file_with_a_fault(run, league, more, code):
    path = league.head(more)
    said = check(run, league)
    assert said.status == 1
    found = next(one for one in said.json["findings"] if one["code"] == code)
    assert found["file"] == "league.toml"
    assert found["line"] is None or 0 < found["line"] <= path.read_text(encoding="utf-8").count("\n") + 1


def test_names_outside_the_list_in_a_night(run, league):
    log = league.night(NIGHT, FIGHT, sides=musters().replace('"甘寧"]', '"甘寧", "司馬徽"]'))
    found = finding(run("sangokushi", "night", log, "--json"), "E-UNREGISTERED")
    assert found["line"] == line_of(log, 'fighters = ["孫権", "周瑜", "諸葛瑾", "甘寧", "司馬徽"]')


def test_a_general_twice_in_a_night(run, league):
    log = league.night(NIGHT, FIGHT, sides=musters().replace('"甘寧"]', '"甘寧", "曹操"]'))
    said = run("sangokushi", "night", log, "--json")
    assert said.status == 1
    assert {"E-FIGHTER-TWICE", "E-OTHER-NATION"} <= set(codes(said))


def test_a_result_before_its_battle(run, league):
    log = league.night(NIGHT, battle(report("23:50:00", "wei", "kill")))
    said = run("sangokushi", "night", log, "--json")
    assert said.status == 1
    assert finding(said, "E-BEFORE-START")["line"] == line_of(log, 'at = "23:50:00"')
    assert said.json["battles"][0]["open"] is True
    second = battle(report("24:05:00", "wei", "kill"))
    log = league.night(NIGHT, battle(report("24:10:00", "wei", "kill")), second)
    assert "E-BEFORE-START" in codes(run("sangokushi", "night", log, "--json"))
    early = battle(report("24:25:00", "wei", "kill"), head='start = "24:05:00"')
    log = league.night(NIGHT, battle(report("24:10:00", "wei", "kill")), early)
    assert "E-BEFORE-FIRST" in codes(run("sangokushi", "night", log, "--json"))


def test_a_log_out_of_order(run, league):
    log = league.night(NIGHT, battle(breach("24:10:00", "wu", "W1", "甘寧"), report("24:09:00", "wei", "kill")))
    said = run("sangokushi", "night", log, "--json")
    assert (said.status, finding(said, "E-TIME")["line"]) == (1, line_of(log, 'at = "24:09:00"'))


def test_a_fifth_saturday_and_other_days(run, league):
    league.head(start="2001-09", months=1)
    for day, code in (
        ("2001-09-29", "E-REST-DAY"),
        ("2001-09-02", "E-NOT-SATURDAY"),
        ("2001-12-01", "E-NOT-IN-LEAGUE"),
        ("2001-06-30", "E-BEFORE-HISTORY"),
    ):
        log = league.night(day, FIGHT)
        said = run("sangokushi", "night", log, "--json")
        assert (said.status, finding(said, code)["line"]) == (1, 2)
        log.unlink()


def test_dates_before_a_rule_existed(run, league):
    league.head(start="2001-07")
    for word in ("L8", "ボーラ"):
        entry = breach("24:05:00", "wei", word, "曹操")
        log = league.night("2001-07-14", battle(entry, report("24:20:00", "wei", "kill")))
        said = run("sangokushi", "night", log, "--json")
        assert (said.status, finding(said, "E-BEFORE-RULE")["line"]) == (1, line_of(log, f'breach = "{word}"'))
        assert "W-BEFORE-RULE" in codes(said)
    text = '[proposal]\ntitle = "案"\nby = "郭嘉"\nposted = 2001-07-20T20:00:00\n'
    said = run("sangokushi", "vote", league.write("votes/a.toml", text), "--json")
    assert (said.status, finding(said, "E-BEFORE-RULE")["line"]) == (1, 4)


def test_free_mercenaries_after_their_abolition(run, league):
    post = '[[volunteer]]\ngeneral = "曹丕"\nposted = 2001-10-05T20:00:00\n'
    log = league.night(NIGHT, FIGHT, more=post)
    assert finding(run("sangokushi", "night", log, "--json"), "E-FREE-ABOLISHED")["line"] == line_of(
        log, 'general = "曹丕"'
    )


NIGHT_FAULTS = {
    "E-KEY": ("[night]", "[night]\nweather = 1"),
    "E-CLOCK": ('at = "24:20:00"', 'at = "half past"'),
    "E-END": ('report = "enemy_commander_killed"', 'report = "victory"'),
    "E-ENTRY": ('report = "enemy_commander_killed"', ""),
    "E-NOT-HOST": ('by = "wei"', 'by = "夏侯惇"'),
    "E-REPORTER": ('by = "wei"', 'by = "shu"'),
    "E-NO-COMMANDER": ('commander = "曹操"\n', ""),
    "E-NOT-FIGHTING": ('host = "荀彧"', 'host = "曹丕"'),
    "E-BETWEEN": ("[[battle]]\n", '[[battle]]\nbetween = ["wu", "shu"]\n'),
    "E-BATTLE": ("[[battle]]\n", "[[battle]]\norder = 2\n[[battle]]\norder = 2\n"),
    "E-NO-FIELD": ("[[battle]]\n", "[[battle]]\nfield = 77\n"),
    "E-PIGS": ("[sides.wei]", "[sides.wei]\npigs = 14"),
    "E-PLACE": ("[sides.wei]", '[sides.wei]\npigs_at = ["somewhere"]'),
    "E-ONE-ONLY": ('bomb = "郭嘉"', 'bomb = ["郭嘉", "荀彧"]'),
    "E-MISSING": ('at = "24:20:00"\n', ""),
    "E-TOML": ("[night]", "[night"),
}


@pytest.mark.parametrize("code", NIGHT_FAULTS)
def test_a_night_with_a_fault(run, league, code):
    log = league.night(NIGHT, FIGHT)
    old, new = NIGHT_FAULTS[code]
    text = log.read_text(encoding="utf-8")
    assert old in text
    log.write_text(text.replace(old, new), encoding="utf-8")
    said = run("sangokushi", "night", log, "--json")
    assert said.status == 1
    found = next(one for one in said.json["findings"] if one["code"] == code)
    assert (found["file"], found["line"] is not None) == (f"{NIGHT}.toml", True)
    for command in ("ledger", "standings", "site"):
        assert (
            run(
                "sangokushi",
                command,
                league,
                "--out" if command == "site" else "--json",
                *([league.folder / "out", "--json"] if command == "site" else []),
            ).status
            == 1
        )
    assert not (league.folder / "out").exists()


def test_nothing_is_written_half(run, league, tmp_path):
    league.night(NIGHT, battle(report("24:20:00", "wei", "victory")))
    for args in (
        ("ledger", league, "--csv", tmp_path / "ledger.csv"),
        ("standings", league, "--csv", tmp_path / "standings.csv"),
        ("forecast", league, "--out", tmp_path / "forecast", "--seed", 1),
        ("site", league, "--out", tmp_path / "site", "--seed", 1),
        ("field", league, "2001-10-13", "--dice", "3,4"),
    ):
        said = run("sangokushi", *args)
        assert (said.status, said.out) == (1, ""), args
        assert "E-END" in said.err
    assert {path.name for path in tmp_path.iterdir()} == {"league"}
    assert not (league.folder / "audit.jsonl").exists()


@pytest.mark.parametrize(
    "args",
    [
        ("check", "nowhere"),
        ("night", "nowhere.toml"),
        ("vote", "nowhere.toml"),
        ("schedule", "2001-13"),
        ("schedule", "2001-10", "--ruling", "a=b"),
        ("check", "@elsewhere"),
        ("mercenaries", "--heads", "1,2", "--free", "3"),
        ("mercenaries", "--heads", "1,2,x", "--free", "3"),
        ("mercenaries",),
        ("allowed", "Fireboll"),
        ("rules", "S-99"),
        ("frobnicate",),
    ],
)
def test_a_command_that_cannot_be_carried_out(run, args):
    for lang in ("ja", "en"):
        said = run("--lang", lang, "sangokushi", *args)
        assert said.status == 2
        assert said.out == ""
        assert len(said.err.strip()) > 5


@pytest.mark.parametrize(
    "args",
    [
        ("2001-10-07",), ("2001-10-06", "--dice", "x"), ("2001-10-06", "--average", "魏=1/0"),
        ("2001-10-06", "--agree", "99"),
        ("2001-10-27", "--battle", "2"), ("2001-10-06", "--agree", "7", "--starts", "魏=A,蜀=B"),
    ],
)  # fmt: skip
def test_a_draw_that_cannot_be_made(run, league, args):
    said = run("sangokushi", "field", league, *args, "--json")
    assert said.status == 2
    assert not (league.folder / "audit.jsonl").exists()


@pytest.mark.parametrize("dice", ["3", "3 7", "3 4 5", "0 1"])
def test_typed_dice_that_cannot_be(run, league, dice):
    said = run("sangokushi", "field", league, NIGHT, "--average", "魏=1,呉=2", "--dice", dice, "--json")
    assert said.status == 1
    assert not (league.folder / "audit.jsonl").exists()


def test_every_finding_has_its_two_texts():
    assert len(all_codes()) == len(set(all_codes()))
    for code in all_codes():
        assert code[:2] in ("E-", "R-", "W-", "I-")
