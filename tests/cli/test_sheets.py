import pytest

from tests.cli.conftest import write_event, write_sheets


def test_new_writes_a_sheet_that_check_finds_legal(run, tmp_path):
    path = tmp_path / "me.toml"
    assert run("new", path).status == 0
    checked = run("check", path, "--json")
    assert checked.status == 0
    assert checked.json["legal"] is True
    assert checked.json["entrants"][0]["levels"]["karate"] >= 12


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_new_speaks_the_language_asked_for(run, tmp_path, lang):
    path = tmp_path / "me.toml"
    assert run("new", path, "--lang", lang).status == 0
    assert ("Names stand in quotes" in path.read_text(encoding="utf-8")) is (lang == "en")


def test_new_replaces_nothing_unless_told(run, tmp_path):
    path = tmp_path / "me.toml"
    path.write_text("mine", encoding="utf-8")
    refused = run("new", path)
    assert refused.status == 2
    assert "--force" in refused.err
    assert path.read_text(encoding="utf-8") == "mine"
    assert run("new", path, "--force").status == 0
    assert "[entrant]" in path.read_text(encoding="utf-8")


def test_new_in_place_of_a_folder_says_what_to_write(run, tmp_path):
    said = run("new", tmp_path)
    assert said.status == 2
    assert "my_fighter.toml" in said.err


def test_check_tells_every_finding_with_file_line_rule_and_remedy(run, tmp_path):
    folder = write_sheets(tmp_path, ("karate", "boxing"))
    bad = folder / "karate.toml"
    bad.write_text(bad.read_text(encoding="utf-8").replace("unspent_cp = 2", "unspent_cp = 9"), encoding="utf-8")
    said = run("check", folder)
    assert said.status == 1
    assert "L-02" in said.out
    assert "karate.toml:" in said.out
    assert "→" in said.out
    assert "2 件中 1 件が合格" in said.out
    document = run("check", folder, "--json").json
    assert document["legal"] is False
    assert [entrant["legal"] for entrant in document["entrants"]] == [True, False]
    finding = next(f for f in document["entrants"][1]["findings"] if f["rule"] == "L-02")
    assert finding["severity"] == "error"
    assert finding["line"] > 0
    assert finding["message_ja"]
    assert finding["message_en"]


def test_check_reads_the_regulation_of_an_event(run, tmp_path):
    folder = write_sheets(tmp_path / "field", ("karate",))
    assert run("check", folder).status == 0
    (tmp_path / "rules.toml").write_text("[points]\ntotal = 240\n", encoding="utf-8")
    write_event(folder, '[event]\nname = "夏"\nregulation = "../rules.toml"\n')
    said = run("check", folder / "karate.toml", "--event", folder)
    assert said.status == 1
    assert "L-01" in said.out
    assert "240" in said.out


def test_check_of_a_broken_file_is_a_judgement_not_a_failure(run, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text("[entrant]\nname = 鷹村\n", encoding="utf-8")
    said = run("check", path, "--json")
    assert said.status == 1
    assert said.json["entrants"][0]["findings"][0]["rule"] == "F-01"
    assert said.json["entrants"][0]["findings"][0]["line"] == 2


def test_show_gives_what_follows_and_how(run, sheets):
    document = run("show", sheets / "karate.toml", "--json").json
    assert document["derived"]["levels"]["karate"] == 19
    assert document["derived"]["subturns"] == 2
    assert document["aged"] is None
    step = run("show", sheets / "karate.toml", "空手", "--json").json["steps"][0]
    assert step["value"] == 19
    assert "敏捷力" in step["text_ja"]
    assert "19" in run("show", sheets / "karate.toml", "karate", "--lang", "en").out


def test_show_of_something_nobody_has_says_so(run, sheets):
    said = run("show", sheets / "karate.toml", "空中浮遊")
    assert said.status == 2
    assert "空中浮遊" in said.err
