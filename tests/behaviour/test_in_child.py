"""Runs the behaviour checks with the compiled core, every index checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_policies_behave_as_they_are_written() -> None:
    env = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    env |= {"BUDOSIM_COMPILED": "1", "BUDOSIM_CHECKED": "1"}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(Path(__file__).parent)]
    run = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
