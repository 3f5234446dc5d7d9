"""Commands run in this process, on leagues made for the test."""

import pytest

from tests.cli.conftest import run
from tests.systems.sangokushi.league_maker import League

__all__ = ["run"]


@pytest.fixture
def league(tmp_path):
    """A league of October 2001 with a small roster and no night yet."""
    return League(tmp_path / "league")
