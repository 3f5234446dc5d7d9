"""Holds and spells are told by what the trace says of them, and a word nobody knows stops no story."""

from __future__ import annotations

from typing import Any

import pytest
from bout_maker import Maker, state
from story_bench import FOLK, LANGS, beats, deed, maker, names, says

from budosim.systems.gurps3.story import told
from budosim.systems.gurps3.story_beats import Narrator
from budosim.systems.gurps3.story_steps import Beat, Heading
from budosim.systems.gurps3.story_words import Lang, act_word

MINE = {"target": 14, "dice": [3, 3, 3], "margin": 5}
THEIRS = {"target": 12, "dice": [4, 4, 4], "margin": 0}


def struggle(made: Maker, what: str, winner: str | None) -> None:
    made.add("contest", "a", what=what, mine=MINE, theirs=THEIRS, winner=winner, rule="C-106")


def cast(made: Maker, result: str, **more: object) -> None:
    made.add("spell", "a", spell="itch", energy=1, paid=1, target=12, dice=[3, 3, 3], result=result, **more)


@pytest.mark.parametrize(
    ("act", "contest", "winner", "what"),
    [
        ("pin", "pin", "me", "pin_failed"),  # won, but the other's own roll was good enough
        ("pin", "pin", "them", "pin_failed"),
        ("takedown", "takedown", "them", "throw_failed"),
        ("suplex", "suplex", None, "throw_failed"),
        ("grapple", "grapple", "them", "hold_lost"),
        ("neck_snap", "neck_snap", "them", "hold_lost"),
        ("hold", "lock", "them", "press_lost"),
        ("hold", "choke", "them", "press_lost"),
        ("break_free", "break_free", "them", "held_fast"),
    ],
)
def test_a_struggle_in_vain_is_told_by_what_it_was(act: str, contest: str, winner: str | None, what: str) -> None:
    made = maker()
    deed(made, act)
    struggle(made, contest, winner)
    (beat,) = beats(made.events)
    assert (beat.what, beat.who) == (what, "a")


@pytest.mark.parametrize(
    ("act", "contest", "effect", "what", "who"),
    [
        ("pin", "pin", "pinned", "pinned", "b"),
        ("takedown", "takedown", "fallen", "thrown", "a"),
        ("suplex", "suplex", "fallen", "thrown", "a"),
        ("grapple", "grapple", "grappled", "grappled", "b"),
        ("neck_snap", "neck_snap", "near_death", "hold_won", "a"),
    ],
)
def test_what_came_of_a_struggle_is_told_once(act: str, contest: str, effect: str, what: str, who: str) -> None:
    made = maker()
    deed(made, act)
    struggle(made, contest, "me")
    made.effect("b", effect, at=None)
    first = beats(made.events)[0]
    assert (first.what, first.who) == (what, who)
    assert names(made.events).count(what) == 1
    assert "fallen" not in names(made.events)


@pytest.mark.parametrize(
    ("events", "mark"),
    [
        ([], None),
        ([("damage", 7)], "jarred"),
        ([("roll", "breakfall")], "rolled"),
        ([("roll", "breakfall"), ("effect", "stood")], "sprang"),
    ],
)
def test_a_throw_is_one_sentence_that_says_how_he_came_down(events: list[tuple[str, Any]], mark: str | None) -> None:
    made = maker()
    deed(made, "throw")
    made.attack("a", "success", "throw", "torso")
    made.defence("b", "parry", "failure")
    struggle(made, "stance", "me")
    made.effect("b", "freed")
    made.effect("b", "fallen", rule="C-105")
    for kind, value in events:
        if kind == "damage":
            made.damage("b", value, "torso")
        elif kind == "roll":
            made.roll("b", value, True)
        else:
            made.effect("b", value)
    (beat,) = beats(made.events)
    assert (beat.what, beat.who, beat.act) == ("thrown", "a", "throw")
    assert {"rolled", "sprang", "jarred"} & beat.marks == ({mark} if mark else set())


def test_a_charge_that_bounces_off_puts_down_whoever_charged() -> None:
    made = maker()
    made.attack("a", "success", "slam", "torso")
    struggle(made, "slam", "them")
    made.effect("a", "fallen", rule="C-53")
    assert names(made.events) == ["throw_backfired"]


@pytest.mark.parametrize(("contest", "mark"), [("lock", None), ("choke", "throat")])
def test_what_a_hold_does_is_told(contest: str, mark: str | None) -> None:
    made = maker()
    deed(made, "hold")
    struggle(made, contest, "me")
    made.damage("b", 3, "neck" if mark else "arm.R")
    (beat,) = beats(made.events)
    assert (beat.what, beat.who, "throat" in beat.marks) == ("squeezed", "a", mark is not None)


def test_getting_free_is_told_by_how_it_came_about() -> None:
    for act, contest, what, who in (
        ("break_free", "break_free", "broke_free", "a"),
        ("release", None, "released", "a"),
        ("kick", None, "freed", "b"),
    ):
        made = maker()
        deed(made, act)
        if contest:
            struggle(made, contest, "me")
        made.effect("a" if act == "break_free" else "b", "freed")
        (beat,) = beats(made.events)
        assert (beat.what, beat.who) == (what, who)


def test_of_several_tries_in_vain_within_a_turn_the_last_is_told() -> None:
    made = maker()
    for _ in range(3):
        deed(made, "break_free")
        struggle(made, "break_free", "them")
    assert names(made.events) == ["held_fast"]


@pytest.mark.parametrize(("act", "what"), [("wait", "wait"), ("all_out_def", "guard")])
def test_standing_still_is_told_once_a_turn(act: str, what: str) -> None:
    made = maker()
    for _ in range(3):
        deed(made, act)
    assert names(made.events) == [what]


def test_long_holds_are_told_as_one_and_no_turn_is_an_empty_heading() -> None:
    made = maker()
    held = state()
    held["b"] |= {"grappled": True, "pinned": True}
    for t in range(2, 12):
        for of, act in (("a", "hold"), ("b", "break_free")):
            made.of, made.t, made.s = of, t, 0
            made.add("turn", of, subturns=1, owed=0, state=held)
            deed(made, act, of)
            if of == "b":
                made.add("contest", "b", what="break_free", mine=MINE, theirs=THEIRS, winner="them", rule="C-111")
    steps = Narrator().steps(made.events)
    assert [step.what for step in steps if isinstance(step, Beat)] == ["held_long"]
    assert "pinned" in next(step.marks for step in steps if isinstance(step, Beat))
    headings = [step for step in steps if isinstance(step, Heading)]
    assert [(step.turn, step.until) for step in headings] == [(1, 11)]


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
    assert act_word("itch", "ja") == "《かゆみ》"


@pytest.mark.parametrize("lang", LANGS)
def test_a_kind_of_effect_nobody_knows_stops_no_story(lang: Lang) -> None:
    made = maker()
    made.add("effect", "b", effect="levitated", at=None, rule="X-1")
    made.add("contest", "a", what="staring", mine=MINE, theirs=THEIRS, winner="me", rule="X-2")
    assert told(made.events, FOLK, lang)
