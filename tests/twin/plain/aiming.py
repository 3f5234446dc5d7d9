"""Which place an order means now: lists, pools, cycles, left or right (semantics §1, §6.5, §6.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.books import ANYWHERE, PLACES
from plain.conditions import looked_up
from plain.legal import place_open
from plain.plan import LOOKED_UP, SEVERAL, Act, aimed

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way

EITHER_DRAW = 61000
"""First place of the draw for a side nobody named; own attacks so far are added, modulo 8."""


class Aimer:
    """Draws of one decision of one fighter."""

    def __init__(self, bout: Bout, me: Fighter, slot: int) -> None:
        self.bout, self.me, self.slot = bout, me, slot
        self.line: int | None = None
        self.silent = False

    def draw(self, what: str, place: int) -> int:
        """A draw of the policy, told unless it only looks what would be possible."""
        value = self.bout.will(self.me, place)
        if not self.silent:
            self.bout.tell("draw", self.me, what=what, line=self.line, value=value)
        return value

    def place_of(self, order: Act, open_: set[str]) -> tuple[str | None, tuple[str, int] | None]:
        """A place of an order's list: None when none is open, "" when its words mean nothing yet."""
        mind = self.me.memory
        base = 4096 + 32 * order.number + 4 * (mind.attacks % 8)
        choices = [self.places_of(word, open_) for word in order.words]
        usable = [i for i, places in enumerate(choices) if places]
        named = any(places is not None for places in choices)
        if order.mainly and named and (self.draw("place", base + 2) >= 3 * 2**30 or not usable):
            return self.from_pool(order.mainly, open_, base), None
        if not usable:
            return (None if named else ""), None
        cycle = None
        if order.pick == "first" or len(usable) == 1:
            chosen = usable[0]
        elif order.pick == "cycle":
            at = mind.cursors.get(order.cycle, 0)
            chosen = min(usable, key=lambda i: (i - at) % len(choices))
        else:
            chosen = usable[self.draw("place", base) * len(usable) >> 32]
        if order.pick == "cycle":
            cycle = (order.cycle, (chosen + 1) % len(choices))
        found = choices[chosen]
        assert found
        return self.one_of(found, base + 1), cycle

    def places_of(self, word: str, open_: set[str]) -> list[str] | None:
        """Open places of one word in their order; None when the word means nothing yet."""
        if word == "@any":
            return [ANYWHERE] if ANYWHERE in open_ else []
        meant = looked_up(self.me, word) if word in LOOKED_UP else aimed(word)
        return [p for p in PLACES if p in meant and p in open_] if meant else None

    def from_pool(self, pool: str, open_: set[str], base: int) -> str | None:
        """A place of the pool of `mainly`: each word alike."""
        if pool == "@any":
            return ANYWHERE if ANYWHERE in open_ else None
        found = [places for word in SEVERAL[pool] if (places := self.places_of(word, open_))]
        if not found:
            return None
        return self.one_of(found[self.draw("place", base + 3) * len(found) >> 32], base + 1)

    def one_of(self, places: list[str], address: int) -> str:
        """Left or right unnamed is even chances (semantics §6.15)."""
        return places[0] if len(places) == 1 else places[self.draw("side", address) * len(places) >> 32]

    def either_side(self, way: Way, place: str, opt: str, banned: set[str]) -> str:
        """Left or right unnamed: even chances when both sides are open at the same price (semantics §6.15)."""
        part, _, side = place.partition(".")
        other = f"{part}.{'L' if side == 'R' else 'R'}"
        if not side or way.aim.get(other) != way.aim[place] or other in banned:
            return place
        if not place_open(self.me, way, other, opt):
            return place
        return self.one_of([f"{part}.R", f"{part}.L"], EITHER_DRAW + self.me.memory.attacks % 8)
