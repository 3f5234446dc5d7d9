"""The first bout of a process: where the core must be compiled first, somebody is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from budosim.systems.gurps3.arena import Duels

Notice = Callable[[str, str], None]
"""Told something beside the result, Japanese and English."""
WORTH_SAYING = 3.0
"""Seconds of compiling that are told of afterwards."""


class Field(Protocol):
    """What is asked of an arena of free bouts."""

    def kinds(self) -> dict[bool, tuple[int, int]]:
        """A pair for each core the field needs, by whether it knows magic."""

    def free(self, a: int, b: int, numbers: Any) -> Any:
        """Play bouts."""


def warm_event(arena: Duels, notice: Notice) -> None:
    """As `warm_up` for the silent core an event's pairs share."""
    import numpy as np

    from budosim.events.protocols import FREE_BOUT, Pair
    from budosim.systems.gurps3.arena import nobody

    before = Pair(arena.fresh(0, 1), arena.fresh(1, 1))
    bout = partial(arena.settle, FREE_BOUT, 0, 1, np.zeros(1, np.uint64), before, nobody(1))
    warm_up(bout, notice, talking=False, magic=arena.magical)


def warm_field(arena: Field, notice: Notice) -> None:
    """As `warm_up` for the silent cores the pairs of a field need."""
    import numpy as np

    for magic, (a, b) in arena.kinds().items():
        warm_up(partial(arena.free, a, b, np.zeros(1, np.uint64)), notice, talking=False, magic=magic)


def warm_up(first_bout: Callable[[], object], notice: Notice, *, talking: bool, magic: bool = False) -> None:
    """Play a bout nobody counts, so that compiling happens once, is told of, and comes before any bar moves."""
    from budosim import _jit

    if not _jit.INTERPRETED:
        with compiling(notice, talking=talking, magic=magic):
            first_bout()


def compile_both(notice: Notice, *, magic: bool = True) -> dict[str, float]:
    """Make the talking and the silent core ready; the seconds each took, near 0 where it was ready.

    `magic`: those that know spells too, for fields in which somebody casts.
    """
    import numpy as np

    from budosim.events.protocols import FREE_BOUT, Pair
    from budosim.systems.gurps3.arena import Duels, nobody
    from budosim.systems.gurps3.fighter import read_fighter
    from budosim.systems.gurps3.setting import SAMPLE, sheets_at

    strikers = (one for one in map(read_fighter, sheets_at([SAMPLE])) if not one.sheet.spells)
    ring = Duels(list(islice(strikers, 2)), seed=1)
    before = Pair(ring.fresh(0, 1), ring.fresh(1, 1))
    took = {}
    for ring.magical in (False, True) if magic else (False,):
        ring.forget()
        for kind in ("talking", "silent"):
            began = time.perf_counter()
            with compiling(notice, talking=kind == "talking", magic=ring.magical):
                if kind == "talking":
                    ring.tell(FREE_BOUT, 0, 1, 0, before, nobody())
                else:
                    ring.settle(FREE_BOUT, 0, 1, np.zeros(1, np.uint64), before, nobody(1))
            took[f"{kind}{'-magic' if ring.magical else ''}"] = time.perf_counter() - began
    return took


@contextmanager
def compiling(notice: Notice, *, talking: bool, magic: bool = False) -> Iterator[None]:
    """Around the first bout of one kind: says so before and after when it has to be compiled.

    The talking and the silent core are compiled apart, with and without the rules of magic, each once for a version
    of the package.
    """
    mark = _mark(("talking" if talking else "silent") + ("-magic" if magic else ""))
    cold = mark is not None and not mark.exists()
    if cold:
        notice(
            "戦闘コアをコンパイルしています（初回のみ、１分ほど）…",
            "compiling the combat core (once, about a minute)…",
        )
    began = time.perf_counter()
    yield
    took = time.perf_counter() - began
    if cold and mark is not None:
        if took >= WORTH_SAYING:
            notice(f"コンパイルが済みました（{took:.0f} 秒）。", f"compiled the combat core in {took:.0f} s")
        with suppress(OSError):
            mark.write_text("", encoding="utf-8")


def _mark(kind: str) -> Path | None:
    """The file that says that machine code of this kind lies ready; None where nothing is compiled."""
    from budosim import _jit

    if _jit.INTERPRETED:
        return None
    mark = _jit.cache_folder() / f"{kind}.ready"
    if _jit.is_cold():
        with suppress(OSError):
            mark.unlink(missing_ok=True)
    return mark
