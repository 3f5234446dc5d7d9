import pytest

from tests.cli.conftest import KARATE, write_sheets


@pytest.fixture
def field(tmp_path, monkeypatch):
    """The sample field, made small."""
    folder = write_sheets(tmp_path / "field", ("boxing", "striker"))
    real = __import__("budosim.systems.gurps3.setting", fromlist=["resolve"]).resolve
    monkeypatch.setattr(
        "budosim.systems.gurps3.setting.resolve", lambda text: folder if text == "@musashi" else real(text)
    )


def test_a_sheet_is_checked_explained_and_tried_out(run, field, sheets):
    said = run("try", sheets / "karate.toml", "-n", 4, "--seed", 3, "--json")
    assert said.status == 0
    document = said.json
    assert document["check"]["legal"] is True
    assert document["explain"]["policy"]["rules"]
    assert document["bouts"] == 4
    assert [(row["a"], row["b"], row["n"]) for row in document["pairs"]] == [
        ("karate", "boxing", 2), ("karate", "striker", 2)
    ]  # fmt: skip
    assert len(document["findings"]) == 3
    assert document["findings"][0]["what"] == "worst_matchup"
    assert all(row["text_ja"] and row["text_en"] for row in document["findings"])


def test_its_counts_are_those_of_spar(run, field, sheets, tmp_path, no_report):
    tried = run("try", sheets / "striker.toml", "-n", 2, "--seed", 3, "--json").json["pairs"]
    sparred = run(
        "spar", sheets / "striker.toml", "--against", sheets / "boxing.toml", "-n", 2, "--seed", 3,
        "--out", tmp_path / "out", "--json",
    ).json["pairs"]  # fmt: skip
    assert tried == sparred


def test_a_line_that_never_decides_anything_is_quoted(run, field, sheets, tmp_path):
    path = tmp_path / "dreamer.toml"
    text = (sheets / "karate.toml").read_text(encoding="utf-8")
    dream = "相手が朦朧としていて自分の残りＨＰが１割以下なら前蹴り。それ以外はひたすらローキック。"
    path.write_text(text.replace(KARATE, dream), encoding="utf-8")
    findings = run("try", path, "-n", 2, "--seed", 3, "--json").json["findings"]
    idle = next(row for row in findings if row["what"] == "idle_lines")
    assert "前蹴り" in idle["text_ja"]
    assert [row["line"] for row in idle["lines"]] == [0]


def test_an_illegal_sheet_is_tried_all_the_same(run, field, sheets, tmp_path):
    path = tmp_path / "illegal.toml"
    text = (sheets / "karate.toml").read_text(encoding="utf-8")
    path.write_text(text.replace("unspent_cp = 2", "unspent_cp = 9"), encoding="utf-8")
    said = run("try", path, "-n", 2, "--seed", 3, "--lang", "en")
    assert said.status == 1
    assert "L-02" in said.out
    assert "What matters most" in said.out


def test_a_pattern_not_understood_is_explained_but_does_not_fight(run, field, sheets, tmp_path):
    path = tmp_path / "dumb.toml"
    text = (sheets / "karate.toml").read_text(encoding="utf-8")
    path.write_text(text.replace(KARATE, "ぐにゃりと踊る。"), encoding="utf-8")
    document = run("try", path, "--json")
    assert document.status == 1
    assert document.json["bouts"] == 0
    assert document.json["explain"]["policy"] is None
