"""How far a run goes: a number of bouts, or a precision."""

from __future__ import annotations

from dataclasses import dataclass

from budosim.errors import BudosimError
from budosim.study.looks import TIGHTEST, WIDEST, enough, next_size
from budosim.systems.gurps3.free import MOST, Tally

DEFAULT_N = 1000


@dataclass(frozen=True)
class Target:
    """How far to go: `n` bouts a pair, or until every interval is within ±`precision`."""

    n: int | None = None
    precision: float | None = None

    @classmethod
    def of(cls, n: int | None, precision: float | None, default: int = DEFAULT_N) -> Target:
        """A target as somebody asks for it.

        Raises:
            BudosimError: both are given, or one is out of range.

        """
        if n is not None and precision is not None:
            raise BudosimError(
                "-n and --precision exclude one another: say how many, or how exactly",
                "-n と --precision は同時に使えません。試合数か精度のどちらかを指定してください",
            )
        if precision is not None and not TIGHTEST <= precision < WIDEST:
            raise BudosimError(
                f"--precision {precision}: half the width of the interval, 0.0005 to 0.5 (0.01 = ±1 %)",
                f"--precision {precision}：半幅を 0.0005 以上 0.5 未満で指定します（0.01 は±1％）",
            )
        if n is not None and not 1 <= n <= MOST:
            raise BudosimError(f"-n {n}: from 1 to {MOST}", f"-n {n}：1～{MOST} にしてください")
        return cls(default if n is None and precision is None else n, precision)

    def next_size(self, done: Tally) -> int | None:
        """How many bouts a pair is to have, None when it has enough."""
        if self.precision is None:
            n = self.n or DEFAULT_N
            return n if done.n < n else None
        return next_size(done.wins_a, done.n, self.precision)

    def expected(self, pairs: int) -> int:
        """How many bouts that will be at most."""
        return pairs * ((self.n or DEFAULT_N) if self.precision is None else enough(self.precision))
