"""The rest of the league's page: battles told, ledger, generals, mercenaries, votes, dice, rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from budosim.study.season_page import Cell, Fold, Grid, Section, Words
from budosim.systems.sangokushi.course import Verdict
from budosim.systems.sangokushi.coverage import CHECKLIST, STATUS, clause_rows, parameter_rows, ruling_rows
from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.findings import Both
from budosim.systems.sangokushi.ledger import end_name
from budosim.systems.sangokushi.regulation import clock
from budosim.systems.sangokushi.standings import as_of
from budosim.systems.sangokushi.tables import MERCENARY, NATIONS, duties, kinds, nation_name

if TYPE_CHECKING:
    from budosim.cli.sangokushi_page import Material

EMPTY = Both("", "")
_SIDES = {nation: at for at, nation in enumerate(NATIONS)}
MOST_DICE = 400
"""Throws a page lists; the audit has them all."""


def same(text: object) -> Both:
    """A text that is the same in both languages."""
    return Both(str(text), str(text))


def more_sections(material: Material) -> list[Section]:
    """Everything below the calendar."""
    return [
        Section("battles", Both("会戦の記録", "Battles"), battle_blocks(material)),
        Section("ledger", Both("台帳", "Ledger"), ledger_blocks(material)),
        Section("generals", Both("武将", "Generals"), general_blocks(material)),
        Section("office", Both("運営", "Office"), office_blocks(material)),
        Section("rules", Both("規則", "Rules"), rule_blocks(material)),
    ]


def battle_blocks(material: Material) -> list[Any]:
    """Each battle with its log, last first."""
    played = material.played
    found = []
    for verdict in reversed(list(played.verdicts.values())):
        battle = verdict.battle
        rows = []
        for noted in verdict.entries:
            mark = {"ok": "", "error": "誤", "needs_ruling": "裁", "ignored": "—"}[noted.outcome]
            look: Any = "" if noted.outcome == "ok" else "soft"
            rows.append([Cell(same(clock(noted.entry.at))), Cell(noted.text, look), Cell(same(mark), "centre")])
        head = [Both("時刻", "time"), Both("記録", "entry"), EMPTY]
        blocks: list[Any] = [_musters(material, verdict)]
        if verdict.deadline is not None:
            by = clock(verdict.deadline)
            blocks.append(Words([Both(f"二戦目の集合の期限 {by}", f"assembly for this battle by {by}")], "soft"))
        blocks.append(Grid(head, rows))
        blocks += _reasons(material, battle)
        found.append(Fold(_headline(material, verdict), blocks, f"b-{battle.night}-{battle.order}"))
    return found


def _headline(material: Material, verdict: Verdict) -> Both:
    battle = verdict.battle
    when = f"{battle.night.month}/{battle.night.day}"
    if verdict.open:
        return Both(f"{when}　{battle.title.ja}　裁定待ち", f"{when}  {battle.title.en}: waits for a ruling")
    net = {row.nation: row.net for row in material.played.rows if row.battle == battle}
    ja = " ".join(f"{nation_name(side).ja}{net[side]}" for side in battle.sides)
    en = " ".join(f"{nation_name(side).en} {net[side]}" for side in battle.sides)
    ended = "" if verdict.ended_at is None else f"（{clock(verdict.ended_at)}）"
    return Both(f"{when}　{battle.title.ja}　{ja}{ended}", f"{when}  {battle.title.en}: {en}")


def _record(material: Material, battle: Battle) -> Any:
    record = material.played.league.records.get(battle.night)
    return next((one for one in record.battles if one.order == battle.order), None) if record else None


def _musters(material: Material, verdict: Verdict) -> Grid:
    """Headcount and roles of each side."""
    written = _record(material, verdict.battle)
    head = [
        Both("国", "nation"), Both("人数", "number"), Both("総大将", "commander"), Both("進行役", "host"),
        Both("爆弾", "bombs"), Both("ボーラ", "bola"),
    ]  # fmt: skip
    rows = []
    for nation in verdict.battle.sides:
        side = written.sides.get(nation) if written is not None else None
        cells = [Cell(nation_name(nation), side=_SIDES[nation])]
        if side is None:
            cells += [Cell(same("—")) for _ in head[1:]]
        else:
            words = [side.commander, side.host, "・".join(side.bomb), "・".join(side.bola)]
            cells += [Cell(same(len(side.fighters))), *(Cell(same(word or "—")) for word in words)]
        rows.append(cells)
    return Grid(head, rows, frozenset({1}), frozenset({4, 5}))


def _reasons(material: Material, battle: Battle) -> list[Any]:
    """The committee's decisions with their reasons and names."""
    written = _record(material, battle)
    lines = []
    for ruling in written.rulings if written is not None else ():
        names = "、".join(ruling.members)
        lines.append(Both(f"裁定：{ruling.reason}（{names}）", f"ruling: {ruling.reason} ({names})"))
    return [Words(lines)] if lines else []


def ledger_blocks(material: Material) -> list[Any]:
    """The ledger of points and warnings."""
    played = material.played
    if not played.rows:
        return []
    head = [
        Both("会戦", "battle"), Both("国", "nation"), Both("結果", "result"), Both("戦果", "base"),
        Both("警告 持越＋新", "warnings, carried + new"), Both("消化", "pairs"), Both("減", "lost"),
        Both("得た戦果", "net"), Both("残る警告", "carry"), Both("累計", "total"),
    ]  # fmt: skip
    rows = []
    for row in played.rows:
        ended = end_name(row.end) if row.end else {"ja": "裁定待ち", "en": "open"}
        numbers = [row.base, f"{row.carried}+{row.new}", row.used, row.deduction, row.net, row.carry, row.total]
        when = f"{row.battle.night.month}/{row.battle.night.day}"
        rows.append(
            [
                Cell(same(f"{when}–{row.battle.order}")),
                Cell(nation_name(row.nation), side=_SIDES[row.nation]),
                Cell(Both(ended["ja"], ended["en"]), "soft"),
                *(Cell(same("—" if number is None else number)) for number in numbers),
            ]
        )
    note = Both(
        "警告は二つ一組で会戦の戦果から２を引き、余った一つは次の会戦へ持ち越す（4-7-2）。",
        "Warnings are paid two at a time for 2 points of the battle; an odd one is carried on (4-7-2).",
    )
    return [Words([note], "soft"), Grid(head, rows, frozenset(range(3, 10)), frozenset({5, 6}))]


def general_blocks(material: Material) -> list[Any]:
    """The entries by nation, and who is free."""
    from budosim.systems.sangokushi.registration import free_names

    league = material.played.league
    day = as_of(material.played) or league.nights[0].date
    head = [Both("武将", "general"), Both("プレイヤー", "player"), Both("種類", "kind"), Both("備考", "note")]
    blocks: list[Any] = []
    for group in (*NATIONS, MERCENARY):
        rows = []
        for entry in league.entries:
            if entry.nation == group and entry.on(day):
                reading = league.generals[entry.name].reading if entry.name in league.generals else ""
                notes = [Both("専属傭兵", "exclusive mercenary")] if entry.mercenary == "exclusive" else []
                if entry.committee:
                    duty = duties()[entry.duty].name if entry.duty else EMPTY
                    notes.append(Both(f"運営委員（{duty.ja}）", f"committee ({duty.en})"))
                note = Both("、".join(one.ja for one in notes), ", ".join(one.en for one in notes))
                kind = kinds()[entry.kind].name
                general = Cell(same(entry.general), note=same(reading) if reading else None)
                rows.append([general, Cell(same(entry.player)), Cell(kind), Cell(note, "soft")])
        if rows:
            name = nation_name(group)
            blocks.append(Fold(Both(f"{name.ja}（{len(rows)}名）", f"{name.en} ({len(rows)})"), [Grid(head, rows)]))
    free = free_names(league.entries, league.generals, day)
    if free:
        title = Both(f"空き武将（{len(free)}名）", f"free generals ({len(free)})")
        blocks.append(Fold(title, [Words([same("　".join(general.name for general in free))])]))
    return blocks


def office_blocks(material: Material) -> list[Any]:
    """Mercenaries, votes, dice."""
    played = material.played
    blocks: list[Any] = []
    rows = []
    for day, allocation in played.allocations.items():
        cells = [same(f"{day.month}/{day.day}"), same(allocation.cap), same(len(allocation.entered))]
        cells += [same(allocation.allotment[nation]) for nation in NATIONS]
        dice = "、".join(f"{name} {' '.join(map(str, values))}" for name, values in allocation.dice.items())
        helped = "、".join(sorted(allocation.rights))
        rows.append(
            [*(Cell(cell) for cell in cells), Cell(same(dice or "—"), "soft"), Cell(same(helped or "—"), "soft")]
        )
    if rows:
        head = [Both("会戦日", "night"), Both("上限", "cap"), Both("参戦", "fight"), *(nation_name(n) for n in NATIONS)]
        head += [Both("ダイス", "dice"), Both("次週の権利", "right for next week")]
        grid = Grid(head, rows, frozenset(range(1, 6)))
        blocks.append(Fold(Both("非専属傭兵の配分（9/14 に廃止）", "free mercenaries (abolished on 09-14)"), [grid]))
    states = {"open": Both("投票中", "open"), "carried": Both("可決", "carried"), "rejected": Both("否決", "rejected")}
    votes = []
    for ballot in material.ballots:
        score = same(f"{ballot.votes_for}：{ballot.votes_against}")
        votes.append(
            [
                Cell(same(f"{ballot.posted:%Y-%m-%d}")),
                Cell(same(ballot.title)),
                Cell(states[ballot.state], "mark"),
                Cell(score, "centre"),
                Cell(same(ballot.publisher or "—")),
            ]
        )
    if votes:
        head = [
            Both("提案", "posted"),
            Both("内容", "proposal"),
            Both("結果", "result"),
            Both("賛：否", "for : against"),
            Both("公示", "publisher"),
        ]
        blocks.append(Fold(Both("投票", "votes"), [Grid(head, votes)]))
    dice_rows = [_die(row) for row in material.audit if row.get("kind") == "throw"]
    if dice_rows:
        head = [
            Both("会戦日", "night"),
            Both("何のダイス", "what for"),
            Both("誰", "who"),
            Both("目", "dice"),
            Both("出どころ", "source"),
        ]
        title = Both(f"ダイスの記録（{len(dice_rows)}）", f"every throw ({len(dice_rows)})")
        blocks.append(Fold(title, [Grid(head, dice_rows[-MOST_DICE:])]))
    irc = [same(f"{key}：{value}") for key, value in played.league.irc.items()]
    if irc:
        blocks.append(Fold(Both("IRC", "IRC"), [Words(irc, "list")]))
    return blocks


def _die(row: Mapping[str, Any]) -> list[Cell]:
    who = str(row.get("who") or "")
    name = nation_name(who) if who in NATIONS else same(who)
    ja, _, en = str(row.get("what") or "").partition(" / ")
    typed = row.get("source") == "typed"
    source = Both("実際のダイス", "real dice") if typed else Both("シード", "seed")
    values = " ".join(map(str, row.get("values") or ()))
    when = str(row.get("night") or "")
    order = f"–{row['battle']}" if row.get("battle") else ""
    return [
        Cell(same(f"{when}{order}")),
        Cell(Both(ja, en or ja)),
        Cell(name, side=_SIDES.get(who)),
        Cell(same(values), "centre"),
        Cell(source, "soft", note=same(row["by"]) if row.get("by") else None),
    ]


def rule_blocks(material: Material) -> list[Any]:
    """What is in force: values of the day, own changes, rulings, clauses, the checklist."""
    league = material.played.league
    day = as_of(material.played) or league.nights[0].date
    own = [
        [Cell(same(change.effective)), Cell(change.title), Cell(same("、".join(change.clauses)), "soft")]
        for change in league.rules.changes
    ]
    values = [
        [Cell(same(row["key"])), Cell(same(row["value"])), Cell(same(row["since"]), "soft")]
        for row in parameter_rows(league.rules, day)
    ]
    rulings = []
    for row in ruling_rows(league.rules):
        other = row["reading"] != row["default"]
        reason = Both(row["reason_ja"], row["reason_en"])
        cells = [same(row["key"]), same(f"{'＊' if other else ''}{row['reading']}")]
        rulings.append([*(Cell(cell) for cell in cells), Cell(reason, "soft")])
    clauses = [
        [
            Cell(same(row["clauses"])),
            Cell(Both(row["title_ja"], row["title_en"])),
            Cell(STATUS[row["status"]], "soft"),
            Cell(Both(row["does_ja"], row["does_en"]), "soft"),
        ]
        for row in clause_rows()
    ]
    ticks = [Both(f"{row['title_ja']}（{row['clauses']}）", row["title_en"]) for row in clause_rows(host_only=True)]
    return [
        Fold(Both("進行役の点検表", "checklist for hosts"), [Words([*CHECKLIST, *ticks], "ticks")]),
        Fold(
            Both("変更履歴", "changes of the rules"),
            [Grid([Both("施行", "effective"), Both("内容", "what"), Both("条", "clause")], own)],
        ),
        Fold(
            Both(f"{day} の値", f"values on {day}"),
            [Grid([Both("項目", "key"), Both("値", "value"), Both("いつから", "since")], values)],
        ),
        Fold(
            Both("裁定（＊は標準と違うもの）", "rulings (* = not the default)"),
            [Grid([Both("項目", "key"), Both("読み", "reading"), Both("理由", "reason")], rulings)],
        ),
        Fold(
            Both("条文ごとの扱い", "clause by clause"),
            [
                Grid(
                    [Both("条", "clause"), Both("内容", "what"), Both("扱い", "how"), Both("どうする", "what is done")],
                    clauses,
                )
            ],
        ),
    ]
