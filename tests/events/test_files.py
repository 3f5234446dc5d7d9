from __future__ import annotations

import json
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budosim.errors import BudosimError
from budosim.files import (
    PART,
    claim,
    decode,
    inside,
    read_json,
    read_text,
    replacing,
    safe_name,
    sweep,
    write_json,
    write_jsonl,
    write_text,
)


def test_a_failed_write_leaves_the_old_file_and_no_half_one(tmp_path):
    path = tmp_path / "deep" / "表.txt"
    write_text(path, "古い\n")
    with pytest.raises(UnicodeEncodeError), replacing(path) as part:
        part.write_bytes("新し".encode() + "半分\ud800".encode())
    assert path.read_text(encoding="utf-8") == "古い\n"
    assert os.listdir(path.parent) == ["表.txt"]


def test_what_a_killed_run_left_is_swept(tmp_path):
    part = tmp_path / "sub" / f".bouts.parquet.1{PART}"
    part.parent.mkdir()
    part.write_text("half", encoding="utf-8")
    (tmp_path / "kept.txt").write_text("", encoding="utf-8")
    assert sweep(tmp_path) == [part]
    assert claim(tmp_path, resume=True) == tmp_path
    with pytest.raises(BudosimError, match="--resume"):
        claim(tmp_path)
    assert claim(tmp_path / "new").is_dir()
    with pytest.raises(BudosimError):
        claim(tmp_path / "kept.txt")


def test_json_keeps_japanese_and_refuses_nan(tmp_path):
    path = tmp_path / "m.json"
    write_json(path, {"名": "葵", "n": np.int64(3), "xs": np.arange(2), "p": tmp_path})
    assert "葵" in path.read_text(encoding="utf-8")
    assert read_json(path)["n"] == 3
    with pytest.raises(ValueError, match="JSON"):
        write_json(path, {"x": float("nan")})
    assert read_json(path)["xs"] == [0, 1]
    write_jsonl(path, [{"a": 1}, {"a": 2}])
    assert [json.loads(line)["a"] for line in path.read_text(encoding="utf-8").splitlines()] == [1, 2]
    with pytest.raises(BudosimError, match="not JSON"):
        read_json(path)


def test_texts_are_read_in_the_encodings_people_use(tmp_path):
    for encoding in ("utf-8", "utf-8-sig", "cp932", "utf-16"):
        (tmp_path / "x").write_bytes("武神\r\n大会".encode(encoding))
        assert read_text(tmp_path / "x").text == "武神\n大会"
    assert decode(b"\x81") is None
    (tmp_path / "x").write_bytes(b"\xff\x00\xfe")
    with pytest.raises(BudosimError, match="UTF-8"):
        read_text(tmp_path / "x")
    with pytest.raises(BudosimError, match="3 bytes"):
        read_text(tmp_path / "x", limit=2)
    with pytest.raises(BudosimError, match="cannot be read"):
        read_text(tmp_path / "y")


@given(st.text(max_size=300))
def test_a_safe_name_is_one_part_of_a_path(text):
    name = safe_name(text)
    assert name
    assert not set(name) & set('/\\:*?"<>|\0\n\r\t ')
    assert not name.startswith((".", "-"))
    assert not name.endswith(".")
    assert len(name.encode("utf-8")) <= 201
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("武神大会", "武神大会"),
        ("a\u202eb", "a-b"),
        ("NUL", "_NUL"),
        ("aux.toml", "_aux.toml"),
        ("...", "unnamed"),
    ],
)
def test_safe_names(text, name):
    assert safe_name(text) == name


def test_nothing_leads_out_of_a_folder(tmp_path):
    inner = tmp_path / "event"
    inner.mkdir()
    (inner / "out").symlink_to(tmp_path)
    assert inside(inner, "a/b.png") == (inner / "a" / "b.png").resolve()
    for written in ("../x", "/etc/passwd", "a/../../x", "out/x", "a\0b"):
        with pytest.raises(BudosimError):
            inside(inner, written)
