import pytest

from budosim.systems.gurps3.legality import RULES
from budosim.systems.gurps3.rulebook import ring_rules
from budosim.systems.gurps3.rulings import registry
from tests.cli.conftest import write_event


def test_everything_in_force_is_listed(run):
    document = run("rules", "--json").json
    assert document["regulation"]["id"] == "budo"
    assert {"key": "skills.level", "value": 22, "clause": "1-3"} in document["regulation"]["values"]
    assert {row["key"] for row in document["rulings"]} == set(registry())
    assert {row["id"] for row in document["legality"]} >= set(RULES)
    assert all(row["in_force"] == row["default"] for row in document["rulings"])
    assert all(row["reason"] and row["acts"] for row in document["rulings"])


def test_an_events_own_rulings_and_numbers_show(run, tmp_path):
    (tmp_path / "own.toml").write_text("[skills]\nlevel = 20\n", encoding="utf-8")
    write_event(tmp_path, '[event]\nname = "x"\nregulation = "own.toml"\n[rulings]\ncripple = "cumulative"\n')
    document = run("rules", "--event", tmp_path, "--json").json
    rows = {row["key"]: row for row in document["rulings"]}
    assert rows["cripple"]["in_force"] == "cumulative"
    assert {"key": "skills.level", "value": 20, "clause": "1-3"} in document["regulation"]["values"]
    assert "*cumulative" in run("rules", "--event", tmp_path).out


@pytest.mark.parametrize(
    ("asked", "kind", "word"),
    [
        ("C-78", "rule", "aims"),
        ("c78", "rule", "狙いの修正一覧"),
        ("T-13", "rule", "2-5"),
        ("R-13", "ruling", "cumulative"),
        ("cripple", "ruling", "R-13"),
        ("L-14", "legality", "上限"),
        ("skills.level", "regulation", "22"),
        ("1-3", "regulation", "skills.absolute"),
    ],
)
def test_one_item_by_id_key_or_clause(run, asked, kind, word):
    assert run("rules", asked, "--json").json["kind"] == kind
    assert word in run("rules", asked).out


def test_every_rule_of_the_ring_names_rulings_that_exist():
    known = {ruling.id for ruling in registry().values()}
    rules = ring_rules()
    assert [id_ for id_ in rules if id_.startswith("C-")] == [f"C-{number:02d}" for number in range(1, 142)]
    assert [id_ for id_ in rules if id_.startswith("T-")] == [f"T-{number:02d}" for number in range(1, 32)]
    named = {ruling for rule in rules.values() for ruling in rule.rulings}
    assert len(named & known) > 30


def test_no_name_is_missing():
    for rule in ring_rules().values():
        assert rule.name_ja
        assert rule.name_en.isascii()
        assert rule.confidence in ("sure", "recalled", "ruling")
