import json

import pytest


def ends(run, *args):
    return run("bout", *args, "--json").json


def test_a_bout_is_told_with_the_entrants_own_lines(run, sheets):
    said = run("bout", sheets / "striker.toml", sheets / "boxing.toml", "--seed", 5)
    assert said.status == 0
    assert said.out.startswith("拳野 勝　対　風間 疾")
    assert "勝者：" in said.out or "引き分け" in said.out
    assert "シード 5" in said.err


def test_the_file_that_sorts_first_is_side_a_in_any_order(run, sheets):
    one = ends(run, sheets / "striker.toml", sheets / "boxing.toml", "--seed", 5)
    other = ends(run, sheets / "boxing.toml", sheets / "striker.toml", "--seed", 5)
    assert one == other
    assert one["a"]["id"] == "boxing"
    assert one["k"] == "end"
    assert one["seed"] == 5
    assert one["bout"] == 0


def test_english_and_forum_width(run, sheets):
    said = run("bout", sheets / "striker.toml", sheets / "boxing.toml", "--seed", 5, "--lang", "en", "--text")
    assert "Winner:" in said.out or "Draw" in said.out
    assert max(map(len, said.out.splitlines())) <= 72


def test_the_trace_is_json_lines_from_bout_to_end(run, sheets, tmp_path):
    path = tmp_path / "trace.jsonl"
    end = ends(run, sheets / "striker.toml", sheets / "boxing.toml", "--seed", 5, "--bout", 3, "--trace", path)
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [events[0]["k"], events[-1]["k"]] == ["bout", "end"]
    assert events[0]["format"] == "budosim-trace/1"
    assert events[0]["seed"] == 5
    assert events[0]["bout"] == 3
    assert events[0]["rulings"]["cripple"] == "single"
    assert events[-1]["winner"] == end["winner"]


def test_an_events_rulings_hold_in_a_free_bout(run, sheets, tmp_path):
    (tmp_path / "event.toml").write_text('[event]\nname = "x"\n[rulings]\ncripple = "cumulative"\n', encoding="utf-8")
    path = tmp_path / "trace.jsonl"
    said = run(
        "bout", sheets / "striker.toml", sheets / "boxing.toml", "--seed", 5, "--event", tmp_path, "--trace", path
    )
    assert said.status == 0
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert first["rulings"]["cripple"] == "cumulative"


def test_a_page_is_one_file_without_anything_from_outside(run, sheets, tmp_path):
    text = (sheets / "striker.toml").read_text(encoding="utf-8")
    hostile = tmp_path / "hostile.toml"
    hostile.write_text(text.replace("風間 疾", "<script>alert(1)</script>"), encoding="utf-8")
    page = tmp_path / "bout.html"
    assert run("bout", hostile, sheets / "boxing.toml", "--seed", 5, "--html", page).status == 0
    written = page.read_text(encoding="utf-8")
    assert "<script>alert" not in written
    assert "&lt;script&gt;" in written
    assert "Content-Security-Policy" in written
    assert "http://" not in written
    assert "https://" not in written


def test_control_codes_in_a_name_do_not_reach_the_terminal(run, sheets, tmp_path):
    text = (sheets / "striker.toml").read_text(encoding="utf-8")
    hostile = tmp_path / "hostile.toml"
    hostile.write_text(text.replace("風間 疾", "\\u001b[31m赤\\u202e"), encoding="utf-8")
    said = run("bout", hostile, sheets / "boxing.toml", "--seed", 5)
    assert "\x1b" not in said.out
    assert "\u202e" not in said.out


def test_without_a_seed_one_is_drawn_and_told(run, sheets):
    seeds = {ends(run, sheets / "striker.toml", sheets / "boxing.toml")["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_every_bout_of_a_result_opens_as_it_was(run, official, tmp_path):
    import polars as pl

    folder, _ = official
    rows = pl.read_parquet(folder / "bouts.parquet").filter(pl.col("kind") == "bout").to_dicts()
    assert len(rows) >= 4
    for row in rows:
        end = ends(run, "--of", folder, "--bout", row["bout"])
        assert (end["winner"], end["ending"]) == (row["winner"], row["ending"])
        assert (end["a"]["id"], end["b"]["id"]) == (row["a"], row["b"])
    path = tmp_path / "final.jsonl"
    run("bout", "--of", folder, "--bout", rows[-1]["bout"], "--trace", path)
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    ledger = pl.read_parquet(folder / "ledger.parquet").filter(pl.col("bout") == rows[-1]["bout"])
    brought = dict(ledger.select("id", "hp_before").iter_rows())
    first = next(event for event in events if event["k"] == "turn")
    assert first["state"]["a"]["hp"] == brought[rows[-1]["a"]]
    assert first["state"]["b"]["hp"] == brought[rows[-1]["b"]]


def test_a_number_the_result_does_not_have_is_named(run, official):
    said = run("bout", "--of", official[0], "--bout", 5)
    assert said.status == 2
    assert "bouts.parquet" in said.err


@pytest.mark.parametrize(
    ("args", "word"),
    [
        ((), "二人のシート"),
        (("striker.toml",), "1 件"),
        (("striker.toml", "boxing.toml", "karate.toml"), "3 件"),
        (("striker.toml", "boxing.toml", "--of", "x"), "--of"),
        (("striker.toml", "boxing.toml", "--bout", "-1"), "--bout"),
        (("striker.toml", "boxing.toml", "--bout", str(1 << 53)), "試合番号"),
        (("striker.toml", "."), "3 件"),
    ],
)
def test_what_cannot_be_a_bout_is_told(run, sheets, monkeypatch, args, word):
    monkeypatch.chdir(sheets)
    said = run("bout", *args)
    assert said.status == 2
    assert word in said.err
