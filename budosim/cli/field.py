"""`field`, `why`: a field of entrants as a whole, and one entrant's defeats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE
from budosim.cli.language import both
from budosim.cli.options import AsJson, Jobs, Lang
from budosim.cli.speak import Speaker, speak
from budosim.errors import BudosimError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

Folder = Annotated[str, typer.Argument(metavar="DIR", help=both("結果のフォルダー", "a result folder"))]


def field(folder: Folder, as_json: AsJson = False, lang: Lang = None) -> int:
    """Ratings, mixture, clusters, cycles, counters, notable bouts of a result."""
    from budosim.cli.tournament import make_report
    from budosim.provenance import read_manifest
    from budosim.study.analysis import analyse_folder, upset_rows
    from budosim.study.results import read_result

    out = speak(as_json=as_json)
    where = Path(folder)
    read_manifest(where)
    tables = analyse_folder(where)
    if not tables:
        raise BudosimError(
            f"{folder} holds no field: everybody against everybody, at least three (budosim matrix)",
            f"{folder} は総当たりの結果ではありません（３人以上の budosim matrix が必要です）",
        )
    result = read_result(where)
    upsets = upset_rows(result.pairs)
    _tell(out, tables, dict(result.names), where, upsets)
    make_report(where)
    out.document(
        {**{name: frame.to_dicts() for name, frame in tables.items()}, "upsets": upsets, "folder": where.as_posix()}
    )
    return FINE


def _tell(
    out: Speaker, tables: Mapping[str, pl.DataFrame], names: dict[str, str], where: Path, upsets: list[dict[str, Any]]
) -> None:
    rows = [
        [
            row["place"],
            names.get(row["id"], row["id"]),
            f"{row['rating']:+.0f}",
            f"{row['lo']:+.0f} … {row['hi']:+.0f}",
            f"{100 * row['mixture']:.0f} %" if row["mixture"] else None,
            row["cluster"],
        ]
        for row in tables["ratings"].to_dicts()
    ]
    head = [
        out.t("順位", "place"), out.t("選手", "fighter"), out.t("評点", "rating"), out.t("95％区間", "95 % interval"),
        out.t("混ぜ方", "mixture"), out.t("組", "cluster"),
    ]  # fmt: skip
    out.table(head, rows, right=(0, 2, 3, 4, 5))
    cycles = tables["cycles"].to_dicts()
    if cycles:
        out.say()
        out.say(out.t("■ 三すくみ", "■ Who beats whom beats whom"))
    for row in cycles[:5]:
        a, b, c = (names.get(row[side], row[side]) for side in "abc")
        rates = " / ".join(f"{100 * row[name]:.0f} %" for name in ("rate_ab", "rate_bc", "rate_ca"))
        out.say(f"  {a} → {b} → {c} → {a}   {rates}")
    if upsets:
        out.say()
        out.say(out.t("■ 番狂わせ（評点では下の選手が勝ち越す）", "■ Upsets: the lower rated surely wins more"))
    for row in upsets[:5]:
        one, foe = names.get(row["id"], row["id"]), names.get(row["foe"], row["foe"])
        expected = f"{out.t('評点では', 'expected')} {100 * row['expected']:.0f} %"
        out.say(f"  {one} → {foe}   {100 * row['rate']:.0f} % ({expected})")
    if "notable" in tables:
        out.say()
        out.say(
            out.t(
                f"■ 見どころ（budosim bout --of {where} --bout K）",
                f"■ Worth opening (budosim bout --of {where} --bout K)",
            )
        )
        for row in tables["notable"].filter(tables["notable"]["rank"] == 1).to_dicts():
            kind = out.t(*KINDS[row["kind"]])
            a, b = (names.get(row[side], row[side]) for side in "ab")
            out.say(f"  {kind}  {a} － {b}  {row['turns']}  K = {row['bout']}")


def why(
    folder: Folder,
    entrant: Annotated[str, typer.Argument(metavar="ENTRANT", help=both("選手のidか名前", "id or name of an entrant"))],
    budget: Annotated[
        float,
        typer.Option("--budget", min=0.0, metavar="SECONDS", help=both("変更を試す秒数", "seconds to try changes")),
    ] = 20.0,
    jobs: Jobs = None,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Why an entrant lost: turning points, dice, lines, what was exploited, and the changes that help."""
    from budosim.runs.why import why_lost
    from budosim.runs.why_page import write_page

    out = speak(as_json=as_json)
    with out.progress(out.t("調査", "looking")) as advance:
        found = why_lost(Path(folder), entrant, out.note, advance, budget=budget, jobs=jobs)
    path = write_page(found, Path(folder), out.lang)
    for line in found.lines(out.lang):
        out.say(line)
    out.say()
    out.say(out.t(f"{path} を書きました。", f"{path} is written."))
    out.document({**found.document(), "page": path.as_posix()})
    return FINE


KINDS = {
    "fastest": ("最も短い", "fastest"),
    "longest": ("最も長い", "longest"),
    "typical": ("最も典型的", "most typical"),
    "strangest": ("最も奇妙", "strangest"),
    "upset": ("番狂わせ", "upset"),
}
COMMANDS: tuple[tuple[str, Any, str], ...] = (
    (
        "field",
        field,
        both(
            "総当たりの結果から評点、三すくみ、見どころを出す", "ratings, cycles, counters, notable bouts of a matrix"
        ),
    ),
    ("why", why, both("なぜ負けたかを一枚にまとめる", "one page: why an entrant lost, and what would help")),
)
