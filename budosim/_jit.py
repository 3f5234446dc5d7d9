"""The one decorator for compiled code, and where its machine code is kept.

numba's cache notices neither an edited callee in another file nor a changed `boundscheck`; so the folder is
named by a hash of every core source, the numba and numpy versions and the options in force. Another source,
another folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite.binding import Linkage
from numba import config

F = TypeVar("F", bound=Callable[..., object])

CHECKED = os.environ.get("BUDOSIM_CHECKED", "0") == "1"
"""Whether every index is checked (tests and CI)."""
INTERPRETED = bool(vars(config)["DISABLE_JIT"])
"""Whether kernels run as plain Python."""
KEEP = 4
"""Cache folders of other versions that are left in place."""
SHARED = Linkage.linkonce_odr
"""How numba marks a function that several modules may share."""


def fingerprint() -> str:
    """What the machine code depends on: core sources, numba, numpy, options."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in [Path(__file__), *sorted((root / "combat").rglob("*.py"))]:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes())
    digest.update(f"{numba.__version__} {np.__version__} checked={CHECKED}".encode())
    return digest.hexdigest()[:16]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_text("", encoding="utf-8")
        probe.unlink()
    except OSError:
        return False
    return True


def cache_folder() -> Path:
    """The folder for this fingerprint: BUDOSIM_CACHE, else the user's cache, else a temporary one."""
    name = fingerprint()
    homes = [os.environ.get("BUDOSIM_CACHE"), os.environ.get("XDG_CACHE_HOME")]
    home = Path(os.path.expanduser("~"))
    roots = [Path(homes[0])] if homes[0] else []
    roots.append((Path(homes[1]) if homes[1] else home / ".cache") / "budosim")
    for root in roots:
        if _writable(root / name):
            _drop_old(root, name)
            return root / name
    return Path(tempfile.gettempdir()) / f"budosim-{os.getuid() if hasattr(os, 'getuid') else 0}" / name


def _drop_old(root: Path, current: str) -> None:
    """Leave only the newest few folders of other versions; a failure to delete is no failure."""
    others = [p for p in root.iterdir() if p.is_dir() and p.name != current and len(p.name) == len(current)]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP:]:
        shutil.rmtree(path, ignore_errors=True)


CACHE: Path | None = None if INTERPRETED else cache_folder()
"""Where the machine code of this fingerprint lies."""
ENTRIES: set[str] = set()
"""Names of the kernels that Python calls: nothing is linked into them further."""
INNER: set[str] = set()
"""Names of the kernels that are linked into others only: they are optimised there."""
RARE: set[str] = set()
"""Symbols of the kernels that seldom run, as numba spells them."""


def _short_names() -> None:
    """Let numba spell a named tuple's type by number in symbol names, as it does a record's.

    A symbol carries the types of the arguments. That of a named tuple spells out every field of every record in
    it, some 7 kB, read again at each call in each module. What a record's type spells out is kept as well.
    """
    from numba.core import types

    record: Any = types.Record
    if "__repr__" in vars(record):
        record.__repr__ = lru_cache(maxsize=256)(record.__repr__)

    named: Any = types.NamedTuple
    if "mangling_args" not in vars(named):
        named.mangling_args = property(lambda self: (type(self).__name__, (self._code,)))


def _whole_program() -> None:
    """Let the compiler see an entry and everything below it as one closed program, once.

    numba finishes every function by itself: links all that lies below it, optimises that, makes machine code of it.
    Inner kernels are only ever called by kernels, so theirs is left at what numba wrote; an entry links each once.
    Nobody shares what lies inside an entry: told so, the compiler melts every function with one caller into it.
    Measured: 1.7 times as fast, compiled in half the time. Where numba's insides differ, nothing is changed and the
    core is only slower.
    """
    from numba.core import codegen, cpu

    library: Any = codegen.CPUCodeLibrary
    context: Any = cpu.CPUContext
    finalize, optimize = getattr(library, "finalize", None), getattr(library, "_optimize_final_module", None)
    executable = getattr(context, "get_executable", None)
    if finalize is None or optimize is None or executable is None:
        return

    def finish(self: Any) -> Any:
        if self.name in INNER:
            self._finalized = True
            return None
        if self.name in ENTRIES:
            self._linking_libraries = _below(self)
        return finalize(self)

    def refine(self: Any) -> Any:
        if self.name in ENTRIES:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == SHARED:
                    function.linkage = "internal"
                    if any(name in function.name for name in RARE):
                        function.add_function_attribute("cold")
                        function.add_function_attribute("noinline")
        return optimize(self)

    def face(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        if library.name not in INNER:
            return executable(self, library, fndesc, env)
        # numba wants a built-in of its own for each kernel; called from Python, nothing is found in an empty list
        nothing: list[object] = []
        return nothing.index

    library.finalize = finish
    library._optimize_final_module = refine
    context.get_executable = face


def _below(library: Any) -> list[Any]:
    """Every library an entry needs, each once, callers first: the linker drops what nobody calls yet."""
    found: list[Any] = []
    seen: set[Any] = set()

    def gather(upper: Any) -> None:
        for lower in upper._linking_libraries:
            if lower not in seen:
                seen.add(lower)
                if lower.name in INNER:
                    gather(lower)
                found.append(lower)

    gather(library)
    return found[::-1]


def _plain_indices() -> None:
    """Let an index below zero be wrong instead of counted from the end: nothing here counts so.

    numba asks every signed index whether it is negative, at some hundred places a sub-turn. Checked runs still
    report what lies outside.
    """
    from numba.np import arrayobj

    original = getattr(arrayobj, "fix_integer_index", None)
    if original is None:
        return

    def fix(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    from numba.core import types

    vars(arrayobj)["fix_integer_index"] = fix


if CACHE is not None:
    _plain_indices()
    vars(config)["CACHE_DIR"] = str(CACHE)
    _short_names()
    _whole_program()

_COMMON: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": CHECKED}
_INNER: dict[str, Any] = {**_COMMON, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Inner kernels are called by kernels only: without a face for Python they compile a quarter faster.

They are not cached by themselves: the entry's machine code holds them."""


def _compiled(fn: F, **options: Any) -> F:
    return cast(F, numba.njit(**options)(fn))


def _inner(fn: F, **options: Any) -> F:
    INNER.add(fn.__qualname__)
    return _compiled(fn, **options, **_INNER)


def kernel(fn: F) -> F:
    """Compile `fn`: free of the GIL, no exception on a division, bounds checked when asked.

    Says that it is not `hot`: numba lets a callee inherit that from the caller that is compiled first.
    """
    return _inner(fn, forceinline=False)


def hot(fn: F) -> F:
    """As `kernel`, melted into its callers: for small things that run every sub-turn."""
    return _inner(fn, forceinline=True)


def rare(fn: F) -> F:
    """As `kernel`, for what seldom happens: kept out of its callers, whose machine code stays small.

    The instruction cache is what the core has least of.
    """
    module = fn.__module__.rsplit(".", 1)[-1]
    RARE.add(f"{len(module)}{module}{len(fn.__name__)}{fn.__name__}B")
    return _inner(fn, forceinline=False)


def part(fn: F) -> F:
    """As `kernel`, written into its callers before compilation.

    numba compiles the whole tree below a function again for every function above it, so a chain of functions
    that each have one caller costs a multiple of what it says.
    """
    return _compiled(fn, inline="always", **_COMMON)


def entry(fn: F) -> F:
    """As `kernel`, cached on disk and callable from Python: the root of a whole program."""
    ENTRIES.add(fn.__qualname__)
    return _compiled(fn, cache=True, **_COMMON)


def is_cold() -> bool:
    """Whether no machine code lies ready for this fingerprint yet."""
    return CACHE is not None and not any(CACHE.rglob("*.nbc"))
