"""Fighters' own lines and names: said at the right moments, harmless whatever they hold."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from bout_maker import head, random_bout, state
from story_bench import FOLK, LANGS, Folk, maker, says

from budosim.systems.gurps3.story import tell, told
from budosim.systems.gurps3.story_words import clean, people


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


def test_fighters_of_one_japanese_name_are_still_called_by_half_of_it() -> None:
    folk = people({"a": {"name": "鷹村 蓮"}, "b": {"name": "鷹村 蓮"}}, "ja")
    assert (folk["a"].short, folk["b"].short) == ("鷹村（A）", "鷹村（B）")
    assert folk["a"].full == "鷹村 蓮（A）"


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
