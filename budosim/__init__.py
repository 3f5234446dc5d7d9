"""budosim: automated GURPS 3e martial-arts tournaments.

What stands in `__all__` is the public interface. It is imported when it is first used, so that
`import budosim` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from budosim.errors import BudosimError, EventError, PatternError, RuleError, SheetError
from budosim.version import __version__

if TYPE_CHECKING:
    from budosim.api import check, compare, cup, field, fight, forecast, matrix, read_entrant, spar, tune, understand


__all__ = [
    "BudosimError",
    "EventError",
    "PatternError",
    "RuleError",
    "SheetError",
    "__version__",
    "check",
    "compare",
    "cup",
    "field",
    "fight",
    "forecast",
    "matrix",
    "read_entrant",
    "spar",
    "tune",
    "understand",
]

_FROM_API = frozenset(name for name in __all__ if name[0].islower())
_MODULES = frozenset(("api", "testing"))


def __getattr__(name: str) -> Any:
    """The names of the Python interface, and its modules, on first use."""
    if name in _FROM_API:
        return getattr(import_module("budosim.api"), name)
    if name in _MODULES:
        return import_module(f"budosim.{name}")
    raise AttributeError(f"module 'budosim' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted({*globals(), *__all__, *_MODULES})
