"""`check` as an organizer uses it: a folder of entries, letters, the table, decisions, entries sent twice."""

import os
from pathlib import Path

import pytest

from budosim.systems.gurps3.template import template
from tests.cli.conftest import KARATE, write_event

EVENT = '[event]\nname = "第三回 武神大会"\nentries_open = 2026-10-08\nentries_close = 2026-10-29\n'


def entry(folder: Path, name: str, style: str = "karate", *changes: tuple[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = template("ja", style)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def sent(day: str) -> tuple[str, str]:
    return "# submitted = 2005-10-20T21:00:00+09:00", f"submitted = {day}T21:00:00+09:00"


YOUNG = ("age = 26", "age = 20")


@pytest.fixture
def entries(tmp_path) -> Path:
    """Three entrants, one of whom sent two sheets, in an event's folder."""
    folder = tmp_path / "entries"
    entry(folder, "boxer", "boxing", sent("2026-10-10"))
    entry(folder, "sora", "karate", sent("2026-10-11"), YOUNG)
    entry(folder, "sora2", "karate", sent("2026-10-20"), ("ST = 14", "ST = 15"))
    entry(folder, "hayate", "original", sent("2026-10-12"))
    return write_event(folder, EVENT)


def by_name(document):
    return {Path(entrant["path"]).stem: entrant for entrant in document["entrants"]}


def test_the_latest_of_several_files_counts_and_is_said(run, entries):
    said = run("check", entries, "--event", entries)
    assert said.status == 1
    assert "sora2.toml の方が後に届いています" in said.out
    assert "前回（sora.toml）から変わったところ" in said.out
    assert "年齢：20 → 26" in said.out
    assert "直った違反：L-14" in said.out
    document = run("check", entries, "--event", entries, "--json").json
    found = by_name(document)
    assert found["sora"]["superseded_by"].endswith("sora2.toml")
    assert found["sora2"]["superseded_by"] is None
    assert found["sora2"]["previous"]["path"].endswith("sora.toml")
    changes = {row["where"]: (row["before_ja"], row["after_ja"]) for row in found["sora2"]["previous"]["changes"]}
    assert changes["entrant.age"] == ("20", "26")
    assert changes["attributes.ST"] == ("14", "15")


def test_an_old_illegal_sheet_of_somebody_legal_refuses_nobody_in_an_event(run, tmp_path):
    folder = tmp_path / "e"
    entry(folder, "old", "karate", sent("2026-10-11"), YOUNG)
    entry(folder, "new", "karate", sent("2026-10-12"))
    write_event(folder, EVENT)
    assert run("check", folder, "--event", folder).status == 0
    assert run("check", folder, "--event", folder, "--json").json["legal"] is True
    assert run("check", folder).status == 1


def test_two_files_of_one_name_and_time_are_left_to_the_organizer(run, tmp_path):
    folder = tmp_path / "twins"
    entry(folder, "a")
    entry(folder, "b")
    said = run("check", folder, "--json")
    assert said.err.count("名前も応募日時も同じ") == 1
    assert "a.toml、b.toml" in said.err
    found = by_name(said.json)
    assert found["a"]["same_time"][0].endswith("b.toml")
    assert found["a"]["superseded_by"] is None


def test_what_was_handed_in_before_may_lie_elsewhere(run, tmp_path):
    entry(tmp_path / "old", "me", "karate", YOUNG)
    new = entry(tmp_path / "new", "me")
    document = run("check", new, "--previous", tmp_path / "old", "--json").json
    assert [row["where"] for row in document["entrants"][0]["previous"]["changes"]] == ["entrant.age"]
    assert document["entrants"][0]["previous"]["mended"] == ["L-14"]
    said = run("check", new, "--previous", new, "--lang", "en")
    assert "nothing changed since me.toml" in said.out
    renamed = entry(tmp_path / "new", "other", "karate", ("新田 空", "新田 海"))
    assert run("check", renamed, "--previous", tmp_path / "old", "--json").json["entrants"][0]["previous"] is None


def test_letters_go_to_everybody_refused_and_one_table_to_the_organizer(run, entries, tmp_path):
    out = tmp_path / "letters"
    said = run("check", entries, "--event", entries, "--letters", out)
    assert said.status == 1
    assert sorted(p.name for p in out.iterdir()) == ["organizer.csv", "organizer.md", "sora2.txt"]
    letter = (out / "sora2.txt").read_text(encoding="utf-8")
    assert letter.startswith("件名：【第三回 武神大会】")
    assert "[規定1-1] ＣＰ合計が263で" in letter
    assert "   → " in letter
    assert "10月29日" in letter
    table = (out / "organizer.md").read_text(encoding="utf-8")
    assert "| sora.toml | 新田 空 | 20 | フルコンタクト空手 | 旧（sora2.toml） |" in table
    assert "L-66" in table
    assert (out / "organizer.csv").read_bytes().startswith("\ufeff".encode())
    document = run("check", entries, "--event", entries, "--letters", out, "--json").json
    assert document["letters"]["letters"] == ["sora2.txt"]


def test_letters_in_english_and_what_is_left_of_an_earlier_check(run, tmp_path):
    folder, out = tmp_path / "in", tmp_path / "out"
    path = entry(folder, "sora", "karate", YOUNG)
    assert run("check", folder, "--letters", out, "--lang", "en").status == 1
    letter = (out / "sora.txt").read_text(encoding="utf-8")
    assert letter.startswith("Subject: [Budo tournament]")
    assert "1. [clause 1-3] " in letter
    assert "   -> lower " in letter
    path.write_text(template("ja", "karate"), encoding="utf-8")
    said = run("check", folder, "--letters", out, "--lang", "en")
    assert said.status == 0
    assert "not of this check: sora.txt" in said.err


def test_whose_pattern_nobody_understands_gets_a_letter_too(run, tmp_path):
    path = entry(tmp_path / "in", "dance", "karate", (KARATE, "ぐにゃりと踊る。"))
    out = tmp_path / "out"
    said = run("check", path, "--letters", out)
    assert said.status == 0
    letter = (out / "dance.txt").read_text(encoding="utf-8")
    assert "[規定3-6] 戦闘パターン" in letter
    assert "次の1点" in letter
    assert "| × |" in (out / "organizer.md").read_text(encoding="utf-8")


def test_letters_need_a_folder(run, tmp_path):
    path = entry(tmp_path, "a")
    said = run("check", path, "--letters", path)
    assert said.status == 2
    assert "フォルダー" in said.err


DECISIONS = """\
[[style]]
entrant = "風間 疾"
style = "風間流"
decision = "{decision}"
reason = "受けの説明が足りない"
by = "主催 田中"
date = 2026-10-30

[[waiver]]
entrant = "sora2"
rule = "L-01"
reason = "電話で確認済み"
by = "主催 田中"

[[waiver]]
entrant = "sora2"
rule = "L-02"
reason = "電話で確認済み"
by = "主催 田中"

[[waiver]]
entrant = "誰か"
rule = "L-14"
reason = "人違い"
by = "主催 田中"
"""


@pytest.mark.parametrize("decision", ["approved", "rejected"])
def test_decisions_are_signed_and_shown(run, entries, decision):
    (entries / "approve.toml").write_text(DECISIONS.format(decision=decision), encoding="utf-8")
    said = run("check", entries, "--event", entries)
    assert said.status == (0 if decision == "approved" else 1)
    assert "主催 田中 が容認：電話で確認済み" in said.out
    assert ("主催 田中 2026-10-30が承認しました" in said.out) is (decision == "approved")
    assert ("没となりました（主催 田中 2026-10-30）" in said.out) is (decision == "rejected")
    assert "L-01（主催 田中）" in said.out
    assert "approve.toml [[waiver]] 3（誰か、L-14）に当てはまるものがありません" in said.err
    assert "[[style]]" not in said.err
    english = run("check", entries, "--event", entries, "--lang", "en")
    assert "waived by 主催 田中: 電話で確認済み" in english.out
    found = by_name(run("check", entries, "--event", entries, "--json").json)
    waived = {f["rule"]: f["waived"] for f in found["sora2"]["findings"] if f["waived"]}
    assert waived["L-01"] == {"by": "主催 田中", "reason": "電話で確認済み", "date": None}
    assert found["sora2"]["legal"] is True


def test_a_decision_on_another_style_does_not_count(run, entries):
    text = DECISIONS.format(decision="approved").replace('style = "風間流"', 'style = "旧風間流"')
    (entries / "approve.toml").write_text(text, encoding="utf-8")
    said = run("check", entries, "--event", entries)
    assert "承認待ち" in said.out
    assert "[[style]] 1（風間 疾、style）" in said.err


def test_the_table_is_shown_for_several_files(run, entries):
    said = run("check", entries, "--event", entries, "--lang", "en")
    assert "to decide" in said.out
    assert "old (sora2.toml)" in said.out
    assert "2 of 3 are legal." in said.out
    assert "off-match  errors" not in run("check", entries / "boxer.toml", "--lang", "en").out


def test_ageing_is_shown_before_and_after(run, tmp_path):
    path = entry(tmp_path, "old", "karate", ("age = 26", "age = 48"), ("DX = 16", "DX = 15"))
    said = run("check", path)
    assert "敏捷力15→14" in said.out
    entrant = run("check", path, "--json").json["entrants"][0]
    assert entrant["attributes"]["DX"] == 15
    assert entrant["attributes_in_ring"]["DX"] == 14
    assert entrant["levels"]["karate"] == entrant["levels_in_ring"]["karate"] + 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_one_file_that_cannot_be_read_keeps_nobody_else_out(run, tmp_path):
    entry(tmp_path, "good")
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "dangling.toml").symlink_to(tmp_path / "nowhere.toml")
    (tmp_path / "zeros.toml").write_bytes(b"\0" * 1000)
    (tmp_path / "huge.toml").write_bytes(b"# x\n" * 2_500_000)
    (tmp_path / "deep.toml").write_text("x = " + "[" * 200_000, encoding="utf-8")
    (tmp_path / "picture.toml").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20)
    said = run("check", tmp_path, "--json")
    assert said.status == 1
    found = by_name(said.json)
    rules = {name: [f["rule"] for f in entrant["findings"]] for name, entrant in found.items()}
    assert found["good"]["legal"] is True
    assert rules["pipe"] == rules["dangling"] == rules["zeros"] == rules["picture"] == rules["deep"] == ["F-01"]
    assert rules["huge"] == ["F-06"]
    assert run("check", tmp_path / "pipe.toml").status == 2


def test_a_suggestion_is_there_for_programs_too(run, tmp_path):
    path = entry(tmp_path, "young", "karate", YOUNG)
    finding = next(f for f in run("check", path, "--json").json["entrants"][0]["findings"] if f["rule"] == "L-14")
    assert finding["suggestion"] == finding["suggestion_ja"]
    assert {"set": "skills.空手", "cp": 16} in finding["fix"]


@pytest.mark.parametrize("style", ["karate", "judo", "boxing", "magic", "original"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_new_writes_every_archetype_and_each_passes(run, tmp_path, style, lang):
    path = tmp_path / "deep" / "me.toml"
    assert run("new", path, "--style", style, "--lang", lang).status == 0
    checked = run("check", path, "--json")
    assert checked.status == 0
    assert {f["rule"] for f in checked.json["entrants"][0]["findings"]} <= {"L-57", "L-66"}


def test_new_of_no_archetype_names_them(run, tmp_path):
    said = run("new", tmp_path / "x.toml", "--style", "sumo")
    assert said.status == 2
    assert "karate, judo, boxing, magic, original" in said.err
