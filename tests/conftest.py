"""Rule tests run the kernels as plain Python; what needs the compiled core lies in tests/compiled.

`tests/test_compiled.py` runs that folder in a child process, so that one `pytest` command runs everything.
"""

import os

if os.environ.get("BUDOSIM_COMPILED") != "1":
    os.environ["NUMBA_DISABLE_JIT"] = "1"

import hypothesis
import numpy as np
import pytest

hypothesis.settings.register_profile("budosim", deadline=None, derandomize=True)
hypothesis.settings.load_profile("budosim")
np.seterr(over="ignore")

collect_ignore = [] if os.environ.get("BUDOSIM_COMPILED") == "1" else ["compiled"]


def pytest_addoption(parser):
    """Let a machine that has a browser insist on it."""
    parser.addoption("--require-browser", action="store_true", help="fail, not skip, where no Chromium starts")


def pytest_collection_modifyitems(items):
    """The longest test first, so that the other worker fills the time beside it."""
    items.sort(key=lambda item: item.path.name != "test_compiled.py")


@pytest.fixture(autouse=True)
def _wrapping_words():
    """64-bit words wrap; interpreted numpy would warn of it."""
    with np.errstate(over="ignore"):
        yield
