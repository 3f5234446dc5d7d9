from __future__ import annotations

from typing import Any

import pytest
from pattern_texts import records


@pytest.fixture(scope="session")
def corpus() -> list[dict[str, Any]]:
    return records("corpus.jsonl")
