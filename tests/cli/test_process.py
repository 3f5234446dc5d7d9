"""What only a process of its own shows: imports, speed, signals, pipes, code pages."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import write_event

ROOT = Path(__file__).parents[2]
HEAVY = ("numba", "polars", "matplotlib", "pandas", "rich")


def environment(**more):
    env = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    return {**env, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1", **more}


def python(*args, **how):
    how = {"env": environment(), "capture_output": True, "encoding": "utf-8", "check": False, "cwd": ROOT, **how}
    return subprocess.run([sys.executable, *args], **how)


def budosim(*args, **how):
    return python("-m", "budosim", *map(str, args), **how)


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["--help"],
        ["check", "SHEET", "--json"],
        ["explain", "--text", "ひたすらローキック。", "--json"],
        ["show", "SHEET"],
        ["new", "NEW"],
        ["rules", "R-13"],
    ],
    ids=" ".join,
)
def test_light_commands_import_nothing_heavy(command, sheets, tmp_path):
    words = {"SHEET": str(sheets / "karate.toml"), "NEW": str(tmp_path / "new.toml")}
    script = (
        "import sys, json, io\n"
        "import budosim\n"
        "from budosim.cli import main\n"
        "status = main(json.loads(sys.argv[1]))\n"
        f"print(json.dumps([status, [name for name in {HEAVY!r} if name in sys.modules]]), file=sys.stderr)\n"
    )
    run = python("-c", script, json.dumps([words.get(word, word) for word in command]))
    assert json.loads(run.stderr.splitlines()[-1]) == [0, []]


def test_help_is_quick():
    budosim("--help")
    best = min(_seconds("--help") for _ in range(2))
    assert best < 0.6


def _seconds(*args):
    began = time.perf_counter()
    assert budosim(*args).returncode == 0
    return time.perf_counter() - began


def test_a_bout_from_the_shell(sheets):
    run = budosim("bout", sheets / "karate.toml", sheets / "boxing.toml", "--seed", 5)
    assert run.returncode == 0
    assert run.stdout.startswith("拳野 勝　対　新田 空")
    assert "\x1b" not in run.stdout + run.stderr


def test_japanese_comes_through_on_another_code_page(sheets):
    run = budosim("check", sheets, env=environment(PYTHONIOENCODING="cp1252", PYTHONUTF8="0"))
    assert run.returncode == 0
    assert "拳野 勝" in run.stdout


def test_every_file_is_opened_with_its_encoding(sheets, tmp_path):
    strict = ("-X", "warn_default_encoding", "-W", "error::EncodingWarning", "-m", "budosim")
    write_event(tmp_path)
    for args in (["check", sheets, "--event", tmp_path], ["rules", "C-78"]):
        run = python(*strict, *map(str, args))
        assert run.returncode == 0, run.stderr


def test_a_closed_pipe_is_no_error(sheets, tmp_path):
    texts = tmp_path / "texts.jsonl"
    line = json.dumps({"text": "ひたすらローキック。"}, ensure_ascii=False)
    texts.write_text(f"{line}\n" * 300, encoding="utf-8")
    command = f'"{sys.executable}" -m budosim explain --jsonl "{texts}" | head -1; echo ${{PIPESTATUS[@]}} >&2'
    run = subprocess.run(
        ["bash", "-c", command], env=environment(), capture_output=True, encoding="utf-8", check=False, cwd=ROOT
    )
    assert json.loads(run.stdout)["policy"]
    assert run.stderr.split() == ["0", "0"]


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_an_interrupted_cup_keeps_its_seed_and_goes_on(event, tmp_path):
    folder = tmp_path / "out"
    process = start("cup", event, "--seed", 7, "--out", folder)
    wait_for(lambda: (folder / "manifest.json").is_file())
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "中断しました。"
    resumed = budosim("cup", event, "--out", folder, "--resume", "--json")
    assert resumed.returncode == 0
    assert json.loads(resumed.stdout)["seed"] == 7


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_ends_with_130_and_the_run_goes_on(sheets, tmp_path):
    folder = tmp_path / "out"
    process = start("matrix", sheets, "-n", "40", "--seed", "3", "--out", folder, "--jobs", "1")
    wait_for(lambda: (folder / "manifest.json").is_file())
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "--resume" in said
    assert "Traceback" not in said
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["complete"] is False
    assert manifest["seed"]["number"] == 3
    assert (folder / "counts.json").is_file()


def start(*args):
    return subprocess.Popen(
        [sys.executable, "-m", "budosim", *map(str, args)],
        env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip


def wait_for(ready, seconds=20.0):
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end
        time.sleep(0.05)
