"""The open corpus: exact policies, codes with places, and no refused text with a policy."""

from __future__ import annotations

import time
from typing import Any

from budosim.ai.policy import validate
from budosim.ai.understand import Understanding, understand

EXACT, CODES = 0.9, 0.95


def read(record: dict[str, Any]) -> Understanding:
    sheet = record.get("sheet")
    return understand(record["text"], lang=record["lang"], has=sheet["has"] if sheet else None)


def test_the_corpus_is_understood(corpus: list[dict[str, Any]]) -> None:
    labelled = [r for r in corpus if r["expected"] is not None]
    exact = [r["id"] for r in labelled if read(r).policy in [r["expected"], *r.get("also", [])]]
    assert len(labelled) > 150
    assert len(exact) / len(labelled) >= EXACT


def test_easy_texts_are_all_exact(corpus: list[dict[str, Any]]) -> None:
    wrong = [
        r["id"]
        for r in corpus
        if r["difficulty"] == 1
        and r["expected"] is not None
        and read(r).policy not in [r["expected"], *r.get("also", [])]
    ]
    assert wrong == []


def test_codes_and_places(corpus: list[dict[str, Any]]) -> None:
    judged = [r for r in corpus if r["expect_error"]]
    right = 0
    for r in judged:
        wanted = r["expect_error"]
        start = r["text"].find(wanted["span"]) if wanted["span"] else -1
        for f in read(r).findings:
            overlap = start < 0 or (f.span[0] < start + len(wanted["span"]) and start < f.span[1])
            if f.code == wanted["code"] and f.level == wanted["level"] and overlap:
                right += 1
                break
    assert len(judged) > 25
    assert right / len(judged) >= CODES


def test_no_refused_text_gets_a_policy(corpus: list[dict[str, Any]]) -> None:
    refused = [r for r in corpus if r["expect_error"] and r["expect_error"]["level"] == "error"]
    assert refused
    assert [r["id"] for r in refused if read(r).policy is not None] == []


def test_policies_are_valid_and_null_exactly_with_an_error(corpus: list[dict[str, Any]]) -> None:
    for r in corpus:
        u = read(r)
        assert (u.policy is None) == bool(u.errors), r["id"]
        if u.policy is not None:
            assert validate(u.policy) == [], r["id"]
            for name, rows in u.spans.items():
                assert len(rows) == len(u.policy.get(name, [])), (r["id"], name)
                assert all(0 <= a < b <= len(r["text"]) for a, b in rows), r["id"]
        for f in u.findings:
            assert 0 <= f.span[0] <= f.span[1] <= len(r["text"])
            assert f.text == r["text"][f.span[0] : f.span[1]]


def test_a_pattern_compiles_in_20_ms(corpus: list[dict[str, Any]]) -> None:
    read(corpus[0])
    start = time.perf_counter()
    for r in corpus:
        read(r)
    assert (time.perf_counter() - start) / len(corpus) < 0.02
