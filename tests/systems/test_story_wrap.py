"""Forum width: columns, line breaking rules, and nothing lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from bout_maker import random_bout
from hypothesis import given, settings
from hypothesis import strategies as st

from budosim.systems.gurps3.story import tell
from budosim.systems.gurps3.story_words import Lang
from budosim.systems.gurps3.story_wrap import NOT_FIRST, NOT_LAST, width_of, wrap

TEXT = st.text(alphabet="あ漢ア。、「」『』（）！？ー…abc XYZ-,.'09　ｱﾞ\u0301👨\u200d👩", max_size=120)


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("あいう", 6), ("ｱｲｳ", 3), ("ＡＢ", 4), ("…", 2), ("か\u3099", 2), ("👨\u200d👩", 4)],
)
def test_full_width_characters_count_two(text: str, columns: int) -> None:
    assert width_of(text) == columns


def test_a_line_does_not_begin_with_a_full_stop_or_a_small_letter() -> None:
    assert wrap("あいうえ。かき", 8) == ["あいう", "え。かき"]
    assert wrap("あいうキャッチ", 8) == ["あいう", "キャッチ"]
    assert wrap("あいう」」か", 6) == ["あい", "う」」", "か"]


def test_a_line_does_not_end_with_an_opening_bracket() -> None:
    assert wrap("あいう「か」き", 8) == ["あいう", "「か」き"]


def test_words_of_narrow_letters_stay_whole_unless_longer_than_a_line() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("abcdefghijkl", 5) == ["abcde", "fghij", "kl"]


def test_an_english_ending_stays_with_a_japanese_name() -> None:
    assert wrap("Pain is in 激's lips", 13) == ["Pain is in", "激's lips"]


def test_later_lines_are_indented() -> None:
    assert wrap("あいうえおか", 8, "　") == ["あいうえ", "　おか"]


def test_dots_in_a_row_are_not_parted() -> None:
    assert wrap("あい……う", 6) == ["あ", "い……", "う"]


@settings(max_examples=100, deadline=None)
@given(TEXT, st.integers(min_value=8, max_value=40))
def test_nothing_is_lost_and_no_line_is_too_long(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line) <= width for line in lines)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="あ漢ア。、「」ャ…", max_size=80), st.integers(min_value=20, max_value=40))
def test_breaks_obey_the_rules_wherever_some_break_in_the_line_is_allowed(text: str, width: int) -> None:
    lines = wrap(text, width)
    for line, after in pairwise(lines):
        joined = line
        allowed = any(
            joined[i - 1] not in NOT_LAST and joined[i] not in NOT_FIRST and joined[i - 1 : i + 1] != "……"
            for i in range(1, len(joined))
        )
        if allowed:
            assert line[-1] not in NOT_LAST
            assert after[0] not in NOT_FIRST


@pytest.mark.parametrize("width", [38, 60, 72])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_told_bout_keeps_to_its_width(lang: Lang, width: int) -> None:
    lines = {"before": "x" * 500, "win": "長い台詞だ。" * 50, "injured": ["う", "くっ……"]}
    fighters = {"a": {"name": "鷹村 蓮", "lines": lines}, "b": {"name": "Ｚ" * 60, "lines": lines}}
    for number in range(4):
        text = tell(random_bout(number), fighters, lang, width=width)
        assert all(width_of(line) <= width for line in text.splitlines())


def test_the_wrapped_story_says_the_same_as_the_unwrapped_one() -> None:
    fighters = {"a": {"name": "鷹村 蓮"}, "b": {"name": "Ken"}}
    whole, narrow = (tell(random_bout(2), fighters, "ja", width=w) for w in (None, 50))
    assert "".join(narrow.split()) == "".join(whole.split())
