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
from pathlib import Path
from typing import TypeVar, cast

import numba
import numpy as np
from numba import config

F = TypeVar("F", bound=Callable[..., object])

CHECKED = os.environ.get("BUDOSIM_CHECKED", "0") == "1"
"""Whether every index is checked (tests and CI)."""
INTERPRETED = bool(config.DISABLE_JIT)
"""Whether kernels run as plain Python."""
KEEP = 4
"""Cache folders of other versions that are left in place."""


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
    others = [path for path in root.iterdir() if path.is_dir() and path.name != current and len(path.name) == 16]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEEP:]:
        shutil.rmtree(path, ignore_errors=True)


if not INTERPRETED:
    config.CACHE_DIR = str(cache_folder())


def _short_names() -> None:
    """Let numba spell a named tuple's type by number in symbol names, as it does a record's.

    A symbol carries the types of the arguments; that of a named tuple spells out every field of every record in
    it, some 7 kB, and the compiler reads it again at each call in each module. By number the cold start is shorter.
    """
    from numba.core import types

    if "mangling_args" not in vars(types.NamedTuple):
        types.NamedTuple.mangling_args = property(lambda self: (type(self).__name__, (self._code,)))


_short_names()


def kernel(fn: F) -> F:
    """Compile `fn`: cached on disk, free of the GIL, no exception on a division, bounds checked when asked."""
    compiled = numba.njit(nogil=True, error_model="numpy", boundscheck=CHECKED, no_cpython_wrapper=True, no_cfunc_wrapper=True)(fn)
    return cast(F, compiled)


def hot(fn: F) -> F:
    """As `kernel`, melted into its callers: for what runs every sub-turn."""
    compiled = numba.njit(
        nogil=True, error_model="numpy", boundscheck=CHECKED, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
    )(fn)
    return cast(F, compiled)


def part(fn: F) -> F:
    """As `kernel`, written into its one caller before compilation.

    numba compiles the whole tree below a function again for every function above it; a chain of functions that
    each have one caller costs a multiple of what it says. Such links of the chain are parts of one kernel.
    """
    compiled = numba.njit(nogil=True, error_model="numpy", boundscheck=CHECKED, inline="always")(fn)
    return cast(F, compiled)


def entry(fn: F) -> F:
    """As `kernel`, and callable from Python."""
    compiled = numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=CHECKED)(fn)
    return cast(F, compiled)


def is_cold() -> bool:
    """Whether no machine code lies ready for this fingerprint yet."""
    if INTERPRETED:
        return False
    folder = Path(config.CACHE_DIR)
    return not any(folder.rglob("*.nbc"))
