"""Bracket, blocks and lists of events of every size: byes, double eliminations, nobody's title, ties."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from budosim.events.days import days_of, named_day
from budosim.events.plan import make_plan
from budosim.events.play import play_event
from budosim.events.referee import Rulings
from budosim.runs.cup_odds import CupOdds
from budosim.runs.site_bouts import cards_of
from budosim.runs.site_odds import highlights, odds_of
from budosim.runs.site_tables import blocks_of, picture_of
from budosim.site.bracket import STEP, letters, shortened
from budosim.site.paper import chance
from budosim.site.words import Both
from budosim.systems.gurps3.chances import Chance
from tests.events.toy import Scripted, Toy


def people(n: int) -> list[Any]:
    return [
        SimpleNamespace(slot=i, id=f"p{i:03d}", names=Both(f"選手{i}", f"Fighter {i}"), file=f"{i}.html", chances=[])
        for i in range(n)
    ]


def shown(result: Any, odds: CupOdds | None = None) -> tuple[list[Any], Any]:
    folk = people(result.plan.slots)
    cards = cards_of(result.fixtures, result.plan, folk, odds or CupOdds(), Rulings())
    return cards, picture_of(result, folk, cards)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 11, 14, 17, 40, 83])
def test_every_event_has_a_picture_whose_boxes_do_not_touch(n: int) -> None:
    plan = make_plan([f"p{i:03d}" for i in range(n)])
    result = play_event(plan, Toy(range(1, n + 1), 3, draw=0.25), 3)
    cards, picture = shown(result)
    assert len(cards) == len(result.fixtures)
    fought = [card.seq for card in cards if card.kind == "bout"]
    assert fought == list(range(1, len(fought) + 1))
    columns: dict[int, list[int]] = {}
    for box in picture.boxes:
        assert 0 <= box.x <= picture.width - picture.box
        assert 0 <= box.y <= picture.height
        columns.setdefault(box.x, []).append(box.y)
    for heights in columns.values():
        assert all(b - a >= STEP for a, b in pairwise(heights))
    assert len(columns) == len(plan.rounds) + 1
    pages = {box.page for box in picture.boxes if box.page}
    assert pages == {card.page for card in cards if card.knockout and card.page}


def test_the_end_of_a_large_bracket_is_drawn_by_itself() -> None:
    plan = make_plan([f"p{i:03d}" for i in range(83)])
    result = play_event(plan, Toy(range(1, 84), 3), 3)
    cards, whole = shown(result)
    end = picture_of(result, people(83), cards, 8)
    assert end is not None
    assert len(end.boxes) == 8 + 4 + 2 + 1
    assert [box.text for box in end.boxes] == [box.text for box in whole.boxes[-15:]]
    assert end.height < whole.height


@pytest.mark.parametrize("n", [2, 6, 20])
def test_a_bracket_still_to_be_played_is_drawn_as_far_as_it_is_known(n: int) -> None:
    plan = make_plan([f"p{i:03d}" for i in range(n)])
    for day in days_of(plan):
        result = play_event(plan, Toy(range(1, n + 1), 3), 3, until=day)
        cards, picture = shown(result)
        known = n == 2 or day.number >= named_day(plan, "blocks").number
        assert (picture is not None) == known
        blocks = blocks_of(result, people(n), cards)
        assert len(blocks) == len(plan.sizes)
        for block in blocks:
            assert block["reasons"] == known
            assert all((row["reason"] is not None) == known for row in block["rows"])


def test_a_drawn_final_leaves_the_title_to_nobody() -> None:
    plan = make_plan(["p000", "p001"])
    result = play_event(plan, Scripted(2, {("final", 0, 1): (-1, 5, 5, 0, 0)}), 1)
    cards, picture = shown(result)
    assert picture.boxes[-1].text.ja == "該当者なし"
    assert picture.boxes[-1].text.en == "no champion"
    assert cards[-1].winner is None


def test_a_drawn_semifinal_makes_the_other_finalist_champion_and_is_marked() -> None:
    plan = make_plan([f"p{i:03d}" for i in range(10)])
    whole = play_event(plan, Scripted(10, {}), 1)
    a, b = sorted(whole.lines[0][:2])
    result = play_event(plan, Scripted(10, {("semifinal", a, b): (-1, 5, 5, 0, 0)}), 1)
    _, picture = shown(result)
    assert any(box.text.ja == "両者敗退" for box in picture.boxes)
    assert picture.boxes[-1].name == Both(f"選手{result.champion}", f"Fighter {result.champion}")


def test_upsets_and_comebacks_are_measured_by_the_winners_chances() -> None:
    plan = make_plan(["p000", "p001"])
    result = play_event(plan, Scripted(2, {("final", 0, 1): (0, 5, 5, 0, 0)}), 1)
    number = result.fixtures[0].number
    assert number is not None
    card = shown(result, CupOdds(100, {}, {number: [Chance(0, 100, 20, 70), Chance(2, 100, 4, 95)]}))[0][0]
    assert card.prior == pytest.approx((0.2, 0.7, 0.1, 100))
    assert card.chance == pytest.approx(0.2)
    assert card.upset
    assert card.lowest == pytest.approx(0.04)
    assert card.comeback
    tame = shown(result, CupOdds(100, {}, {number: [Chance(0, 100, 60, 30)]}))[0][0]
    assert not tame.upset
    assert not tame.comeback


def test_names_are_cut_to_their_boxes() -> None:
    room = letters(184)
    assert shortened("鷹村 蓮", room) == "鷹村 蓮"
    cut = shortened("長" * 40, room)
    assert cut.endswith("…")
    assert len(cut) * 2 <= room + 2
    assert shortened("x" * 40, room).endswith("…")


def test_whoever_is_out_has_no_chance_and_what_never_happened_is_not_called_impossible() -> None:
    plan = make_plan([f"p{i:03d}" for i in range(10)])
    result = play_event(plan, Toy(range(1, 11), 3), 3)
    folk = people(10)
    row = [{"id": one.id, "p_block": 0.0, "p_round": [], "p_title": 0.0} for one in folk]
    odds = CupOdds(2000, dict.fromkeys(("", "draw", "blocks", "semifinal"), row))
    shares = odds_of(odds, result, folk, days_of(plan)[-1])
    assert shares is not None
    through, finalists = set(result.lines[0]), set(result.lines[1])
    for one in shares["rows"]:
        before, draw, blocks, semifinal = one["shares"]
        assert not before.out
        assert not draw.out
        assert blocks.out == (one["who"].slot not in through)
        assert semifinal.out == (one["who"].slot not in finalists)
        assert chance(before.value, before.n) == "<0.15%"


def test_the_bouts_to_read_first_are_told_once_each_and_give_nothing_veiled_away() -> None:
    plan = make_plan([f"p{i:03d}" for i in range(10)])
    cards, _ = shown(play_event(plan, Toy(range(1, 11), 3), 3))
    picked = [one["bout"] for one in highlights(cards)]
    assert picked[0] is [card for card in cards if card.kind == "bout"][-1]
    assert len({id(card) for card in picked}) == len(picked)
    for card in cards:
        card.veiled = True
    assert highlights(cards) == []
