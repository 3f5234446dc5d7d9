"""The office: calendar files, draws and their audit, volunteers, votes, look-ups, new leagues."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from budosim.events.draws import same_draw
from budosim.systems.sangokushi.league_file import read_league
from budosim.systems.sangokushi.places import apart, read_place, within
from tests.systems.sangokushi.league_maker import battle, codes, finding, musters, report

NIGHT = "2001-10-06"


def audit(league) -> list[dict]:
    path = league.folder / "audit.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def test_the_calendar_as_files(run, league, tmp_path):
    csv, ics = tmp_path / "s.csv", tmp_path / "s.ics"
    assert run("sangokushi", "schedule", "2001-10", "--months", 2, "--csv", csv, "--ics", ics).status == 0
    text = csv.read_bytes().decode("utf-8-sig")
    assert text.splitlines()[1].split(",")[:6] == ["2001-10-06", "1", "ordinary", "2001-10-03", "2001-10-06/1", "1"]
    lines = ics.read_bytes().decode("utf-8").split("\n")
    assert "DTSTART:20011006T150000Z\r" in lines or "DTSTART:20011006T150000Z" in lines
    assert max(len(line.encode("utf-8")) for line in lines) <= 76
    assert sum(line.startswith("BEGIN:VEVENT") for line in lines) == 2 * (6 + 1) + 6


def test_a_month_of_another_league_is_refused(run, league):
    assert run("sangokushi", "schedule", "2002-10", "--league", league).status == 2


def test_every_throw_is_in_the_audit_and_can_be_checked(run, league):
    said = run("sangokushi", "field", league, NIGHT, "--seed", 12, "--by", "進行役", "--json")
    rows = audit(league)
    throws = [one for one in rows if one["kind"] == "throw"]
    assert [one["values"] for one in throws] == [one["values"] for one in said.json["throws"]]
    assert all(same_draw(12, one) for one in throws)
    assert sum(throws[-1]["values"]) == said.json["field"]["number"] == rows[-1]["field"]
    assert {one["by"] for one in rows} == {"進行役"}
    again = run("sangokushi", "field", league, NIGHT, "--seed", 12, "--json")
    assert again.json["decided"]["field"] == said.json["field"]["number"]
    assert audit(league) == rows


def test_a_field_is_not_thrown_for_twice_without_a_reason(run, league):
    first = run("sangokushi", "field", league, NIGHT, "--average", "魏=1,呉=2", "--dice", "3,4", "--json")
    assert first.json["field"]["number"] == 7
    said = run("sangokushi", "field", league, NIGHT, "--dice", "6,6", "--json")
    assert said.status == 1
    assert len(audit(league)) == 2
    args = ("--average", "魏=1,呉=2", "--dice", "6,6", "--again", "座標の誤り")
    said = run("sangokushi", "field", league, NIGHT, *args, "--json")
    assert (said.status, said.json["field"]["number"], audit(league)[-1]["again"]) == (0, 12, "座標の誤り")


def test_the_seed_draws_other_dice_the_second_time(run, league):
    league.head(own='seed_commitment = ""')
    one = run("sangokushi", "field", league, NIGHT, "--seed", 3, "--json").json["throws"]
    two = run("sangokushi", "field", league, NIGHT, "--seed", 3, "--again", "やり直し", "--json").json["throws"]
    assert {row["number"] for row in one}.isdisjoint({row["number"] for row in two})


def test_the_second_battle_has_dice_of_its_own(run, league):
    one = run("sangokushi", "field", league, NIGHT, "--battle", 1, "--json").json["throws"]
    two = run("sangokushi", "field", league, NIGHT, "--battle", 2, "--json").json["throws"]
    assert {row["number"] for row in one}.isdisjoint({row["number"] for row in two})


def test_a_commitment_is_kept(run, league):
    text = "三国の公約したシードの文、全部で二十文字以上"
    from budosim.events.seeds import commitment_of

    league.head(own=f'seed_commitment = "{commitment_of(text)}"')
    path = league.folder / "league.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("seed = 7\n", ""), encoding="utf-8")
    assert run("sangokushi", "field", league, NIGHT, "--dry-run").status == 2
    assert (
        run("sangokushi", "field", league, NIGHT, "--seed", "もう一つの別の文です、二十文字以上の", "--dry-run").status
        == 2
    )
    assert run("sangokushi", "field", league, NIGHT, "--seed", text, "--dry-run").status == 0


def test_by_agreement_the_starts_go_by_dice_or_agreement(run, league):
    said = run("sangokushi", "field", league, NIGHT, "--agree", 5, "--dice", "2 5", "--dry-run", "--json")
    assert (said.json["how"], said.json["starts"]["wu"]["letter"]) == ("agreement", "A")
    said = run("sangokushi", "field", league, NIGHT, "--agree", 5, "--starts", "魏=B,呉=A", "--dry-run", "--json")
    assert said.json["throws"] == []
    assert {n: one["letter"] for n, one in said.json["starts"].items()} == {"wei": "B", "wu": "A"}
    assert "10° 0'N, 20° 0'E" in said.json["announcement_ja"]


def test_three_way_starts_are_chosen_lowest_average_first(run, league):
    args = ("2001-10-27", "--agree", 7, "--average", "魏=5,呉=5,蜀=4", "--by", "a1", "--json")
    said = run("sangokushi", "field", league, *args, "--dice", "2 6")
    assert said.json["order"] == ["shu", "wu", "wei"]
    assert (said.json["how"], said.json["field"]["number"]) == ("committee", 7)


def test_a_night_that_names_another_field_is_noticed(run, league):
    run("sangokushi", "field", league, NIGHT, "--average", "魏=1,呉=2", "--dice", "3,4")
    league.night(NIGHT, battle(report("24:10:00", "wei", "kill"), head="field = 8"))
    assert "W-FIELD-DRAWN" in codes(run("sangokushi", "check", league, "--json"))


def test_a_forged_throw_is_noticed(run, league):
    run("sangokushi", "field", league, NIGHT, "--seed", 12)
    path = league.folder / "audit.jsonl"
    rows = audit(league)
    throw = next(one for one in rows if one["kind"] == "throw")
    throw["values"] = [one % 6 + 1 for one in throw["values"]]
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows), encoding="utf-8")
    said = run("sangokushi", "check", league, "--json")
    assert (said.status, finding(said, "E-AUDIT")["line"]) == (1, 1 + rows.index(throw))
    path.write_text("{broken\n", encoding="utf-8")
    said = run("sangokushi", "check", league, "--json")
    assert (said.status, "audit.jsonl:1" in said.err) == (2, True)


def free_league(league, names):
    league.head(start="2001-08")
    league.roster(*(f"m{name},{name},傭兵,非専属,武官,12,,,,," for name in names))


def post(name, when="2001-08-03T20:00:00", more=""):
    return f'[[volunteer]]\ngeneral = "{name}"\nposted = {when}\n{more}\n'


def test_s_85_posts_that_are_void(run, league):
    free_league(league, "abcd")
    posts = [
        post("a", "2001-08-04T23:00:00"),
        post("b", "2001-08-04T23:00:01"), post("c", "2001-07-28T20:00:00"), post("", "2001-08-03T20:00:00"),
        post("d"), post("d", "2001-08-03T21:00:00"), post("劉備"), post("誰か"),
    ]  # fmt: skip
    league.night("2001-08-04", sides=musters(), more="".join(posts))
    said = run("sangokushi", "mercenaries", league, "--dry-run", "--json")
    assert (said.status, "placed" in said.json) == (1, False)
    assert {"W-POST-LATE", "W-POST-EARLY", "W-POST-NAME", "W-POST-TWICE", "E-NOT-FREE", "E-UNREGISTERED"} <= set(
        codes(said)
    )
    league.night("2001-08-04", sides=musters(), more="".join(posts[:6]))
    said = run("sangokushi", "mercenaries", league, "--dry-run", "--json")
    assert said.json["entered"] == ["d", "a"]


def test_s_82_the_right_of_last_week(run, league):
    """c lost the throw and helped: he fights next week without a throw; who did not report has no right."""
    free_league(league, "abcd")
    heads = musters(wei=4, wu=4, shu=4)
    first = "".join(
        post(name, more=f"throws = [{die}]\nhelped = {str(name == 'c').lower()}")
        for name, die in zip("abcd", (6, 5, 1, 4), strict=True)
    )
    league.night("2001-08-04", battle(report("24:10:00", "wei", "kill")), sides=heads, more=first)
    second = "".join(post(name, "2001-08-10T20:00:00") for name in "abcd")
    league.night("2001-08-11", sides=heads, more=second)
    said = run("sangokushi", "mercenaries", league, "2001-08-11", "--dice", "1 2 3", "--json")
    assert (said.json["entered"], said.json["out"]) == (["b", "c", "d"], ["a"])
    assert "c" not in said.json["dice"]
    rows = [row for row in audit(league) if row["occasion"] == "mercenaries"]
    assert [(row["who"], row["values"]) for row in rows] == [("a", [1]), ("b", [2]), ("d", [3])]
    again = run("sangokushi", "mercenaries", league, "2001-08-11", "--json")
    assert (again.status, again.json["entered"]) == (0, ["b", "c", "d"])
    assert len(audit(league)) == 3
    boast = second.replace('"d"\n', '"d"\nright = true\n')
    league.night("2001-08-11", sides=heads, more=boast)
    assert "W-RIGHT" in codes(run("sangokushi", "mercenaries", league, "2001-08-11", "--json"))


def test_s_82_dice_written_in_the_night_s_file_come_into_the_audit(run, league):
    free_league(league, "abcd")
    posts = "".join(post(name, more=f"throws = [{die}]") for name, die in zip("abcd", (6, 5, 1, 4), strict=True))
    league.night("2001-08-04", sides=musters(wei=4, wu=4, shu=4), more=posts)
    assert run("sangokushi", "mercenaries", league, "--json").json["out"] == ["c"]
    assert {row["who"]: row["values"] for row in audit(league)} == {"a": [6], "b": [5], "c": [1], "d": [4]}
    assert {row["source"] for row in audit(league)} == {"typed"}


def test_s_83_more_rights_than_places(run, league):
    free_league(league, "abcd")
    posts = "".join(post(name, more="right = true") for name in "abcd")
    league.night("2001-08-04", sides=musters(wei=4, wu=4, shu=4), more=posts)
    said = run("sangokushi", "mercenaries", league, "--dice", "1 2 3 4", "--json")
    assert (said.json["cap"], said.json["out"]) == (3, ["a"])


def test_s_59_a_mercenary_fights_where_he_was_allocated(run, league):
    free_league(league, "a")
    for fighters, code in (('"甘寧", "a"]', "E-ALLOCATED-ELSEWHERE"), ('"馬超", "a"]', None)):
        old = fighters.split(",")[0] + "]"
        sides = musters(wei=12, wu=10, shu=4).replace(old, fighters)
        log = league.night("2001-08-04", battle(report("24:10:00", "wei", "kill")), sides=sides, more=post("a"))
        said = run("sangokushi", "night", log, "--json")
        assert (said.status, code in codes(said)) == ((1, True) if code else (0, False))
    sides = musters().replace('"甘寧"]', '"甘寧", "a"]')
    log = league.night("2001-08-04", battle(report("24:10:00", "wei", "kill")), sides=sides)
    assert "W-NOT-ALLOCATED" in codes(run("sangokushi", "night", log, "--json"))


def test_a_throw_nobody_made_is_asked_for(run, league):
    free_league(league, "abcd")
    posts = "".join(post(name) for name in "abcd")
    log = league.night(
        "2001-08-04", battle(report("24:10:00", "wei", "kill")), sides=musters(wei=4, wu=4, shu=4), more=posts
    )
    assert "R-NO-DICE" in codes(run("sangokushi", "night", log, "--json"))


def test_s_23_removal_is_voted_by_the_others(run, league):
    text = '[proposal]\ntitle = "解任"\nkind = "removal"\nabout = "劉備"\nby = "曹操"\nposted = 2001-10-01T20:00:00\n'
    for member, vote in (("劉備", "反対"), ("孫権", "賛成"), ("馬超", "反対")):
        text += f'[[reply]]\nmember = "{member}"\nat = 2001-10-01T21:00:00\nvote = "{vote}"\n'
    said = run("sangokushi", "vote", league.write("votes/a.toml", text), "--json")
    ballot = said.json["votes"][0]
    assert (ballot["for"], ballot["against"], ballot["state"]) == (2, 0, "carried")
    assert codes(said) == ["W-NOT-MEMBER"]


def test_s_20_publication_and_amendments(run, league):
    text = '[proposal]\ntitle = "案"\nby = "郭嘉"\nposted = 2001-10-01T20:00:00\n'
    text += 'published_by = "曹操"\npublished = 2001-10-04T20:00:00\n'
    text += '[[reply]]\nmember = "孫権"\nat = 2001-10-01T21:00:00\nvote = "賛成"\n'
    league.write("votes/a.toml", text)
    assert "W-PUBLISHER" in codes(run("sangokushi", "vote", league, "--json"))
    league.head(
        '[[amendment]]\neffective = 2001-10-05\ntitle = "短く"\n'
        'set = { time_limit_minutes = 10 }\nvote = "votes/a.toml"'
    )
    assert "E-NO-VOTE" not in codes(run("sangokushi", "check", league, "--json"))
    league.night(NIGHT, battle(report("24:10:00", "shu", "time_up")))
    assert run("sangokushi", "ledger", league, "--json").json["rows"][0]["net"] == 6
    league.write(
        "votes/a.toml",
        text.replace("賛成", "反対") + '[[reply]]\nmember = "曹操"\nat = 2001-10-01T22:00:00\nvote = "反対"\n',
    )
    said = run("sangokushi", "check", league, "--json")
    assert {"E-NO-VOTE", "E-PUBLISHED"} <= set(codes(said))


@pytest.mark.parametrize(
    ("word", "day", "warrior", "scholar"),
    [
        ("Mind Brast", "2001-10-01", "no", "no"),
        ("mind blast", "2001-10-01", "no", "no"),
        ("Meter Swarm", "2001-10-01", "no", "no"),
        ("Greater Heal", "2001-10-01", "no", "yes"),
        ("Resurrection", "2001-10-01", "no", "no"),
        ("Harm", "2001-10-01", "no", "yes"),
        ("褒賞Robe", "2001-09-04", "yes", "yes"),
        ("褒賞Robe", "2001-09-05", "no", "no"),
        ("Ethereal", "2001-09-24", "yes", "yes"),
        ("Ethereal", "2001-09-25", "no", "no"),
        ("ボーラ", "2001-07-16", "yes", "yes"),
        ("ボーラ", "2001-07-17", "named", "named"),
        ("スペルブック", "2001-10-01", "frowned", "must"),
        ("orcish bow", "2001-10-01", "yes", "no"),
        ("馬", "2001-10-01", "yes", "yes"),
    ],
)
def test_what_may_be_used(run, word, day, warrior, scholar):
    said = run("sangokushi", "allowed", word, "--as-of", day, "--json")
    assert (said.json["items"][0]["warrior"], said.json["items"][0]["scholar"]) == (warrior, scholar)


def test_s_15_the_forbidden_spells_by_circle(run):
    items = run("sangokushi", "allowed", "--as-of", "2001-10-01", "--json").json["items"]
    banned = {
        c: [one["name_en"] for one in items if one["circle"] == c and one["scholar"] == "no"] for c in range(1, 9)
    }
    assert [len(banned[circle]) for circle in range(1, 9)] == [0, 0, 2, 2, 4, 2, 3, 8]
    assert banned[5] == ["Blade Spirits", "Mind Blast", "Poison Field", "Summon Creature"]


def test_a_misspelt_word_is_answered_with_the_nearest(run):
    said = run("--lang", "en", "sangokushi", "allowed", "Fireboll")
    assert (said.status, "Fireball" in said.err) == (2, True)


def test_rules_and_checklist(run, league):
    said = run("sangokushi", "rules", "リ3-3-1", "--json")
    assert [one["id"] for one in said.json["clauses"]] == ["S-38"]
    assert run("sangokushi", "rules", "tie.final", "--json").json["rulings"][0]["reading"] == "head_to_head"
    league.head('[rulings]\n"tie.final" = "dice"')
    assert run("sangokushi", "rules", "tie.final", "--league", league, "--json").json["rulings"][0]["reading"] == "dice"
    assert run("sangokushi", "rules", "--checklist").out.count("□") > 15


@pytest.mark.parametrize("more", [[], ["--sample"]])
def test_a_new_league_passes_its_own_check(run, tmp_path, more):
    folder = tmp_path / "new"
    assert run("sangokushi", "new", folder, *more).status == 0
    assert run("sangokushi", "check", folder, "--json").json["legal"] is True
    assert run("sangokushi", "standings", folder).status == 0
    assert run("sangokushi", "new", folder).status == 2


def test_the_example_night_of_a_new_league_is_good_once_people_are_entered(run, league, tmp_path):
    folder = tmp_path / "new"
    run("sangokushi", "new", folder)
    sample = next((folder / "nights").glob("*.sample")).read_text(encoding="utf-8")
    league.roster("x,張遼,魏,,武官,12,yes,,,,")
    league.write(
        "generals.csv",
        league.folder.joinpath("generals.csv").read_text(encoding="utf-8") + "張遼,魏,,武官,189,222,正史\n",
    )
    log = league.write(f"nights/{NIGHT}.toml", sample)
    said = run("sangokushi", "night", log, "--json")
    assert (said.status, [one for one in said.json["findings"] if one["severity"] == "error"]) == (0, [])


def test_coordinates():
    start = read_place("54° 20'N, 10° 5'E")
    assert start == (Fraction(163, 3), Fraction(121, 12))
    assert read_place("北54度20分 東10度5分") is None
    assert read_place("54度20分北、10度5分東") == start
    assert within(read_place("57° 20'N, 7° 5'E"), start, 3)
    assert not within(read_place("57° 21'N, 7° 5'E"), start, 3)
    assert apart(read_place("0° 0'N, 179° 0'E"), read_place("0° 0'N, 179° 0'W")) == 2


@pytest.mark.parametrize("text", ["", "here", "10N", "10N 20N", "200N 10E", "10° 70'N, 1E", "10N, 20E, 30N"])
def test_what_is_no_coordinate(text):
    assert read_place(text) is None


def test_names_of_a_league_in_three_spellings(league):
    league.head('[double]\n"2001-10-06" = "Shu"\n"2001-10-13" = "蜀"\n"2001-10-20" = "wei"')
    read = read_league(str(league))
    assert read.problems.found == []
    assert [night.double for night in read.nights] == ["shu", "shu", "wei", None]
