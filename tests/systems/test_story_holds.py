"""Holds and spells are told by what the trace says of them, and a word nobody knows stops no story."""

from __future__ import annotations

import pytest
from bout_maker import Maker
from story_bench import FOLK, LANGS, beats, deed, maker, names, says

from budosim.systems.gurps3.story import told
from budosim.systems.gurps3.story_words import Lang, act_word

MINE = {"target": 14, "dice": [3, 3, 3], "margin": 5}
THEIRS = {"target": 12, "dice": [4, 4, 4], "margin": 0}


def struggle(made: Maker, what: str, winner: str | None) -> None:
    made.add("contest", "a", what=what, mine=MINE, theirs=THEIRS, winner=winner, rule="C-106")


def cast(made: Maker, result: str, **more: object) -> None:
    made.add("spell", "a", spell="itch", energy=1, paid=1, target=12, dice=[3, 3, 3], result=result, **more)


def test_a_struggle_is_told_by_who_won_it() -> None:
    for winner, what in (("me", "hold_won"), ("them", "hold_lost"), (None, "hold_lost")):
        made = maker()
        deed(made, "pin")
        struggle(made, "pin", winner)
        (beat,) = beats(made.events)
        assert (beat.what, beat.who, beat.act) == (what, "a", "pin")


def test_what_came_of_a_struggle_is_told_once() -> None:
    made = maker()
    deed(made, "pin")
    struggle(made, "pin", "me")
    made.add("effect", "b", effect="pinned", at=None, rule="C-106")
    assert names(made.events) == ["pinned"]


def test_what_a_hold_does_is_told() -> None:
    made = maker()
    deed(made, "choke")
    struggle(made, "choke", "me")
    made.damage("b", 3)
    beat = beats(made.events)[-1]
    assert (beat.what, beat.who) == ("squeezed", "a")


def test_contests_that_are_no_holds_are_left_to_the_replay() -> None:
    made = maker()
    deed(made, "cast")
    struggle(made, "counter", "me")
    assert names(made.events) == []


@pytest.mark.parametrize(
    ("result", "resist", "what"),
    [
        ("success", [], "spell"),
        ("success", [{"what": "will", "margin": 1}], "spell"),
        ("success", [{"what": "will", "margin": 3}], "spell_resisted"),
        ("critical_success", [], "spell"),
        ("failure", [], "spell_failed"),
        ("critical_failure", [], "spell_fumbled"),
    ],
)
def test_a_spell_is_told_by_how_it_came_out(result: str, resist: list[dict[str, object]], what: str) -> None:
    made = maker()
    cast(made, result, margin=3, resist=resist)
    assert names(made.events) == [what]
    assert (("a", "spell") in says(made.events)) == (what == "spell")


@pytest.mark.parametrize("effect", ["spell_began", "spell_ended", "barrier_broken", "burned", "choked", "part_freed"])
def test_effects_of_holds_and_spells_have_their_sentence(effect: str) -> None:
    made = maker()
    cast(made, "success")
    made.add("effect", "b", effect=effect, at=None, spell="itch", rule="M-17")
    assert names(made.events) == ["spell", effect]


@pytest.mark.parametrize("lang", LANGS)
def test_spells_are_named_in_the_language(lang: Lang) -> None:
    made = maker()
    made.add("effect", "b", effect="spell_began", at=None, spell="itch", rule="M-17")
    text = told(made.events, FOLK, lang)[-1].text
    assert act_word("itch", lang) in text
    assert act_word("itch", "ja") == "かゆみ"


@pytest.mark.parametrize("lang", LANGS)
def test_a_kind_of_effect_nobody_knows_stops_no_story(lang: Lang) -> None:
    made = maker()
    made.add("effect", "b", effect="levitated", at=None, rule="X-1")
    made.add("contest", "a", what="staring", mine=MINE, theirs=THEIRS, winner="me", rule="X-2")
    assert told(made.events, FOLK, lang)
