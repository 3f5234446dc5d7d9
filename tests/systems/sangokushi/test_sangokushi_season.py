"""The season as a whole: tables, early end, forecasts, the sample of 2001, the page, processes of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from budosim.systems.sangokushi.coverage import coverage_page
from budosim.systems.sangokushi.forecast import outlook, play_out
from budosim.systems.sangokushi.league_file import SAMPLE, find_league, read_league
from budosim.systems.sangokushi.models import Model, poisson
from budosim.systems.sangokushi.play import play
from budosim.systems.sangokushi.ratings import Fought, chances_of, fit
from budosim.systems.sangokushi.tables import NATIONS, clauses
from tests.systems.sangokushi.league_maker import battle, breach, codes, report, row

ROOT = Path(__file__).parents[3]
CLAUSES = (ROOT / "tests" / "data" / "sangokushi" / "clauses.txt").read_text(encoding="utf-8").split()
SECOND = 'start = "24:31:00"'


def won(by, *, second=False):
    return battle(report("24:45:00" if second else "24:10:00", by, "kill"), head=SECOND if second else "")


def test_s_26_the_ledger_adds_up(run, league):
    league.night("2001-10-06", won("wei"), won("shu", second=True))
    league.night("2001-10-13", won("wei"), won("wu", second=True))
    said = run("sangokushi", "ledger", league, "--json")
    totals = {nation: [r["total"] for r in said.json["rows"] if r["nation"] == nation] for nation in NATIONS}
    assert totals == {"wei": [8, 12, 20], "wu": [4, 8, 16], "shu": [8, 12]}
    lines = {one["nation"]: one for one in run("sangokushi", "standings", league, "--json").json["standings"]}
    assert {nation: one["points"] for nation, one in lines.items()} == {"wei": 20, "wu": 16, "shu": 12}
    assert [lines["wei"][key] for key in ("wins", "draws", "losses", "battles", "average_exact")] == [
        2,
        0,
        1,
        3,
        "20/3",
    ]


def test_until_looks_back(run, league):
    league.night("2001-10-06", won("wei"), won("wei", second=True))
    league.night("2001-10-13", won("wu"), won("wu", second=True))
    said = run("sangokushi", "standings", league, "--until", "2001-10-06", "--json")
    assert max(one["points"] for one in said.json["standings"]) == 16


def test_s_27_the_league_ends_at_once(run, league):
    """Wei lead so far that the first battle of the second night decides: what follows is cancelled."""
    opening = "[opening]\nafter = 2001-10-06\n[opening.wei]\npoints = 47\nbattles = 9\n"
    opening += "[opening.wu]\npoints = 20\nbattles = 9\n"
    league.head(opening)
    league.night("2001-10-13", won("wei"), won("wu", second=True))
    said = run("sangokushi", "standings", league, "--json")
    assert said.status == 1
    assert "E-OVER" in codes(said)
    league.night("2001-10-13", won("wei"))
    said = run("sangokushi", "standings", league, "--json")
    assert (said.json["over_with"], said.json["decided_by"], said.json["champions"]) == (
        "2001-10-13/1",
        "magic",
        ["wei"],
    )
    assert said.json["cancelled"] == 4
    league.night("2001-10-20", won("wei"))
    assert "E-OVER" in codes(run("sangokushi", "ledger", league, "--json"))


def test_a_missing_night_makes_the_table_provisional(run, league):
    league.night("2001-10-13", won("wei"), won("wu", second=True))
    said = run("sangokushi", "standings", league, "--json")
    assert said.json["provisional"] is True
    assert "W-GAP" in codes(said)


def test_magic_without_breaches_is_smaller(run, league):
    league.night("2001-10-06", won("wei"), won("wei", second=True))
    line = run("sangokushi", "standings", league, "--json").json["standings"][0]
    assert line["magic"] - line["magic_clean"] == 4 * line["battles_left"]


def test_tie_final_dice_decide_and_are_kept(run, league):
    rows = "\n".join(
        f"[opening.{nation}]\npoints = {points}\nbattles = 9" for nation, points in (("wei", 40), ("wu", 40))
    )
    league.head(f'[rulings]\n"tie.final" = "dice"\n[opening]\nafter = 2001-10-27\n{rows}')
    assert run("sangokushi", "standings", league, "--json").json["undecided"] == ["wei", "wu"]
    said = run("sangokushi", "standings", league, "--dice", "3 3 2 5", "--json")
    assert said.json["champions"] == ["wu"]
    assert len(said.json["throws"]) == 4
    assert run("sangokushi", "standings", league, "--json").json["champions"] == ["wu"]
    assert run("sangokushi", "standings", league, "--throw").status == 2


def test_the_model_is_what_the_file_says(run, league, tmp_path):
    league.head("[forecast]\nbreach = 0\nwarnings = 0\n[forecast.rating]\nwei = 400\nwu = 0\nshu = 0\ndraw = 0\n")
    played = play(read_league(str(league)))
    from budosim.cli.sangokushi_forecast import model_of

    model = model_of(played)
    chances = model.chances(("wei", "wu"), {})
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["enemy_commander_killed"] == pytest.approx(10 / 11 * 0.6)
    assert chances["time_up"] == chances["own_breach"] == 0
    rough = replace(model, breach=0.1).chances(("wei", "wu"), {})
    assert (rough["own_breach"], rough["enemy_breach"]) == (0.05, 0.05)
    assert sum(rough.values()) == pytest.approx(1)
    mirrored = model.chances(("wu", "wei"), {})
    assert mirrored["own_commander_killed"] == pytest.approx(chances["enemy_commander_killed"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[forecast]\nmodel = "oracle"', "E-CHOICE"),
        ('[forecast]\nmodel = "table"', "E-MISSING"),
        ("[forecast]\nbreach = 2", "E-VALUE"),
        ("[forecast.table.default]\nvictory = 1", "E-KEY"),
        ("[forecast.table.default]\ntime_up = 0", "E-NO-CHANCE"),
        ('[forecast.table."wei-wu"]\ntime_up = 1\n[forecast.table."wu-wei"]\ntime_up = 1', "E-PAIR-TWICE"),
        ("[forecast.three_way]\ntime_up = 3", "E-VALUE"),
    ],
)
def test_a_forecast_that_cannot_be_made(run, league, tmp_path, text, code):
    league.head(text)
    said = run("sangokushi", "forecast", league, "--out", tmp_path / "out", "--seed", 1)
    assert (said.status, code in said.err) == (2, True)
    assert not (tmp_path / "out").exists()


def test_the_table_is_read_from_the_other_side_too():
    table = {"wei-wu": {"enemy_commander_killed": 3.0, "own_pigs_eaten": 1.0}}
    model = Model(kind="table", table=table)
    assert model.chances(("wu", "wei"), {})["own_commander_killed"] == 3.0
    assert model.chances(("wu", "wei"), {})["enemy_pigs_eaten"] == 1.0


def test_ratings_follow_the_battles():
    level = [Fought((0, 1), 0, (0.0, 0.0)), Fought((0, 1), 1, (0.0, 0.0)), Fought((1, 2), None, (0.0, 0.0))]
    fair = fit(level, 0.5, 120)
    assert abs(fair["wei"] - fair["wu"]) < 1e-3
    strong = fit([Fought((0, 1), 0, (0.0, 0.0))] * 8, 0.5, 120)
    assert strong["wei"] > 40 > -40 > strong["wu"]
    helped = fit([Fought((0, 1), 0, (1.0, 0.0))] * 8, 0.5, 120)
    assert helped["wei"] < strong["wei"]
    three = fit([Fought((0, 1, 2), 2, (0.0,) * 3)] * 5, 0.5, 120)
    assert three["shu"] > three["wei"] == pytest.approx(three["wu"])
    assert sum(chances_of((0.3, -0.2), 0.7)) == pytest.approx(1)


@pytest.mark.parametrize("mean", [0.0, 0.01, 0.3, 2.5, 8.0])
def test_warnings_are_poisson(mean):
    weights = poisson(mean)
    assert sum(weights) == 1 << 32
    assert sum(k * w for k, w in enumerate(weights)) / (1 << 32) == pytest.approx(mean, abs=1e-4)


def test_the_forecast_agrees_with_the_oracle_on_a_month_with_everything(run, league, tmp_path):
    league.head("[forecast]\nwarnings = 0.3\nbreach = 0.1\n[forecast.three_way]\ntime_up = 0.3\n")
    league.night("2001-10-06", won("wei"), won("shu", second=True))
    league.night("2001-10-13", won("wu"), won("wu", second=True))
    league.night(
        "2001-10-20",
        battle(breach("24:01:00", "wei", "W1", "曹操"), report("24:10:00", "wei", "kill")),
        won("shu", second=True),
    )
    args = ("--seed", 4, "-n", 40_000, "--out", tmp_path / "o", "--json", "--exact")
    said = run("sangokushi", "forecast", league, *args)
    assert said.status == 0, said.err
    assert said.json["battles_left"] == 1
    assert said.json["exact_parts_ties"] is True
    assert all(abs(one["z"] or 0) < 4 for one in said.json["agreement"])
    assert sum(one["p_even"] for one in said.json["exact"]) == pytest.approx(1)


def test_too_long_for_the_oracle(run, league, tmp_path):
    league.head(months=2)
    said = run("sangokushi", "forecast", league, "--exact", "--seed", 1, "--out", tmp_path / "o")
    assert (said.status, (tmp_path / "o").exists()) == (2, False)


def test_a_season_of_six_months_a_hundred_thousand_times_in_two_seconds(league):
    league.head("[forecast]\nwarnings = 0.3\n", months=6)
    played = play(read_league(str(league)))
    view = outlook(played, Model())
    assert len(view.season.laws) == 6 * 7
    began = time.process_time()
    many = play_out(view, 5, 100_000)
    assert many.n == 100_000
    assert time.process_time() - began < 2.0


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("sangokushi") / "sample"
    shutil.copytree(find_league(SAMPLE), folder)
    return folder


def test_the_sample_season_is_in_order(run, sample):
    said = run("sangokushi", "check", sample, "--json")
    assert (said.status, set(codes(said))) == (0, {"W-LATE-EVENT"})
    assert len(said.json["free_generals"]) > 20
    table = run("sangokushi", "standings", sample, "--json").json
    assert [(one["nation"], one["points"], one["battles"]) for one in table["standings"]] == [
        ("wei", 103, 18), ("wu", 99, 18), ("shu", 93, 17),
    ]  # fmt: skip
    rows = run("sangokushi", "ledger", sample, "--json").json["rows"]
    assert [row_["net"] for row_ in rows if row_["battle"] == "2001-10-06/1"] == [2, 8]
    assert len(rows) == 2 * 2 * 11 + 3 * 3
    votes = run("sangokushi", "vote", sample, "--json").json["votes"]
    assert [one["state"] for one in votes] == ["rejected", "carried"]
    verdict = run("sangokushi", "night", sample / "nights" / "2001-08-18.toml", "--json")
    assert row(verdict, "2001-08-18/2", "wu")["net"] == 0


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.links, self.ids = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "action", "srcset", "data"):
                self.links.append(value)
            if name == "id":
                self.ids.add(value)
            assert not name.startswith("on"), name
            assert name != "style"


@pytest.fixture(scope="module")
def site(sample, tmp_path_factory) -> Path:
    from budosim.cli import main

    out = tmp_path_factory.mktemp("sangokushi") / "site"
    with (sample / "league.toml").open("a", encoding="utf-8") as file:
        file.write('\n[files]\nroster = "roster.csv"\n')
    text = (sample / "roster.csv").read_text(encoding="utf-8")
    (sample / "roster.csv").write_text(text.replace("あさがお", "<script>alert(1)</script>"), encoding="utf-8")
    assert main(["sangokushi", "site", str(sample), "--out", str(out), "-n", "500", "--lang", "ja"]) == 0
    return out


def test_the_page_is_whole_in_itself(site):
    text = (site / "index.html").read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert "script" not in page.tags
    assert "&lt;script&gt;alert(1)" in text
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= page.ids
    assert "default-src &#39;none&#39;" in text
    assert text.startswith("<!DOCTYPE html>")
    assert '<html lang="ja">' in text
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    for word in ("順位", "優勝の見込み", "次の会戦", "日程と結果", "台帳", "首位", "マジック", "武将", "裁定"):
        assert word in text


def test_the_policy_knows_the_style_sheet(site):
    import base64
    import hashlib

    text = (site / "index.html").read_text(encoding="utf-8")
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    assert f"style-src &#39;sha256-{digest}&#39;" in text


def test_the_site_brings_its_tables(site, sample):
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert names == {
        "index.html", "schedule.csv", "standings.csv", "ledger.csv", "allocation.csv", "forecast.csv", "league.ics",
        "audit.jsonl", "report.md", "figures/points.png", "manifest.json",
    }  # fmt: skip
    assert (site / "audit.jsonl").read_text(encoding="utf-8") == (sample / "audit.jsonl").read_text(encoding="utf-8")
    manifest = json.loads((site / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["kind"], manifest["rules_version"]) == ("sangokushi site", "sangokushi/1")
    assert "首位 魏" in (site / "report.md").read_text(encoding="utf-8")
    odds = (site / "forecast.csv").read_text(encoding="utf-8-sig").splitlines()
    assert len(odds) == 1 + 3 * 15


def test_the_same_place_may_be_made_anew_another_is_refused(run, sample, site, tmp_path):
    assert run("sangokushi", "site", sample, "--out", site, "-n", 200).status == 0
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "diary.txt").write_text("x", encoding="utf-8")
    assert run("sangokushi", "site", sample, "--out", tmp_path / "mine", "-n", 200).status == 2


def test_a_page_with_an_open_battle_and_one_of_a_finished_league(run, league, tmp_path):
    league.night("2001-10-06", battle(report("24:10:00", "wei", "kill"), report("24:10:00", "wu", "pigs")))
    assert run("sangokushi", "site", league, "--out", tmp_path / "a", "-n", 200, "--seed", 1).status == 0
    text = (tmp_path / "a" / "index.html").read_text(encoding="utf-8")
    assert "裁定待ち" in text
    assert "暫定" in text
    (league.folder / "nights" / "2001-10-06.toml").unlink()
    league.head("[opening]\nafter = 2001-10-20\n[opening.wei]\npoints = 60\nbattles = 9\n")
    league.night("2001-10-27", battle(report("24:30:00", "committee", "time_up")))
    said = run("sangokushi", "site", league, "--out", tmp_path / "b", "-n", 200, "--seed", 1)
    assert said.status == 1
    (league.folder / "nights" / "2001-10-27.toml").unlink()
    assert run("sangokushi", "site", league, "--out", tmp_path / "b", "-n", 200, "--seed", 1).status == 0
    assert "魏 が優勝" in (tmp_path / "b" / "index.html").read_text(encoding="utf-8")


def test_every_clause_of_the_rule_page_is_covered():
    covered = {clause for one in clauses() for clause in one.clauses}
    assert set(CLAUSES) <= covered
    assert {one.id for one in clauses()} == {f"S-{k:02d}" for k in (*range(1, 67), *range(70, 76), *range(80, 88))}
    for one in clauses():
        assert one.status in ("enforced", "recorded", "not_enforceable")
        assert len(one.does.ja) > 2
        assert len(one.does.en) > 2


def test_the_docs_are_made_from_the_tables():
    text = (ROOT / "docs" / "sangokushi.md").read_text(encoding="utf-8")
    assert text.endswith(coverage_page()), "make it anew: coverage_page() is the last part of docs/sangokushi.md"
    for clause in CLAUSES:
        assert clause in text


def environment(**more):
    env = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    return {**env, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1", **more}


def process(*args, **how):
    command = [sys.executable, "-m", "budosim", "sangokushi", *map(str, args)]
    return subprocess.run(
        command, env=environment(), capture_output=True, encoding="utf-8", check=False, cwd=ROOT, **how
    )


def test_from_the_shell(sample):
    said = process("standings", sample, "--json")
    assert said.returncode == 0
    assert json.loads(said.stdout)["standings"][0]["nation"] == "wei"
    said = process("night", sample / "nights" / "2001-10-27.toml", "--lang", "en")
    assert (said.returncode, "Wei" in said.stdout) == (0, True)
    assert "\x1b" not in said.stdout


def test_office_commands_import_nothing_heavy(sample):
    script = (
        "import sys, json\n"
        "from budosim.cli import main\n"
        "status = main(json.loads(sys.argv[1]))\n"
        "heavy = [n for n in ('numba', 'polars', 'matplotlib', 'pandas') if n in sys.modules]\n"
        "print(json.dumps([status, heavy]), file=sys.stderr)\n"
    )
    for args in (
        ["check", str(sample), "--json"],
        ["schedule", "2001-10", "--json"],
        ["standings", str(sample), "--json"],
    ):
        run = subprocess.run(
            [sys.executable, "-c", script, json.dumps(["sangokushi", *args])],
            env=environment(), capture_output=True, encoding="utf-8", check=False, cwd=ROOT,
        )  # fmt: skip
        assert json.loads(run.stderr.splitlines()[-1]) == [0, []]


def test_office_commands_are_quick(sample):
    for args in (["ledger", sample], ["check", sample]):
        began = time.perf_counter()
        assert process(*args, "--json").returncode == 0
        assert time.perf_counter() - began < 3.0


def test_the_events_know_no_game():
    for path in [*(ROOT / "budosim" / "events").glob("season*.py"), *(ROOT / "budosim" / "study").glob("season*.py")]:
        text = path.read_text(encoding="utf-8")
        assert "systems" not in text
        assert "sangokushi" not in text


def test_averages_are_exact(run, league):
    league.head("[opening]\nafter = 2001-09-30\n[opening.wei]\npoints = 17\nbattles = 3\n")
    said = run("sangokushi", "standings", league, "--json").json["standings"]
    exact = {one["nation"]: Fraction(one["average_exact"]) for one in said}
    assert exact["wei"] == Fraction(17, 3)
