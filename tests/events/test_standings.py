from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from budosim.events.draws import Draws, Purpose
from budosim.events.standings import CHAIN, PlayOff, Reason, Table, rank, sentence
from budosim.events.standings_many import UNPLAYED, labels, tied_before

W, D, L = 2, 1, 0


def table(n, results, damage=None, struck=()):
    """A table from {(i, j): points of i}; what is not named is a draw."""
    score = [[None if i == j or {i, j} & set(struck) else D for j in range(n)] for i in range(n)]
    for (i, j), points in results.items():
        score[i][j], score[j][i] = points, 2 - points
    return Table(tuple(map(tuple, score)), tuple(damage or [0] * n), frozenset(struck))


def played(ranking, playoffs=()):
    """Run a ranking, answering its play-offs in turn; the requests, and the places."""
    asked = []
    answers = list(playoffs)
    try:
        request = next(ranking)
        while True:
            asked.append(request)
            request = ranking.send(answers.pop(0))
    except StopIteration as done:
        return asked, done.value


def order(placed):
    return [p.member for p in placed]


def no_lots(members):
    raise AssertionError(f"lots drawn among {members}")


def dice(values):
    """Lots whose dice are written down, best first."""
    return lambda members: sorted(((m, values[m]) for m in members), key=lambda pair: -pair[1])


@pytest.mark.rule("T-31")
def test_t_31_points_decide_first():
    block = table(5, dict.fromkeys(combinations(range(4, -1, -1), 2), W))
    asked, placed = played(rank(block, CHAIN, no_lots))
    assert asked == []
    assert order(placed) == [4, 3, 2, 1, 0]
    assert [block.points(m) for m in order(placed)] == [8, 6, 4, 2, 0]
    assert {p.reason.code for p in placed} == {"points"}


@pytest.mark.rule("T-31")
def test_t_31_three_wins_and_a_draw_are_seven_points():
    block = table(5, {(0, 1): W, (0, 2): W, (0, 3): W})
    assert block.points(0) == 7
    assert block.results(0) == (3, 1, 0)


@pytest.mark.rule("R-60")
def test_r_60_two_tied_are_told_apart_by_their_bout():
    # 0 and 1 have 4 points each; 1 won their bout.
    block = table(4, {(0, 1): L, (0, 2): W, (0, 3): W, (1, 2): D, (1, 3): D, (2, 3): W})
    assert block.points(0) == block.points(1) == 4
    _, placed = played(rank(block, CHAIN, no_lots))
    assert order(placed)[:2] == [1, 0]
    assert sentence(1, placed[0].reason) == ("１位：直接対決で勝ち", "1st: won the head-to-head")
    assert sentence(2, placed[1].reason) == ("２位：直接対決で負け", "2nd: lost the head-to-head")


@pytest.mark.rule("R-60")
def test_r_60_least_damage_in_the_block_splits_a_circle():
    circle = {(0, 1): W, (1, 2): W, (2, 0): W, **{(i, 3): W for i in range(3)}}
    block = table(4, circle, damage=[9, 3, 5, 1])
    _, placed = played(rank(block, CHAIN, no_lots))
    assert order(placed) == [1, 2, 0, 3]
    assert [p.reason.code for p in placed] == ["damage_taken"] * 3 + ["points"]
    assert [p.reason.side for p in placed[:3]] == ["first", "middle", "last"]
    assert sentence(1, placed[0].reason)[0] == "１位：受けたダメージが最も少ない（３点）"


def test_whoever_separates_leaves_and_the_chain_starts_again():
    # A circle of 0, 1, 2: damage puts 2 first and leaves 0 and 1 level; their own bout then decides.
    circle = {(0, 1): W, (1, 2): W, (2, 0): W, **{(i, 3): W for i in range(3)}}
    block = table(4, circle, damage=[5, 5, 2, 0])
    _, placed = played(rank(block, CHAIN, no_lots))
    assert order(placed) == [2, 0, 1, 3]
    assert [p.reason.code for p in placed] == ["damage_taken", "head_to_head", "head_to_head", "points"]


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_trap_15_ties_of_two_to_five_go_to_a_play_off(n):
    block = table(n, {})
    asked, placed = played(rank(block, CHAIN, no_lots), [{m: m for m in range(n)}])
    assert asked == [PlayOff(tuple(range(n)), 0)]
    assert order(placed) == list(range(n))[::-1]
    assert {p.reason.code for p in placed} == {"playoff"}


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_two_level_play_offs_and_then_the_lot(n):
    level = dict.fromkeys(range(n), n - 1)
    asked, placed = played(rank(table(n, {}), CHAIN, dice([3, 6, 1, 2, 4])), [level, level])
    assert asked == [PlayOff(tuple(range(n)), 0), PlayOff(tuple(range(n)), 1)]
    assert order(placed) == [m for m in (1, 4, 0, 3, 2) if m < n]
    assert sentence(1, placed[0].reason) == ("１位：抽選で上位（ダイス６）", "1st: by lot (die 6)")


def test_a_play_off_that_splits_a_group_leaves_one_more_to_its_rest():
    # Five level: the first play-off sets 4 apart, the rest splits into pairs; each pair plays once more.
    first = {0: 3, 1: 3, 2: 5, 3: 5, 4: 8}
    asked, placed = played(
        rank(table(5, {}), CHAIN, dice([1, 2, 3, 4, 5])), [first, {2: 1, 3: 1}, {0: 0, 1: 2}]
    )
    assert asked == [PlayOff((0, 1, 2, 3, 4), 0), PlayOff((2, 3), 1), PlayOff((0, 1), 1)]
    assert order(placed) == [4, 3, 2, 1, 0]
    assert [p.reason.code for p in placed] == ["playoff", "lot", "lot", "replay", "replay"]


def test_the_order_of_the_list_decides_nothing():
    results = {(0, 1): W, (1, 2): W, (2, 0): W, (3, 0): W, (1, 3): L, (4, 3): W}
    damage = [7, 3, 9, 4, 4]
    for turn in range(5):
        new = [(m + turn) % 5 for m in range(5)]
        turned = table(
            5,
            {(new[i], new[j]): p for (i, j), p in results.items()},
            [damage[new.index(m)] for m in range(5)],
        )
        _, placed = played(rank(turned, CHAIN, no_lots))
        assert [new.index(m) for m in order(placed)] == order(
            played(rank(table(5, results, damage), CHAIN, no_lots))[1]
        )


@pytest.mark.rule("R-66")
def test_r_66_struck_results_come_last_and_count_for_nobody():
    block = table(4, {(0, 1): W, (0, 2): W, (1, 2): W}, struck=(3,))
    _, placed = played(rank(block, CHAIN, dice([0, 0, 0, 5])))
    assert order(placed) == [0, 1, 2, 3]
    assert [block.points(m) for m in range(4)] == [4, 2, 0, 0]
    assert sentence(4, placed[3].reason)[0] == "４位：死亡により成績抹消"


def test_a_chain_of_the_lot_alone_and_other_orders():
    block = table(3, {(0, 1): W, (1, 2): W, (2, 0): W}, damage=[1, 2, 3])
    assert order(played(rank(block, ("lot",), dice([2, 5, 3])))[1]) == [1, 2, 0]
    asked, placed = played(
        rank(block, ("playoff", "damage_taken", "lot"), no_lots), [dict.fromkeys(range(3), 2)] * 2
    )
    assert len(asked) == 2
    assert order(placed) == [0, 1, 2]
    with pytest.raises(ValueError, match="ends with the lot"):
        played(rank(table(2, {}), ("head_to_head",), no_lots))


@st.composite
def blocks(draw):
    n = draw(st.integers(2, 5))
    results = {pair: draw(st.sampled_from([W, D, L])) for pair in combinations(range(n), 2)}
    damage = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    return n, results, damage


CHAINS = st.permutations(CHAIN[:3]).flatmap(lambda kept: st.integers(0, 3).map(lambda k: (*kept[:k], "lot")))


@settings(deadline=None, max_examples=120)
@given(block=blocks(), chain=CHAINS, seed=st.integers(0, 2**53 - 1), data=st.data())
def test_the_chain_always_gives_a_strict_order(block, chain, seed, data):
    n, results, damage = block
    whole = table(n, results, damage)
    draws = Draws(seed, Purpose.LOTS)
    ranking = rank(whole, chain, lambda members: draws.lots(members, "lots"))
    held: dict[tuple[int, int], int] = {}
    try:
        request = next(ranking)
        while True:
            for pair in combinations(request.group, 2):
                held[pair] = held.get(pair, 0) + 1
                assert held[pair] == request.replay + 1
            request = ranking.send({m: data.draw(st.integers(0, 4)) for m in request.group})
    except StopIteration as done:
        placed = done.value
    assert sorted(order(placed)) == list(range(n))
    assert [p.place for p in placed] == list(range(1, n + 1))
    points = [whole.points(m) for m in order(placed)]
    assert points == sorted(points, reverse=True)
    assert max(held.values(), default=0) <= 2
    for p in placed:
        ja, en = sentence(p.place, p.reason)
        assert "位：" in ja
        assert ": " in en
        assert "{" not in ja + en


@settings(deadline=None, max_examples=120)
@given(block=blocks(), chain=CHAINS)
@example(block=(3, {(0, 1): W, (1, 2): W, (0, 2): L}, [5, 5, 2]), chain=CHAIN)
@example(
    block=(3, {(0, 1): W, (1, 2): W, (0, 2): L}, [5, 5, 2]), chain=("damage_taken", "head_to_head", "lot")
)
def test_many_tables_agree_with_the_plain_chain(block, chain):
    n, results, damage = block
    whole = table(n, results, damage)
    score = np.array([[[UNPLAYED if s is None else s for s in row] for row in whole.score]])
    label = labels(score, np.array([damage]), np.zeros((1, n), bool), chain)
    decided: list[tuple[int, ...]] = []

    def lots(members):
        decided.append(members)
        return [(m, 0) for m in members]

    ranking = rank(whole, chain, lots)
    try:
        request = next(ranking)
        while True:
            decided.append(request.group)
            request = ranking.send({m: -m for m in request.group})
    except StopIteration as done:
        placed = done.value
    for p in placed:
        group = next((g for g in decided if p.member in g), (p.member,))
        assert label[0, p.member] == min(q.place for q in placed if q.member in group) - 1
    assert bool(tied_before(label, n)[0]) == bool(decided)


def test_a_reason_is_the_last_criterion_that_set_him_apart():
    assert sentence(3, Reason("points", "last", 12)) == ("３位：勝ち点１２", "3rd: 12 points")
