"""`report.md`: the league in plain text for a bulletin board, with one figure of the points."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from budosim.systems.sangokushi.ledger import end_name
from budosim.systems.sangokushi.standings import leader_line
from budosim.systems.sangokushi.tables import NATIONS, nation_name

if TYPE_CHECKING:
    from budosim.cli.sangokushi_page import Material
    from budosim.systems.sangokushi.course import Verdict

FIGURE = "figures/points.png"


def write_report(folder: Path, made: Material, lang: str) -> None:
    """Write the report and its figure."""
    from budosim.files import write_text
    from budosim.study import canvas
    from budosim.study.season_plot import points_by_week

    weeks = ["0" if s.after is None else f"{s.after.night.month}/{s.after.night.day}" for s in made.stands]
    sides = [(nation_name(n).text(lang), [stand.points[at] for stand in made.stands]) for at, n in enumerate(NATIONS)]
    canvas.save(points_by_week(weeks, sides, "戦果" if lang == "ja" else "points"), folder / FIGURE)
    write_text(folder / "report.md", "\n".join(_lines(made, lang)) + "\n")


def _lines(made: Material, lang: str) -> Iterator[str]:
    ja = lang == "ja"
    played = made.played
    yield f"# {_plain(played.league.name)}"
    yield ""
    yield leader_line(made.table).text(lang)
    if made.table.provisional:
        yield "（暫定：裁定待ちか記録の抜けがあります）" if ja else "(provisional: something is open or missing)"
    yield ""
    yield f"![]({FIGURE})"
    yield ""
    yield "## 順位" if ja else "## Table"
    yield ""
    yield (
        "| 位 | 国 | 戦果 | 会戦 | 勝-分-敗 | 平均 | 警告 | マジック |"
        if ja
        else ("| # | nation | points | battles | W-D-L | average | carried | magic |")
    )
    yield "|--:|---|--:|--:|---|--:|--:|--:|"
    for line in made.table.lines:
        tally = line.tally
        yield (
            f"| {line.place} | {nation_name(line.nation).text(lang)} | {tally.points} | {tally.battles} "
            f"| {tally.wins}-{tally.draws}-{tally.losses} | {float(line.average):.3f} | {tally.carry} | {line.magic} |"
        )
    yield ""
    if played.over is None:
        yield "## 優勝の見込み" if ja else "## Chances"
        yield ""
        yield "| 国 | 優勝 | 95 % | 最終戦果 |" if ja else "| nation | title | 95 % | final points |"
        yield "|---|--:|---|--:|"
        for row in made.odds[-1][1]:
            name = nation_name(row["id"]).text(lang)
            ends = f"{100 * row['p_title_lo']:.1f}–{100 * row['p_title_hi']:.1f} %"
            yield f"| {name} | {100 * row['p_title']:.1f} % | {ends} | {row['points_mean']:.1f} |"
        yield ""
    yield "## 結果" if ja else "## Results"
    yield ""
    for verdict in played.verdicts.values():
        yield f"- {_result(made, verdict, lang)}"


def _result(made: Material, verdict: Verdict, lang: str) -> str:
    battle = verdict.battle
    head = f"{battle.night} {battle.title.text(lang)}"
    if verdict.open:
        return f"{head}：裁定待ち" if lang == "ja" else f"{head}: open"
    net = {row.nation: row.net for row in made.played.rows if row.battle == battle}
    points = " ".join(f"{nation_name(side).text(lang)} {net[side]}" for side in battle.sides)
    winner = next((nation for nation, result in verdict.results.items() if result.won), battle.sides[0])
    end = end_name(verdict.results[winner].end)[lang]
    return f"{head}：{points}（{end}）" if lang == "ja" else f"{head}: {points} ({end})"


def _plain(text: str) -> str:
    """A name on one line, without signs that would become markup."""
    return "".join(f"\\{char}" if char in "*_`[]<>|#" else char for char in " ".join(text.split()))
