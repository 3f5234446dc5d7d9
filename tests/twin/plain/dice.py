"""Dice words by address (architecture §2), written again."""

from __future__ import annotations

WORD = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
WILL = 0xD1B54A32D192ED03


def stir(z: int) -> int:
    """The finaliser of splitmix64."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


class Dice:
    """The chances of one bout."""

    def __init__(self, seed: int, number: int) -> None:
        self.key = stir((stir((seed + GOLDEN) & WORD) + number * GOLDEN) & WORD)
        self.next = 0
        self.thrown = 0

    def open(self, turn: int, side: int, sub: int) -> None:
        """Start the words of a sub-turn."""
        self.next = 64 * ((turn * 2 + side) * 8 + sub)

    def word(self) -> int:
        """The upper half of the next word."""
        self.next += 1
        return stir((self.key + (self.next - 1) * GOLDEN) & WORD) >> 32

    def three(self) -> list[int]:
        """3d: one word tells which of the 216 throws it is."""
        self.thrown += 1
        index = self.word() * 216 >> 32
        return [index // 36 + 1, index // 6 % 6 + 1, index % 6 + 1]

    def some(self, n: int) -> list[int]:
        """N dice, four to a word."""
        self.thrown += 1
        faces: list[int] = []
        fraction = 0
        for i in range(n):
            fraction = (self.word() if i % 4 == 0 else fraction) * 6
            faces.append((fraction >> 32) + 1)
            fraction %= 2**32
        return faces

    def will(self, turn: int, side: int, sub: int, place: int) -> int:
        """A policy's own draw: 32 bits that belong to the place they are asked for."""
        where = ((turn * 2 + side) * 8 + sub) * 65536 + place
        return stir(((self.key ^ WILL) + where * GOLDEN) & WORD) >> 32
