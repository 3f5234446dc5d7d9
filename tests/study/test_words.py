from __future__ import annotations

import pytest

from budosim.events.bracket import rounds_of
from budosim.events.protocols import FREE_BOUT, LEAGUE, PLAYOFF
from budosim.study import columns
from budosim.study.words import both, say
from budosim.systems.gurps3.story_words import words


@pytest.mark.parametrize("ending", columns.endings())
def test_endings_are_called_as_in_told_bouts(ending):
    told = words()["ending"][ending]
    assert both("ending", ending) == (told["ja"], told["en"])


@pytest.mark.parametrize("place", columns.places())
def test_places_are_called_as_in_told_bouts(place):
    told = next(table[place] for table in words().values() if isinstance(table, dict) and "brain" in table)
    assert both("place", place) == (told["ja"], told["en"])


def test_stages_are_called_as_in_events():
    for stage in (*rounds_of(256), LEAGUE, PLAYOFF):
        assert both("stage", stage.id) == (stage.ja, stage.en)
    assert both("stage", FREE_BOUT.id).ja == FREE_BOUT.ja


def test_an_unknown_word_stands_for_itself():
    assert both("ending", "struck_by_lightning") == ("struck by lightning",) * 2
    assert say("figure", "length_median", "en", n=3) == "median 3"
