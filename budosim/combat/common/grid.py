"""Hex arithmetic on axial coordinates (C-141, rules/README.md point 14)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare

_0, _1, _2, _3, _4, _6, _8, _10, _12 = (np.int64(n) for n in (0, 1, 2, 3, 4, 6, 8, 10, 12))
DIRECTION_Q = np.array([1, 1, 0, -1, -1, 0], dtype=np.int64)
DIRECTION_R = np.array([0, -1, -1, 0, 1, 1], dtype=np.int64)
FRONT, SIDE, BACK = np.int64(0), np.int64(1), np.int64(2)
_FINE = np.int64(4096)


@hot
def distance(q1: int, r1: int, q2: int, r2: int) -> int:
    """Steps between two hexes."""
    dq, dr = q2 - q1, r2 - r1
    return (abs(dq) + abs(dr) + abs(dq + dr)) >> _1


@kernel
def bearing12(dq: int, dr: int) -> int:
    """The direction of a vector in twelfths: 2d = nearest to direction d, 2d+1 = just between d and d+1.

    In the sector from d to d+1 the vector is x steps of direction d and y of direction d+1.
    """
    ds = dq + dr
    if dr <= _0 and ds > _0:
        d, x, y = _0, ds, -dr
    elif dq > _0 and ds <= _0:
        d, x, y = _2, dq, -ds
    elif dr < _0 and dq <= _0:
        d, x, y = _4, -dr, -dq
    elif dr >= _0 and ds < _0:
        d, x, y = _6, -ds, dr
    elif dq < _0 and ds >= _0:
        d, x, y = _8, -dq, ds
    elif dr > _0:
        d, x, y = _10, dr, dq
    else:
        return _0
    if x > y:
        return d
    if x == y:
        return d + _1
    return d + _2 if d < _10 else _0


@kernel
def arc(facing: int, dq: int, dr: int, to_back: int) -> int:
    """In which arc of a fighter facing `facing` the point (dq, dr) from him lies: FRONT, SIDE or BACK.

    A point just between two directions counts as the one nearer to the front (`to_back` 1: to the back, R-62).
    """
    if dq == _0 and dr == _0:
        return FRONT
    k = (bearing12(dq, dr) - _2 * facing) % _12
    if k > _6:
        k = _12 - k
    if k <= _2:
        return FRONT
    if k == _3:
        return SIDE if to_back == _1 else FRONT
    if k == np.int64(4):
        return SIDE
    if k == np.int64(5):
        return BACK if to_back == _1 else SIDE
    return BACK


@kernel
def turned_to(facing: int, dq: int, dr: int) -> int:
    """The facing nearest to the point (dq, dr); of two equally near the one already held, else the lower."""
    if dq == _0 and dr == _0:
        return facing
    b = bearing12(dq, dr)
    low = b // _2
    if b % _2 == _1 and facing == (low + _1) % _6:
        return facing
    return low


@kernel
def along(q: int, r: int, fq: int, fr: int, want: int, left: int) -> Any:
    """The hex `want` steps from (fq, fr) on the line from there through (q, r), by cube interpolation.

    `left` 1: ties go to the left of a fighter at (q, r) who looks at (fq, fr); -1: to his right.
    """
    dq, dr = q - fq, r - fr
    ds = -dq - dr
    # on one of the three axes the line is the axis
    if dr == _0:
        return fq + (want if dq > _0 else -want), fr
    if dq == _0:
        return fq, fr + (want if dr > _0 else -want)
    if ds == _0:
        step = want if dq > _0 else -want
        return fq + step, fr - step
    scale = distance(q, r, fq, fr) * _FINE
    # the look's turns by 60 and 120 degrees to the left, added; far below one part of the scale, it decides ties only
    x = dq * want * _FINE + left * (ds - dr)
    y = dr * want * _FINE + left * (dq - ds)
    z = ds * want * _FINE + left * (dr - dq)
    rx, ry, rz = _nearest(x, scale), _nearest(y, scale), _nearest(z, scale)
    ex, ey, ez = abs(rx * scale - x), abs(ry * scale - y), abs(rz * scale - z)
    if ex > ey and ex > ez:
        rx = -ry - rz
    elif ey > ez:
        ry = -rx - rz
    return fq + rx, fr + ry


@hot
def _nearest(a: int, b: int) -> int:
    return (_2 * a + b) // (_2 * b)


@rare
def farthest(q: int, r: int, fq: int, fr: int, steps: int, radius: int, want_q: int, want_r: int, sign: int) -> Any:
    """Of the ring's hexes within `steps`: the farthest from (fq, fr), of those the nearest to the wanted hex."""
    best_q, best_r = q, r
    best = distance(q, r, fq, fr)
    near = distance(q, r, want_q, want_r)
    for i in range(-steps, steps + _1):
        for j in range(-steps, steps + _1):
            hq, hr = q + i * sign, r + j * sign
            if distance(hq, hr, q, r) > steps or distance(hq, hr, _0, _0) > radius:
                continue
            away = distance(hq, hr, fq, fr)
            off = distance(hq, hr, want_q, want_r)
            if away > best or (away == best and off < near):
                best_q, best_r, best, near = hq, hr, away, off
    return best_q, best_r
