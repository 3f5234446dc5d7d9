"""The tutorial runs: block after block in one namespace, with few bouts."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[1] / "docs" / "analysts.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def test_every_block_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(PAGE.parents[1])
    for name in ("VALUE_BOUTS", "START_BOUTS", "PROOF_BOUTS"):
        monkeypatch.setattr(f"budosim.runs.tune.{name}", 2)
    monkeypatch.setattr("budosim.systems.gurps3.tuning.moves.Build.moves", few(1))
    names = {"N": 1, "OUT": tmp_path, "BUDGET": 0.0}
    assert len(BLOCKS) >= 8
    for number, block in enumerate(BLOCKS, 1):
        exec(compile(block, f"docs/analysts.md, block {number}", "exec"), names)
    assert (tmp_path / "matrix" / "report.html").is_file()
    assert (tmp_path / "tornado.png").stat().st_size > 1000
    assert "kuga_ren" in capsys.readouterr().out


def few(most):
    """Only the first moves of a build."""
    from budosim.systems.gurps3.tuning.moves import Build

    whole = Build.moves
    return lambda self: whole(self)[:most]


@pytest.mark.parametrize("word", ["compare", "field", "tune", "matrix", "spar", "fight", "cup", "forecast", "check"])
def test_the_interface_has_what_the_page_names(word):
    import budosim

    assert callable(getattr(budosim, word))
