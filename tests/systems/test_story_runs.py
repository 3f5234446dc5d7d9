"""Runs of stopped blows are told as one flurry; what is worth a sentence of its own stays one."""

from __future__ import annotations

import pytest
from story_bench import FOLK, LANGS, beats, maker, names

from budosim.systems.gurps3.story import told
from budosim.systems.gurps3.story_forms import APART
from budosim.systems.gurps3.story_runs import in_flurries
from budosim.systems.gurps3.story_steps import Beat, Say
from budosim.systems.gurps3.story_words import Lang, acts_phrase


def stopped(count: int, defence: str = "parry", what: str = "jab") -> list[str]:
    made = maker()
    for _ in range(count):
        made.attack("a", "success", what)
        made.defence("b", defence, "success")
    return names(made.events)


@pytest.mark.parametrize(
    ("defence", "what"), [("parry", "flurry_parried"), ("dodge", "flurry_stopped"), ("jump_back", "flurry_stopped")]
)
def test_three_stopped_blows_are_one_flurry(defence: str, what: str) -> None:
    assert stopped(3, defence) == [what]
    assert stopped(1, defence) != [what]


@pytest.mark.parametrize("defence", ["riposte", "aggr_parry", "parrying_kick"])
def test_what_the_defence_makes_of_it_is_told_by_itself(defence: str) -> None:
    assert stopped(3, defence) == ["parried"] * 3


def test_a_flurry_keeps_every_event_and_only_what_all_have_in_common() -> None:
    run = [
        Beat("parried", "a", (4, 5), frozenset({"back", "easy", "at:head"}), "jab", "head"),
        Beat("dodged", "a", (6, 7), frozenset({"back", "at:body"}), "hook", "torso"),
        Beat("parried", "a", (8,), frozenset({"back"}), "jab", "head"),
    ]
    (joined,) = in_flurries(run)
    assert isinstance(joined, Beat)
    assert (joined.what, joined.events, joined.marks) == ("flurry_stopped", (4, 5, 6, 7, 8), {"back"})
    assert joined.acts == ("jab", "hook", "jab")


def test_another_fighter_or_a_line_ends_a_flurry() -> None:
    mine, his = Beat("parried", "a", (1,)), Beat("parried", "b", (2,))
    assert in_flurries([mine, mine, mine, his]) == [in_flurries([mine] * 3)[0], his]
    assert in_flurries([mine, Say("a", "feint"), mine]) == [mine, Say("a", "feint"), mine]


def test_pairs_are_told_together_more_often_than_not() -> None:
    told_as = [len(in_flurries([Beat("parried", "a", (n,)), Beat("parried", "a", (n + 1,))])) for n in range(30)]
    assert told_as.count(1) == 20
    assert told_as.count(2) == 10


@pytest.mark.parametrize("lang", LANGS)
def test_a_long_exchange_of_nothing_but_parries_is_not_one_sentence_over_and_over(lang: Lang) -> None:
    made = maker()
    for t in range(2, 30):
        made.t, made.s = t, 0
        made.add("turn", "a", subturns=2, owed=0, state={})
        for act in ("jab", "hook", "knee")[: 1 + t % 3]:
            made.s += 1
            made.attack("a", "success", act)
            made.defence("b", "parry", "success")
    said = [piece for piece in told(made.events, FOLK, lang) if piece.kind == "sentence"]
    assert len(said) == len(beats(made.events)) + 1
    for at in range(len(said)):
        assert said[at].form not in [one.form for one in said[max(0, at - APART) : at]]


def test_acts_in_a_row_are_counted_or_listed() -> None:
    assert acts_phrase(["punch"] * 3, "en") == "three punches"
    assert acts_phrase(["jab", "hook", "knee"], "en") == "a jab, a hook and a knee"
    assert acts_phrase(["jab", "hook", "knee"], "ja") == "ジャブ、フック、膝"
    assert acts_phrase(["jab", "jab", "hook"], "ja") == "ジャブとフック"
    assert acts_phrase(["grapple"] * 2, "ja") == "二度の組みつき"
