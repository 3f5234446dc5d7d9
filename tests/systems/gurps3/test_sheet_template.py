"""Templates, decisions, letters, resubmissions."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheet_bench import A, B, add, judged, put, sheet

from budosim.errors import EventError, RuleError, SheetError
from budosim.systems.gurps3.decisions import Approvals, latest, read_approvals
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import check_json, check_sheet
from budosim.systems.gurps3.letters import difference, organizer_table, refusal_letter
from budosim.systems.gurps3.regulation import default_regulation, load_regulation
from budosim.systems.gurps3.template import STYLES, template


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("style", STYLES)
def test_every_template_is_legal(style: str, lang: str) -> None:
    text = template(lang, style)  # type: ignore[arg-type]
    case = read_sheet_text(text)
    report = check_sheet(case)
    assert case.findings == ()
    assert report.errors == ()
    assert {f.rule for f in report.findings if f.severity == "warning"} <= {"L-57"}
    assert report.account is not None
    assert report.account.spent + report.account.unspent == 250
    assert sum(line.count("#") for line in text.splitlines()) > 25


def test_the_levels_written_behind_are_right() -> None:
    text = template("ja", "karate")
    assert '"空手" = 24    # レベル19' in text


def test_an_unknown_template_names_those_there_are() -> None:
    with pytest.raises(SheetError, match="karate"):
        template("en", "sumo")


APPROVE = """\
[[style]]
entrant = "霞 千代"
decision = "approved"
by = "主催"

[[waiver]]
entrant = "karateka_24"
rule = "L-53"
reason = "誤植と確認"
by = "主催"
"""


def approvals(tmp_path: Path, text: str) -> Approvals:
    (tmp_path / "approve.toml").write_text(text, encoding="utf-8")
    return read_approvals(tmp_path / "approve.toml")


def test_decisions_are_signed_and_shown(tmp_path: Path) -> None:
    found = approvals(tmp_path, APPROVE)
    styled = judged(B, approvals=found)
    assert "主催" in next(f.message.ja for f in styled.findings if f.rule == "L-66")
    waived = judged(A, put("disadvantage.bad_temper.cp", -12), approvals=found)
    assert waived.legal
    assert "L-53" in waived.rules
    finding = next(f for f in check_json([waived])["entrants"][0]["findings"] if f["rule"] == "L-53")
    assert finding["waived"] == {"by": "主催", "reason": "誤植と確認"}


def test_a_waiver_is_for_one_rule_of_one_entrant(tmp_path: Path) -> None:
    found = approvals(tmp_path, APPROVE)
    assert not judged(A, put("entrant.outfit", "鎧"), approvals=found).legal
    assert not judged(B, put("advantage.combat_reflexes.cp", 10), approvals=found).legal
    placed = approvals(
        tmp_path, APPROVE.replace('rule = "L-53"', 'rule = "L-53"\nwhere = "advantage.combat_reflexes"')
    )
    assert not judged(A, put("disadvantage.bad_temper.cp", -12), approvals=placed).legal


def test_a_missing_file_means_no_decisions(tmp_path: Path) -> None:
    assert read_approvals(tmp_path / "approve.toml") == Approvals()


@pytest.mark.parametrize(
    "text",
    [
        "x = 1",
        "[[style]]\nentrant = 'a'\ndecision = 'approved'",
        "[[style]]\nentrant = 'a'\ndecision = 'maybe'\nby = 'x'",
        "[[style]]\nentrant = 'a'\ndecision = 'rejected'\nby = 'x'",
        "[[waiver]]\nentrant = 'a'\nrule = 'L-99'\nby = 'x'\nreason = 'y'",
        "[[waiver]]\nentrant = 'a'\nrule = 'L-01'\nby = 'x'",
        "[[waiver]]\nentrant = 5\nrule = 'L-01'\nby = 'x'\nreason = 'y'",
        "[[waiver]]\nwho = 'a'",
        "waiver = 5",
        "[style]\nentrant = 'a'",
        "[[style",
    ],
)
def test_bad_decisions_name_their_place(text: str, tmp_path: Path) -> None:
    with pytest.raises(EventError, match=r"approve\.toml"):
        approvals(tmp_path, text)


def test_the_latest_of_several_files_counts() -> None:
    old = sheet(A, put("entrant.submitted", "2005-10-10T00:00:00+09:00"))
    new = sheet(A, put("entrant.submitted", "2005-10-20"))
    other = sheet(B)
    kept, dropped = latest([new, old, other])
    assert kept == [new, other]
    assert dropped == [(old, new)]


def test_a_letter_names_every_reason_with_its_clause() -> None:
    report = judged(A, put("entrant.age", 19), put("disadvantage.bad_temper.cp", -12))
    letter = refusal_letter(report)
    assert letter.startswith("鷹村 蓮 様")
    for f in report.errors:
        assert f"[規定{f.clause}] {f.message.ja}" in letter
        if f.suggestion:
            assert f.suggestion.ja in letter
    english = refusal_letter(report, "en")
    assert "Dear 鷹村 蓮," in english
    assert "clause 1-3" in english
    assert "line" in english


def test_the_organizers_table() -> None:
    table = organizer_table([judged(A), judged(B, put("attributes.DX", 15))], "en")
    rows = table.splitlines()
    assert len(rows) == 4
    assert "| legal | 245 | - |" in rows[2]
    assert "refused" in rows[3]
    assert "L-08" in rows[3]


def test_a_resubmitted_sheet_is_shown_as_a_difference() -> None:
    old, new = judged(A), judged(A, put("skill.boxing.cp", 8), add("skill", {"id": "staff", "cp": 1}))
    assert difference(old, new) == [("skill.boxing", "4 CP", "8 CP"), ("skill.staff", "", "1 CP")]
    assert difference(new, old)[-1] == ("skill.staff", "1 CP", "")
    assert difference(old, old) == []


def test_another_regulation_changes_numbers_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(
        "[regulation]\nid = 'small'\n[points]\ntotal = 200\n[ring]\nanything = 1\n", encoding="utf-8"
    )
    rules = load_regulation("small.toml", tmp_path)
    assert rules["points.total"] == 200
    assert rules["points.quirks"] == 5
    assert rules.clause("points.quirks") == "1-1"
    assert default_regulation()["points.total"] == 250


@pytest.mark.parametrize(
    "text",
    [
        "[points]\ntotl = 1",
        "[points]\ntotal = 'x'",
        "[points",
        "[skills]\nlevel = true",
        "regulation = 1",
        "[attributes]\ncaps = [1]",
        "[sheet]\nmental_strength = 'H'",
    ],
)
def test_a_wrong_regulation_is_an_error(text: str, tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RuleError):
        load_regulation("r.toml", tmp_path)


def test_rulings_about_sheets_take_the_bare_key() -> None:
    rules = default_regulation()
    assert rules.with_values({"mental_strength": "VH"})["sheet.mental_strength"] == "VH"
    for bad in ({"mental_strength": "X"}, {"no_such": 1}, {"value": 1}):
        with pytest.raises(RuleError):
            rules.with_values(bad)
    with pytest.raises(RuleError):
        load_regulation("no_such_regulation")
