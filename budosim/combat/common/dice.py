"""Dice: addressed words of a counter hash, a script a test has written, or the same number always.

A bout's key comes from (seed, bout number) alone. RULE words are counted from an address (turn, side, sub-turn);
WILL draws (a policy's own chances) are a pure hash of their place and move no counter. See architecture §2.
All bouts share one cycle of 2**64 words; at 10**9 bouts some pairs are expected to overlap somewhere.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from budosim._jit import INTERPRETED, hot, kernel, rare
from budosim.combat.common.record import Flag, Num, Word

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_M1 = np.uint64(0xBF58476D1CE4E5B9)
_M2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_SIX, _N216 = np.uint64(6), np.uint64(216)
_WILL = np.uint64(0xD1B54A32D192ED03)
"""Sets the policy's draws apart from the rules' words."""
SPAN = np.int64(64)
"""Words a sub-turn may use."""
SCRIPT = 1024
"""Entries a script may hold."""

TAB216: NDArray[np.int64] = np.array(
    [sum((i // 36, i // 6 % 6, i % 6)) + 3 for i in range(216)], dtype=np.int64
)
"""The total of the three dice an index 0…215 is."""

HASHED, SCRIPTED, EVEN, WALKING = np.int64(0), np.int64(1), np.int64(2), np.int64(3)
ONE, THREE = np.int64(1), np.int64(3)

RAN_OUT, OTHER_COUNT, WILL_RAN_OUT = np.int64(1), np.int64(2), np.int64(3)


def complain(failed: int) -> None:
    """Raise what `Dice.failed` means, if it means anything."""
    if failed == RAN_OUT:
        raise IndexError("scripted dice ran out: the script has fewer draws than the scene rolls")
    if failed == OTHER_COUNT:
        raise ValueError("a scripted draw has another number of dice than the scene rolls")
    if failed == WILL_RAN_OUT:
        raise IndexError("scripted policy draws ran out")


class Dice:
    """Where a bout's chances come from, and the dice last thrown."""

    key: Word
    """The bout's own key."""
    k: Num
    """Number of the next RULE word."""
    origin: Num
    """Number of the first word of the sub-turn in force; no more than SPAN words belong to it."""
    overran: Flag
    """Set when a sub-turn used more words than are its own (a guard: tests assert 0)."""
    drawn: Num
    """RULE draws of this bout."""
    mode: Num
    """HASHED, SCRIPTED, EVEN or WALKING."""
    failed: Num
    """What a script lacked (`complain`), 0 = nothing. Compiled code raises nothing: its callers ask for this."""
    used: Num
    """Script entries used."""
    have: Num
    """Script entries there are."""
    script: Annotated[Any, "i8", SCRIPT]
    """Totals, one entry a draw."""
    faces: Annotated[Any, "i8", SCRIPT]
    """The same draws as digits of single dice (0 = only the total is known)."""
    kinds: Annotated[Any, "i8", SCRIPT]
    """How many dice each entry read was (for the walker and for messages)."""
    will_mode: Num
    """HASHED or SCRIPTED."""
    will_used: Num
    will_have: Num
    will: Annotated[Any, "i8", SCRIPT]
    """Scripted policy draws, in parts of 2**32."""
    last: Annotated[Any, "i8", 8]
    """The single dice of the last draw."""
    n_last: Num
    """How many they were."""
    index: Num
    """The 0…215 of the last 3d, to be spelt out as dice when told."""


@hot
def mix(z: Any) -> Any:
    """The finaliser of splitmix64: 64 bits in, 64 well-mixed bits out."""
    z = (z ^ (z >> _S30)) * _M1
    z = (z ^ (z >> _S27)) * _M2
    return z ^ (z >> _S31)


@kernel
def key_of(seed: Any, number: Any) -> Any:
    """The key of bout `number` under `seed` (both uint64)."""
    return mix(mix(seed + GOLDEN) + number * GOLDEN)


@hot
def address(dice: Any, turn: int, side: int, sub: int) -> None:
    """Start the words of sub-turn `sub` of that side's turn (0 start, 7 end; turn 0 = initiative)."""
    dice.overran |= np.int64(dice.k > dice.origin + SPAN)
    dice.origin = SPAN * (((turn * np.int64(2) + side) * np.int64(8)) + sub)
    dice.k = dice.origin


@hot
def word(dice: Any) -> Any:
    """The next RULE word; nobody else touches the counter."""
    z = mix(dice.key + np.uint64(dice.k) * GOLDEN)
    dice.k += ONE
    return z


@rare
def _given(dice: Any, n: int) -> int:
    """The next total of a script (or 10 on three dice, 3 on each other die, when even)."""
    dice.n_last = n
    if dice.mode == EVEN:
        for i in range(n):
            dice.last[i] = THREE
        if n == THREE:
            dice.last[0] = np.int64(4)
            return np.int64(10)
        return THREE * n
    at = dice.used
    dice.used += ONE
    if at >= dice.have:
        if dice.mode == WALKING:
            dice.script[at] = n
            dice.faces[at] = np.int64(0)
            dice.have += ONE
        else:
            dice.failed = RAN_OUT
            if INTERPRETED:
                complain(RAN_OUT)
            return THREE * n
    if dice.mode == SCRIPTED and dice.kinds[at] != np.int64(0) and dice.kinds[at] != n:
        dice.failed = OTHER_COUNT
        if INTERPRETED:
            complain(OTHER_COUNT)
    dice.kinds[at] = n
    total = dice.script[at]
    face = dice.faces[at]
    rest = total
    for i in range(n):
        if face > np.int64(0):
            dice.last[i] = face % np.int64(10)
            face //= np.int64(10)
        else:
            low = rest - np.int64(6) * (n - i - ONE)
            dice.last[i] = low if low > ONE else ONE
            rest -= dice.last[i]
    return total


@hot
def roll3(dice: Any) -> int:
    """3d: one word, whose index 0…215 is the three dice; returns their sum."""
    dice.drawn += ONE
    if dice.mode != HASHED:
        dice.index = np.int64(-1)
        return _given(dice, THREE)
    index = np.int64(((word(dice) >> _S32) * _N216) >> _S32)
    dice.index = index
    return TAB216[index]


@hot
def roll_n(dice: Any, n: int) -> int:
    """N dice added: four to a word, then the next word."""
    dice.drawn += ONE
    dice.index = np.int64(-1)
    if dice.mode != HASHED:
        return _given(dice, n)
    total = np.int64(0)
    dice.n_last = n
    w = np.uint64(0)
    for i in range(n):
        if i & np.int64(3) == np.int64(0):
            w = word(dice) >> _S32
        w *= _SIX
        die = np.int64(w >> _S32) + ONE
        w &= _LOW
        dice.last[i] = die
        total += die
    return total


@kernel
def spell_out(dice: Any) -> int:
    """Write the single dice of the last draw into `dice.last`; returns how many they are."""
    if dice.index >= np.int64(0):
        dice.last[0] = dice.index // np.int64(36) + ONE
        dice.last[1] = dice.index // np.int64(6) % np.int64(6) + ONE
        dice.last[2] = dice.index % np.int64(6) + ONE
        dice.n_last = THREE
    return dice.n_last


@kernel
def will(dice: Any, turn: int, side: int, sub: int, place: int) -> int:
    """A policy's own draw, 0 … 2**32 - 1: a pure hash of its place, so reading it changes nothing else."""
    if dice.will_mode == SCRIPTED:
        at = dice.will_used
        dice.will_used += ONE
        if at >= dice.will_have:
            dice.failed = WILL_RAN_OUT
            if INTERPRETED:
                complain(WILL_RAN_OUT)
            return np.int64(0)
        return dice.will[at]
    where = ((turn * np.int64(2) + side) * np.int64(8) + sub) * np.int64(65536) + place
    return np.int64(mix((dice.key ^ _WILL) + np.uint64(where) * GOLDEN) >> _S32)


@hot
def pick(draw: int, n: int) -> int:
    """One of `n` things by a draw of `will`: multiply-shift, never a remainder."""
    return (draw * n) >> np.int64(32)
