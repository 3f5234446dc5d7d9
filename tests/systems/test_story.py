"""The told bout: forms, variety, names and lines of other people, and what is told at all."""

from __future__ import annotations

import os
import random
import re
import string
import subprocess
import sys
from collections import deque
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from bout_maker import Event, Maker, head, random_bout, state

from budosim.combat.gurps3.ids import LOC_NAMES, Act, Effect, Ending
from budosim.systems.gurps3.story import tell, told
from budosim.systems.gurps3.story_beats import Narrator
from budosim.systems.gurps3.story_forms import APART, Chooser
from budosim.systems.gurps3.story_steps import Beat, Say
from budosim.systems.gurps3.story_words import Lang, clean, forms, people, words

Folk = dict[str, dict[str, Any]]

LANGS: tuple[Lang, ...] = ("ja", "en")
FREQUENT = (
    "miss", "dodged", "parried", "no_harm", "hit_light", "hit_solid", "hit_heavy", "feint_won", "feint_lost",
    "wait", "approach",
)  # fmt: skip
FIELDS = {"A", "B", "act", "at", "an_act", "An_act", "his", "him", "bhis", "bhim"}
FOLK: Folk = {"a": {"name": "鷹村 蓮", "sex": "男", "lines": {}}, "b": {"name": "Ken", "lines": {}}}
SILENT = {"airborne", "landed", "stood", "postured", "recovered", "part_restored", "part_recovered"}
"""Effects told by the act or the turn they belong to, or not at all."""


def maker(t: int = 1, of: str = "a") -> Maker:
    made = Maker(random.Random(1))
    made.t, made.of, made.s = t, of, 0
    made.add("turn", of, subturns=1, owed=0, state=state())
    made.s = 1
    return made


def beats(events: list[Event]) -> list[Beat]:
    return [step for step in Narrator().steps(events) if isinstance(step, Beat)]


def names(events: list[Event]) -> list[str]:
    return [beat.what for beat in beats(events)]


def says(events: list[Event]) -> list[tuple[str, str]]:
    return [(s.who, s.key) for s in Narrator().steps(events) if isinstance(s, Say)]


# the tables


def test_both_languages_have_forms_for_the_same_situations() -> None:
    assert set(forms("ja")) == set(forms("en"))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("what", FREQUENT)
def test_what_happens_often_has_a_form_to_spare_in_any_thirteen_sentences(lang: Lang, what: str) -> None:
    plain = [form for form in forms(lang)[what] if not form.need]
    assert len(plain) > APART


@pytest.mark.parametrize("lang", LANGS)
def test_every_situation_can_go_on_without_repetition(lang: Lang) -> None:
    leads = len(words()["again"][lang])
    for what, rows in forms(lang).items():
        plain = [form for form in rows if not form.need]
        assert len(plain) >= 3, what
        assert len(plain) * (1 + leads) > APART


@pytest.mark.parametrize("lang", LANGS)
def test_forms_are_one_sentence_and_name_known_fields_only(lang: Lang) -> None:
    end = "。" if lang == "ja" else "."
    for what, rows in forms(lang).items():
        for form in rows:
            used = {field for _, field, _, _ in string.Formatter().parse(form.text) if field}
            assert used <= FIELDS, form.text
            assert form.text.endswith(end), form.text
            assert form.text.count(end) == 1, form.text
            if lang == "ja":
                assert not used & {"an_act", "An_act", "his", "him", "bhis", "bhim"}, (what, form.text)
            else:
                assert form.text.isascii(), form.text
                assert form.text[0] in string.ascii_uppercase + "{", form.text
                assert not form.text.startswith(("{act}", "{at}", "{an_act}", "{his}", "{him}")), form.text


def test_no_form_stands_twice_in_a_language() -> None:
    for lang in LANGS:
        texts = [form.text for rows in forms(lang).values() for form in rows]
        assert len(texts) == len(set(texts))


def test_every_mark_a_form_asks_for_is_one_that_situations_bear() -> None:
    asked = {mark for lang in LANGS for rows in forms(lang).values() for form in rows for mark in form.need}
    borne: set[str] = {"fam:grapple", "own", "faded"}
    for number in range(150):
        for beat in beats(random_bout(number)):
            borne |= beat.marks
    wait = maker(of="b")
    wait.attack("a", "failure")
    counter = maker()
    counter.attack("a", "failure")["counter"] = True
    counter.attack("a", "failure")["dice"] = [6, 6, 6]
    for eye in ("eye.R", "eye.L"):
        counter.effect("b", "blinded", at=eye)
    for events in (wait.events, counter.events):
        for beat in beats(events):
            borne |= beat.marks
    assert asked <= borne, asked - borne


def test_every_act_place_and_ending_has_a_word() -> None:
    table = words()
    assert set(table["act"]) == {act.name.lower() for act in Act} - {"none"}
    assert set(table["place"]) == set(LOC_NAMES)
    assert set(table["ending"]) == {ending.name.lower() for ending in Ending}
    for rows in (table["act"], table["place"], table["ending"]):
        for row in rows.values():
            assert row["ja"]
            assert row["en"].isascii()


# variety


@pytest.mark.parametrize("lang", LANGS)
def test_no_form_comes_twice_within_twelve_sentences_of_150_bouts(lang: Lang) -> None:
    seen = 0
    for number in range(150):
        last: deque[str] = deque(maxlen=APART)
        texts: deque[str] = deque(maxlen=APART)
        for piece in told(random_bout(number), FOLK, lang):
            if piece.kind != "sentence":
                continue
            assert piece.form not in last, (number, piece.text)
            assert piece.text not in texts, (number, piece.text)
            last.append(piece.form)
            texts.append(piece.text)
            seen += 1
    assert seen > 5000


@pytest.mark.parametrize("lang", LANGS)
def test_one_situation_told_a_hundred_times_running_never_repeats_too_soon(lang: Lang) -> None:
    for what in forms(lang):
        choose = Chooser(forms(lang), words()["again"][lang], what)
        ids = [choose.choose(what, frozenset())[0] for _ in range(100)]
        for i, id_ in enumerate(ids):
            assert id_ not in ids[max(0, i - APART) : i], (what, i)


def test_a_repetition_owns_to_being_one() -> None:
    choose = Chooser(forms("en"), words()["again"]["en"], "x")
    texts = [choose.choose("kept", frozenset())[1] for _ in range(6)]
    plain = {form.text for form in forms("en")["kept"]}
    assert set(texts[:4]) == plain
    assert all(text not in plain and text.startswith(tuple(words()["again"]["en"])) for text in texts[4:])
    assert all(not re.search(r"[,:] (That|Before|Anyone)\b", text) for text in texts[4:])


def test_the_same_bout_is_told_in_the_same_words_and_another_one_in_others() -> None:
    events = random_bout(3)
    assert tell(events, FOLK, "ja") == tell(events, FOLK, "ja")
    other = [dict(events[0], bout=99), *events[1:]]
    assert tell(events, FOLK, "ja") != tell(other, FOLK, "ja")


def test_a_form_made_for_the_situation_is_preferred_and_a_contradicting_one_never_taken() -> None:
    choose = Chooser(forms("en"), [], "x")
    made_for = {form.text for form in forms("en")["out_unconscious"] if "faded" in form.need}
    picked = [choose.choose("out_unconscious", frozenset({"faded"}))[1] for _ in range(2)]
    assert set(picked) <= made_for


# totality


@pytest.mark.parametrize("lang", LANGS)
def test_every_effect_of_the_core_is_told_or_left_out_on_purpose(lang: Lang) -> None:
    for effect in Effect:
        name = effect.name.lower()
        made = maker()
        made.effect("b", name)
        told_names = names(made.events)
        assert bool(told_names) == (name not in SILENT), name
        tell(made.events, FOLK, lang)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("winner", ["a", "b", None])
def test_every_ending_is_told_with_its_result(lang: Lang, winner: str | None) -> None:
    for ending in Ending:
        events = maker().end(ending.name.lower(), winner)
        text = tell(events, FOLK, lang)
        last = text.rstrip("\n").splitlines()[-1]
        assert words()["ending"][ending.name.lower()][lang] in last
        full = {"a": "鷹村 蓮", "b": "Ken"}
        assert all((name in last) == (side == winner) for side, name in full.items())


@pytest.mark.parametrize("lang", LANGS)
def test_every_act_at_every_place_with_every_result(lang: Lang) -> None:
    for act in Act:
        for at in (*LOC_NAMES, None):
            made, name = maker(), act.name.lower() if act else None
            made.add("act", "a", act=name, at=at, opt=None, back=False, state=state())
            made.attack("a", "success", act.name.lower(), at)
            made.damage("b", 3, at or "torso")
            text = tell(made.events, FOLK, lang)
            assert "{" not in text


def test_a_trace_without_its_first_line_or_its_end_is_told_as_far_as_it_goes() -> None:
    made = maker()
    made.attack("a", "failure")
    assert "Ken" in tell(made.events[1:], FOLK, "en")
    assert tell([], FOLK, "en").startswith("鷹村 蓮 vs. Ken")


# what is told of a blow


@pytest.mark.parametrize(
    ("injury", "what"),
    [
        (0, "no_harm"),
        (1, "hit_light"),
        (2, "hit_light"),
        (3, "hit_solid"),
        (5, "hit_solid"),
        (6, "hit_heavy"),
    ],
)
def test_a_hit_is_told_by_its_weight(injury: int, what: str) -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", injury)
    assert names(made.events) == [what]


def test_a_miss_by_one_is_near_and_a_miss_by_six_is_wide() -> None:
    for total, mark in ((13, "near"), (14, None), (17, None), (18, "wide")):
        made = maker()
        made.attack("a", "failure")["dice"] = [total - 2, 1, 1]
        (beat,) = beats(made.events)
        assert beat.what == "miss"
        assert {"near", "wide"} & beat.marks == ({mark} if mark else set())


@pytest.mark.parametrize(
    ("defence", "what"),
    [("dodge", "dodged"), ("jump_back", "dodged"), ("parry", "parried"), ("riposte", "parried")],
)
def test_what_stopped_a_blow_is_told(defence: str, what: str) -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", defence, "success", retreat=True)
    (beat,) = beats(made.events)
    assert beat.what == what
    assert {f"def:{defence}", "back"} <= beat.marks
    assert beat.who == "a"


def test_a_second_defence_is_the_defenders_sentence() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "parry", "failure")
    made.defence("b", "dodge", "success")
    (beat,) = beats(made.events)
    assert (beat.what, beat.who) == ("second_try", "b")


def test_a_perfect_defence_upsets_the_attacker() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "parry", "critical_success")
    made.add("table", "a", table="crit_miss", dice=[3, 3, 4], row=10, rule="C-74")
    made.effect("a", "lost_balance")
    assert names(made.events) == ["parried", "perfect", "lost_balance"]


def test_a_lost_leg_implies_the_fall_and_a_fall_with_a_stun_is_one_sentence() -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 7)
    made.effect("b", "crippled", at="leg.R", rule="C-82", until_turn=None)
    made.effect("b", "fallen", rule="C-88")
    made.effect("b", "stunned")
    assert names(made.events) == ["hit_heavy", "crippled_leg", "stunned"]
    made = maker()
    made.attack("a", "success")
    made.damage("b", 7, "torso")
    made.effect("b", "fallen", rule="C-91")
    made.effect("b", "stunned")
    assert names(made.events) == ["hit_heavy", "downed"]


@pytest.mark.parametrize(("by", "mark"), [(0, "narrow"), (1, None), (4, None), (5, "easy"), (7, "easy")])
def test_by_how_much_a_defence_held(by: int, mark: str | None) -> None:
    made = maker()
    made.attack("a", "success")
    defence = made.defence("b", "parry", "success")
    defence["target"] = sum(defence["dice"]) + by
    (beat,) = beats(made.events)
    assert {"narrow", "easy"} & beat.marks == ({mark} if mark else set())


def test_what_helped_a_dodge_is_told() -> None:
    for what, mark in (("sakiyomi", "read"), ("acrobatics", "acro")):
        for made_it in (True, False):
            made = maker()
            made.attack("a", "success")
            made.roll("b", what, made_it)
            made.defence("b", "jump_back", "success")
            (beat,) = beats(made.events)
            assert (mark in beat.marks) is made_it


def test_what_failed_to_stop_a_blow_is_told() -> None:
    for defence, mark in (
        ("parry", "try:parry"),
        ("dodge", "try:dodge"),
        ("no_defence", "open"),
        ("", "open"),
    ):
        made = maker()
        made.attack("a", "success")
        if defence:
            made.defence("b", defence, None if defence == "no_defence" else "failure")
        made.damage("b", 3)
        (beat,) = beats(made.events)
        assert {"try:parry", "try:dodge", "open"} & beat.marks == {mark}


def test_a_botched_defence_is_told_before_the_blow() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "dodge", "critical_failure")
    made.effect("b", "fallen", rule="C-70")
    made.damage("b", 3)
    told_beats = beats(made.events)
    assert [(beat.what, beat.who) for beat in told_beats] == [
        ("botched", "b"),
        ("hit_solid", "a"),
        ("fallen", "b"),
    ]
    assert says(made.events) == [("b", "fumble")]


def test_hurts_of_ones_own_are_told_by_where_they_come_from() -> None:
    made = maker()
    made.attack("a", "critical_failure")
    made.damage("a", 2, "leg.R")
    beat = beats(made.events)[-1]
    assert (beat.what, beat.who, beat.at) == ("self_hurt", "a", "leg.R")
    made = maker()
    made.attack("a", "success")
    made.defence("b", "aggr_parry", "success")
    made.damage("a", 1, "foot.L")
    beat = beats(made.events)[-1]
    assert (beat.what, beat.who, beat.at) == ("bitten", "a", "foot.L")


@pytest.mark.parametrize(("yards", "far"), [(1, False), (2, True)])
def test_how_far_somebody_is_thrown(yards: int, far: bool) -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 8, "torso")
    made.effect("b", "knocked_back", yards=yards)
    beat = beats(made.events)[-1]
    assert beat.what == "blown"
    assert ("far" in beat.marks) is far
    made.effect("b", "fallen", rule="C-52")
    assert names(made.events)[-1] == "blown_down"


def test_a_strained_limb_is_told_once() -> None:
    made = maker()
    made.attack("a", "critical_failure")
    made.effect("a", "strained", at="arm.R", hp=11)
    made.effect("a", "crippled", at="arm.R", rule="C-74", until_turn=None)
    assert names(made.events) == ["fumble", "strained"]
    made = maker()
    made.attack("a", "critical_failure", "headbutt")
    made.effect("a", "strained", at="head", hp=11)
    assert names(made.events) == ["fumble", "strained"]


def test_a_faint_resisted_is_told_when_it_was_close() -> None:
    for spared, told_names in ((0, ["hit_light", "kept"]), (1, ["hit_light", "kept"]), (2, ["hit_light"])):
        made = maker()
        made.attack("a", "success", "punch", "head")
        made.damage("b", 2, "head")
        roll = made.roll("b", "knock_out", True, "C-87")
        roll["target"] = sum(roll["dice"]) + spared
        assert names(made.events) == told_names
    made = maker()
    made.attack("a", "success", "punch", "torso")
    made.damage("b", 2, "torso")
    made.roll("b", "near_death", True, "T-03")
    assert names(made.events) == ["hit_light", "survived"]


def test_who_is_out_is_told_last_and_nothing_after_it() -> None:
    made = maker()
    made.attack("a", "success")
    made.damage("b", 12, "brain")
    made.effect("b", "stunned")
    made.effect("b", "unconscious", rule="C-83")
    assert names(made.events) == ["hit_heavy", "out_unconscious"]
    assert ("b", "injured") not in says(made.events)


def test_a_technique_that_ends_on_the_floor_is_no_fall() -> None:
    made = maker()
    made.attack("a", "success", "drop_kick")
    made.damage("b", 1)
    made.effect("a", "fallen", rule="C-14")
    made.add("act", "a", act="getup", at=None, opt=None, back=False, state=state())
    made.effect("a", "stood")
    told_beats = beats(made.events)
    assert [beat.what for beat in told_beats] == ["hit_light", "up"]
    assert "spent" in told_beats[1].marks


def test_a_victim_of_a_swing_that_slipped_to_the_torso_is_told_as_hit() -> None:
    made = maker()
    made.attack("a", "failure", "hook_kick", "head")
    made.damage("b", 3, "torso")
    (beat,) = beats(made.events)
    assert (beat.what, beat.at) == ("hit_solid", "torso")


def test_a_sweep_is_told_by_its_contest() -> None:
    for winner, what in (("me", "sweep_won"), (None, "sweep_lost"), ("them", "sweep_lost")):
        made = maker()
        made.attack("a", "success", "sweep")
        made.add("contest", "a", what="sweep", winner=winner)
        if winner == "me":
            made.effect("b", "fallen", rule="C-14")
        assert names(made.events) == [what]


def test_a_feint_lures_into_the_next_blow_only() -> None:
    made = maker()
    made.add("act", "a", act="feint", at=None, opt=None, back=False, state=state())
    made.add("contest", "a", what="feint", winner="me", gained=4)
    for _ in range(2):
        made.add("act", "a", act="punch", at="jaw", opt=None, back=False, state=state())
        made.attack("a", "success", "punch", "jaw")
        made.damage("b", 3, "jaw")
    feint, first, second = beats(made.events)
    assert (feint.what, feint.marks) == ("feint_won", frozenset({"big"}))
    assert "lured" in first.marks
    assert "lured" not in second.marks


def test_getting_up_step_by_step_is_one_sentence() -> None:
    made = maker()
    for name in ("postured", "stood"):
        made.add("act", "a", act="getup", at=None, opt=None, back=False, state=state())
        made.effect("a", name)
    assert names(made.events) == ["up"]


def test_holding_on_is_not_told_every_turn() -> None:
    made = maker()
    made.roll("a", "unconscious", True, "C-94")["dice"] = [2, 2, 2]
    for t in (2, 3):
        made.t = t
        made.add("turn", "a", subturns=1, owed=0, state=state())
        made.roll("a", "unconscious", True, "C-94")["dice"] = [2, 2, 2] if t == 2 else [4, 4, 4]
    assert names(made.events) == ["hold_on", "hold_on"]


# turns


def quiet_bout(turns: int) -> list[Event]:
    made = Maker(random.Random(1))
    for t in range(1, turns + 1):
        for who in ("a", "b"):
            made.of, made.t, made.s = who, t, 0
            made.add("turn", who, subturns=1, owed=0, state=state())
            made.s = 1
            made.add("act", who, act="wait", at=None, opt=None, back=False, state=state())
    return made.end("stalemate", None)


def test_quiet_turns_are_told_as_one() -> None:
    assert names(quiet_bout(120)) == ["idle", "end_draw"]
    text = tell(quiet_bout(120), FOLK, "ja")
    assert "【第１～１２０ターン】" in text
    assert len(text) < 400
    assert names(quiet_bout(1)) == ["wait", "wait", "end_draw"]


def test_every_turn_has_one_heading_with_both_fighters_points() -> None:
    events = random_bout(5)
    headings = [piece.text for piece in told(events, FOLK, "en") if piece.kind == "heading"]
    assert [text.split("]")[0] for text in headings] == [f"[Turn {n}" for n in range(1, 7)]
    hp = next(e for e in events if e["k"] == "turn")["state"]
    assert headings[0] == f"[Turn 1]  鷹村 HP {hp['a']['hp']}  Ken HP {hp['b']['hp']}"


def test_the_events_behind_a_sentence_are_known() -> None:
    made = maker()
    made.attack("a", "success")
    made.defence("b", "parry", "failure")
    made.damage("b", 3)
    opening, blow = (p for p in told(made.events, FOLK, "en") if p.kind == "sentence")
    assert opening.events == (0,)
    assert blow.events == (2, 3, 4)


# lines


def with_lines(**lines: object) -> Folk:
    return {"a": {"name": "Ann", "lines": lines}, "b": {"name": "Bob", "lines": lines}}


def test_lines_come_at_their_moments() -> None:
    made = maker()
    made.attack("a", "critical_success")
    made.damage("b", 7)
    made.effect("b", "crippled", at="leg.R", rule="C-82", until_turn=None)
    assert says(made.events) == [("a", "critical"), ("b", "crippled"), ("b", "injured")]
    made = maker()
    made.attack("a", "critical_failure")
    assert says(made.events) == [("a", "fumble")]
    made = maker()
    for _ in range(3):
        made.attack("a", "success")
        made.damage("b", 1)
    assert says(made.events) == [("a", "combination")]
    made = maker()
    made.effect("b", "gave_up")
    assert says(made.end("gave_up", "a")) == [("b", "give_up"), ("a", "win"), ("b", "lose")]
    assert says(maker().end("time", None)) == [("a", "draw"), ("b", "draw")]
    made = maker()
    made.effect("b", "dead")
    assert says(made.end("dead", "a")) == [("a", "win")]


def test_before_and_round_lines_open_the_bout() -> None:
    events = [head(stage="final"), *maker().events[1:]]
    text = tell(events, with_lines(before=["Ready."], round_final="At last.", round_block="no"), "en")
    assert text.index('Ann: "Ready."') < text.index('Ann: "At last."') < text.index('Bob: "Ready."')
    assert '"no"' not in text


def test_a_list_of_lines_is_not_said_twice_running_and_nobody_chatters() -> None:
    made = maker()
    for t in range(2, 30):
        made.t = t
        made.add("turn", "a", subturns=1, owed=0, state=state())
        made.attack("a", "success")
        made.damage("b", 4)
    said = [p for p in told(made.events, with_lines(injured=["x", "y", "z"]), "en") if p.kind == "line"]
    assert len(said) == 3
    assert all(one.text != two.text for one, two in pairwise(said))
    single = [p for p in told(made.events, with_lines(injured="x"), "en") if p.kind == "line"]
    assert len(single) == 2


def test_brackets_in_lines_are_nested_as_the_language_does() -> None:
    lines = with_lines(win="「押忍」と言った", lose="「無念」", draw='He said "no".')
    ja = tell(maker().end("unconscious", "a"), lines, "ja")
    assert "Ann「『押忍』と言った」" in ja
    assert "Bob「無念」" in ja
    assert "Ann: \"He said 'no'.\"" in tell(maker().end("time", None), lines, "en")


# other people's text


def test_control_and_direction_characters_are_stripped() -> None:
    nasty = "a\u202eb\u2066c\x00d\x1b[31me\u200ff\ufeffg\r\nh\u2028i\ud800j"
    assert clean(nasty, 100) == "abcd[31mefg h ij"
    fighters: Folk = {"a": {"name": nasty, "lines": {"draw": nasty}}, "b": {"name": "B"}}
    text = tell(maker().end("time", None), fighters, "en")
    assert not re.search("[\u202e\u2066\x00\x1b\u200f\ufeff\u2028\ud800\r]", text)


def test_towers_of_marks_and_endless_texts_are_cut() -> None:
    assert len(clean("e" + "\u0301" * 500, 100)) <= 5
    assert len(clean("x" * 10_000, 300)) == 300
    assert clean("x" * 10_000, 300).endswith("…")
    assert clean("👨‍👩‍👧", 40) == "👨‍👩‍👧"


def test_braces_in_names_and_lines_are_no_placeholders() -> None:
    fighters: Folk = {"a": {"name": "{B}{0.__class__}", "lines": {"before": "{act}"}}, "b": {"name": "%s"}}
    text = tell(random_bout(4), fighters, "en")
    assert "{B}{0.__class__}" in text
    assert '"{act}"' in text


@pytest.mark.parametrize(("one", "two"), [("鷹村", "鷹村"), ("ＫＥＮ", "ken"), ("", "")])
def test_fighters_of_one_name_are_told_apart(one: str, two: str) -> None:
    for lang in LANGS:
        folk = people({"a": {"name": one}, "b": {"name": two}}, lang)
        assert folk["a"].short != folk["b"].short
        assert folk["a"].full != folk["b"].full


def test_a_japanese_name_in_two_parts_is_shortened_and_no_other() -> None:
    folk = people({"a": {"name": "鷹村 蓮"}, "b": {"name": "John Smith"}}, "ja")
    assert (folk["a"].short, folk["b"].short) == ("鷹村", "John Smith")
    brothers = people({"a": {"name": "鷹村 蓮"}, "b": {"name": "鷹村　豪"}}, "ja")
    assert (brothers["a"].short, brothers["b"].short) == ("鷹村 蓮", "鷹村　豪")


def test_english_pronouns_follow_the_sheet() -> None:
    folk = people({"a": {"name": "A", "sex": "女"}, "b": {"name": "B", "sex": "Male"}}, "en")
    assert (folk["a"].his, folk["a"].him, folk["b"].his, folk["b"].him) == ("her", "her", "his", "him")
    assert people({"a": {"name": "A"}, "b": {"name": "B"}}, "en")["a"].his == "their"


def test_plain_text_has_no_control_characters_but_line_breaks() -> None:
    for lang in LANGS:
        text = tell(random_bout(8), FOLK, lang, width=60)
        assert all(c == "\n" or c.isprintable() or c == "\u3000" for c in text)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")


@pytest.mark.parametrize("lang", LANGS)
def test_a_blow_out_of_turn_names_somebody(lang: Lang) -> None:
    rows = [form.text for rows in forms(lang).values() for form in rows if form.need & {"counter", "wait"}]
    assert len(rows) >= 16
    assert all("{A}" in text or "{B}" in text for text in rows)


def test_telling_needs_no_compiler() -> None:
    code = (
        "import sys, budosim.systems.gurps3.story, budosim.systems.gurps3.trace;"
        "sys.exit(any(name in sys.modules for name in ('numba', 'polars', 'matplotlib')))"
    )
    root = str(Path(__file__).parents[2])
    path = os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])
    assert (
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}).returncode == 0
    )
