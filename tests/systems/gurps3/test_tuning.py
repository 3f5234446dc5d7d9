"""Moves stay within the regulation; changed sheets read back; profile sets; patterns that are understood."""

from fractions import Fraction

import pytest

from budosim.errors import SheetError
from budosim.systems.gurps3.entrant import entrant_of_text
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality.check import check_sheet
from budosim.systems.gurps3.template import template
from budosim.systems.gurps3.tuning.moves import Build
from budosim.systems.gurps3.tuning.patterns import read_back, variants
from budosim.systems.gurps3.tuning.profiles import read_profiles
from budosim.systems.gurps3.tuning.written import written

TEXT = template("ja", "karate")


@pytest.fixture(scope="module")
def karate():
    return read_sheet_text(TEXT, path="karate.toml")


@pytest.fixture(scope="module")
def moves(karate):
    return Build(karate).moves()


def test_every_move_is_legal_and_reads_back_from_its_file(karate, moves):
    assert len(moves) > 5
    for move in moves:
        text = written(karate, move.sheet)
        again = read_sheet_text(text, path="karate.toml")
        assert check_sheet(again).legal, (move.text.en, [f.message.en for f in check_sheet(again).errors])
        assert again.attributes == move.sheet.attributes
        assert {e.key: e.cp for e in again.entries()} == {e.key: e.cp for e in move.sheet.entries()}
        assert again.entrant.unspent_cp == move.sheet.entrant.unspent_cp


def test_a_move_costs_what_it_says(karate, moves):
    before = {e.spot.where: e.cp for e in karate.entries()}
    for move in moves:
        after = {e.spot.where: e.cp for e in move.sheet.entries()}
        if not move.item.startswith("attributes."):
            assert after[move.item] - before.get(move.item, Fraction(0)) == move.cp


def test_what_was_written_stays_as_it_was(karate, moves):
    comments = [line for line in TEXT.splitlines() if line.strip().startswith("#")]
    text = written(karate, moves[0].sheet, pattern="ひたすらローキック。", name="別人")
    assert comments
    for line in comments:
        assert line in text
    again = read_sheet_text(text)
    assert (again.entrant.name, again.pattern.strip()) == ("別人", "ひたすらローキック。")


def test_a_sheet_that_is_refused_gets_no_new_faults():
    """Too much unspent is a fault of its own; moves keep it company but bring no other."""
    sheet = read_sheet_text(TEXT.replace("unspent_cp = 2", "unspent_cp = 9"), path="karate.toml")
    build = Build(sheet)
    assert build.faults
    for move in build.moves():
        after = Build(move.sheet)
        assert after.faults <= build.faults


def test_a_profile_set_merges_whatever_the_spelling(tmp_path, karate):
    path = tmp_path / "set.toml"
    path.write_text(
        '[[variant]]\nname = "x"\n[variant.attributes]\n"敏捷力" = 9\n[variant.pattern]\ntext = "ひたすらジャブ。"\n'
        '[[variant]]\nname = "y"\n[variant.skills]\nkarate = 4\n',
        encoding="utf-8",
    )
    first, second = read_profiles(path, karate)
    assert (first.name, second.name) == ("x", "y")
    sheet = read_sheet_text(first.text)
    assert sheet.attributes["DX"] == 9
    assert sheet.attributes["ST"] == karate.attributes["ST"]
    assert sheet.pattern.strip() == "ひたすらジャブ。"
    other = read_sheet_text(second.text)
    assert other.learned("karate").cp == 4
    assert len(other.skills) == len(karate.skills)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "variant"),
        ("x = [", "TOML"),
        ("[[variant]]\nname = 'a'\nnmae = 1\n", "nmae"),
        ("[[variant]]\nname = 'a'\n[[variant]]\nname = 'a'\n", "twice|two"),
        ("[[variant]]\nname = 'a'\nremove = ['skills.飛行']\n", "飛行"),
    ],
)
def test_a_faulty_profile_set_says_what_is_wrong(tmp_path, karate, text, word):
    path = tmp_path / "set.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SheetError, match=word):
        read_profiles(path, karate)
    with pytest.raises(SheetError, match="exist"):
        read_profiles(tmp_path / "none.toml", karate)


def test_variants_are_understood_as_they_are_meant(karate):
    fighter = entrant_of_text(TEXT, "karate").fighter
    found = variants(fighter)
    assert len(found) > 10
    policies = [repr(one.policy) for one in found]
    assert len(set(policies)) == len(policies)
    assert repr(fighter.policy) not in policies
    for one in found[::5]:
        again = entrant_of_text(written(karate, karate, pattern=one.text), "karate").fighter
        assert again.policy == one.policy, one.text


def test_an_act_nobody_learned_is_no_pattern(karate):
    policy = {"rules": [{"do": {"a": "cast", "spell": "stun"}}]}
    try:
        assert read_back(policy, frozenset({"空手"})) is None
    except KeyError:
        pytest.skip("the renderer does not know such an act")
