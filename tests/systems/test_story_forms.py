"""The forms of the told bout: complete in both languages, well made, and never repeated too soon."""

from __future__ import annotations

import re
import string
from collections import deque

import pytest
from bout_maker import random_bout
from story_bench import FOLK, LANGS, beats, deed, maker
from test_story_arts import CONTESTED, ROLLED, arts

from budosim.combat.gurps3.ids import LOC_NAMES, Act, Ending
from budosim.systems.gurps3.story import tell, told
from budosim.systems.gurps3.story_forms import APART, Chooser
from budosim.systems.gurps3.story_words import Lang, forms, words
from budosim.systems.gurps3.tables import tables

FREQUENT = (
    "miss", "dodged", "parried", "no_harm", "hit_light", "hit_solid", "hit_heavy", "feint_won", "feint_lost",
    "wait", "approach",
)  # fmt: skip
FIELDS = {"A", "B", "act", "acts", "at", "an_act", "An_act", "his", "him", "bhis", "bhim"}


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
    borne: set[str] = {"own", "faded"}
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
    spent = maker()
    spent.attack("a", "failure", "drop_kick")
    spent.effect("a", "fallen", rule="C-14")
    deed(spent, "getup")
    spent.effect("a", "stood", posture="standing")
    magic = maker()
    for spell in tables().spells:
        for subject in "ab":
            magic.add("spell", "a", spell=spell, subject=subject, result="success", margin=3, resist=[])
    made = [arts(name, "roll").events for name in ROLLED] + [arts(name, "contest").events for name in CONTESTED]
    for events in (wait.events, counter.events, spent.events, magic.events, *made):
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


@pytest.mark.parametrize("lang", LANGS)
def test_a_blow_out_of_turn_names_somebody(lang: Lang) -> None:
    rows = [form.text for rows in forms(lang).values() for form in rows if form.need & {"counter", "wait"}]
    assert len(rows) >= 16
    assert all("{A}" in text or "{B}" in text for text in rows)


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
