"""Cinematic skills and combinations are told by how they came out."""

from __future__ import annotations

from typing import Any

import pytest
from story_bench import FOLK, LANGS, beats, maker, names

from budosim.systems.gurps3.story import told
from budosim.systems.gurps3.story_words import Lang, act_word

SIDES = {
    "mine": {"target": 14, "dice": [3, 3, 3], "margin": 5},
    "theirs": {"target": 12, "dice": [4, 4, 4], "margin": 0},
}
ROLLED = (
    *("power_blow", "breaking_blow", "flying_leap", "springing_attack"),
    *("drunken_fighting", "cat_stance", "breath_control"),
)
CONTESTED = ("kiai", "hypnotic_hands", "invisibility_art", "intimidation", "pressure_points")


def arts(name: str, kind: str = "", good: bool = True) -> Any:
    made = maker()
    made.add("act", "a", act="cine", name=name, at=None, opt=None, back=False)
    for one in name.split("+"):
        if kind == "roll":
            made.roll("a", one, good)
        elif kind == "contest":
            made.add("contest", "a", what=one, **SIDES, winner="me" if good else "them", rule="C-120")
    return made


@pytest.mark.parametrize(("good", "what"), [(True, "art_ready"), (False, "art_failed")])
@pytest.mark.parametrize("name", [*ROLLED, "power_blow+flying_leap"])
def test_an_art_that_is_rolled_for_works_or_fails(name: str, good: bool, what: str) -> None:
    (beat,) = beats(arts(name, "roll", good).events)
    assert beat.what == what
    assert {f"art:{one}" for one in name.split("+")} <= beat.marks


@pytest.mark.parametrize(("good", "what"), [(True, "art_won"), (False, "art_lost")])
@pytest.mark.parametrize("name", CONTESTED)
def test_an_art_against_somebody_is_told_by_who_prevailed(name: str, good: bool, what: str) -> None:
    assert names(arts(name, "contest", good).events) == [what]


def test_gathering_strength_is_told_once_a_turn() -> None:
    made = arts("power_blow")
    made.add("act", "a", act="cine", name="power_blow", at=None, opt=None, back=False)
    assert names(made.events) == ["focus"]


@pytest.mark.parametrize(("winner", "what"), [("me", "combo_go"), ("them", "combo_lost")])
def test_a_combination_goes_on_or_is_cut(winner: str, what: str) -> None:
    made = maker()
    made.add("act", "a", act="combo", name="対角ロー", at=None, opt=None, back=False)
    made.add("contest", "a", what="combination", **SIDES, winner=winner, rule="C-37")
    assert names(made.events) == [what]


@pytest.mark.parametrize("effect", ["pushed", "numbed", "concentration_lost", "unseen"])
def test_what_an_art_does_has_its_sentence(effect: str) -> None:
    made = maker()
    made.effect("b", effect, at="arm.R" if effect == "numbed" else None)
    assert names(made.events) == [effect]


@pytest.mark.parametrize("lang", LANGS)
def test_arts_are_named_in_the_language(lang: Lang) -> None:
    assert act_word("kiai", lang) != "kiai"
    text = "".join(piece.text for piece in told(arts("power_blow", "roll", False).events, FOLK, lang))
    assert "power_blow" not in text
    assert "{" not in text
