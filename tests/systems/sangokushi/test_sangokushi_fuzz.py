"""The sample season with one file damaged at random: findings or a message, never something unforeseen."""

from __future__ import annotations

import random
import shutil

import pytest

from budosim.systems.sangokushi.league_file import SAMPLE, find_league

SIGNS = '0123456789"=[]{},.#-:\n \\あ魏蜀－０＝'
VALUES = ("1", "true", "[]", "{}", '""', "2001-10-06", '"x"', "[1]", '["x", 1]', "9" * 30, "-1.5", "00:10:00", "nan")


def damaged(text: str, rng: random.Random) -> str:
    kind, at = rng.randrange(4), rng.randrange(len(text))
    if kind == 0:
        return text[:at] + text[at + rng.randint(1, 3) :]
    if kind == 1:
        return text[:at] + rng.choice(SIGNS) + text[at:]
    lines = text.split("\n")
    where = rng.randrange(len(lines))
    if kind == 2:
        lines.insert(rng.randrange(len(lines)), lines.pop(where))
        return "\n".join(lines)
    key, equals, _ = lines[where].partition("= ")
    lines[where] = key + equals + rng.choice(VALUES) if equals else ""
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_give_findings_or_messages(run, tmp_path, seed):
    rng = random.Random(seed)
    folder = tmp_path / "league"
    shutil.copytree(find_league(SAMPLE), folder)
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".toml", ".csv", ".jsonl"))
    for _ in range(8):
        path = rng.choice(files)
        before = path.read_text(encoding="utf-8")
        path.write_text(damaged(before, rng), encoding="utf-8")
        for command in ("check", "standings"):
            said = run("sangokushi", command, folder, "--json")
            assert said.status in (0, 1, 2)
            assert "予期しない" not in said.err, (path.name, said.err)
            assert said.json
        path.write_text(before, encoding="utf-8")
