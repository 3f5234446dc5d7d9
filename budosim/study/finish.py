"""The end of a run: a field's analysis, the figures and the page of its result folder.

A process that has played holds the compiled core, a quarter of a gigabyte; drawing beside it would double that. There
the work is given to a process of its own, which never loads the core, and memory stays bounded.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

from budosim.errors import BudosimError
from budosim.study.words import Lang

CORE = "numba"
UNFIT, UNUSABLE = 3, 4
"""Statuses of the process: a fault somebody can mend, and a file or disk that cannot be used."""


def finish(folder: Path, lang: Lang = "ja") -> None:
    """Analyse a result and write its figures and report.html, in a process of its own if this one is large.

    Raises:
        BudosimError: the folder is no result folder, or lacks what it should have.
        OSError: it cannot be written.

    """
    if CORE in sys.modules and sys.executable and not getattr(sys, "frozen", False) and not _interpreted():
        _apart(folder, lang)
    else:
        finish_here(folder, lang)


def finish_here(folder: Path, lang: Lang = "ja") -> None:
    """The same in this process."""
    from budosim.provenance import read_manifest
    from budosim.study.analysis import analyse_folder
    from budosim.study.report import write_report

    manifest = read_manifest(folder)
    if manifest.get("kind") == "matrix" and manifest.get("complete") is not False:
        analyse_folder(folder)
    write_report(folder, lang)


def _interpreted() -> bool:
    from budosim import _jit

    return bool(_jit.INTERPRETED)


def _apart(folder: Path, lang: Lang) -> None:
    import budosim

    # where this process found the package and what it needs, that one shall find them too
    paths = [str(Path(budosim.__file__).resolve().parent.parent), *(path for path in sys.path if path)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)), "PYTHONIOENCODING": "utf-8"}
    made = subprocess.run(
        [sys.executable, "-m", "budosim.study.finish", os.fspath(folder), lang],
        env=env, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8", check=False,
    )  # fmt: skip
    if not made.returncode:
        return
    said = _said(made.stdout)
    if made.returncode == UNFIT and said:
        raise BudosimError(said["en"], said["ja"])
    if made.returncode == UNUSABLE and said:
        raise OSError(said["errno"], said["reason"], said["file"])
    raise BudosimError(
        f"the report of {folder} could not be made (status {made.returncode}); its tables are there, try: "
        f"budosim report {folder}",
        f"{folder} の報告書を作れませんでした（終了値 {made.returncode}）。表は残っています。"
        f"budosim report {folder} を試してください",
    )


def _said(text: str) -> dict[str, Any]:
    try:
        return dict(json.loads(text.splitlines()[-1]))
    except (ValueError, TypeError, IndexError):
        return {}


def main(args: list[str]) -> int:
    """What the process of its own does: a fault goes to standard output as JSON."""
    try:
        finish_here(Path(args[0]), cast(Lang, args[1]))
    except BudosimError as error:
        print(json.dumps({"ja": error.ja, "en": error.en}))
        return UNFIT
    except OSError as error:
        print(json.dumps({"errno": error.errno, "reason": error.strerror or str(error), "file": error.filename}))
        return UNUSABLE
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
