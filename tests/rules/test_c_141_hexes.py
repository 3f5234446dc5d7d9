"""Hex arithmetic: distance, bearing, arcs, straight lines, and the way along the edge (C-141, C-50)."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ring import num

from budosim.combat.common.grid import (
    BACK,
    DIRECTION_Q,
    DIRECTION_R,
    FRONT,
    SIDE,
    along,
    arc,
    bearing12,
    distance,
    farthest,
    turned_to,
)

HEX = st.tuples(st.integers(-15, 15), st.integers(-15, 15))
FACING = st.integers(0, 5)
SIGN = st.sampled_from([1, -1])


def far(a: tuple[int, int], b: tuple[int, int]) -> int:
    return int(distance(*map(num, a), *map(num, b)))


def looks(facing: int, q: int, r: int, to_back: int = 0) -> int:
    return int(arc(num(facing), num(q), num(r), num(to_back)))


def turned(q: int, r: int, times: int = 1) -> tuple[int, int]:
    """The vector turned left by so many sixths."""
    for _ in range(times % 6):
        q, r = q + r, -q
    return q, r


def mirrored(q: int, r: int) -> tuple[int, int]:
    """The vector mirrored at the axis of direction 0."""
    return q + r, -r


def degrees(q: int, r: int) -> float:
    """The angle of a vector, counter-clockwise from direction 0, on real hexagons."""
    return math.degrees(math.atan2(-r * math.sqrt(3) / 2, q + r / 2)) % 360


# -- distance -----------------------------------------------------------------------------------


@pytest.mark.rule("C-141")
@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [((0, 0), (2, -1), 2), ((0, 0), (3, 2), 5), ((-1, 0), (1, 0), 2), ((0, 0), (0, 0), 0)],
)
def test_c_141_distance(a: tuple[int, int], b: tuple[int, int], steps: int) -> None:
    assert far(a, b) == steps


@pytest.mark.rule("C-141")
@given(HEX, HEX, HEX)
def test_c_141_distance_is_a_distance(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> None:
    assert far(a, b) == far(b, a)
    assert (far(a, b) == 0) == (a == b)
    assert far(a, c) <= far(a, b) + far(b, c)


@pytest.mark.rule("C-141")
def test_c_141_directions_go_counter_clockwise_from_the_right() -> None:
    """rules/README.md point 14."""
    found = [(int(DIRECTION_Q[d]), int(DIRECTION_R[d])) for d in range(6)]
    assert found == [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    assert [round(degrees(q, r)) for q, r in found] == [0, 60, 120, 180, 240, 300]


# -- bearing and arcs ---------------------------------------------------------------------------


@pytest.mark.rule("C-141")
@given(HEX)
def test_c_141_bearings_are_the_nearest_direction_or_just_between_two(place: tuple[int, int]) -> None:
    if place == (0, 0):
        return
    b = int(bearing12(num(place[0]), num(place[1])))
    off = (degrees(*place) - 30 * b + 180) % 360 - 180
    assert abs(off) < (1e-9 if b % 2 else 30)


@pytest.mark.rule("C-141", "C-41")
@pytest.mark.parametrize(("direction", "seen"), [(0, FRONT), (1, FRONT), (5, FRONT), (2, SIDE), (4, SIDE), (3, BACK)])
def test_c_141_front_sides_and_back(direction: int, seen: int) -> None:
    """Facing 0: direction 3 is behind, 2 and 4 are the sides; and so from every facing."""
    for facing in range(6):
        for steps in (1, 2, 7):
            q, r = turned(steps, 0, direction + facing)
            assert looks(facing, q, r) == seen


@pytest.mark.rule("C-141", "R-62")
@pytest.mark.parametrize(
    ("between", "front", "back"),
    [
        ((0, 1), FRONT, FRONT),
        ((1, 2), FRONT, SIDE),
        ((2, 3), SIDE, BACK),
        ((3, 4), SIDE, BACK),
        ((4, 5), FRONT, SIDE),
    ],
)
def test_c_141_just_between_two_directions(between: tuple[int, int], front: int, back: int) -> None:
    """The one nearer to the front counts; under the other reading of R-62 the one nearer to the back."""
    q = int(DIRECTION_Q[between[0]] + DIRECTION_Q[between[1]])
    r = int(DIRECTION_R[between[0]] + DIRECTION_R[between[1]])
    assert looks(0, q, r) == front
    assert looks(0, q, r, to_back=1) == back


@pytest.mark.rule("C-141")
@given(HEX, FACING, st.integers(0, 5), st.sampled_from([0, 1]))
def test_c_141_arcs_turn_and_mirror_with_the_world(
    place: tuple[int, int], facing: int, times: int, to_back: int
) -> None:
    seen = looks(facing, *place, to_back)
    assert looks((facing + times) % 6, *turned(*place, times), to_back) == seen
    assert looks(-facing % 6, *mirrored(*place), to_back) == seen


@pytest.mark.rule("C-141")
def test_c_141_the_own_spot_is_in_front() -> None:
    assert all(looks(facing, 0, 0) == FRONT for facing in range(6))


@pytest.mark.rule("C-41")
@given(HEX, FACING)
def test_c_41_turning_brings_the_foe_in_front(place: tuple[int, int], facing: int) -> None:
    """Among two directions equally near the one already held, so that nobody turns for nothing."""
    new = int(turned_to(num(facing), num(place[0]), num(place[1])))
    assert looks(new, *place) == FRONT
    if place != (0, 0):
        off = abs((degrees(*place) - 60 * new + 180) % 360 - 180)
        assert off < 30 + 1e-9
    assert int(turned_to(num(new), num(place[0]), num(place[1]))) == new


# -- straight lines -----------------------------------------------------------------------------


def line(me: tuple[int, int], foe: tuple[int, int], want: int, left: int = 1) -> tuple[int, int]:
    q, r = along(num(me[0]), num(me[1]), num(foe[0]), num(foe[1]), num(want), num(left))
    return int(q), int(r)


@pytest.mark.rule("C-141", "C-66")
@given(HEX, HEX, st.integers(0, 40), SIGN)
def test_c_141_a_line_has_the_wanted_length_and_passes_through_the_fighter(
    me: tuple[int, int], foe: tuple[int, int], want: int, left: int
) -> None:
    if me == foe:
        return
    found = line(me, foe, want, left)
    assert far(found, foe) == want
    assert line(me, foe, far(me, foe), left) == me
    if want:
        # never farther from the true line than half a hex's width
        dq, dr = me[0] - foe[0], me[1] - foe[1]
        x, y = dq + dr / 2, dr * math.sqrt(3) / 2
        fx, fy = found[0] - foe[0] + (found[1] - foe[1]) / 2, (found[1] - foe[1]) * math.sqrt(3) / 2
        assert abs(x * fy - y * fx) / math.hypot(x, y) < 0.58


@pytest.mark.rule("C-141")
@given(HEX, HEX, st.integers(0, 40), SIGN, st.integers(0, 5))
def test_c_141_lines_turn_and_mirror_with_the_world(
    me: tuple[int, int], foe: tuple[int, int], want: int, left: int, times: int
) -> None:
    """Turned, a line is turned; mirrored, left and right change places (README point 14)."""
    if me == foe:
        return
    found = line(me, foe, want, left)
    assert line(turned(*me, times), turned(*foe, times), want, left) == turned(*found, times)
    assert line(mirrored(*me), mirrored(*foe), want, -left) == mirrored(*found)


@pytest.mark.rule("C-141")
def test_c_141_ties_of_a_line_go_to_the_left_of_who_looks_at_the_foe() -> None:
    """From (0, 0) through (1, 1), three steps: just between (2, 1) and (1, 2)."""
    assert line((1, 1), (0, 0), 3, left=1) == (1, 2)
    assert line((1, 1), (0, 0), 3, left=-1) == (2, 1)


@pytest.mark.rule("C-141")
@pytest.mark.parametrize("direction", range(6))
def test_c_141_on_an_axis_the_line_is_the_axis(direction: int) -> None:
    me = turned(2, 0, direction)
    for left in (1, -1):
        assert line(me, (0, 0), 5, left) == turned(5, 0, direction)
        assert line(me, (0, 0), 1, left) == turned(1, 0, direction)


# -- the edge -----------------------------------------------------------------------------------


def slide(
    me: tuple[int, int], foe: tuple[int, int], steps: int, want: tuple[int, int], sign: int = 1
) -> tuple[int, int]:
    args: list[Any] = [num(n) for n in (*me, *foe, steps, 15, *want, sign)]
    q, r = farthest(*args)
    return int(q), int(r)


INSIDE = HEX.filter(lambda place: abs(place[0] + place[1]) <= 15)


@pytest.mark.rule("C-50", "C-66")
@given(INSIDE, INSIDE, st.integers(1, 6), SIGN)
def test_c_50_the_farthest_hex_that_is_left(me: tuple[int, int], foe: tuple[int, int], steps: int, sign: int) -> None:
    """Of the reachable hexes in the ring the farthest from the foe, nearest the line (README point 14)."""
    if me == foe:
        return
    want = line(me, foe, far(me, foe) + steps, sign)
    found = slide(me, foe, steps, want, sign)
    assert far(found, me) <= steps
    assert far(found, (0, 0)) <= 15
    reach = [
        (q, r)
        for q in range(me[0] - steps, me[0] + steps + 1)
        for r in range(me[1] - steps, me[1] + steps + 1)
        if far((q, r), me) <= steps and far((q, r), (0, 0)) <= 15
    ]
    best = max(far(place, foe) for place in reach)
    assert far(found, foe) == best
    nearest = min(far(place, want) for place in reach if far(place, foe) == best)
    if best > far(me, foe):
        assert far(found, want) == nearest


@pytest.mark.rule("C-50")
@given(INSIDE, INSIDE, st.integers(1, 6), SIGN)
def test_c_50_turned_by_half_the_ring_the_slide_is_turned(
    me: tuple[int, int], foe: tuple[int, int], steps: int, sign: int
) -> None:
    """Side a and side b see the same ring: a half turn with the sign changed gives the half-turned hex."""
    if me == foe:
        return
    want = line(me, foe, far(me, foe) + steps, sign)
    found = slide(me, foe, steps, want, sign)
    half = slide(turned(*me, 3), turned(*foe, 3), steps, turned(*want, 3), -sign)
    assert half == turned(*found, 3)
