"""Texts of our own, written down with their policies before the reader was tried on them."""

from __future__ import annotations

from typing import Any

import pytest
from pattern_texts import records

from budosim.ai.understand import understand

TEXTS = records("paraphrases.jsonl")


def test_there_are_sixty() -> None:
    assert len(TEXTS) >= 60


@pytest.mark.parametrize("record", TEXTS, ids=[r["id"] for r in TEXTS])
def test_paraphrase(record: dict[str, Any]) -> None:
    u = understand(record["text"], lang=record["lang"])
    if record["expected"] is None:
        assert u.policy is None
        assert record["code"] in [f.code for f in u.findings]
    else:
        assert u.policy == record["expected"], [(f.code, f.text) for f in u.findings]
