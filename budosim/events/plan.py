"""A plan: all an event needs to be played, with slots instead of files and names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import lcm
from typing import Any, Literal

from budosim.errors import EventError
from budosim.events.bracket import bracket_size, rounds_of
from budosim.events.orders import NO_ORDERS, Orders
from budosim.events.protocols import Stage
from budosim.events.schedule import FULL_BLOCK, block_sizes, deviation, offsets
from budosim.events.standings import CHAIN, Criterion

DRAWS: tuple[str, ...] = ("random", "listed", "seeded")
ADVANCE = 2
"""How many leave a block (T-31)."""

RULINGS: Mapping[str, tuple[str, ...]] = {
    "dead_in_league": ("forfeits", "revived", "struck"),
    "both_out": ("bye", "empty"),
}
"""The rulings an event itself obeys, with their readings; the first is the default."""


@dataclass(frozen=True)
class Plan:
    """How an event goes.

    Fields:
        ids: the entrants' ids in the order of the field; the index is the slot.
        sizes: entrants of each block; none when two entrants go straight to the final.
        draw: random; listed (`order`, block after block); seeded (pots from `order`, best first).
        order: slots as the organizer listed or seeded them; those not named follow by lot, or when nobody is
            named in the order of the field.
        chain: what tells the tied apart, in this order; it ends with the lot.
        dead_in_league: what becomes of a fighter who died in his block (R-66).
        both_out: what a draw in the knockout leaves behind (R-49). A bye carries the opponent on; "empty"
            does so too, but a final opposite an emptied place is not held and leaves the title vacant.
        orders: who has withdrawn, and the draws made with real dice.
    """

    ids: tuple[str, ...]
    sizes: tuple[int, ...]
    draw: Literal["random", "listed", "seeded"] = "random"
    order: tuple[int, ...] = ()
    chain: tuple[Criterion, ...] = CHAIN
    dead_in_league: Literal["forfeits", "revived", "struck"] = "forfeits"
    both_out: Literal["bye", "empty"] = "bye"
    orders: Orders = NO_ORDERS
    size: int = FULL_BLOCK

    @property
    def slots(self) -> int:
        """How many take part."""
        return len(self.ids)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each block begins when they are laid end to end."""
        return offsets(self.sizes)

    @cached_property
    def lines(self) -> int:
        """The lines of the bracket."""
        return bracket_size(ADVANCE * max(1, len(self.sizes)))

    @cached_property
    def rounds(self) -> tuple[Stage, ...]:
        """The knockout rounds; the last is the final."""
        return rounds_of(self.lines)

    @cached_property
    def scales(self) -> tuple[int, ...]:
        """By what each block's points and damage are multiplied, so that blocks of all sizes compare."""
        common = lcm(*(size - 1 for size in self.sizes)) if self.sizes else 1
        return tuple(common // (size - 1) for size in self.sizes)

    @cached_property
    def deviation(self) -> tuple[str, str] | None:
        """Why the blocks are not all full (Japanese, English)."""
        return deviation(self.sizes, self.slots, self.size)

    def with_blocks(self, blocks: Sequence[Sequence[int]]) -> Plan:
        """The same event with its blocks already drawn, for a forecast after the draw."""
        if tuple(map(len, blocks)) != self.sizes:
            raise EventError(
                f"blocks of {[len(b) for b in blocks]} do not fit an event with blocks of {list(self.sizes)}",
                f"ブロックの人数 {[len(b) for b in blocks]} が大会の {list(self.sizes)} と合いません",
            )
        return replace(self, draw="listed", order=tuple(slot for block in blocks for slot in block))


def make_plan(
    ids: Sequence[str],
    *,
    draw: str = "random",
    size: int = FULL_BLOCK,
    order: Sequence[str] = (),
    chain: Sequence[Criterion] = CHAIN,
    rulings: Mapping[str, Any] | None = None,
) -> Plan:
    """The plan of an event; `order` names entrants by id, `rulings` may hold more than events know."""
    slot_of = {identity: slot for slot, identity in enumerate(ids)}
    if len(slot_of) < len(ids):
        twice = sorted({identity for identity in ids if list(ids).count(identity) > 1})
        raise EventError(f"entered twice: {', '.join(twice)}", f"二重に登録されています：{'、'.join(twice)}")
    missing = [identity for identity in order if identity not in slot_of]
    if missing:
        raise EventError(
            f"listed in event.toml but not entered: {', '.join(missing)}",
            f"event.toml に挙げられていますが、参加者にいません：{'、'.join(missing)}",
        )
    if draw == "listed" and order and len(order) < len(ids):
        absent = [identity for identity in ids if identity not in set(order)]
        raise EventError(
            f"draw = listed, but the list leaves out: {', '.join(absent)}",
            f"draw = listed ですが、名簿に次の参加者がいません：{'、'.join(absent)}",
        )
    return Plan(
        ids=tuple(ids),
        sizes=block_sizes(len(ids), size),
        draw=_one_of("blocks.draw", draw, DRAWS),
        order=tuple(slot_of[identity] for identity in order),
        chain=(*chain, *(() if "lot" in chain else ("lot",))),
        size=size,
        **{key: _ruling(key, rulings or {}) for key in RULINGS},
    )


def _ruling(key: str, rulings: Mapping[str, Any]) -> Any:
    """A ruling by its bare key or by its full one."""
    value = rulings.get(key, rulings.get(f"rules.{key}", RULINGS[key][0]))
    return _one_of(f"rulings.{key}", value, RULINGS[key])


def _one_of(what: str, value: Any, known: Sequence[str]) -> Any:
    if value not in known:
        raise EventError(
            f"{what} = {value!r}: it is one of {', '.join(known)}",
            f"{what} = {value!r} は使えません。{'、'.join(known)} のどれかです",
        )
    return value
