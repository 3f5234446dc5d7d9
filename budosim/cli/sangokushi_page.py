"""The league's page: table, lines over the weeks, odds, the next night, the calendar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from budosim.cli.sangokushi_page_more import more_sections
from budosim.study.curves import Series, curves
from budosim.study.rates import interval_text, rate_text
from budosim.study.season_page import Calendar, Cell, Chart, Day, Grid, Meeting, Month, SeasonPage, Section, Words
from budosim.systems.sangokushi.dates import KINDS, Battle, Night
from budosim.systems.sangokushi.fields import Field
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.ledger import Stand, end_name
from budosim.systems.sangokushi.play import Played
from budosim.systems.sangokushi.standings import Table, leader_line
from budosim.systems.sangokushi.tables import NATIONS, nation_name

NAMES = [nation_name(nation) for nation in NATIONS]
EMPTY = Both("", "")


@dataclass(frozen=True)
class Material:
    """Everything the page is made from.

    Fields:
        odds: the chance rows after the start and after every night that counts, with the night.
        drawn: the decisions on fields, by battle id.
        ballots: the votes of the committee.
    """

    played: Played
    table: Table
    stands: Sequence[Stand]
    odds: Sequence[tuple[date | None, list[dict[str, Any]]]]
    drawn: Mapping[str, Mapping[str, object]]
    audit: Sequence[Mapping[str, Any]]
    ballots: Sequence[Any]
    weeks: Sequence[Mapping[str, Any]]
    seed: int
    n: int


def same(text: object) -> Both:
    """A text that is the same in both languages."""
    return Both(str(text), str(text))


def short(day: date) -> Both:
    """A day for a calendar: 10/6."""
    return same(f"{day.month}/{day.day}")


def page_of(material: Material) -> SeasonPage:
    """The whole page."""
    played, table = material.played, material.table
    league = played.league
    last = league.start.later(league.months - 1)
    period = f"{league.start.year}/{league.start.month}–{last.year}/{last.month}"
    notices = []
    if table.provisional:
        notices.append(
            Both(
                "裁定待ちか記録の抜けがあります。数字は暫定です。",
                "Something is open or missing: the numbers are provisional.",
            )
        )
    sections = [
        Section("table", Both("順位", "Table"), [standings_grid(table), points_chart(material)]),
        Section("odds", Both("優勝の見込み", "Chances"), odds_blocks(material)),
        Section("next", Both("次の会戦", "Next night"), next_blocks(material)),
        Section("calendar", Both("日程と結果", "Calendar"), [calendar_block(material)]),
        *more_sections(material),
    ]
    return SeasonPage(
        same(league.name),
        Both(f"リーグ戦 {period}", f"league, {period}"),
        NAMES,
        leader_line(table),
        _state_note(material),
        bool(table.champions),
        [section for section in sections if section.blocks],
        notices,
        Both(
            "budosim が記録から作成。外部からは何も読み込みません。",
            "Made by budosim from the records; nothing is loaded from outside.",
        ),
    )


def _state_note(material: Material) -> Both:
    played = material.played
    left = len(played.left)
    if played.over is not None:
        cancelled = sum(b.number > played.over.number for n in played.league.nights for b in n.battles)
        if cancelled:
            return Both(f"残り {cancelled} 戦は中止（マジック０）", f"{cancelled} battles cancelled at magic 0")
        return Both("全日程を終了", "the calendar is complete")
    best = max(material.odds[-1][1], key=lambda row: row["p_title"])
    name = nation_name(best["id"])
    chance = f"{100 * best['p_title']:.0f} %"
    return Both(
        f"残り {left} 戦、優勝の見込みは {name.ja} {chance}", f"{left} battles left; {name.en} win with {chance}"
    )


def standings_grid(table: Table) -> Grid:
    """The table of the nations."""
    head = [
        Both("位", "#"), Both("国", "nation"), Both("戦果", "points"), Both("会戦", "battles"),
        Both("勝-分-敗", "W-D-L"), Both("平均", "average"), Both("警告の持越", "warnings carried"),
        Both("罰則で失った戦果", "points lost"), Both("到達できる最大", "can reach"), Both("マジック", "magic"),
    ]  # fmt: skip
    rows = []
    top = max((line.most for line in table.lines), default=1) or 1
    for line in table.lines:
        tally, side = line.tally, NATIONS.index(line.nation)
        clean = Both(f"反則負けなしなら {line.clean}", f"{line.clean} without breaches")
        rows.append(
            [
                Cell(same(line.place), "mark"),
                Cell(nation_name(line.nation), side=side),
                Cell(same(tally.points), "strong", side, bar=tally.points / top),
                Cell(same(tally.battles)),
                Cell(same(f"{tally.wins}-{tally.draws}-{tally.losses}")),
                Cell(same(f"{float(line.average):.2f}")),
                Cell(same(tally.carry)),
                Cell(same(tally.base - tally.points)),
                Cell(same(line.most)),
                Cell(same(line.magic), "number", note=None if table.over else clean),
            ]
        )
    return Grid(head, rows, frozenset({2, 3, 4, 5, 6, 7, 8, 9}), frozenset({4, 6, 7, 8}))


def points_chart(material: Material) -> Chart:
    """Points after every night."""
    stands = material.stands
    names = ["0" if s.after is None else f"{s.after.night.month}/{s.after.night.day}" for s in stands]
    series = [
        Series(
            side,
            str(stands[-1].points[side]),
            [stand.points[side] for stand in stands],
            [f"{name} {NAMES[side].ja} {stand.points[side]}" for name, stand in zip(names, stands, strict=True)],
        )
        for side in range(len(NATIONS))
    ]
    return Chart(Both("会戦日ごとの戦果の累計", "points after every night"), curves(series, names), NAMES)


def odds_blocks(material: Material) -> list[Any]:
    """The chances now and how they moved."""
    rows = material.odds[-1][1]
    if material.played.over is not None and not material.table.undecided and len(material.odds) < 2:
        return []
    head = [
        Both("国", "nation"), Both("優勝", "title"), Both("95 %区間", "95 % interval"),
        Both("同点優勝", "shared title"), Both("最終戦果", "final points"), Both("5–95 %", "5–95 %"),
    ]  # fmt: skip
    table = []
    for row in sorted(rows, key=lambda one: -one["p_title"]):
        side, n = NATIONS.index(row["id"]), row["n"]
        table.append(
            [
                Cell(nation_name(row["id"]), side=side),
                Cell(same(rate_text(round(row["p_title"] * n), n)), "strong", side, bar=row["p_title"]),
                Cell(same(interval_text(row["p_title_lo"], row["p_title_hi"]))),
                Cell(same(rate_text(round(row["p_shared"] * n), n))),
                Cell(same(f"{row['points_mean']:.1f}")),
                Cell(same(f"{row['points_q05']}–{row['points_q95']}")),
            ]
        )
    blocks: list[Any] = []
    if material.played.over is None:
        blocks.append(Grid(head, table, frozenset({1, 2, 3, 4, 5}), frozenset({2, 3})))
    names = ["0" if day is None else f"{day.month}/{day.day}" for day, _ in material.odds]
    series = []
    for side, nation in enumerate(NATIONS):
        mine = [next(row for row in rows if row["id"] == nation) for _, rows in material.odds]
        series.append(
            Series(
                side,
                f"{100 * mine[-1]['p_title']:.0f} %",
                [row["p_title"] for row in mine],
                [
                    f"{name} {NAMES[side].ja} {100 * row['p_title']:.1f} %"
                    for name, row in zip(names, mine, strict=True)
                ],
                [(row["p_title_lo"], row["p_title_hi"]) for row in mine],
            )
        )
    caption = Both(
        "優勝する確率の移り変わり（その日までの記録による予測）", "chance of the title, as foreseen after each night"
    )
    blocks.append(Chart(caption, curves(series, names, top=1.0, percent=True), NAMES))
    decided = [row for row in material.weeks if row["p_decided"]]
    if decided and material.played.over is None:
        ja = "、".join(f"{row['night'].month}/{row['night'].day} に {100 * row['p_decided']:.1f} %" for row in decided)
        en = ", ".join(f"{row['night'].month}/{row['night'].day}: {100 * row['p_decided']:.1f} %" for row in decided)
        blocks.append(Words([Both(f"単独首位が確定する日：{ja}", f"a sole first place becomes certain on {en}")]))
    note = Both(
        f"各 {material.n:,} 回のシミュレーション（シード {material.seed}）。優勝の帯は95 %区間。",
        f"{material.n:,} seasons each (seed {material.seed}); bands are 95 % intervals.",
    )
    return [*blocks, Words([note], "soft")]


def next_blocks(material: Material) -> list[Any]:
    """The next night with its fields, if there is one."""
    played = material.played
    coming = [battle for battle in played.left if battle.id not in played.verdicts]
    if not coming:
        return []
    night = played.league.night(coming[0].night)
    assert night is not None
    marks = [Both(f"{time}　{what.ja}", f"{time}  {what.en}") for time, what in night.marks(played.league.rules)]
    rows = []
    for battle in night.battles:
        decided = material.drawn.get(battle.id)
        rows.append([Cell(battle.title), *_field_cells(material, battle, decided)])
    head = [Both("会戦", "battle"), Both("戦地", "field"), Both("初期位置", "starts"), Both("決め方", "how")]
    title = f"{night.date.year}/{night.date.month}/{night.date.day}"
    kind = KINDS[night.kind]
    return [
        Words([Both(f"{title}（土）第{night.week}週　{kind.ja}", f"Saturday {title}, week {night.week}: {kind.en}")]),
        Words(marks, "list"),
        Grid(head, rows),
    ]


def _field_cells(material: Material, battle: Battle, decided: Mapping[str, object] | None) -> list[Cell]:
    if decided is None:
        night = material.played.league.night(battle.night)
        when = night.draw if night is not None else None
        text = (
            Both("運営委員が選定", "picked by the committee")
            if when is None
            else Both(f"{when.month}/{when.day}（水）に決定", f"decided on Wed {when.month}/{when.day}")
        )
        return [Cell(text, "soft"), Cell(EMPTY), Cell(EMPTY)]
    field = _field(material, decided)
    how = {
        "dice": Both("ダイス", "dice"),
        "agreement": Both("合意", "agreement"),
        "committee": Both("委員が選定", "picked"),
    }
    starts: Any = decided.get("starts") or {}
    places = [(nation_name(n), _place(field, str(letter))) for n, letter in starts.items() if n in NATIONS]
    order: Any = decided.get("order") or []
    where = Both(
        "、".join(f"{name.ja} {place}" for name, place in places),
        "; ".join(f"{name.en} {place}" for name, place in places),
    )
    if order and not places:
        where = Both(
            "選ぶ順 " + "・".join(nation_name(n).ja for n in order),
            "chosen by " + ", ".join(nation_name(n).en for n in order),
        )
    return [
        Cell(field_name(field, decided.get("field"))),
        Cell(where, "soft"),
        Cell(how.get(str(decided.get("how")), EMPTY)),
    ]


def _field(material: Material, decided: Mapping[str, object]) -> Field | None:
    number = decided.get("field")
    return material.played.league.fields.get(number) if isinstance(number, int) else None


def _place(field: Field | None, letter: str) -> str:
    return field.starts.get(letter, letter) if field is not None else letter


def field_name(field: Field | None, number: object) -> Both:
    """A battlefield by number and name."""
    if field is None:
        return same(number) if number is not None else EMPTY
    return same(f"{field.number} {field.name}")


def calendar_block(material: Material) -> Calendar:
    """Every night with its battles and results."""
    played = material.played
    left = [battle for battle in played.left if battle.id not in played.verdicts]
    following = left[0].night if left else None
    months: dict[Any, list[Day]] = {}
    for night in played.league.nights:
        months.setdefault(night.month, []).append(_day(material, night, night.date == following))
    return Calendar(
        [Month(Both(f"{m.year}年{m.month}月", f"{m.year}-{m.month:02d}"), days) for m, days in months.items()]
    )


def _day(material: Material, night: Night, following: bool) -> Day:
    played = material.played
    drawn = EMPTY
    if following and night.draw is not None:
        drawn = Both(
            f"戦地決定 {night.draw.month}/{night.draw.day}（水）", f"fields on Wed {night.draw.month}/{night.draw.day}"
        )
    opening = played.league.opening
    if opening is not None and night.date <= opening.after and night.battles:
        return Day(short(night.date), KINDS[night.kind], Both("（合計に含む）", "(within the opening totals)"), [])
    return Day(
        short(night.date), KINDS[night.kind], drawn, [_meeting(material, battle) for battle in night.battles], following
    )


def _meeting(material: Material, battle: Battle) -> Meeting:
    played = material.played
    verdict = played.verdicts.get(battle.id)
    record = played.league.records.get(battle.night)
    written = next((one for one in record.battles if one.order == battle.order), None) if record else None
    number = written.field if written is not None else (material.drawn.get(battle.id) or {}).get("field")
    field = played.league.fields.get(number) if isinstance(number, int) else None
    place = field_name(field, number)
    sides = [(NATIONS.index(side), nation_name(side)) for side in battle.sides]
    if verdict is None:
        over = played.over is not None and battle.number > played.over.number
        said = Both("中止", "cancelled") if over else Both("予定", "to come")
        return Meeting([(s, name, "") for s, name in sides], said, place, "cancelled" if over else "coming")
    link = f"b-{battle.night}-{battle.order}"
    if verdict.open:
        return Meeting(
            [(s, name, "") for s, name in sides], Both("裁定待ち", "waits for a ruling"), place, "open", link
        )
    net = {row.nation: row.net for row in played.rows if row.battle == battle}
    points = [(s, name, str(net[NATIONS[s]])) for s, name in sides]
    winner = next((nation for nation, result in verdict.results.items() if result.won), None)
    told = end_name(verdict.results[winner or battle.sides[0]].end)
    said = Both(told["ja"], told["en"])
    if winner is not None:
        name = nation_name(winner)
        said = Both(f"{name.ja}：{told['ja']}", f"{name.en}: {told['en']}")
    return Meeting(points, said, place, "held", link)
