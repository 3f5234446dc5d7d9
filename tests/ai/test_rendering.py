"""Rendering is total and read back exactly, in both languages."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from random_policies import Maker

from budosim.ai import flowchart, render_en, render_ja
from budosim.ai.normal_form import normalise
from budosim.ai.policy import validate
from budosim.ai.understand import understand


def test_corpus_round_trip(corpus: list[dict[str, Any]]) -> None:
    seen = 0
    for r in corpus:
        for policy in [r["expected"], *r.get("also", [])]:
            if policy is None:
                continue
            seen += 1
            for module in (render_ja, render_en):
                u = understand(module.render(policy))
                assert u.policy == policy, (r["id"], module.render(policy))
                assert not u.errors
    assert seen > 250


def test_random_round_trip() -> None:
    for seed in range(200):
        policy = Maker(seed).policy()
        assert validate(policy) == []
        for module in (render_ja, render_en):
            assert understand(module.render(policy)).policy == policy, (seed, module.render(policy))


def test_a_changed_number_in_the_rendering_is_read() -> None:
    text = render_ja.render({"rules": [{"if": ["p", 0.15], "do": {"a": "feint"}}]})
    assert understand(text.replace("15％", "２０％")).policy == {
        "rules": [{"if": ["p", 0.2], "do": {"a": "feint"}}]
    }


def test_labels_of_the_corpus_are_normal(corpus: list[dict[str, Any]]) -> None:
    wrong = [
        r["id"] for r in corpus if r["expected"] is not None and normalise(r["expected"]) != r["expected"]
    ]
    assert wrong == []


def test_flow_charts_are_drawn(corpus: list[dict[str, Any]]) -> None:
    for r in corpus:
        if r["expected"] is None:
            continue
        for lang in ("ja", "en"):
            drawn = flowchart.svg(r["expected"], lang)
            root = ET.fromstring(drawn)
            words = "".join(node.text or "" for node in root.iter() if node.text)
            assert ("開始" if lang == "ja" else "Start") in words
            chart = flowchart.mermaid(r["expected"], lang)
            assert chart.startswith("flowchart TD")
            conditions = sum(
                1
                for name in ("rules", "react", "free")
                for rule in r["expected"].get(name, [])
                if "if" in rule
            )
            assert chart.count('{"') >= conditions


def test_svg_escapes_names() -> None:
    policy = {"rules": [{"do": {"a": "cast", "spell": "a&b"}}]}
    assert "a&amp;b" in flowchart.svg(policy)
    assert "&" in flowchart.text(policy)
