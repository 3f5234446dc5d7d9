"""Texts of our own, written before they were read: nearly all exact, none of the refused with a policy."""

from __future__ import annotations

from typing import Any

import pytest
from agreement import agreement
from pattern_texts import records

from budosim.ai.understand import Understanding, understand

TEXTS = records("orders_ja.jsonl") + records("orders_en.jsonl")


def read(record: dict[str, Any]) -> Understanding:
    return understand(record["text"], lang=record["lang"], has=record.get("has"))


@pytest.fixture(scope="module")
def answers() -> list[tuple[dict[str, Any], Understanding]]:
    return [(record, read(record)) for record in TEXTS]


def test_there_are_enough() -> None:
    assert len(TEXTS) > 600
    assert len({record["text"] for record in TEXTS}) == len(TEXTS)


def test_nearly_all_are_exact(answers: list[tuple[dict[str, Any], Understanding]]) -> None:
    labelled = [(r, u) for r, u in answers if r["expected"] is not None]
    wrong = [r["id"] for r, u in labelled if u.policy not in [r["expected"], *r.get("also", [])]]
    assert len(wrong) / len(labelled) <= 0.04, wrong


def test_they_decide_as_labelled(answers: list[tuple[dict[str, Any], Understanding]]) -> None:
    labelled = [(r, u) for r, u in answers if r["expected"] is not None]
    total = sum(max(agreement(u.policy, p) for p in [r["expected"], *r.get("also", [])]) for r, u in labelled)
    assert total / len(labelled) >= 0.96


def test_none_of_the_refused_gets_a_policy(answers: list[tuple[dict[str, Any], Understanding]]) -> None:
    refused = [(r, u) for r, u in answers if r["expected"] is None]
    assert len(refused) > 80
    assert [r["id"] for r, u in refused if u.policy is not None] == []


def test_the_right_codes_stand_at_the_right_places(answers: list[tuple[dict[str, Any], Understanding]]) -> None:
    judged = [(r, u) for r, u in answers if r.get("code")]
    wrong = []
    for record, u in judged:
        span = record.get("span", "")
        start = record["text"].find(span) if span else -1
        if not any(
            f.code == record["code"] and (start < 0 or (f.span[0] < start + len(span) and start < f.span[1]))
            for f in u.findings
        ):
            wrong.append(record["id"])
    assert wrong == []
