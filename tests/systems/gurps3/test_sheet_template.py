"""Templates, decisions, letters, resubmissions."""

from __future__ import annotations

from pathlib import Path

import pytest
from sheet_bench import A, B, judged, put, sheet

from budosim.errors import EventError, RuleError, SheetError
from budosim.systems.gurps3.decisions import Approvals, latest, read_approvals
from budosim.systems.gurps3.fighter import understand_sheet
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import check_json, check_sheet
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
    assert finding["waived"] == {"by": "主催", "reason": "誤植と確認", "date": None}


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


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("style", STYLES)
def test_every_templates_pattern_is_understood_alike(style: str, lang: str) -> None:
    read = understand_sheet(read_sheet_text(template(lang, style)))  # type: ignore[arg-type]
    assert read.errors == []
    other = understand_sheet(read_sheet_text(template("ja", style)))
    assert read.policy is not None
    assert other.policy is not None
    assert str(read.policy["rules"]).replace("Pain", "激痛") == str(other.policy["rules"])


@pytest.mark.parametrize("style", STYLES)
def test_an_english_template_is_all_english(style: str) -> None:
    assert template("en", style).isascii()


def test_lines_that_are_remarks_can_be_used_as_they_stand() -> None:
    for style in STYLES:
        text = template("ja", style)
        for key in ("reading", "weight_kg", "submitted", "sources"):
            text = text.replace(f"# {key} =", f"{key} =", 1)
        report = check_sheet(read_sheet_text(text))
        assert report.sheet.findings == ()
        assert report.legal
