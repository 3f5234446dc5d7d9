from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from budosim.errors import EventError
from budosim.events.plan import make_plan
from budosim.events.play import play_event
from budosim.events.seeds import choose_seed
from budosim.files import json_text, read_json, write_json
from budosim.provenance import (
    MANIFEST,
    RNG,
    Source,
    changed_sources,
    compare_records,
    make_manifest,
    read_manifest,
    require_same_rules,
    seed_of,
    sha256_of,
    write_manifest,
)

from .toy import Toy

SHEET = Source("aoi", "aoi.toml", "a" * 64, "葵")
RULES = Source("budo", "budo.toml", "b" * 64)


def manifest(**more):
    return make_manifest(
        ["cup", "musashi"],
        choose_seed("the autumn tournament of 2005"),
        rules_version="3",
        regulation=RULES,
        rulings={"cripple": "single", "both_out": "bye"},
        entrants=[SHEET],
        **{"wall_seconds": 2.0, "bouts": 100, **more},
    )


def test_a_manifest_says_how_a_result_was_made(tmp_path):
    made = manifest(more={"champion": "aoi"})
    write_manifest(tmp_path, made)
    read = read_manifest(tmp_path)
    assert read == made
    assert read["bouts_per_second"] == 50
    assert read["rng"] == RNG
    assert read["versions"]["numpy"] == np.__version__
    assert read["entrants"] == [{"id": "aoi", "file": "aoi.toml", "name": "葵", "sha256": "a" * 64}]
    assert seed_of(read) == choose_seed("the autumn tournament of 2005")
    assert read["rulings"]["sha256"] == sha256_of({"both_out": "bye", "cripple": "single"})
    assert manifest(bouts=None, wall_seconds=None)["bouts_per_second"] is None


def test_a_source_is_known_by_its_content(tmp_path):
    (tmp_path / "aoi.toml").write_text("x", encoding="utf-8")
    source = Source.of(tmp_path / "aoi.toml", name="葵")
    assert (source.id, source.file, source.name) == ("aoi", "aoi.toml", "葵")
    assert source.sha256 == "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"


def test_no_result_and_broken_manifests_are_refused(tmp_path):
    with pytest.raises(EventError, match="no result folder"):
        read_manifest(tmp_path)
    (tmp_path / MANIFEST).write_text("{", encoding="utf-8")
    with pytest.raises(EventError, match="not JSON"):
        read_manifest(tmp_path)
    for broken in ([], {"format": "other"}, {"format": "budosim-manifest/1"}):
        write_json(tmp_path / MANIFEST, broken)
        with pytest.raises(EventError, match="form"):
            read_manifest(tmp_path)


def test_trap_05_another_rules_version_is_refused_by_name():
    made = manifest()
    require_same_rules(made, "3")
    with pytest.raises(EventError, match=r"rules version 3 .* rules version 4"):
        require_same_rules(made, "4")
    with pytest.raises(EventError, match="random numbers"):
        require_same_rules({**made, "rng": "philox"}, "3")


def test_changed_sources_are_named():
    made = manifest(event=Source("event", "event.toml", "e" * 64))
    same = {"regulation": RULES, "rulings": {"cripple": "single", "both_out": "bye"}, "entrants": [SHEET]}
    assert changed_sources(made, **same) == []
    now = {
        "regulation": Source("budo", "budo.toml", "c" * 64),
        "rulings": {"cripple": "total"},
        "entrants": [Source("ban", "ban.toml", "d" * 64)],
        "event": Source("event", "event.toml", "f" * 64),
    }
    found = changed_sources(made, **now)
    named = [(d.record, d.field) for d in found]
    assert named == [
        ("regulation", "sha256"),
        ("rulings", "both_out"),
        ("rulings", "cripple"),
        ("event", "sha256"),
        ("entrant aoi", "sha256"),
        ("entrant ban", "sha256"),
    ]


def test_an_official_event_is_repeated_record_by_record(tmp_path):
    plan = make_plan([f"e{i}" for i in range(11)])
    then = play_event(plan, Toy([1] * 11, 4), 4).records()
    write_json(tmp_path / "then.json", then)
    now = play_event(plan, Toy([1] * 11, 4), 4).records()
    assert compare_records(read_json(tmp_path / "then.json"), now) == []
    now["bouts"][3]["winner"] = "nobody"
    now["ledger"][0]["hp_after"] = np.int64(-9)
    found = compare_records(then, now)
    assert [(d.field, d.now) for d in found] == [("winner", "nobody"), ("hp_after", -9)]
    assert f"bout={then['bouts'][3]['bout']}" in found[0].record
    assert "winner" in found[0].text("ja")
    assert json_text([d.row() for d in found])
    other = play_event(plan, Toy([2] + [1] * 10, 4), 4).records()
    assert compare_records(then, other)


def test_missing_sets_and_rows_are_differences():
    assert [d.row() for d in compare_records({"a": [{}], "b": []}, {"a": [], "c": [{}]})] == [
        {"record": "a", "field": "rows", "then": 1, "now": 0},
        {"record": "b", "field": "rows", "then": 0, "now": None},
        {"record": "c", "field": "rows", "then": None, "now": 1},
    ]
    assert len(compare_records({"a": [{"x": 1}] * 99}, {"a": [{"x": 2}] * 99}, limit=5)) == 5
    assert compare_records({"a": [{"x": (1, float("nan"))}]}, {"a": [{"x": [1, None]}]}) == []


def test_versions_are_read_without_importing():
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, budosim.provenance as p; print(p.versions()['numba'], 'numba' in sys.modules)",
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    version, imported = told.stdout.split()
    assert version[0].isdigit()
    assert imported == "False"
