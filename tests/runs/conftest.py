"""A small event whose bouts are short."""

from pathlib import Path

import pytest

from tests.cli.conftest import ALL_OUT, KARATE, write_event, write_sheets


@pytest.fixture(scope="session")
def short_event(tmp_path_factory) -> Path:
    """Three fighters who go all out."""
    folder = write_event(write_sheets(tmp_path_factory.mktemp("runs") / "small"))
    karate = folder / "karate.toml"
    karate.write_text(karate.read_text(encoding="utf-8").replace(KARATE, ALL_OUT), encoding="utf-8")
    return folder
