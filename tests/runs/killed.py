"""A cup played by a process that may be killed at any moment."""

from __future__ import annotations

import contextlib
import io
import warnings


def _ready() -> None:
    """Whatever every run needs anew is read once, in the process the runs are forked from."""
    import importlib

    for name in (
        *("numpy", "polars", "jinja2", "PIL.Image", "typer", "rich.progress", "budosim.cli.app"),
        *("budosim.cli.claiming", "budosim.cli.publish", "budosim.cli.results", "budosim.cli.running"),
        *("budosim.cli.tournament", "budosim.runs.cup_site", "budosim.runs.official", "budosim.study.frames"),
        *("budosim.systems.gurps3.cup", "budosim.systems.gurps3.field_files"),
    ):
        importlib.import_module(name)
    from budosim.ai.understand import understand
    from budosim.site.paper import environment
    from budosim.systems.gurps3.names import find
    from budosim.systems.gurps3.story_words import forms
    from budosim.systems.gurps3.tables import tables

    understand("ジャブ。")
    environment()
    find("skill", "空手")
    len(tables().spells)
    for lang in ("ja", "en"):
        forms(lang)


def play(event: str, out: str) -> None:
    """`budosim cup --resume`, without the report, which has tests of its own."""
    import numpy as np

    from budosim.cli import main, tournament

    np.seterr(over="ignore")
    warnings.simplefilter("ignore")
    tournament.make_report = lambda folder: None  # type: ignore[assignment]
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        status = main(["cup", event, "--seed", "7", "--out", out, "--resume", "--lang", "en"])
    if status:
        print(said.getvalue(), flush=True)
        raise SystemExit(status)


_ready()
