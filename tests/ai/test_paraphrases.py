"""Texts of our own: paraphrases written before the reader was tried, and readings checked since."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pattern_texts import records

from budosim.ai.policy import validate
from budosim.ai.understand import understand

TEXTS = records("paraphrases.jsonl") + records("readings.jsonl")


def test_there_are_enough() -> None:
    assert len(records("paraphrases.jsonl")) >= 60
    assert len(records("readings.jsonl")) >= 480


@pytest.mark.parametrize("record", TEXTS, ids=[r["id"] for r in TEXTS])
def test_text(record: dict[str, Any]) -> None:
    u = understand(record["text"], lang=record["lang"])
    if record["expected"] is None:
        assert u.policy is None
        assert record["code"] in [f.code for f in u.findings]
    else:
        assert u.policy == record["expected"], [(f.code, f.text) for f in u.findings]


def test_shuffled_pieces_never_crash_and_never_make_an_invalid_policy(corpus: list[dict[str, Any]]) -> None:
    rng = random.Random(7)
    pieces = [piece for r in corpus for piece in r["text"].replace("。", "、").split("、") if piece]
    for _ in range(300):
        text = rng.choice(["、", "。", "\n", "→", ""]).join(rng.sample(pieces, rng.randint(1, 5)))
        u = understand(text)
        assert (u.policy is None) == bool(u.errors), text
        assert u.policy is None or validate(u.policy) == [], text
