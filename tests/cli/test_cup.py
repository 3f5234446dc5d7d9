import json
import shutil

import polars as pl
import pytest

from tests.cli.conftest import write_event, write_sheets

FILES = {
    *("manifest.json", "bouts.parquet", "pairs.parquet", "events.parquet", "entrants.parquet", "standings.parquet"),
    *("ledger.parquet", "audit.jsonl", "report.html", "conditions.jsonl", "bracket.parquet", "figures", "entrants"),
    *("journal", "site", "publications.jsonl"),
}


def test_the_folder_holds_everything_of_the_contract(official):
    folder, said = official
    assert said.status == 0
    assert {path.name for path in folder.iterdir()} == FILES
    assert list((folder / "figures").glob("heatmap.*"))
    assert "seed 7" in said.err


def test_the_document_names_champion_and_standings(official):
    document = official[1].json
    assert document["seed"] == 7
    assert document["champion"] in {row["id"] for row in document["standings"]}
    assert [row["block_place"] for row in document["standings"]] == [1, 2, 3]
    assert document["standings"][0]["reason_ja"].startswith("１位")
    assert "deviation" in document["deviation_en"]
    assert [entry["round"] for entry in document["bracket"]] == ["final"]


def test_the_tables_agree_with_one_another(official):
    folder, said = official
    bouts, pairs = (pl.read_parquet(folder / f"{name}.parquet") for name in ("bouts", "pairs"))
    assert (pairs["wins_a"] + pairs["draws"] + pairs["wins_b"] == pairs["n"]).all()
    assert pairs["n"].sum() == len(bouts.filter(pl.col("kind") == "bout"))
    assert (bouts["seed"] == 7).all()
    events = pl.read_parquet(folder / "events.parquet")
    assert set(events["bout"]) <= set(bouts["bout"])
    assert len(events) > len(bouts)
    entrants = pl.read_parquet(folder / "entrants.parquet")
    assert entrants["name"].to_list() == ["拳野 勝", "新田 空", "風間 疾"]
    assert (
        said.json["champion"]
        == bouts.filter(pl.col("stage") == "final")
        .select(pl.when(pl.col("winner") == "a").then("a").otherwise("b"))
        .item()
    )


def test_the_manifest_tells_how_it_was_made(official):
    manifest = json.loads((official[0] / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["complete"] is True
    assert manifest["seed"]["number"] == 7
    assert manifest["rulings"]["values"]["cripple"] == "single"
    assert [row["id"] for row in manifest["entrants"]] == ["boxing", "karate", "striker"]
    assert all(len(row["sha256"]) == 64 for row in manifest["entrants"])
    assert manifest["versions"]["budosim"]


def test_verify_finds_every_record_identical(run, official):
    said = run("verify", official[0], "--json")
    assert said.status == 0
    assert said.json == {"identical": True, "differences": [], "odds_compared": False}


def test_verify_says_that_it_left_the_chances_out(run, official, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    (folder / "odds.json").write_text("{}", encoding="utf-8")
    said = run("verify", folder, "--lang", "en")
    assert said.status == 0
    assert "Every record is identical." in said.out
    assert "odds.json" in said.out
    said = run("verify", folder, "--odds")
    assert said.status == 2
    assert "odds.json" in said.err


def test_verify_names_what_differs(run, official, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    bouts = pl.read_parquet(folder / "bouts.parquet")
    changed = bouts.with_columns(pl.when(pl.int_range(pl.len()) == 0).then(99).otherwise("hp_a").alias("hp_a"))
    changed.write_parquet(folder / "bouts.parquet")
    said = run("verify", folder, "--json")
    assert said.status == 1
    assert said.json["identical"] is False
    (difference,) = said.json["differences"]
    assert difference["field"] == "hp_a"
    assert difference["then"] == 99
    assert difference["record"].startswith("bouts[0")


def test_verify_sees_a_sheet_that_was_changed(run, official, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    sheet = folder / "entrants" / "karate.toml"
    sheet.write_text(sheet.read_text(encoding="utf-8") + "\n# later\n", encoding="utf-8")
    said = run("verify", folder, "--lang", "en")
    assert said.status == 1
    assert "entrant karate, sha256" in said.out
    assert "nothing was played" in said.err


def test_verify_refuses_another_rules_version_by_name(run, official, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    manifest["rules_version"] = "0.9-old"
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    said = run("verify", folder)
    assert said.status == 2
    assert "0.9-old" in said.err


def test_the_same_seed_gives_the_same_result_and_people_can_read_it(run, official, event, tmp_path, no_report):
    folder = tmp_path / "again"
    said = run("cup", event, "--seed", 7, "--out", folder)
    for word in ("■ 小さな大会", "【Aブロック】", "１位：", "【決勝】", "優勝：", str(folder)):
        assert word in said.out
    for name in ("bouts", "standings", "ledger", "events"):
        ours, theirs = (pl.read_parquet(where / f"{name}.parquet") for where in (folder, official[0]))
        assert ours.equals(theirs)


def test_a_used_folder_is_refused_and_resume_repeats_it(run, official, event, no_report, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    refused = run("cup", event, "--seed", 7, "--out", folder)
    assert refused.status == 2
    assert "--resume" in refused.err
    resumed = run("cup", event, "--out", folder, "--resume", "--json")
    assert resumed.status == 0
    assert resumed.json["seed"] == 7
    assert resumed.json["champion"] == official[1].json["champion"]
    other = run("cup", event, "--out", folder, "--resume", "--seed", 8)
    assert other.status == 2
    assert "7" in other.err


def test_every_refused_entrant_is_listed_with_reasons(run, tmp_path, no_report):
    folder = write_event(write_sheets(tmp_path / "field", ("karate", "boxing", "striker", "judo")))
    for style, old, new in (
        ("karate", "unspent_cp = 2", "unspent_cp = 9"),
        ("judo", "組みついて投げ、倒れたら腕関節技。", "ぐにゃりと踊る。"),
    ):
        path = folder / f"{style}.toml"
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    said = run("cup", folder, "--seed", 7, "--out", tmp_path / "out", "--json")
    assert said.status == 1
    refused = said.json["refused"]
    assert [one["id"] for one in refused] == ["judo", "karate"]
    assert refused[1]["rules"] == ["L-02"]
    assert refused[0]["codes"] == ["E_NO_ORDER"]
    assert "ぐにゃり" in refused[0]["reasons_ja"][0]
    assert "--skip-refused" in said.err
    assert not (tmp_path / "out").exists()
    went_on = run("cup", folder, "--seed", 7, "--out", tmp_path / "out", "--skip-refused", "--json")
    assert went_on.status == 0
    assert [one["id"] for one in went_on.json["refused"]] == ["judo", "karate"]
    assert {row["id"] for row in went_on.json["standings"]} == {"boxing", "striker"}
    assert run("verify", tmp_path / "out").status == 0


def test_results_go_below_results_when_nobody_says_where(run, tmp_path, monkeypatch, no_report):
    write_event(write_sheets(tmp_path / "two", ("karate", "boxing")))
    monkeypatch.chdir(tmp_path)
    document = run("cup", "two", "--seed", 7, "--json").json
    assert document["folder"] == "results/two-7"
    assert {row["reached"] for row in document["standings"]} == {"final", "champion"}
    assert (tmp_path / "results" / "two-7" / "bouts.parquet").is_file()


def test_a_commitment_binds_the_seed(run, tmp_path, no_report):
    from budosim.events.seeds import commitment_of

    secret = "いちばん大きな桜の木の下で待っています。"
    text = f'[event]\nname = "x"\nseed_commitment = "{commitment_of(secret)}"\n'
    folder = write_event(write_sheets(tmp_path / "field", ("karate", "boxing")), text)
    for seed in (["--seed", "7"], []):
        said = run("cup", folder, *seed, "--out", tmp_path / "out")
        assert said.status == 2
        assert "seed_commitment" in said.err
    assert run("cup", folder, "--seed", secret, "--out", tmp_path / "out").status == 0


def test_the_later_file_of_one_entrant_counts(run, tmp_path, no_report):
    folder = write_event(write_sheets(tmp_path / "field", ("karate", "boxing")))
    text = (folder / "karate.toml").read_text(encoding="utf-8")
    for name, day in (("karate", 20), ("karate_2", 21)):
        sent = text.replace("# submitted = 2005-10-20", f"submitted = 2005-10-{day}", 1)
        assert sent != text
        (folder / f"{name}.toml").write_text(sent, encoding="utf-8")
    said = run("cup", folder, "--seed", 7, "--out", tmp_path / "out", "--json")
    assert said.status == 0
    assert {row["id"] for row in said.json["standings"]} == {"boxing", "karate_2"}
    assert "karate_2.toml" in said.err


def test_verify_waits_for_a_run_to_be_complete(run, official, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    (folder / "manifest.json").write_text(json.dumps({**manifest, "complete": False}), encoding="utf-8")
    said = run("verify", folder)
    assert said.status == 2
    assert "--resume" in said.err


def test_report_makes_the_report_anew(run, official, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    (folder / "report.html").unlink()
    assert run("report", folder).status == 0
    assert (folder / "report.html").stat().st_size > 1000


@pytest.mark.parametrize("missing", ["entrants/karate.toml", "conditions.jsonl", "manifest.json"])
def test_a_result_that_lacks_a_file_says_which(run, official, tmp_path, missing):
    folder = tmp_path / "copy"
    shutil.copytree(official[0], folder)
    (folder / missing).unlink()
    said = run("verify", folder)
    assert said.status == 2
    assert missing.rpartition("/")[2] in said.err
