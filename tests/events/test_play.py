from __future__ import annotations

import json
from itertools import combinations

import pytest

from budosim.errors import EventError
from budosim.events.draws import same_draw
from budosim.events.plan import make_plan
from budosim.events.play import play_event
from budosim.events.protocols import bout_parts
from budosim.files import json_text

from .toy import FULL, Scripted, Toy

A, B, DRAWN = 0, 1, -1


def ids(n):
    return [f"e{i:03}" for i in range(n)]


def listed(n, **more):
    return make_plan(ids(n), draw="listed", **more)


def won(winner, damage=(0, 0), dead=(0, 0)):
    return (winner, *damage, *dead)


def knocked(result, stage):
    return [f for f in result.fixtures if f.stage.id == stage]


def strong_first(n):
    """A script in which the lower slot of every block bout wins: two of each block go through in order."""
    return {("blocks", a, b): won(A) for a, b in combinations(range(n), 2)}


# --- the shape of an event ---------------------------------------------------------------------------------


def test_two_entrants_are_the_final_at_once():
    plan = listed(2)
    result = play_event(plan, Scripted(2, {("final", 0, 1): won(B)}), 1)
    assert (result.champion_id, result.blocks) == ("e001", ())
    assert [f.stage.id for f in result.fixtures] == ["final"]
    assert [row["rank"] for row in result.standings()] == [2, 1]
    assert plan.deviation is not None


@pytest.mark.parametrize("n", [3, 4])
def test_three_or_four_are_one_block_and_its_first_two_play_the_final(n):
    result = play_event(listed(n), Scripted(n, {**strong_first(n), ("final", 0, 1): won(B)}), 1)
    assert [block.members for block in result.blocks] == [tuple(range(n))]
    assert result.lines == ((0, 1), (1,))
    assert [result.reached(slot) for slot in range(3)] == ["final", "champion", "blocks"]


def test_five_to_five_hundred():
    for n in (5, 6, 11, 33, 64, 500):
        arena = Toy([1 + i % 7 for i in range(n)], draw=0.05, death=0.02)
        plan = make_plan(ids(n))
        result = play_event(plan, arena, 1)
        assert sorted(slot for block in result.blocks for slot in block.members) == list(range(n))
        assert [len(block.members) for block in result.blocks] == list(plan.sizes)
        assert len(result.standings()) == n
        assert len(result.lines[0]) == plan.lines
        assert len(result.lines) == len(plan.rounds) + 1
        json_text([result.records()])


def test_listed_blocks_follow_the_list():
    plan = make_plan(ids(6), draw="listed", order=["e005", "e001", "e003", "e000", "e002", "e004"])
    result = play_event(plan, Toy([1] * 6), 1)
    assert [block.members for block in result.blocks] == [(5, 1, 3), (0, 2, 4)]
    assert [row["what"] for row in result.audit if row["purpose"] == "blocks"] == []


def test_seeded_blocks_keep_the_seeds_apart():
    order = ["e007", "e003", "e009", "e001"]
    spread = set()
    for seed in range(15):
        result = play_event(make_plan(ids(20), draw="seeded", order=order), Toy([1] * 20, seed), seed)
        homes = [next(b.name for b in result.blocks if slot in b.members) for slot in (7, 3, 9, 1)]
        assert sorted(homes) == ["A", "B", "C", "D"]
        assert all(b.members[0] in (7, 3, 9, 1) for b in result.blocks)
        spread.add(tuple(homes))
    assert len(spread) > 5


def test_a_random_draw_differs_by_seed_and_is_on_record():
    drawn = [play_event(make_plan(ids(10)), Toy([1] * 10, seed), seed) for seed in (1, 2)]
    assert drawn[0].blocks[0].members != drawn[1].blocks[0].members
    for result in drawn:
        assert result.audit[0]["result"] == [ids(10)[s] for b in result.blocks for s in b.members]
        assert all(same_draw(result.seed, row) for row in result.audit)


# --- numbers, points, ledger -------------------------------------------------------------------------------


def test_every_bout_has_its_number_and_the_lower_slot_is_side_a():
    result = play_event(make_plan(ids(23)), Toy([1 + i % 5 for i in range(23)], 4, draw=0.3), 4, 9)
    numbers = [f.number for f in result.fixtures if f.kind == "bout"]
    assert len(set(numbers)) == len(numbers)
    for f in result.fixtures:
        if f.number is not None:
            assert f.a < f.b
            stage, a, b, repetition = bout_parts(f.number)
            assert (stage, a, b, repetition % 2**30) == (f.stage.number, f.a, f.b, 9)
            assert f.number < 2**53


@pytest.mark.rule("T-31")
def test_t_31_points_of_a_block_sum_to_two_per_bout():
    for seed in range(10):
        result = play_event(make_plan(ids(19)), Toy([1 + i % 5 for i in range(19)], seed, draw=0.2), seed)
        for block in result.blocks:
            bouts = [f for f in result.fixtures if f.block == block.name and f.stage.id == "blocks"]
            assert sum(s.points for s in block.standings) == 2 * len(bouts)
            assert len(bouts) == len(block.members) * (len(block.members) - 1) // 2
            for s in block.standings:
                assert s.points == 2 * s.wins + s.draws
                assert s.wins + s.draws + s.losses == len(block.members) - 1
                taken = [f.damage[f.b == s.slot] for f in bouts if s.slot in (f.a, f.b)]
                assert s.damage == sum(taken)


@pytest.mark.rule("T-15")
def test_t_15_everything_heals_between_league_bouts():
    result = play_event(make_plan(ids(20)), Toy([1] * 20, 3, draw=0.4), 3)
    rows = [row for row in result.ledger if row["stage"] in ("blocks", "playoff")]
    assert all(row["hp_before"] == FULL == row["hp_next"] for row in rows)
    assert any(row["hp_after"] < FULL for row in rows)


@pytest.mark.rule("T-22")
def test_t_22_spent_points_stay_spent_for_the_whole_event():
    result = play_event(make_plan(ids(20)), Toy([1] * 20, 3), 3)
    left = dict.fromkeys(ids(20), 5)
    for row in result.ledger:
        assert row["unspent_cp_before"] == left[row["id"]]
        left[row["id"]] = row["unspent_cp_after"]
        assert row["unspent_cp_next"] in (row["unspent_cp_after"], None)
    assert min(left.values()) < 5


@pytest.mark.rule("T-20", "T-16")
def test_t_20_wounds_are_carried_and_a_break_comes_after_each_own_bout_only():
    # 22 entrants, ten finalists, sixteen lines: six have a bye in the first round.
    result = play_event(make_plan(ids(22)), Toy([1 + i % 5 for i in range(22)], 5, draw=0.05), 5)
    rounds = ("round_of_16", "quarterfinal", "semifinal", "final")
    kept = dict.fromkeys(ids(22), FULL)
    carried = 0
    for row in (row for row in result.ledger if row["stage"] in rounds):
        assert row["hp_before"] == kept[row["id"]]
        carried += row["hp_before"] < FULL
        rested = row["hp_next"]
        if rested is not None:
            assert row["hp_after"] < rested <= FULL or rested == row["hp_after"] == FULL
            kept[row["id"]] = rested
    assert carried > 3
    assert sum(f.kind == "bye" for f in knocked(result, "round_of_16")) == 6
    lost = [row for row in result.ledger if row["stage"] in rounds and row["hp_next"] is None]
    assert len(lost) == len({row["id"] for row in lost})


# --- a draw in the knockout --------------------------------------------------------------------------------


def six(script, **more):
    """Two listed blocks of three, so that 0, 1 and 3, 4 are the semifinalists: two semifinals and a final."""
    plan = listed(6, **more)
    arena = Scripted(6, {**strong_first(6), **script})
    return play_event(plan, arena, 1), arena


def semifinals():
    result, _ = six({})
    return [(f.a, f.b) for f in knocked(result, "semifinal")]


@pytest.mark.rule("T-07")
def test_t_07_a_drawn_semifinal_eliminates_both_and_the_other_finalist_is_champion():
    (first, second) = semifinals()
    result, arena = six({("semifinal", *first): won(DRAWN), ("semifinal", *second): won(B)})
    assert result.champion == second[1]
    assert [f.kind for f in knocked(result, "final")] == ["bye"]
    assert [a for a in arena.asked if a[0] == "final"] == []
    assert {result.reached(slot) for slot in first} == {"semifinal"}
    assert {result.overall(slot) for slot in first} == {3}


@pytest.mark.rule("T-07")
def test_t_07_trap_17_all_eliminated_leaves_no_champion():
    (first, second) = semifinals()
    result, _ = six({("semifinal", *first): won(DRAWN), ("semifinal", *second): won(DRAWN)})
    assert result.champion is None
    assert result.champion_id is None
    assert knocked(result, "final") == []
    assert result.bracket()[-1]["lines"] == ["", ""]


@pytest.mark.rule("T-07")
def test_t_07_a_drawn_final_leaves_no_champion():
    script = {("final", a, b): won(DRAWN) for a, b in combinations(range(6), 2)}
    result, _ = six(script)
    assert result.champion is None
    assert [row["rank"] for row in result.standings()].count(2) == 2
    assert 1 not in [row["rank"] for row in result.standings()]


@pytest.mark.rule("T-07", "R-49")
def test_r_49_a_drawn_quarterfinal_gives_the_next_opponent_a_bye():
    plan = listed(20)
    base = strong_first(20)
    quarter = [(f.a, f.b) for f in knocked(play_event(plan, Scripted(20, base), 1), "quarterfinal")]
    result = play_event(plan, Scripted(20, {**base, ("quarterfinal", *quarter[0]): won(DRAWN)}), 1)
    semis = knocked(result, "semifinal")
    assert [f.kind for f in semis] == ["bout", "bye"] or [f.kind for f in semis] == ["bye", "bout"]
    lone = next(f for f in semis if f.kind == "bye")
    assert lone.winner == "a"
    assert lone.a in quarter[1]
    assert len(knocked(result, "final")) == 1
    assert result.champion is not None


@pytest.mark.rule("R-49")
def test_r_49_the_reading_empty_leaves_the_title_vacant_where_bye_crowns():
    (first, second) = semifinals()
    script = {("semifinal", *first): won(DRAWN)}
    assert six(script)[0].champion == second[0]
    result, _ = six(script, rulings={"both_out": "empty"})
    assert result.champion is None
    assert [(f.kind, f.winner) for f in knocked(result, "final")] == [("empty", None)]
    # Before the final an emptied place carries the opponent on in both readings.
    plan = listed(20, rulings={"rules.both_out": "empty"})
    base = strong_first(20)
    quarter = [(f.a, f.b) for f in knocked(play_event(plan, Scripted(20, base), 1), "quarterfinal")]
    result = play_event(plan, Scripted(20, {**base, ("quarterfinal", *quarter[0]): won(DRAWN)}), 1)
    assert sorted(f.kind for f in knocked(result, "semifinal")) == ["bout", "empty"]
    assert result.champion is not None


# --- the dead ----------------------------------------------------------------------------------------------


def with_death(**more):
    """Four in one block; 0 beats 3 in the first round, 1 dies against 2 in it."""
    script = {**strong_first(4), ("blocks", 1, 2): won(A, (9, 1), (0, 0))}
    arena = Scripted(4, script)
    first = play_event(listed(4, **more), arena, 1)
    opening = [(f.a, f.b) for f in first.fixtures if f.round == 1 and f.stage.id == "blocks"]
    return script, opening


@pytest.mark.rule("R-66")
def test_r_66_the_dead_forfeit_what_follows():
    script, opening = with_death()
    a, b = next(pair for pair in opening if 0 not in pair)
    arena = Scripted(4, {**script, ("blocks", a, b): won(A, (1, 30), (0, 1))})
    result = play_event(listed(4), arena, 1)
    after = [f for f in result.fixtures if b in (f.a, f.b) and f.round > 1 and f.stage.id == "blocks"]
    assert [f.kind for f in after] == ["forfeit", "forfeit"]
    assert all(f.ending == "forfeit" and f.damage == (0, 0) for f in after)
    assert all(f.points in ((2, 0), (0, 2)) and f.points["ab".index(f.winner)] == 2 for f in after)
    dead = next(s for s in result.blocks[0].standings if s.slot == b)
    assert (dead.points, dead.losses) == (0, 3)
    assert not [row for row in result.ledger if row["id"] == ids(4)[b] and row["round"] > 1]
    assert [row["hp_next"] for row in result.ledger if row["id"] == ids(4)[b]] == [None]


@pytest.mark.rule("R-66")
def test_r_66_the_three_readings_end_differently():
    # Three in a block: 0 and 1 draw, 0 and 2 draw, then 2 dies against 1.
    script = {
        ("blocks", 0, 1): won(DRAWN, (5, 0)),
        ("blocks", 0, 2): won(A, (0, 0)),
        ("blocks", 1, 2): won(B, (3, 0), (1, 0)),
        ("final", 0, 1): won(B),
        ("final", 0, 2): won(B),
        ("final", 1, 2): won(A),
    }
    ends = {}
    for reading in ("forfeits", "revived", "struck"):
        result = play_event(listed(3, rulings={"dead_in_league": reading}), Scripted(3, script), 1)
        block = result.blocks[0]
        order = [s.slot for s in block.standings]
        kinds = [f.kind for f in result.fixtures]
        ends[reading] = (order, [s.points for s in block.standings], result.champion, kinds)
    # Order of bouts: 1-2, 0-2, 0-1. Forfeits: 0 wins against the dead 1.
    assert ends["forfeits"] == ([0, 2, 1], [4, 2, 0], 2, ["bout", "bout", "forfeit", "bout"])
    # Revived, 1 fights on and draws.
    assert ends["revived"] == ([0, 2, 1], [3, 2, 1], 2, ["bout", "bout", "bout", "bout"])
    # Struck, his loss to 2 is void as well.
    assert ends["struck"] == ([0, 2, 1], [2, 0, 0], 2, ["bout", "bout", "forfeit", "bout"])


@pytest.mark.rule("R-66")
def test_r_66_a_dead_block_winner_forfeits_the_knockout():
    # 0 wins one bout of his block; the last is a draw that kills him, and less damage puts him first.
    base = strong_first(6)
    rounds = play_event(listed(6), Scripted(6, base), 1)
    last = [f for f in rounds.fixtures if f.stage.id == "blocks" and 0 in (f.a, f.b)][-1]
    script = {**base, ("blocks", last.a, last.b): won(DRAWN, (40, 50), (1, 0))}
    result = play_event(listed(6), Scripted(6, script), 1)
    assert result.blocks[0].standings[0].slot == 0
    semi = next(f for f in knocked(result, "semifinal") if 0 in (f.a, f.b))
    assert (semi.kind, semi.winner) == ("forfeit", "b")
    assert result.reached(0) == "semifinal"
    revived = play_event(listed(6, rulings={"dead_in_league": "revived"}), Scripted(6, script), 1)
    assert all(f.kind == "bout" for f in knocked(revived, "semifinal"))


@pytest.mark.rule("R-66")
def test_r_66_blocks_of_the_dead_send_nobody():
    every = {("blocks", a, b): won(DRAWN, (40, 40), (1, 1)) for a, b in combinations(range(6), 2)}
    struck = play_event(listed(6, rulings={"dead_in_league": "struck"}), Scripted(6, every), 1)
    # Each block: two die in the first bout; the third meets nobody, and his are the only results left.
    assert [f.kind for f in knocked(struck, "semifinal")] == ["bye", "bye"]
    assert len(knocked(struck, "final")) == 1
    assert {s.reason.code for b in struck.blocks for s in b.standings} == {"points", "struck"}
    # Forfeits: the third wins twice without a fight, and of the dead the lot sends one along, who forfeits.
    forfeits = play_event(listed(6), Scripted(6, every), 1)
    assert knocked(forfeits, "playoff") == []
    assert [s.reason.code for s in forfeits.blocks[0].standings] == ["points", "lot", "lot"]
    assert [f.kind for f in knocked(forfeits, "semifinal")] == ["forfeit", "forfeit"]


def test_two_dead_forfeit_to_each_other_and_neither_takes_a_point():
    base = strong_first(4)
    first = play_event(listed(4), Scripted(4, base), 1)
    opening = [(f.a, f.b) for f in first.fixtures if f.round == 1 and f.stage.id == "blocks"]
    script = {**base, **{("blocks", *pair): won(DRAWN, (40, 0), (1, 0)) for pair in opening}}
    result = play_event(listed(4), Scripted(4, script), 1)
    dead = sorted(pair[0] for pair in opening)
    mutual = next(f for f in result.fixtures if [f.a, f.b] == dead and f.stage.id == "blocks")
    assert (mutual.kind, mutual.winner, mutual.points) == ("forfeit", None, (0, 0))
    score = result.blocks[0].score
    assert score[dead[0]][dead[1]] == score[dead[1]][dead[0]] == 0


# --- play-offs ---------------------------------------------------------------------------------------------


def test_a_level_block_plays_off_with_wounds_healed():
    level = {("blocks", a, b): won(DRAWN, (4, 4)) for a, b in combinations(range(3), 2)}
    script = {**level, **{("playoff", a, b): won(B, (1, 0)) for a, b in combinations(range(3), 2)}}
    result = play_event(listed(3), Scripted(3, script), 1)
    assert [s.slot for s in result.blocks[0].standings] == [2, 1, 0]
    assert result.blocks[0].standings[0].sentence[0] == "１位：順位決定戦で勝ち"
    assert [row["hp_before"] for row in result.ledger if row["stage"] == "playoff"] == [FULL] * 6
    assert [f.block for f in knocked(result, "playoff")] == ["A"] * 3


def test_a_level_play_off_is_repeated_once_with_other_dice_and_then_lots_are_drawn():
    pairs = list(combinations(range(3), 2))
    level = {("blocks", *p): won(DRAWN) for p in pairs}
    once = {("playoff", *p): [won(DRAWN), won(A)] for p in pairs}
    result = play_event(listed(3), Scripted(3, {**level, **once}), 1)
    assert [s.reason.code for s in result.blocks[0].standings] == ["replay"] * 3
    held = [f.number for f in knocked(result, "playoff")]
    assert len(set(held)) == 6
    assert [bout_parts(n).repetition for n in held] == [0] * 3 + [2**30] * 3
    never = {("playoff", *p): [won(DRAWN), won(DRAWN)] for p in pairs}
    result = play_event(listed(3), Scripted(3, {**level, **never}, seed=6), 6)
    assert [s.reason.code for s in result.blocks[0].standings] == ["lot"] * 3
    assert len(knocked(result, "playoff")) == 6
    rows = [row for row in result.audit if row["purpose"] == "lots"]
    assert rows
    assert all(same_draw(6, row) for row in rows)
    assert rows[0]["result"] == ids(3)


def test_the_arena_is_told_points_bouts_and_who_is_through():
    arena = Scripted(4, strong_first(4))
    play_event(listed(4), arena, 1)
    told = [(f"{a}-{b}", *map(tuple, sides)) for _, a, b, *sides in arena.standings]
    assert told == [
        ("0-3", (0, 0, 0, 0), (0, 0, 0, 0)),
        ("1-2", (0, 0, 0, 0), (0, 0, 0, 0)),
        ("0-2", (2, 1, 0, 0), (0, 1, 0, 0)),
        ("1-3", (2, 1, 0, 0), (0, 1, 0, 0)),
        ("0-1", (4, 2, 0, 1), (4, 2, 0, 1)),
        ("2-3", (0, 2, 0, 0), (0, 2, 0, 0)),
        ("0-1", (6, 3, 1, 0), (4, 3, 1, 0)),
    ]


@pytest.mark.parametrize(
    ("first", "told"),
    [
        # 2 and 3 have 3 points each, 0 has 2: a draw leaves him level with one of them.
        (won(DRAWN), {0: (2, 2, 0, 0), 1: (0, 2, 0, 0), 2: (3, 2, 0, 0), 3: (3, 2, 0, 0)}),
        # 0 has 1: only a win brings him level.
        (won(B), {0: (1, 2, 1, 0), 1: (0, 2, 0, 0), 2: (3, 2, 0, 0), 3: (4, 2, 0, 1)}),
    ],
)
def test_who_must_win_the_last_round_of_four(first, told):
    script = {
        ("blocks", 0, 3): first,
        ("blocks", 1, 2): won(B),
        ("blocks", 0, 2): won(DRAWN),
        ("blocks", 1, 3): won(B),
    }
    arena = Scripted(4, script)
    play_event(listed(4), arena, 1)
    last = {
        slot: tuple(side)
        for stage, a, b, *sides in arena.standings
        for slot, side in zip((a, b), sides, strict=True)
        if stage == "blocks" and side[1] == 2
    }
    assert last == told


def test_byes_compare_blocks_of_different_sizes_per_bout():
    # 4 + 4 + 3: two byes among three winners. The winner of three won all; the others drew once.
    plan = listed(11)
    starts = plan.starts
    script = {("blocks", start, start + 1): won(DRAWN) for start in starts[:2]}
    result = play_event(plan, Scripted(11, script), 1)
    winners = [block.standings[0] for block in result.blocks]
    assert sorted(winner.points for winner in winners) == [4, 5, 5]
    lone = {f.a for f in knocked(result, "quarterfinal") if f.kind == "bye"}
    assert starts[2] in lone
    assert len(lone) == 2


def test_whoever_is_safe_goes_through_and_whoever_must_win_and_does_not_is_out():
    seen = {"safe": 0, "must_win": 0}
    for seed in range(40):
        arena = Toy([1 + i % 4 for i in range(10)], seed, draw=0.25, remember=True)
        result = play_event(make_plan(ids(10)), arena, seed)
        through = set(result.lines[0])
        winner = {(f.a, f.b): f.winner for f in result.fixtures if f.stage.id == "blocks"}
        for stage, a, b, *sides in arena.standings:
            for slot, side, (_, _, must_win, safe) in zip((a, b), "ab", sides, strict=True):
                if stage == "blocks":
                    seen["safe"] += safe
                    seen["must_win"] += must_win
                    assert not (safe and must_win)
                    assert not safe or slot in through
                    assert not must_win or winner[a, b] == side or slot not in through
    assert min(seen.values()) > 25


def test_the_arena_and_the_event_must_share_the_seed():
    with pytest.raises(EventError, match="seed 1"):
        play_event(listed(3), Toy([1] * 3, seed=1), 2)


def test_the_same_event_twice_is_the_same_and_another_seed_is_not():
    plan = make_plan(ids(20))
    first, second = (play_event(plan, Toy([1] * 20, 8), 8).records() for _ in range(2))
    assert json.dumps(first) == json.dumps(second)
    assert first != play_event(plan, Toy([1] * 20, 9), 9).records()
