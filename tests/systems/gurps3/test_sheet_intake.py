"""Intake: both forms, encodings, fences, full-width signs, the findings F-01 to F-09 and their lines."""

from __future__ import annotations

import os
import struct
import zlib
from fractions import Fraction
from pathlib import Path

import pytest
from PIL import Image
from sheet_bench import DATA, A, patched, put, toml

from budosim.errors import SheetError
from budosim.systems.gurps3.findings import Finding
from budosim.systems.gurps3.intake import (
    MAX_BYTES,
    find_sheets,
    read_sheet,
    read_sheet_of_folder,
    read_sheet_text,
)
from budosim.systems.gurps3.legality import check_json, check_sheet
from budosim.systems.gurps3.sheet import Sheet

SHORT = """\
[entrant]
name = "鷹村 蓮"
reading = "たかむら れん"
age = 24
sex = "男"
height_cm = 172
weight_kg = 68
appearance = "短髪、細身だが肩幅が広い。白い道着。"
background = "町道場の跡取り。"
outfit = "服"
submitted = 2005-10-20T21:00:00+09:00
unspent_cp = 5
quirks = ["勝っても礼を欠かさない", "試合前は口をきかない"]
sources = ["basic", "martial_arts"]

[pattern]
text = \"\"\"
ひたすらローキック、２ターンに１回フェイントを行う。
\"\"\"

[lines]
before = "よろしくお願いします。"
win = ["押忍。", "まだまだ。"]
round_final = "ここまで来た。"

[attributes]
ST = 13
"敏捷力" = 15
IQ = "１１"
HT = 12

[style]
name = "フルコンタクト空手"

[advantages]
"達人の指導" = { cp = 40, applies_to = "空手" }
"意志の強さ" = 8

[disadvantages]
"自信過剰" = "−10"

[skills]
"空手" = 40
"スポーツ空手" = { cp = 8, level = 18 }
"言語（英語）" = 2
"言語" = { cp = 1, spec = "中国語" }

[maneuvers]
"蹴り" = 3
"フェイント（空手）" = 4

[[combinations]]
name = "対角ロー"
moves = ["脛蹴り", "蹴り"]
cp = 4

[spells]
"かゆみ" = 4

[off_match]
"料理" = 2
"カリスマ" = 5
"""


def told(sheet: Sheet, rule: str) -> list[Finding]:
    return [f for f in sheet.findings if f.rule == rule]


def one(text: str | bytes, rule: str) -> Finding:
    found = told(read_sheet_text(text), rule)
    assert len(found) == 1, found
    return found[0]


def test_the_short_form() -> None:
    sheet = read_sheet_text(SHORT)
    assert sheet.findings == ()
    assert sheet.attributes == {"ST": 13, "DX": 15, "IQ": 11, "HT": 12}
    assert sheet.entrant.name == "鷹村 蓮"
    assert sheet.entrant.weight == 68
    assert sheet.lines["win"] == ("押忍。", "まだまだ。")
    assert sheet.style is not None
    assert sheet.style.id == "full_contact_karate"
    master = sheet.advantages[0]
    assert (master.id, master.text, master.applies_ids) == ("trained_by_a_master", "達人の指導", ("karate",))
    assert [s.key for s in sheet.skills] == [
        "karate",
        "sport:karate",
        "language(英語)",
        "language(中国語)",
        "cooking",
    ]
    assert sheet.skills[1].level == 18
    assert sheet.skills[-1].off
    assert sheet.advantages[-1].id == "charisma"
    assert sheet.advantages[-1].off
    assert sheet.disadvantages[0].cp == -10
    assert [m.id for m in sheet.combinations[0].moves] == ["shin_kick", "kicking"]
    assert sheet.pattern.strip().startswith("ひたすら")


def test_the_long_form_means_the_same_as_the_short() -> None:
    long_form = read_sheet(DATA / "sheets" / f"{A}.toml")
    karate = next(s for s in long_form.skills if s.id == "karate")
    assert (karate.cp, karate.level, karate.spot.line) == (Fraction(40), 20, 76)
    assert long_form.entrant.portrait is not None
    assert long_form.entrant.portrait.size == 1800
    assert long_form.pattern
    assert long_form.lines["win"] == ("押忍。",)


def test_lines_name_the_place() -> None:
    sheet = read_sheet_text(SHORT)
    karate = sheet.skills[0]
    assert (karate.spot.where, karate.spot.line) == (
        "skills.空手",
        SHORT.split("\n").index('"空手" = 40') + 1,
    )
    assert sheet.spot("entrant.age").line == 4
    assert sheet.spot("attributes.DX").line == SHORT.split("\n").index('"敏捷力" = 15') + 1


@pytest.mark.parametrize(
    ("encoding", "told_as"),
    [
        ("utf-8", None),
        ("utf-8-sig", None),
        ("cp932", "Shift_JIS"),
        ("utf-16", "UTF-16"),
        ("iso2022_jp", "ISO-2022-JP"),
    ],
)
def test_f_07_encodings(encoding: str, told_as: str | None) -> None:
    text = SHORT.replace("−10", "-10")
    sheet = read_sheet_text(text.encode(encoding))
    assert sheet.entrant.name == "鷹村 蓮"
    found = told(sheet, "F-07")
    assert [told_as in f.message.en for f in found if told_as] == ([True] if told_as else [])
    assert all(f.severity == "info" for f in found)
    assert len(found) == (1 if told_as else 0)


def test_windows_line_ends() -> None:
    assert read_sheet_text(SHORT.replace("\n", "\r\n")).findings == ()


@pytest.mark.parametrize("fence", ["```toml", "```", "~~~toml"])
def test_a_fenced_block_in_a_mail(fence: str, tmp_path: Path) -> None:
    end = fence[:3]
    mail = f"お世話になります。\n\n{fence}\n{SHORT}{end}\n\nよろしくお願いします。\n"
    for suffix in ("md", "txt"):
        path = tmp_path / f"takamura.{suffix}"
        path.write_text(mail, encoding="utf-8")
        sheet = read_sheet(path)
        assert sheet.findings == ()
        assert sheet.spot("entrant.age").line == 4 + 3


def test_full_width_signs_and_bare_japanese_names_are_read_and_said() -> None:
    text = SHORT.replace('"空手" = 40', "空手　＝　４０").replace("age = 24", "ａｇｅ＝２４")
    sheet = read_sheet_text(text)
    assert sheet.entrant.age == 24
    assert sheet.skills[0].cp == 40
    found = told(sheet, "F-07")
    assert len(found) == 1
    assert found[0].line == 4
    assert found[0].severity == "info"


def test_f_01_names_the_line_and_shows_it() -> None:
    fault = one(SHORT.replace('sex = "男"', "sex = 男"), "F-01")
    assert fault.line == 5
    assert "sex" in fault.message.en
    assert fault.suggestion is not None
    assert 'sex = "男"' in fault.suggestion.en


@pytest.mark.parametrize(
    "bad",
    [
        "[entrant\nname = 1",
        "a = ",
        "a = [1, 2",
        'a = "x',
        "= 1",
        "a = 1\na = 2",
        "[" * 3000,
        "x = " + "[" * 50000,
        "x = " + "9" * 5000,
        "a = 2005-13-45",
        "a" * 5000,
        "a." * 3000 + "a = 1",
    ],
)
def test_f_01_for_whatever_is_no_toml(bad: str) -> None:
    sheet = read_sheet_text(bad)
    assert not sheet.readable or sheet.findings
    report = check_sheet(sheet)
    assert not report.legal


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01\x02",
        bytes(range(256)) * 4,
        b"\xff" * 100,
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"PK\x03\x04\xff\xfe\x00",
    ],
)
def test_f_01_binary_files(raw: bytes) -> None:
    sheet = read_sheet_text(raw)
    assert {f.rule for f in sheet.findings} == {"F-01"}
    assert not sheet.readable


def test_f_02_unknown_keys_with_the_nearest() -> None:
    fault = one(SHORT.replace("[skills]", "[skilz]"), "F-02")
    assert fault.suggestion is not None
    assert "skills" in fault.suggestion.en
    named = one(SHORT.replace("age = 24", '"年齢" = 24'), "F-02")
    assert named.line == 4
    assert named.suggestion is not None
    assert "age" in named.suggestion.en
    assert one(SHORT.replace("cp = 8, level", "cp = 8, lebel"), "F-02").where == "skills.スポーツ空手.lebel"
    assert one(SHORT.replace("round_final", "banzai"), "F-02").where == "lines.banzai"
    assert one(SHORT.replace("ST = 13", "STR = 13"), "F-02").where == "attributes.STR"


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("ST = 13", "ST = nan", "attributes.ST"),
        ("ST = 13", 'ST = "強い"', "attributes.ST"),
        ("ST = 13", "ST = 13.5", "attributes.ST"),
        ("ST = 13", "ST = true", "attributes.ST"),
        ('"空手" = 40', '"空手" = inf', "skills.空手"),
        ('"空手" = 40', '"空手" = 1e300', "skills.空手"),
        ('"空手" = 40', '"空手" = 99999999999999999999', "skills.空手"),
        ('"空手" = 40', '"空手" = [40]', "skills.空手"),
        ('"空手" = 40', '"空手" = {}', "skills.空手.cp"),
        ("age = 24", 'age = "若い"', "entrant.age"),
        ("age = 24", "age = 24.5", "entrant.age"),
        ('sex = "男"', "sex = 1", "entrant.sex"),
        ("quirks = [", "quirks = 5 # [", "entrant.quirks"),
        ('name = "フルコンタクト空手"', "original = 1", "style.original"),
        ("submitted = 2005-10-20T21:00:00+09:00", 'submitted = "きのう"', "entrant.submitted"),
    ],
)
def test_f_03_wrong_types_and_numbers(old: str, new: str, where: str) -> None:
    assert old in SHORT
    fault = one(SHORT.replace(old, new), "F-03")
    assert fault.where == where
    assert fault.line is not None


def test_f_03_a_table_that_is_none() -> None:
    for key in ("entrant", "attributes", "skills", "advantages", "off_match", "lines"):
        sheet = read_sheet_text(f"{key} = 5\n")
        assert [f.where for f in told(sheet, "F-03")] == [key]


def test_f_04_one_thing_under_two_spellings() -> None:
    fault = one(SHORT.replace('"空手" = 40', '"空手" = 40\n"カラテ" = 4'), "F-04")
    assert fault.severity == "error"
    assert "skills.空手" in fault.message.en
    both = SHORT.replace("ST = 13", 'ST = 13\n"体力" = 12')
    assert one(both, "F-04").where == "attributes.体力"
    assert (
        one(SHORT.replace("[lines]", '[entrant.lines]\nwin = "押忍"\n[lines]'), "F-04").where
        == "entrant.lines.win"
    )


def test_f_04_two_languages_are_two_things() -> None:
    assert told(read_sheet_text(SHORT), "F-04") == []


def test_f_04_in_the_other_pool_is_a_warning() -> None:
    fault = one(SHORT.replace("[off_match]", '[off_match]\n"言語（英語）" = 2'), "F-04")
    assert fault.severity == "warning"


@pytest.mark.parametrize(
    "path", ["../secret.png", "/etc/passwd", "..\\x.png", "C:/x.png", "a/../../x.png", "\\\\host\\x.png"]
)
def test_f_05_a_portrait_outside_the_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(b"x")
    inner = tmp_path / "entrants"
    inner.mkdir()
    file = inner / "a.toml"
    quoted = path.replace("\\", "\\\\")
    file.write_text(SHORT.replace('outfit = "服"', f'outfit = "服"\nportrait = "{quoted}"'), encoding="utf-8")
    assert [f.rule for f in read_sheet(file).findings] == ["F-05"]


def test_f_05_a_link_out_of_the_folder(tmp_path: Path) -> None:
    inner = tmp_path / "entrants"
    inner.mkdir()
    Image.new("RGB", (100, 100)).save(tmp_path / "x.png")
    (inner / "x.png").symlink_to(tmp_path / "x.png")
    file = inner / "a.toml"
    file.write_text(SHORT.replace('outfit = "服"', 'portrait = "x.png"'), encoding="utf-8")
    assert [f.rule for f in read_sheet(file).findings] == ["F-05"]


def test_f_06_too_large(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(SHORT + "#" + "x" * MAX_BYTES, encoding="utf-8")
    assert [f.rule for f in read_sheet(file).findings] == ["F-06"]
    assert [f.rule for f in read_sheet_text("#" * (MAX_BYTES + 1)).findings] == ["F-06"]


@pytest.mark.parametrize("text", ["", "   \n\n", "\ufeff", "# nothing but a remark\n"])
def test_f_08_empty(text: str) -> None:
    assert [f.rule for f in read_sheet_text(text).findings] == ["F-08"]


def portrait(tmp_path: Path, name: str) -> Sheet:
    file = tmp_path / "a.toml"
    file.write_text(SHORT.replace('outfit = "服"', f'outfit = "服"\nportrait = "{name}"'), encoding="utf-8")
    return read_sheet(file)


def test_f_09_portrait_missing_or_no_picture(tmp_path: Path) -> None:
    assert [f.rule for f in portrait(tmp_path, "no.png").findings] == ["F-09"]
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"x" * 50)
    assert [f.rule for f in portrait(tmp_path, "bad.png").findings] == ["F-09"]
    (tmp_path / "folder.png").mkdir()
    assert [f.rule for f in portrait(tmp_path, "folder.png").findings] == ["F-09"]


@pytest.mark.parametrize(
    ("size", "suffix", "rules"),
    [
        ((100, 100), "png", set()),
        ((100, 100), "gif", set()),
        ((120, 100), "png", {"L-58"}),
        ((100, 99), "jpg", {"L-58"}),
    ],
)
def test_a_real_portrait_is_measured(
    size: tuple[int, int], suffix: str, rules: set[str], tmp_path: Path
) -> None:
    Image.new("RGB", size).save(tmp_path / f"p.{suffix}")
    sheet = portrait(tmp_path, f"p.{suffix}")
    assert sheet.findings == ()
    assert sheet.entrant.portrait is not None
    assert (sheet.entrant.portrait.width, sheet.entrant.portrait.height) == size
    assert {r for r in check_sheet(sheet).rules if r in ("L-58", "L-57")} == rules


def test_a_huge_picture_is_refused_without_decoding(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">II", 30_000, 30_000) + bytes([8, 2, 0, 0, 0])
    picture = (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 64))
        + chunk(b"IEND", b"")
    )
    (tmp_path / "huge.png").write_bytes(picture)
    sheet = portrait(tmp_path, "huge.png")
    assert "L-58" in check_sheet(sheet).rules


def test_an_unreadable_file_is_told_only_its_own_fault() -> None:
    report = check_sheet(read_sheet_text("[entrant"))
    assert report.rules == {"F-01"}
    document = check_json([report])
    assert document["legal"] is False
    assert document["entrants"][0]["cp"] is None


def test_paths_that_do_not_exist_raise(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, "a\0b"):
        with pytest.raises(SheetError):
            read_sheet(path)
    with pytest.raises(SheetError):
        find_sheets(tmp_path / "none")


def test_a_folder_gives_its_sheets_and_nothing_else(tmp_path: Path) -> None:
    for name in ("b.toml", "a.toml", "event.toml", "approve.toml", ".hidden.toml"):
        (tmp_path / name).write_text(SHORT, encoding="utf-8")
    (tmp_path / "README.md").write_text("x", encoding="utf-8")
    (tmp_path / "note.txt").write_text("remember the milk", encoding="utf-8")
    (tmp_path / "mail.txt").write_text(f"```toml\n{SHORT}```\n", encoding="utf-8")
    assert [p.name for p in find_sheets(tmp_path)] == ["a.toml", "b.toml", "mail.txt"]
    assert find_sheets(tmp_path / "a.toml") == [tmp_path / "a.toml"]


def test_the_text_and_its_hash_are_kept() -> None:
    one_sheet = read_sheet_text(SHORT)
    assert one_sheet.text == SHORT
    assert one_sheet.sha256 == read_sheet_text(SHORT.encode()).sha256
    assert one_sheet.sha256 != read_sheet_text(SHORT + "\n").sha256


def test_check_json_has_the_form_of_the_contract() -> None:
    report = check_sheet(
        read_sheet_text(toml(patched(A, [put("skill.karate.level", 21)])), path="x/takamura.toml")
    )
    entrant = check_json([report])["entrants"][0]
    assert entrant["path"] == "x/takamura.toml"
    assert entrant["cp"]["spent"] == 245
    assert entrant["cp"]["attributes"] == 120
    assert entrant["levels"]["sport:karate"] == 18
    assert entrant["levels"]["language(英語)"] == 11
    finding = entrant["findings"][0]
    assert {"rule", "clause", "severity", "where", "line", "message_ja", "message_en", "suggestion"} <= set(
        finding
    )
    assert (finding["rule"], finding["clause"], finding["where"]) == ("L-13", "1-3", "skill.karate")
    assert finding["suggestion"] == "レベルを20と書く"


def test_a_quoted_block_in_an_answer() -> None:
    quoted = "".join(f"> {line}\n" for line in f"```toml\n{SHORT}```".split("\n"))
    sheet = read_sheet_text(f"了解です。\n\n{quoted}\nよろしく。\n", path="mail.txt")
    assert sheet.findings == ()
    assert sheet.entrant.age == 24
    assert sheet.spot("entrant.age").line == 7


def test_f_04_two_sheets_in_one_file() -> None:
    other = SHORT.replace("age = 24", "age = 25")
    sheet = read_sheet_text(f"```toml\n{other}```\n以前のもの：\n```toml\n{SHORT}```\n", path="mail.md")
    assert sheet.entrant.age == 25
    (fault,) = told(sheet, "F-04")
    assert fault.severity == "error"
    assert "2 sheets" in fault.message.en
    assert fault.line == other.count("\n") + 4


def test_a_note_saved_as_toml() -> None:
    assert read_sheet_text(f"```toml\n{SHORT}```\n", path="a.toml").entrant.age == 24
    fenced = SHORT.replace("２ターンに１回フェイントを行う。", "```\nフェイント\n```")
    assert "```" in read_sheet_text(fenced, path="a.toml").pattern


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_file_is_never_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "a.toml"
    os.mkfifo(pipe)
    with pytest.raises(SheetError):
        read_sheet(pipe)
    assert {f.rule for f in read_sheet_of_folder(pipe).findings} == {"F-01"}
    (tmp_path / "b.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "c.toml").mkdir()
    assert [p.name for p in find_sheets(tmp_path)] == ["a.toml", "b.txt"]
    assert {f.rule for f in read_sheet_of_folder(tmp_path / "b.txt").findings} == {"F-01"}


@pytest.mark.parametrize("cut", [20, 33, 60, -1, -10])
def test_f_09_a_picture_that_is_cut_off(cut: int, tmp_path: Path) -> None:
    Image.new("RGB", (100, 100)).save(tmp_path / "p.png")
    raw = (tmp_path / "p.png").read_bytes()
    (tmp_path / "p.png").write_bytes(raw[:cut])
    assert [f.rule for f in portrait(tmp_path, "p.png").findings] == ["F-09"]
    Image.new("RGB", (100, 100)).save(tmp_path / "p.gif")
    (tmp_path / "p.gif").write_bytes((tmp_path / "p.gif").read_bytes()[:13])
    assert [f.rule for f in portrait(tmp_path, "p.gif").findings] == ["F-09"]


@pytest.mark.parametrize("key", ["primary", "manga", "maneuvers", "prereq_only"])
def test_f_02_lists_of_ones_own_belong_to_an_original_style(key: str) -> None:
    fault = one(SHORT.replace("[advantages]", f'{key} = ["空手"]\n[advantages]', 1), "F-02")
    assert fault.where == f"style.{key}"
    assert "original = true" in fault.message.ja
    assert fault.line is not None
