"""Whatever is wrong: the exit status, one message with file, place and remedy, never a traceback."""

import pytest

from tests.cli.conftest import write_event, write_sheets


def empty_folder(folder):
    folder.mkdir()


def event_without_entrants(folder):
    folder.mkdir()
    write_event(folder)


def entrants_without_event(folder):
    write_sheets(folder, ("karate", "boxing"))


def one_entrant(folder):
    write_event(write_sheets(folder, ("karate",)))


def event_not_toml(folder):
    write_event(write_sheets(folder, ("karate", "boxing")), "[event]\nname = 武神\n")


def event_unknown_key(folder):
    write_event(write_sheets(folder, ("karate", "boxing")), '[event]\nname = "x"\nregulatoin = "budo"\n')


def event_unknown_ruling(folder):
    write_event(write_sheets(folder, ("karate", "boxing")), '[event]\nname = "x"\n[rulings]\ncriple = "single"\n')


def event_unknown_reading(folder):
    write_event(write_sheets(folder, ("karate", "boxing")), '[event]\nname = "x"\n[rulings]\ncripple = "often"\n')


def event_unknown_regulation(folder):
    write_event(write_sheets(folder, ("karate", "boxing")), '[event]\nname = "x"\nregulation = "nowhere"\n')


def approval_unsigned(folder):
    write_event(write_sheets(folder, ("karate", "boxing")))
    text = '[[style]]\nentrant = "karate"\ndecision = "approved"\n'
    (folder / "approve.toml").write_text(text, encoding="utf-8")


def nothing(folder):
    pass


EVENTS = [
    (nothing, "event.toml"),
    (empty_folder, "空です"),
    (event_without_entrants, "参加者がいません"),
    (entrants_without_event, "event.toml"),
    (one_entrant, "２人以上"),
    (event_not_toml, "event.toml:2"),
    (event_unknown_key, "regulation"),
    (event_unknown_ruling, "cripple"),
    (event_unknown_reading, "single | cumulative"),
    (event_unknown_regulation, "nowhere"),
    (approval_unsigned, "approve.toml"),
]


@pytest.mark.parametrize("command", ["cup", "forecast"])
@pytest.mark.parametrize(("make", "word"), EVENTS, ids=lambda value: getattr(value, "__name__", ""))
def test_an_event_that_cannot_be_used(run, tmp_path, command, make, word):
    folder = tmp_path / "field"
    make(folder)
    said = run(command, folder, "--seed", 7, "--out", tmp_path / "out")
    assert said.status == 2
    assert word in said.err
    assert said.out == ""
    assert not (tmp_path / "out").exists()


SHEETS = {
    "not_toml": ("[entrant]\nname = 鷹村\n", "F-01", "name"),
    "unknown_key": ('[entrant]\nnaem = "鷹村"\n', "F-02", "name"),
    "empty": ("", "F-08", ""),
    "binary": ("\x00\x01\x02", "F-01", "UTF-8"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_with_a_fault_names_it_everywhere(run, sheets, tmp_path, name):
    text, rule, word = SHEETS[name]
    path = tmp_path / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    checked = run("check", path)
    assert checked.status == 1
    assert rule in checked.out
    assert f"{name}.toml" in checked.out
    assert word in checked.out
    for args in (("bout", path, sheets / "karate.toml"), ("spar", path, "--against", sheets), ("explain", path)):
        said = run(*args, "--json")
        assert said.status == 1, args
        assert said.json
        if args[0] != "explain":
            assert f"{name}.toml" in said.err


@pytest.mark.parametrize("command", ["check", "show", "explain", "try"])
def test_a_sheet_that_is_not_there(run, tmp_path, command):
    said = run(command, tmp_path / "nowhere.toml", "--json")
    assert said.status == 2
    assert "nowhere.toml" in said.err
    assert "nowhere.toml" in said.json["error"]["message_ja"]


@pytest.mark.parametrize(
    ("args", "ja", "en"),
    [
        (["chekc"], "「chekc」というコマンドはありません", "No such command"),
        (["check"], "PATH がありません", "Missing argument"),
        (["check", "--jsn", "x"], "--jsn というオプションはありません", "No such option"),
        (["bout", "a", "b", "--seed"], "--seed には値が必要です", "--seed"),
        (["bout", "a", "b", "--bout", "x"], "--bout", "--bout"),
        (["matrix", ".", "-n", "many"], "-n", "-n"),
        (["rules", "Q-99"], "Q-99", "Q-99"),
        (["verify", "nowhere"], "manifest.json", "manifest.json"),
        (["report", "nowhere"], "manifest.json", "manifest.json"),
        (["check", "@nobody"], "@musashi", "@musashi"),
        (["explain"], "SHEET", "SHEET"),
        (["explain", "--jsonl", "nowhere.jsonl"], "nowhere.jsonl", "nowhere.jsonl"),
        (["new", "nowhere\0.toml"], "NUL", "NUL"),
    ],
)
def test_the_command_line_is_corrected_in_the_language_asked_for(run, args, ja, en):
    for lang, word in (("ja", ja), ("en", en)):
        said = run("--lang", lang, *args)
        assert said.status == 2
        assert word in said.err
        assert said.out == ""


def test_another_language_is_refused(run):
    said = run("check", "x", "--lang", "fr")
    assert said.status == 2
    assert "ja" in said.err
    assert "en" in said.err


def test_what_nobody_foresaw_is_one_line(run, sheets, monkeypatch):
    def broken(*args, **kwargs):
        raise RuntimeError("boom\nboom")

    monkeypatch.setattr("budosim.systems.gurps3.checking.advised", broken)
    said = run("check", sheets, "--json")
    assert said.status == 2
    assert "RuntimeError: boom boom" in said.err
    assert len(said.err.strip().splitlines()) == 1
    assert said.json["error"]["status"] == 2


@pytest.mark.parametrize("language", ["ja_JP.UTF-8", "en_GB.UTF-8", "C", "C.UTF-8", "de_DE.UTF-8"])
def test_the_locale_chooses_the_language(run, monkeypatch, language):
    monkeypatch.setenv("LANG", language)
    said = run("check", "nowhere.toml")
    assert ("does not exist" in said.err) is language.startswith("en")
