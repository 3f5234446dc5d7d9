"""Hexes in axial coordinates (C-141) by plane geometry: which hex lies nearest, which direction is closest."""

from __future__ import annotations

Hex = tuple[int, int]
DIRECTIONS: list[Hex] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def apart(a: Hex, b: Hex) -> int:
    """Steps between two hexes: the largest of the three cube differences."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def dot(a: Hex, b: Hex) -> int:
    """Twice the inner product of two vectors of the plane."""
    return 2 * a[0] * b[0] + a[0] * b[1] + a[1] * b[0] + 2 * a[1] * b[1]


def left_of(a: Hex) -> Hex:
    """A vector across `a`, to its left (times the root of three: only its sign matters)."""
    # a turned by 60 and by 120 degrees to the left, added
    q, r = a
    sixty, both = (q + r, -q), (r, -q - r)
    return sixty[0] + both[0], sixty[1] + both[1]


def closest(v: Hex) -> list[int]:
    """The direction a vector points in; two when it lies just between them."""
    most = max(dot(v, d) for d in DIRECTIONS)
    return [i for i, d in enumerate(DIRECTIONS) if dot(v, d) == most]


def arc(facing: int, v: Hex, tie: str = "front") -> str:
    """Front, side or back of a fighter who faces `facing`, for a point at `v` from him (C-41, C-141, R-62)."""
    if v == (0, 0):
        return "front"
    turns = [min((d - facing) % 6, (facing - d) % 6) for d in closest(v)]
    return ("front", "front", "side", "back")[min(turns) if tie == "front" else max(turns)]


def turn_to(facing: int, v: Hex) -> int:
    """The facing towards `v`; between two the one held, else the first counted to the left."""
    if v == (0, 0):
        return facing
    near = closest(v)
    if facing in near:
        return facing
    return 5 if near == [0, 5] else near[0]


def on_line(start: Hex, through: Hex, steps: int, hand: int) -> Hex:
    """The hex `steps` from `start` on the line through another hex; on a tie the one to the left of a
    fighter at `through` who looks back at `start` (`hand` 1), or to his right (-1)."""
    line = (through[0] - start[0], through[1] - start[1])
    length = apart(start, through)
    # the point on the line, in parts of `length` so that nothing is rounded
    q, r = line[0] * steps, line[1] * steps
    across = left_of((-line[0], -line[1]))
    about = [(q // length + i, r // length + j) for i in (-1, 0, 1, 2) for j in (-1, 0, 1, 2)]

    def off(h: Hex) -> tuple[int, int]:
        gap = (h[0] * length - q, h[1] * length - r)
        return dot(gap, gap), -hand * dot(gap, across)

    q0, r0 = min(about, key=off)
    return start[0] + q0, start[1] + r0


def farthest(here: Hex, foe: Hex, steps: int, radius: int, wanted: Hex, hand: int) -> Hex:
    """The hex of the ring within reach that is farthest from the foe, then nearest to the wanted one."""
    span = range(-steps, steps + 1)
    spots = [(here[0] + i, here[1] + j) for i in span for j in span]
    spots = [h for h in spots if apart(h, here) <= steps and apart(h, (0, 0)) <= radius]

    def rank(h: Hex) -> tuple[int, ...]:
        return -apart(h, foe), apart(h, wanted), h != here, hand * (h[0] - here[0]), hand * (h[1] - here[1])

    return min([*spots, here], key=rank)
