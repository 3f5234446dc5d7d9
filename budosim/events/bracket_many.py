"""`bracket.draw_bracket` for many repetitions at once, where every block sent a winner and a runner-up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from budosim.events.bracket import BYE, shape_of, standard_lines
from budosim.events.lots import shuffles
from budosim.events.protocols import Numbers

Ints = NDArray[np.int64]


class Sent(NamedTuple):
    """Whom the blocks sent, per repetition and block, with their records (see `bracket.Finalist`)."""

    slot: Ints
    strength: Ints
    damage: Ints


def draw_brackets(winners: Sent, runners: Sent, keys: Numbers, size: int) -> Ints:
    """The slots from the top line to the bottom one, a row per repetition, as `draw_bracket` draws them."""
    repetitions, blocks = winners.slot.shape
    everybody = np.arange(2 * blocks)
    shape = shape_of(blocks, blocks, size)
    equal = _places(shuffles(keys, everybody))
    half = _places(shuffles(keys, everybody[:blocks], first=2 * blocks - 1))
    line = _places(shuffles(keys, everybody, first=3 * blocks - 2))
    early_w = _best(winners, equal[:, :blocks]) < shape.winner_byes
    early_r = _best(runners, equal[:, blocks:]) < shape.runner_byes

    # Kinds of blocks: both have byes, only the winner, neither; as many of each in every repetition.
    kind = np.where(early_w, np.where(early_r, 0, 1), 2)
    have = np.array([shape.runner_byes, shape.winner_byes - shape.runner_byes, blocks - shape.winner_byes])
    both = int(have[0]) - shape.lines_of(True, False, False)
    up = np.array([both, shape.lines_of(False, False, False) - both, shape.lines_of(False, True, False)])
    starts = np.cumsum(have) - have
    within = _places(np.lexsort((half, kind), axis=1)) - starts[kind]
    top = within < up[kind]

    group = np.concatenate([2 * ~early_w + ~top, 4 + 2 * ~early_r + top], axis=1)
    seated = np.lexsort((line, group), axis=1)
    slots = np.concatenate([winners.slot, runners.slot], axis=1)
    lines = np.full((repetitions, size), BYE, np.int64)
    at = [standard_lines(size).index(seed) for _, seed in shape.lines]
    lines[:, at] = np.take_along_axis(slots, seated, axis=1)
    return lines


def _places(order: NDArray[np.integer]) -> Ints:
    """Where each index stands in its row's order."""
    places = np.empty(order.shape, np.int64)
    np.put_along_axis(places, order, np.broadcast_to(np.arange(order.shape[1]), order.shape), axis=1)
    return places


def _best(sent: Sent, equal: Ints) -> Ints:
    """How many records of the same place are better."""
    return _places(np.lexsort((equal, sent.damage, -sent.strength), axis=1))
