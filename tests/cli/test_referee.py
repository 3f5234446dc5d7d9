"""An organizer's controls: rehearse, stop, go on, publish by day, and every kind of signed decision."""

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

from budosim.runs.cup_journal import BoutFiles
from budosim.systems.gurps3.real_dice import throws_of
from tests.cli.conftest import write_event, write_sheets

BY = ("--by", "佐藤", "--reason", "記録に残す理由")


@pytest.fixture
def played(official, tmp_path, no_report) -> Path:
    """A copy of the official result."""
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    return folder


def bouts_of(folder: Path) -> list[dict]:
    return pl.read_parquet(folder / "bouts.parquet").to_dicts()


def test_a_rehearsal_writes_nothing(run, event, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = run("cup", event, "--dry-run", "--json", "--lang", "en")
    assert said.status == 0
    assert said.json["dry_run"] is True
    assert [one["id"] for one in said.json["entrants"]] == ["boxing", "karate", "striker"]
    assert said.json["blocks"] == [3]
    assert said.json["bouts"] == 4
    assert said.json["days"] == ["draw", "round1", "round2", "blocks", "final"]
    assert list(tmp_path.iterdir()) == []


def test_an_event_stops_at_a_day_and_goes_on_to_the_same_end(run, event, official, tmp_path, no_report):
    out = tmp_path / "out"
    stopped = run("cup", event, "--seed", 7, "--out", out, "--until", "blocks", "--json", "--lang", "en")
    assert stopped.status == 0
    assert stopped.json["complete"] is False
    assert stopped.json["champion"] is None
    assert stopped.json["until"] == "blocks"
    assert len(bouts_of(out)) == 3
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert (manifest["complete"], manifest["until"]) == (False, "blocks")
    assert run("verify", out).status == 2
    files = sorted(path.name for path in (out / "journal").iterdir())
    went_on = run("cup", event, "--out", out, "--resume", "--json")
    assert went_on.json["champion"] == official[1].json["champion"]
    assert set(files) < {path.name for path in (out / "journal").iterdir()}
    for name in ("bouts", "standings", "ledger", "events", "bracket"):
        assert pl.read_parquet(out / f"{name}.parquet").equals(pl.read_parquet(official[0] / f"{name}.parquet"))
    assert run("verify", out).status == 0


def test_a_day_nobody_has_is_refused_with_those_there_are(run, event, tmp_path):
    said = run("cup", event, "--seed", 7, "--out", tmp_path / "out", "--until", "blokcs", "--lang", "en")
    assert said.status == 2
    assert "did you mean blocks?" in said.err
    assert not (tmp_path / "out").exists()


def test_a_seed_is_committed_to(run):
    said = run("seed", "--json")
    assert said.status == 0
    assert len(said.json["text"]) >= 20
    again = run("seed", said.json["text"], "--json").json
    assert again["commitment"] == said.json["commitment"]
    assert again["drawn"] is False
    assert run("seed", "short").status == 2


def test_the_site_of_a_day_keeps_the_rest_and_the_seed_back(run, played):
    said = run("site", played, "--until", "round1", "--json", "--lang", "en")
    assert said.status == 0
    assert (said.json["until"], said.json["bouts"], said.json["complete"]) == ("round1", 1, False)
    site = played / "site"
    assert [path.name for path in sorted((site / "bouts").iterdir())] == ["001.html"]
    everything = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*") if path.is_file())
    index = (site / "index.html").read_text(encoding="utf-8")
    assert "no champion" not in index
    assert '<div class="champion">' not in index
    assert "<dt>Seed</dt>" not in everything
    assert "Kept back until the event is over." in (site / "fairness.html").read_text(encoding="utf-8")
    assert '<details class="veil' in index
    whole = run("site", played, "--json")
    assert whole.json["complete"] is True
    assert len(list((site / "bouts").iterdir())) == 4
    assert '<details class="veil' not in (site / "index.html").read_text(encoding="utf-8")
    assert run("site", played, "--veil", "all").status == 0
    assert '<details class="veil' in (site / "index.html").read_text(encoding="utf-8")
    assert run("site", played, "--veil", "some").status == 2


def test_a_site_does_not_show_what_is_not_played(run, event, tmp_path, no_report):
    out = tmp_path / "out"
    assert run("cup", event, "--seed", 7, "--out", out, "--until", "round1").status == 0
    said = run("site", out, "--until", "final", "--lang", "en")
    assert said.status == 2
    assert "--resume" in said.err


def test_the_list_names_bouts_and_what_comes_next(run, event, tmp_path, no_report):
    out = tmp_path / "out"
    run("cup", event, "--seed", 7, "--out", out, "--until", "round2")
    listed = run("referee", out, "list", "--json").json
    assert len(listed["bouts"]) == 2
    assert len(listed["coming"]) == 1
    assert listed["coming"][0]["day"] == "blocks"
    assert listed["decisions"] == []


def test_a_bout_decided_otherwise_changes_what_follows_and_is_shown(run, played):
    before = bouts_of(played)
    row = before[0]
    other = "b" if row["winner"] == "a" else "a"
    said = run("referee", played, "override", "--bout", row["bout"], "--winner", other, *BY, "--json")
    assert said.status == 0
    after = bouts_of(played)
    assert after[0]["winner"] == other
    assert after[0]["ending"] == "referee"
    assert after[0]["hp_a"] == row["hp_a"]
    assert run("verify", played).status == 0
    fairness = (played / "site" / "fairness.html").read_text(encoding="utf-8")
    assert "記録に残す理由" in fairness
    assert "佐藤" in fairness
    assert "記録に残す理由" in (played / "site" / "bouts" / "001.html").read_text(encoding="utf-8")
    (kept,) = [json.loads(line) for line in (played / "rulings.jsonl").read_text(encoding="utf-8").splitlines()]
    assert kept["kind"] == "override"
    draw = run("referee", played, "override", "--bout", row["bout"], "--winner", "draw", *BY, "--json")
    assert draw.status == 0
    assert bouts_of(played)[0]["winner"] is None


def test_a_bout_fought_once_more_has_other_dice_and_verifies(run, played):
    before = bouts_of(played)
    row = before[-1]
    files = BoutFiles(played, [])
    first = files.entry(row["bout"])
    assert run("referee", played, "rerun", "--bout", row["bout"], *BY, "--json").status == 0
    again = files.entry(row["bout"])
    assert again["trace"] != first["trace"]
    assert again["opening"]["rolled_as"] != row["bout"]
    assert again["trace"][0]["bout"] == row["bout"]
    assert bouts_of(played)[:-1] == before[:-1]
    assert run("verify", played).status == 0
    told = run("bout", "--of", played, "--bout", row["bout"], "--json").json
    assert told["turns"] == again["trace"][-1]["turns"]


def test_somebody_withdraws(run, played, event, official):
    champion = official[1].json["champion"]
    said = run("referee", played, "withdraw", "--entrant", champion, "--from", "final", *BY, "--json")
    assert said.status == 0
    assert said.json["champion"] not in (None, champion)
    last = bouts_of(played)[-1]
    assert (last["kind"], last["stage"]) == ("forfeit", "final")
    assert run("verify", played).status == 0
    assert run("referee", played, "withdraw", "--entrant", "nobody", "--from", "final", *BY).status == 2
    late = run("referee", played, "withdraw", "--entrant", champion, *BY, "--lang", "en")
    assert late.status == 2
    assert "--from" in late.err


def test_real_dice_decide_a_bout(run, played):
    """The dice of a bout typed in are the same bout; others are another, and a verified one."""
    row = bouts_of(played)[0]
    trace = BoutFiles(played, []).entry(row["bout"])["trace"]
    throws = []
    for event in trace:
        if event["k"] == "initiative":
            throws += [[die] for pair in event["dice"] for die in pair]
        elif event["k"] == "contest":
            throws += [event[side]["dice"] for side in ("mine", "theirs") if event[side]["dice"]]
        elif event.get("dice"):
            throws.append(event["dice"])
    assert len(throws) == sum(map(throws_of, trace)) == row["draws"]
    typed = ", ".join(" ".join(map(str, throw)) for throw in throws)
    short = run("referee", played, "dice", "--bout", row["bout"], "--dice", typed.rpartition(",")[0], *BY)
    assert short.status == 2
    wrong = run("referee", played, "dice", "--bout", row["bout"], "--dice", "1, 6, 3 3, " + typed, *BY)
    assert wrong.status == 2
    assert not (played / "rulings.jsonl").exists()
    said = run("referee", played, "dice", "--bout", row["bout"], "--dice", typed, *BY, "--json")
    assert said.status == 0
    again = BoutFiles(played, []).entry(row["bout"])["trace"]
    assert again[1:] == trace[1:]
    assert again[0]["real_dice"] is True
    assert run("verify", played).status == 0


def test_dice_are_asked_for_one_by_one_and_kept(run, played, tmp_path, monkeypatch):
    import io

    row = bouts_of(played)[-1]
    kept = tmp_path / "dice.txt"
    monkeypatch.setattr("sys.stdin", io.StringIO("2\n5\n"))
    stopped = run("referee", played, "dice", "--bout", row["bout"], "--file", kept, *BY, "--lang", "en")
    assert stopped.status == 2
    assert "throw 3 is missing" in stopped.err
    assert kept.read_text(encoding="utf-8") == "2\n5\n"
    answers = "\n".join(f"{n} {n} {n}\n{n}\n{n} {n}" for n in (3, 4, 2, 5) * 80)
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    said = run("referee", played, "dice", "--bout", row["bout"], "--file", kept, *BY, "--json")
    assert said.status == 0
    assert kept.read_text(encoding="utf-8").startswith("2\n5\n")
    assert run("verify", played).status == 0


def test_real_dice_decide_the_draw_of_an_event_to_come(run, tmp_path, no_report):
    folder = write_event(write_sheets(tmp_path / "field"))
    missing = run("referee", folder, "draw", "--draw", "blocks", "--dice", "3", *BY, "--lang", "en")
    assert missing.status == 2
    assert "number 2 is missing, 1 to 2" in missing.err
    assert run("referee", folder, "draw", "--draw", "blocks", "--dice", "1 1", *BY).status == 0
    said = run("cup", folder, "--seed", 7, "--out", tmp_path / "out", "--until", "draw", "--json")
    assert said.status == 0
    audit = [json.loads(line) for line in (tmp_path / "out" / "audit.jsonl").read_text(encoding="utf-8").splitlines()]
    assert audit[0]["typed"] is True
    assert audit[0]["values"] == [0, 0]
    assert "実際のダイス" in (tmp_path / "out" / "site" / "fairness.html").read_text(encoding="utf-8")


def test_who_withdraws_before_the_draw_is_not_drawn(run, tmp_path, no_report):
    folder = write_event(write_sheets(tmp_path / "field", ("karate", "boxing", "striker")))
    assert run("referee", folder, "withdraw", "--entrant", "karate", *BY).status == 0
    said = run("cup", folder, "--seed", 7, "--out", tmp_path / "out", "--until", "draw", "--json", "--lang", "en")
    assert said.status == 0
    assert {row["id"] for row in said.json["standings"]} == {"boxing", "striker"}
    assert "withdrawn" in said.err


def test_a_remark_is_shown(run, played):
    assert run("referee", played, "remark", *BY).status == 0
    assert "記録に残す理由" in (played / "site" / "fairness.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("override", "--winner", "a", *BY), "--bout"),
        (("override", "--bout", 3, "--winner", "a", *BY), "no bout 3"),
        (("override", "--bout", 3, "--winner", "c", *BY), "a, b or draw"),
        (("rerun", "--bout", 3, "--reason", "x"), "--by"),
        (("rerun", "--bout", 3, "--by", "x"), "--reason"),
        (("dance",), "is no decision"),
        (("draw", "--draw", "tea", "--dice", "1", *BY), "no draw"),
        (("dice", "--bout", 3, "--dice", "x", *BY), "number of a die"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_and_not_kept(run, played, args, says):
    said = run("referee", played, *args, "--lang", "en")
    assert said.status == 2
    assert says in said.err
    assert not (played / "rulings.jsonl").exists()


def test_a_folder_that_is_neither_event_nor_result_is_refused(run, tmp_path):
    assert run("referee", tmp_path, "list").status == 2
    assert run("site", tmp_path).status == 2
