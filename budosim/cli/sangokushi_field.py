"""`field`: the battlefield of a battle decided by the rules' dice, every throw kept in the audit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from budosim.cli import FINE, REFUSED
from budosim.cli.language import both
from budosim.cli.options import AsJson, Lang, Seed
from budosim.cli.sangokushi_shared import (
    By,
    Dice,
    DryRun,
    LeagueArgument,
    fractions_of,
    nation_values,
    refused,
)
from budosim.cli.sangokushi_throws import Day, day_before, night_of, thrower_of
from budosim.cli.speak import Speaker, speak
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.systems.sangokushi.field_draw import Decision
    from budosim.systems.sangokushi.league_file import League
    from budosim.systems.sangokushi.throws import Thrower

Again = Annotated[
    str,
    typer.Option(
        "--again",
        metavar="REASON",
        help=both("決まったものを、理由を残してやり直す", "decide anew what was decided, for a reason that is kept"),
        show_default=False,
    ),
]


def field(
    league: LeagueArgument,
    day: Day = None,
    battle: Annotated[
        int, typer.Option("--battle", min=1, max=2, help=both("一戦目か二戦目か", "first or second"))
    ] = 1,
    dice: Dice = None,
    agree: Annotated[
        int | None,
        typer.Option(
            "--agree",
            metavar="N",
            help=both("合意した（三つ巴戦では委員が選んだ）戦地", "the field agreed on (three-way: picked)"),
            show_default=False,
        ),
    ] = None,
    starts: Annotated[
        list[str],
        typer.Option(
            "--starts",
            metavar="魏=A,呉=B",
            help=both("合意した初期位置", "start positions agreed on"),
            show_default=False,
        ),
    ] = [],  # noqa: B006
    average: Annotated[
        list[str],
        typer.Option(
            "--average",
            metavar="魏=18/3,呉=17/3",
            help=both("平均戦果を記録の代わりに指定する", "averages, instead of those of the records"),
            show_default=False,
        ),
    ] = [],  # noqa: B006
    law: Annotated[
        bool, typer.Option("--law", help=both("戦地の確率だけを見る", "only the chances of the fields"))
    ] = False,
    by: By = "",
    again: Again = "",
    seed: Seed = None,
    dry_run: DryRun = False,
    as_json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Decide the battlefield of a battle."""
    from budosim.systems.sangokushi.field_draw import decide, decided
    from budosim.systems.sangokushi.league_file import read_league
    from budosim.systems.sangokushi.play import play
    from budosim.systems.sangokushi.throws import append_audit, read_audit

    out = speak(as_json=as_json)
    read = read_league(league)
    if law:
        return _law(out, read)
    night = night_of(read, day)
    if battle > len(night.battles):
        raise EventError(
            f"{night.date} has {len(night.battles)} battle(s)", f"{night.date} の会戦は {len(night.battles)} つです"
        )
    chosen = night.battles[battle - 1]
    played = play(read, until=day_before(night.date))
    if read.problems.errors:
        return refused(out, read.problems)
    averages = {**played.averages_before(night.date), **fractions_of(average, "--average")}
    audit = read_audit(read.folder)
    before = decided(audit, chosen)
    if before and not again:
        return _known(out, before[-1], dice, agree)
    thrower = thrower_of(read, night.date, dice, seed, by, len(before), needed=agree is None or not starts)
    made = decide(read, chosen, averages, thrower, agreed=agree, starts=nation_values(starts, "--starts"))
    rows = [*thrower.rows, made.audit(by, again)]
    if played.provisional:
        out.note(
            "記録に抜けか裁定待ちがあるので、平均戦果は暫定です。",
            "The averages are provisional: records are open or missing.",
        )
    _tell_field(out, made, thrower)
    if not dry_run:
        append_audit(read.folder, rows)
    out.document(_field_document(made, thrower.rows))
    return FINE


def _law(out: Speaker, read: League) -> int:
    from budosim.systems.sangokushi.fields import law as law_of
    from budosim.systems.sangokushi.fields import numbers

    chances = law_of(sorted(read.fields) or list(numbers(read.rules)))
    rows = []
    for number, chance in chances.items():
        known = read.fields.get(number)
        rows.append(
            {"number": number, "name": known.name if known else None, "chance": float(chance), "exact": str(chance)}
        )
    head = [out.t("番号", "number"), out.t("戦地", "field"), out.t("確率", "chance"), ""]
    table = [[row["number"], row["name"], f"{100 * chance_of(row):.2f} %", row["exact"]] for row in rows]
    out.table(head, table, right=(0, 2))
    out.document({"law": rows})
    return FINE


def chance_of(row: Mapping[str, Any]) -> float:
    """The chance of a row of the law."""
    return float(row["chance"])


def _known(out: Speaker, row: Mapping[str, Any], dice: str | None, agree: int | None) -> int:
    """A battle whose field is decided already: told again, never thrown again in silence."""
    number = row.get("field")
    if dice is not None or (agree is not None and agree != number):
        out.note(
            f"戦地はすでに {number} に決まっています。やり直すなら --again に理由を書きます。",
            f"The field is decided already: {number}. To decide anew give a reason with --again.",
        )
        out.document({"decided": dict(row), "error": "already decided"})
        return REFUSED
    out.say(
        out.t(
            f"戦地はすでに決まっています：{number}（{row.get('how')}）", f"decided already: {number} ({row.get('how')})"
        )
    )
    out.document({"decided": dict(row)})
    return FINE


def _tell_field(out: Speaker, made: Decision, thrower: Thrower) -> None:
    from budosim.systems.sangokushi.tables import nation_name

    for nation in made.battle.sides:
        average = made.averages[nation]
        out.say(
            f"{nation_name(nation).text(out.lang)}  {out.t('平均戦果', 'average')} {average} = {float(average):.3f}"
        )
    if made.thrower is not None:
        name = nation_name(made.thrower).text(out.lang)
        why = (
            out.t("同じなのでダイスで決めた", "level: decided by dice")
            if made.by_right
            else out.t("低い方", "the lower")
        )
        out.say(out.t(f"振るのは {name}（{why}）", f"{name} throw ({why})"))
    for row in thrower.rows:
        who = row["who"]
        name = nation_name(who).text(out.lang) if who in ("wei", "wu", "shu") else who
        source = out.t("入力", "typed in") if row["source"] == "typed" else out.t("シード", "seed")
        ja, _, en = row["what"].partition(" / ")
        out.say(f"  {out.t(ja, en)}  {name}  {' '.join(map(str, row['values']))}（{source}）")
    out.say(made.announcement.text(out.lang))


def _field_document(made: Decision, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "battle": made.battle.id,
        "averages": {nation: str(value) for nation, value in made.averages.items()},
        "thrower": made.thrower,
        "right_by_dice": made.by_right,
        "how": made.how,
        "field": {
            "number": made.number,
            "name": made.field.name if made.field else None,
            "kind": made.field.kind if made.field else None,
        },
        "starts": {n: {"letter": letter, "place": made.places()[n]} for n, letter in made.starts.items()},
        "order": list(made.order),
        "throws": [dict(row) for row in rows],
        "announcement_ja": made.announcement.ja,
        "announcement_en": made.announcement.en,
    }


COMMANDS = (("field", field, both("戦地と初期位置を決める", "decide battlefield and start positions")),)
