"""A policy (bp/1) as the rows the duel reads, and back.

`to_records` puts everything that decides in numbers; what numbers cannot hold (names of spells, skills and
combinations, a number or a list as it was worded) stands beside them as text. `from_records` reads both back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from budosim.ai.policy import Policy, validate
from budosim.ai.records_read import read
from budosim.ai.records_write import Writer
from budosim.errors import PatternError


@dataclass(frozen=True, slots=True)
class Packed:
    """A policy ready for the ring."""

    record: Any
    """One record of the duel's `Policy`, to be copied into `Policies.of[side]`."""
    extras: tuple[str, ...]
    """Texts: first one for each ban row, then those that orders and numbers point to."""


def to_records(policy: Policy) -> Packed:
    """Pack a valid policy.

    Raises:
        PatternError: it is no policy of bp/1, or has more of something than a record holds; the message names
            the place and the limit.

    """
    for fault in validate(policy):
        where = f"{fault.path}: " if fault.path else ""
        raise PatternError(f"{where}{fault.en}", f"{where}{fault.ja}")
    writer = Writer()
    writer.policy(policy)
    return Packed(writer.record, tuple(writer.extras))


def from_records(packed: Packed) -> Policy:
    """The policy that was packed, default keys left out."""
    return read(packed.record, packed.extras)


__all__ = ["Packed", "from_records", "to_records"]
