"""Commands run in this process; three template fighters; one official result that many tests look at."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from budosim.cli import main
from budosim.systems.gurps3.template import template

FIGHTERS = ("boxing", "karate", "striker")
KARATE = "ひたすらローキック、２ターンに１回フェイントを行う。"
"""The pattern of the karate template."""
ALL_OUT = "ひたすら全力攻撃で顔にパンチ。"
"""A pattern that makes bouts short."""


@dataclass(frozen=True)
class Run:
    """What a command said."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def write_sheets(folder: Path, styles: tuple[str, ...] = FIGHTERS) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for style in styles:
        text = striker() if style == "striker" else template("ja", style)
        (folder / f"{style}.toml").write_text(text, encoding="utf-8")
    return folder


def striker() -> str:
    """Somebody whose bouts are short."""
    return template("ja", "karate").replace("新田 空", "風間 疾").replace(KARATE, ALL_OUT)


def write_event(folder: Path, text: str = '[event]\nname = "小さな大会"\n') -> Path:
    (folder / "event.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def run(capfd, monkeypatch):
    """Run a command line; messages are Japanese unless it says otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def command(*args: object) -> Run:
        capfd.readouterr()
        status = main([str(arg) for arg in args])
        said = capfd.readouterr()
        assert "Traceback" not in said.out + said.err
        return Run(status, said.out, said.err)

    return command


@pytest.fixture
def no_report(monkeypatch):
    """Leave out the report, which has tests of its own."""
    monkeypatch.setattr("budosim.cli.tournament.make_report", lambda folder: None)


@pytest.fixture(scope="session")
def sheets(tmp_path_factory) -> Path:
    """A folder of three sheets."""
    return write_sheets(tmp_path_factory.mktemp("cli") / "sheets")


@pytest.fixture(scope="session")
def event(tmp_path_factory) -> Path:
    """A folder with an event of three."""
    folder = write_event(write_sheets(tmp_path_factory.mktemp("cli") / "small"))
    short = folder / "karate.toml"
    short.write_text(short.read_text(encoding="utf-8").replace(KARATE, ALL_OUT), encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def official(tmp_path_factory, event) -> tuple[Path, Run]:
    """The result folder of an official event under seed 7, and what the command said."""
    import contextlib
    import io

    folder = tmp_path_factory.mktemp("cli") / "result"
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(["cup", str(event), "--seed", "7", "--out", str(folder), "--json", "--lang", "en"])
    return folder, Run(status, out.getvalue(), err.getvalue())
