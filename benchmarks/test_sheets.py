"""How fast sheets are judged: whatever is sent, at most 50 ms a sheet; one sheet through the command at most 0.3 s.

`BUDOSIM_MUTATIONS` says how many mutated sheets there are (20,000 for the full figure).
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.legality import check_json
from budosim.systems.gurps3.remedies import advised
from budosim.systems.gurps3.template import STYLES, template

FIELD = Path(__file__).parents[1] / "entrants" / "musashi"
MANY = int(os.environ.get("BUDOSIM_MUTATIONS", "2000"))
GATE_MS = 50.0
AIM_S = 0.3
ODD = [
    "nan", "-5", "1e300", "99999999", '"空手"', '"＜カラテ＞"', "[]", "{}", "true", '"２０"', '"−10"', "[[1]]", "0.25",
]  # fmt: skip


def mutated(text: str, dice: random.Random) -> str:
    """A sheet with up to five lines changed: values swapped for odd ones, lines lost, doubled or moved."""
    lines = text.split("\n")
    for _ in range(dice.randint(1, 5)):
        at = dice.randrange(len(lines))
        kind = dice.randrange(5)
        if kind == 0 and "=" in lines[at]:
            lines[at] = f"{lines[at].partition('=')[0]}= {dice.choice(ODD)}"
        elif kind == 1:
            del lines[at]
        elif kind == 2:
            lines.insert(dice.randrange(len(lines)), lines[at])
        elif kind == 3:
            other = dice.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            place = dice.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:place] + dice.choice("「＝[]{}\"'#.,0９−") + lines[at][place:]
        lines = lines or [""]
    return "\n".join(lines)


def test_mutated_sheets() -> None:
    """Read, judged, advised and told: mean, 99th percentile and worst of the mutated sheets."""
    sources = [template(lang, style) for style in STYLES for lang in ("ja", "en")]  # type: ignore[arg-type]
    sources += [p.read_text(encoding="utf-8") for p in sorted(FIELD.glob("*.toml")) if p.stem != "event"]
    dice = random.Random(1)
    check_json([advised(read_sheet_text(sources[0]))])
    taken, legal, readable = [], 0, 0
    for n in range(MANY):
        text = mutated(sources[n % len(sources)], dice)
        began = time.process_time()
        report = advised(read_sheet_text(text))
        check_json([report])
        taken.append((time.process_time() - began) * 1000)
        legal += report.legal
        readable += report.sheet.readable
    taken.sort()
    mean = statistics.fmean(taken)
    middle, late, worst = taken[len(taken) // 2], taken[int(len(taken) * 0.99)], taken[-1]
    print(
        f"\n{MANY} mutated sheets ({readable} readable, {legal} legal): {mean:.1f} ms a sheet on the mean, "
        f"{middle:.1f} in the middle, {late:.1f} at 99 %, {worst:.1f} at worst"
    )
    assert mean <= GATE_MS


def test_one_sheet_by_command() -> None:
    """`budosim check SHEET` in a new process, the best of five."""
    sheet = next(iter(sorted(FIELD.glob("*.toml"))))
    best = 10.0
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "budosim", "check", str(sheet), "--json"],
            cwd=FIELD.parents[1],
            capture_output=True,
            check=True,
        )
        best = min(best, time.perf_counter() - began)
    print(f"\nbudosim check of one sheet: {best:.2f} s (aim {AIM_S} s)")
