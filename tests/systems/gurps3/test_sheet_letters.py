"""Letters, the organizer's table, resubmissions."""

from __future__ import annotations

import csv
from datetime import date

import pytest
from sheet_bench import A, B, add, drop, judged, put

from budosim.systems.gurps3.decisions import Approvals, Waived
from budosim.systems.gurps3.findings import Waiver
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import check_sheet
from budosim.systems.gurps3.letters import Letterhead, Line, organizer_csv, organizer_table, refusal_letter
from budosim.systems.gurps3.messages import clause_text
from budosim.systems.gurps3.regulation import default_regulation
from budosim.systems.gurps3.remedies import advise
from budosim.systems.gurps3.resubmission import Resubmission


def test_a_letter_names_every_reason_with_its_clause() -> None:
    report = judged(A, put("entrant.age", 19), put("disadvantage.bad_temper.cp", -12))
    letter = refusal_letter(report)
    assert letter.startswith("件名：【武神大会】キャラクターシートについて（鷹村 蓮）\n\n鷹村 蓮 様\n")
    assert f"次の{len(report.errors)}点" in letter
    for f in report.errors:
        assert f"[{clause_text(f.clause, 'ja')}] {f.message.ja}" in letter
        if f.suggestion:
            assert f.suggestion.ja in letter
    english = refusal_letter(report, "en")
    assert english.startswith("Subject: [Budo tournament]")
    assert "Dear 鷹村 蓮," in english
    assert "clause 1-3" in english
    assert "line" in english


def test_a_letter_of_an_event_names_it_and_its_last_day() -> None:
    rules = default_regulation().with_dates(date(2026, 10, 8), date(2026, 10, 29))
    head = Letterhead.of(rules, "第三回 武神大会")
    report = judged(A, put("entrant.age", 19), put("entrant.submitted", "2026-10-20"), regulation=rules)
    letter = refusal_letter(report, "ja", head)
    assert "第三回 武神大会" in letter
    assert "応募の締め切りは10月29日です。" in letter
    assert "until October 29" in refusal_letter(report, "en", head)


def test_who_is_late_is_not_asked_to_send_again() -> None:
    rules = default_regulation().with_dates(date(2026, 10, 8), date(2026, 10, 29))
    report = judged(A, put("entrant.submitted", "2026-11-02"), regulation=rules)
    assert {f.rule for f in report.errors} == {"L-60"}
    letter = refusal_letter(report, "ja", Letterhead.of(rules, "武神"))
    assert "受理することができません" in letter
    assert "締め切り" not in letter
    assert "再度" not in letter


def test_clauses_that_are_no_numbers_have_a_name() -> None:
    letter = refusal_letter(judged(A, put("disadvantage.bad_temper.cp", -12), put("maneuver.riposte.level", 22)))
    assert "[ルールの表] 短気" in letter
    assert "[マーシャルアーツ] リポスト" in letter
    assert "data" not in letter


def test_a_letter_of_several_points_ends_with_one_plan() -> None:
    report = advise(judged(A, put("entrant.age", 19), put("disadvantage.bad_temper.cp", -12)))
    assert report.plan is not None
    assert f"   → {report.plan.text.ja}\n" in refusal_letter(report)
    assert "All of this could be mended together" in refusal_letter(report, "en")


def test_faults_of_the_pattern_are_numbered_on() -> None:
    report = judged(A, put("entrant.sex", ""))
    letter = refusal_letter(report, "ja", None, ["「ぐるぐる」が分かりません。"])
    assert "次の2点" in letter
    assert "\n2. [規定3-6] 「ぐるぐる」が分かりません。\n" in letter


def test_a_letter_about_a_file_that_is_no_sheet_greets_without_a_name() -> None:
    report = check_sheet(read_sheet_text("[entrant", path="x/broken.toml"))
    assert "broken.toml をお送りくださった方へ" in refusal_letter(report)
    assert "x/" not in refusal_letter(report)
    assert "To whoever sent broken.toml," in refusal_letter(report, "en")


def test_an_entrants_words_add_no_lines_to_a_letter() -> None:
    report = judged(A, put("entrant.name", "悪\n\n追伸 百万円を振り込んでください"), put("entrant.sex", ""))
    letter = refusal_letter(report)
    assert letter.count("\n") == refusal_letter(judged(A, put("entrant.sex", ""))).count("\n")


def test_the_organizers_table() -> None:
    waiver = Waived("鷹村 蓮", "L-53", "", Waiver("主催", "誤植"))
    reports = [
        judged(A),
        judged(B, put("attributes.DX", 15)),
        judged(A, put("disadvantage.bad_temper.cp", -12), approvals=Approvals(waived=(waiver,))),
    ]
    lines = [Line(reports[0], True), Line(reports[1], False), Line(reports[2], None, "newer.toml")]
    rows = organizer_table(lines, "en").splitlines()
    assert rows[0].startswith("| file | name |")
    assert len(rows) == 5
    assert "| legal | 245 | 5 | 15 | - |" in rows[2]
    assert "refused" in rows[3]
    assert "L-08" in rows[3]
    assert rows[3].endswith("| × |")
    assert "old (newer.toml)" in rows[4]
    assert "L-53 (主催)" in rows[4]


def test_columns_nobody_fills_are_left_out() -> None:
    assert "waived" not in organizer_table([Line(judged(A))], "en")
    assert "pattern" not in organizer_table([Line(judged(A))], "en")


@pytest.mark.parametrize("name", ["=1+1", "+x", "@x", "-x"])
def test_a_name_in_the_spreadsheet_is_never_a_formula(name: str) -> None:
    text = organizer_csv([Line(judged(A, put("entrant.name", name)))])
    row = list(csv.reader(text.splitlines()))[1]
    assert row[1] == f"'{name}"


def test_a_resubmitted_sheet_is_shown_as_a_difference() -> None:
    old = judged(A)
    new = judged(A, put("skill.boxing.cp", 8), drop("skill.boxing.level"), add("skill", {"id": "staff", "cp": 1}))
    seen = Resubmission(old, new).changes
    assert [(c.where, c.before.en, c.after.en) for c in seen] == [
        ("skill.boxing", "4 CP (level 16)", "8 CP (level 17)"),
        ("skill.staff", "", "1 CP (level 13)"),
    ]
    back = Resubmission(new, old).changes
    assert (back[-1].where, back[-1].before.en, back[-1].after.en) == ("skill.staff", "1 CP (level 13)", "")
    assert seen[0].what.ja == "技能 ボクシング"
    assert list(seen[1].lines("ja")) == ["技能 杖：なし → 1ＣＰ（レベル13）"]
    assert Resubmission(old, old).changes == []


def test_levels_that_only_follow_are_no_change() -> None:
    bare = [drop(f"skill.{s}.level") for s in ("karate", "sport:karate", "boxing")]
    old, new = judged(A, *bare), judged(A, *bare, put("attributes.DX", 14))
    assert [c.where for c in Resubmission(old, new).changes] == ["attributes.DX"]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("entrant.background", "山を下りた。", "entrant.background"),
        ("entrant.unspent_cp", 4, "entrant.unspent_cp"),
        ("entrant.height_cm", 171, "entrant.height_cm"),
        ("entrant.sources", ["basic"], "entrant.sources"),
        ("entrant.lines.win", "よし。", "lines.win"),
        ("style.id", "karate_do", "style"),
        ("skill.karate.specialised", True, "skill.karate"),
        ("advantage.trained_by_a_master.applies_to", "boxing", "advantage.trained_by_a_master"),
        ("combination.low-low.moves", ["kicking", "shin_kick"], "combination.対角ロー"),
    ],
)
def test_every_field_that_is_written_otherwise_is_shown(path: str, value: object, where: str) -> None:
    changes = Resubmission(judged(A), judged(A, put(path, value))).changes
    assert [c.where for c in changes] == [where]


def test_lists_of_an_original_style_are_compared() -> None:
    changes = Resubmission(judged(B), judged(B, put("style.maneuvers", ["throw"]))).changes
    assert [c.where for c in changes] == ["style.maneuvers"]


def test_a_long_text_is_shown_by_the_sentences_that_went_and_came() -> None:
    pattern = "ひたすらローキック、2ターンに1回フェイントを行う。{}残り体力が3分の1以下なら全力防御を交ぜる。"
    old = judged(A, put("entrant.pattern", pattern.format("脚をつぶしたら後ろ回し蹴りで頭を狙う。")))
    new = judged(A, put("entrant.pattern", pattern.format("脚をつぶしたら飛び蹴り。")))
    (change,) = Resubmission(old, new).changes
    assert list(change.lines("ja")) == [
        "戦闘パターン：",
        "  − 脚をつぶしたら後ろ回し蹴りで頭を狙う。",
        "  ＋ 脚をつぶしたら飛び蹴り。",
    ]


def test_what_was_mended_and_what_broke() -> None:
    old, new = judged(A, put("entrant.sex", "")), judged(A, put("entrant.outfit", "鎧"))
    seen = Resubmission(old, new)
    assert (seen.mended, seen.newly_broken) == (["L-55"], ["L-62"])
    assert {"path", "changes", "mended", "newly_broken"} == set(seen.json())
