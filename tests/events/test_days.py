"""Days, orders and decisions: an event that stops, goes on, loses somebody, draws by real dice."""

import json

import numpy as np
import pytest

from budosim.errors import EventError
from budosim.events.days import day_of, days_of, named_day
from budosim.events.draws import same_draw
from budosim.events.orders import MoreDice, Orders, Withdrawal, draw_key, draw_name
from budosim.events.plan import make_plan
from budosim.events.play import forecast_rest, play_event
from budosim.events.protocols import BLOCKS, bout_number
from budosim.events.referee import Decision, Rulings, make_decision, read_rulings, write_rulings
from tests.events.toy import Scripted, Toy

NAMES = [f"p{i:02d}" for i in range(20)]


def plan_for(n, **orders):
    from dataclasses import replace

    return replace(make_plan(NAMES[:n]), orders=Orders(**orders))


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 11, 14, 20])
def test_the_days_are_the_rounds_in_order_and_show_each_bout_once(n):
    plan = make_plan(NAMES[:n])
    days = days_of(plan)
    assert [day.number for day in days] == list(range(len(days)))
    assert (days[0].id, days[-1].id) == ("draw", "final")
    assert ("blocks" in [day.id for day in days]) == (n > 2)
    played = play_event(plan, Toy(range(1, n + 1), draw=0.3), 1)
    seen = [day_of(plan, one.stage, one.round).number for one in played.fixtures]
    assert seen == sorted(seen)
    assert set(seen) == set(range(1, len(days)))


def test_a_day_is_named_by_id_number_or_japanese_name():
    plan = make_plan(NAMES)
    assert [day.id for day in days_of(plan)] == [
        *("draw", "round1", "round2", "round3", "round4", "blocks"),
        *("quarterfinal", "semifinal", "final"),
    ]
    for written in ("blocks", "round5", "ROUND5 ", "予選第５節", "5"):
        assert named_day(plan, written).id == "blocks"
    assert named_day(plan, "準決勝").id == "semifinal"
    assert named_day(plan, "round8").id == named_day(plan, "end").id == "final"
    with pytest.raises(EventError, match="semifinal"):
        named_day(plan, "semifnal")


@pytest.mark.parametrize("n", [2, 3, 6, 11, 20])
def test_an_event_that_stops_is_the_beginning_of_the_whole(n):
    plan = make_plan(NAMES[:n])
    whole = play_event(plan, Toy(range(1, n + 1), 5, draw=0.3, death=0.1), 5)
    assert whole.complete
    for day in days_of(plan):
        part = play_event(plan, Toy(range(1, n + 1), 5, draw=0.3, death=0.1), 5, until=day)
        assert part.fixtures == whole.fixtures[: len(part.fixtures)]
        assert part.lines == whole.lines[: len(part.lines)]
        assert part.audit == whole.audit[: len(part.audit)]
        assert all(day.shows(one.stage.number, one.round) for one in part.fixtures)
        later = whole.fixtures[len(part.fixtures) :]
        assert not any(day.shows(one.stage.number, one.round) for one in later)
        assert part.complete == (day.id == "final")
        assert (part.champion is None) or part.complete
        rows = part.standings()
        assert len(rows) == n
        ranked = day.number >= named_day(plan, "blocks").number if n > 2 else False
        assert all((row["block_place"] is not None) == ranked for row in rows)


def test_the_rest_is_forecast_from_where_the_event_stands():
    plan = make_plan(NAMES)
    toy = Toy(range(1, 21), seed=5)
    part = play_event(plan, toy, 5, until=named_day(plan, "blocks"))
    rest = forecast_rest(part, toy, 4000)
    assert rest.n == 4000
    finalists = {slot for slot in part.lines[0] if slot >= 0}
    assert {slot for slot in range(20) if rest.left_block[slot]} == finalists
    assert all(rest.left_block[slot] == 4000 for slot in finalists)
    assert rest.titles.sum() + rest.vacant == 4000
    later = play_event(plan, toy, 5, until=named_day(plan, "semifinal"))
    two = forecast_rest(later, toy, 1000)
    assert sum(two.titles > 0) <= 2
    assert np.array_equal(forecast_rest(part, toy, 4000, jobs=2).titles, rest.titles)


def test_the_withdrawn_forfeit_from_their_day_on():
    plan = plan_for(20, withdrawals=(Withdrawal(3, BLOCKS, 3),))
    played = play_event(plan, Toy([1] * 20, 2, draw=0.0), 2)
    his = [one for one in played.fixtures if 3 in (one.a, one.b)]
    kinds = {(one.stage.number, one.round): one.kind for one in his}
    assert all((kind == "forfeit") == ((stage, round_) >= (BLOCKS, 3)) for (stage, round_), kind in kinds.items())
    assert "forfeit" in kinds.values()
    assert "bout" in kinds.values()
    for one in his:
        if one.kind == "forfeit":
            assert one.winner == ("b" if one.a == 3 else "a")


def test_the_withdrawn_of_the_knockout_leave_the_way_to_their_opponents():
    plan = make_plan(NAMES[:10])
    before = play_event(plan, Toy([1] * 10, 2, draw=0.0), 2)
    gone = before.lines[1][0]
    stage = plan.rounds[1].number
    after = play_event(plan_for(10, withdrawals=(Withdrawal(gone, stage, 1),)), Toy([1] * 10, 2, draw=0.0), 2)
    assert after.champion == before.lines[1][1]
    assert after.fixtures[-1].kind == "forfeit"


def test_real_dice_decide_a_draw_and_nothing_else():
    natural = play_event(plan_for(6), Toy([1] * 6, 9), 9)
    with pytest.raises(MoreDice) as wanted:
        play_event(plan_for(6, typed={("blocks", 0): (6, 5)}), Toy([1] * 6, 9), 9)
    assert (wanted.value.at, wanted.value.sides) == (2, 4)
    typed = play_event(plan_for(6, typed={("blocks", 0): (6, 5, 4, 3, 2)}), Toy([1] * 6, 9), 9)
    row = typed.audit[0]
    assert row["typed"]
    assert row["result"] == NAMES[:6]
    assert same_draw(9, row)
    assert not same_draw(9, {**row, "values": [9, *row["values"][1:]]})
    assert typed.audit[1] == {**natural.audit[1], "result": typed.audit[1]["result"]}
    with pytest.raises(EventError, match="number 1 is 7"):
        play_event(plan_for(6, typed={("blocks", 0): (7,)}), Toy([1] * 6, 9), 9)
    with pytest.raises(EventError, match="5 are needed"):
        play_event(plan_for(6, typed={("blocks", 0): (6, 5, 4, 3, 2, 2)}), Toy([1] * 6, 9), 9)


def test_draws_have_names():
    for name in ("blocks", "blocks:2", "bracket", "lots:A", "lots:AB"):
        assert draw_name(draw_key(name)) == name
    for wrong in ("block", "lots:", "lots:1", "blocks:x", ""):
        with pytest.raises(EventError):
            draw_key(wrong)


def test_decisions_are_kept_and_read_back(tmp_path):
    rows = [
        {"kind": "withdraw", "id": "p03", "from": "round3", "by": "佐藤", "reason": "けが"},
        {"kind": "override", "bout": 7, "winner": None, "by": "佐藤", "reason": "誤審", "date": "2005-11-01"},
        {"kind": "rerun", "bout": 7, "by": "佐藤", "reason": "シートの取り違え"},
        {"kind": "dice", "bout": 7, "dice": [[1, 2, 3], [6]], "by": "佐藤", "reason": "公開抽選"},
        {"kind": "draw", "draw": "lots:A", "values": [3, 5], "by": "佐藤", "reason": "公開抽選"},
        {"kind": "remark", "by": "佐藤", "reason": "観客２００名"},
    ]
    rulings = Rulings(tuple(make_decision(row) for row in rows))
    write_rulings(tmp_path, rulings)
    assert read_rulings(tmp_path) == rulings
    assert rulings.override(7).winner is None
    assert rulings.dice(7) == ((1, 2, 3), (6,))
    assert rulings.override(8) is None
    orders = rulings.orders(make_plan(NAMES))
    assert orders.withdrawals == (Withdrawal(3, BLOCKS, 3),)
    assert orders.typed == {("lots", 0): (3, 5)}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "not JSON"),
        ("[1]", "kind is one of"),
        ('{"kind": "dance"}', "kind is one of"),
        ('{"kind": "remark", "by": "x"}', "reason is missing"),
        ('{"kind": "remark", "reason": "x"}', "by is missing"),
        ('{"kind": "remark", "by": "x", "reason": "x", "bout": 3}', "bout is not understood"),
        ('{"kind": "override", "bout": 3, "winner": "c", "by": "x", "reason": "x"}', "winner is"),
        ('{"kind": "override", "bout": true, "winner": "a", "by": "x", "reason": "x"}', "bout is a whole"),
        ('{"kind": "dice", "bout": 3, "dice": [[7]], "by": "x", "reason": "x"}', "from 1 to 6"),
        ('{"kind": "dice", "bout": 3, "dice": [], "by": "x", "reason": "x"}', "list of numbers"),
        ('{"kind": "draw", "draw": "tea", "values": [1], "by": "x", "reason": "x"}', "no draw"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path, line, says):
    (tmp_path / "rulings.jsonl").write_text('\n{"kind": "remark", "by": "x", "reason": "x"}\n' + line, encoding="utf-8")
    with pytest.raises(EventError, match=says) as error:
        read_rulings(tmp_path)
    if says != "no draw":
        assert "rulings.jsonl:3" in str(error.value)


def test_a_bout_fought_again_has_dice_of_its_own_and_none_of_another():
    number = bout_number(1, 3, 7, 0)
    again = bout_number(2, 3, 7, 1 << 30)
    seen = {number, again}
    for times in range(1, 6):
        rulings = Rulings(tuple(Decision("rerun", "x", "y", "", bout=b) for b in (number, again) for _ in range(times)))
        for one in (number, again):
            rolled = rulings.rolled_as(one)
            assert rolled not in seen
            assert rolled >> 31 == one >> 31
            seen.add(rolled)
    assert Rulings().rolled_as(number) == number


def test_a_decision_on_somebody_unknown_is_refused():
    with pytest.raises(EventError, match="nobody"):
        Rulings((Decision("withdraw", "x", "y", "", id="nobody", day="round1"),)).orders(make_plan(NAMES))
    assert json.loads(json.dumps(Decision("rerun", "x", "y", "z", bout=4).row()))["bout"] == 4


@pytest.mark.parametrize("tied", [2, 3, 4, 5])
def test_ties_of_any_size_end_with_a_sentence_for_every_place(tied):
    """Everybody of the tied draws with one another and beats or loses to the rest alike."""
    script = {}
    for a in range(5):
        for b in range(a + 1, 5):
            for stage in ("blocks", "playoff"):
                if b < tied:
                    script[stage, a, b] = (-1, 0, 0, 0, 0)
                elif a < tied:
                    script[stage, a, b] = (0, 0, 0, 0, 0)
                else:
                    script[stage, a, b] = (0, 0, 0, 0, 0)
    plan = make_plan(NAMES[:5], draw="listed")
    played = play_event(plan, Scripted(5, script, seed=4), 4)
    rows = played.standings()
    assert [row["block_place"] for row in rows] == [1, 2, 3, 4, 5]
    assert all(row["reason"] == "lot" for row in rows[:tied])
    assert all(row["reason_ja"].startswith("１２３４５"[i] + "位：") for i, row in enumerate(rows))
    held = [one for one in played.fixtures if one.stage.id == "playoff"]
    assert len(held) == 2 * tied * (tied - 1) // 2
