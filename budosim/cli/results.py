"""An official event as a person reads it on the terminal, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budosim.cli.speak import Speaker, speak

if TYPE_CHECKING:
    from budosim.events.protocols import Fixture
    from budosim.events.result import BlockResult
    from budosim.runs.official import Official

MARKS = {2: "○", 1: "△", 0: "●"}


def cup_document(official: Official, folder: Path, refused: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The document of `cup --json`."""
    result = official.result
    champion = result.champion
    names = {candidate.id: candidate.name for candidate in official.field.candidates}
    deviation = result.plan.deviation
    return {
        "event": official.field.event.name,
        "seed": official.seed.number,
        "folder": folder.as_posix(),
        "complete": result.complete,
        "until": official.day.id,
        "site": (folder / "site" / "index.html").as_posix(),
        "champion": result.champion_id,
        "champion_name": None if champion is None else official.name(champion),
        "standings": [{**row, "name": names[row["id"]]} for row in result.standings()],
        "bracket": result.bracket(),
        "deviation_ja": deviation[0] if deviation else None,
        "deviation_en": deviation[1] if deviation else None,
        "refused": list(refused),
    }


def tell_cup(official: Official) -> None:
    """Blocks, knockout and champion."""
    out = speak()
    result = official.result
    out.say(f"■ {official.field.event.name}")
    if result.plan.deviation:
        out.say(out.t(*result.plan.deviation))
    for block in result.blocks:
        out.say()
        _block(out, official, block)
    out.say()
    if not result.complete:
        _coming(out, official)
    for number, stage in enumerate(result.plan.rounds[: len(result.lines)], 1):
        held = [one for one in result.fixtures if one.stage.number == stage.number and one.round == number]
        if held:
            out.say(out.t(f"【{stage.ja}】", f"[{stage.en}]"))
        for fixture in held:
            out.say(f"  {_fixture(out, official, fixture)}")
    out.say()
    if not result.complete:
        out.say(out.t(f"{official.day.ja}まで終わりました。", f"Played up to {official.day.en}."))
        return
    champion = result.champion
    name = out.t("該当者なし", "no champion") if champion is None else official.name(champion)
    out.say(out.t(f"優勝：{name}", f"Champion: {name}"))


def _coming(out: Speaker, official: Official) -> None:
    """Who meets whom next in the knockout, once the bracket is drawn."""
    result = official.result
    if not result.lines or len(result.lines) > len(result.plan.rounds):
        return
    stage, lines = result.plan.rounds[len(result.lines) - 1], result.lines[-1]
    out.say(out.t(f"■ 次は{stage.ja}", f"■ Next: the {stage.en}"))
    for a, b in zip(lines[0::2], lines[1::2], strict=True):
        names = [official.name(slot) if slot >= 0 else "―" for slot in (a, b)]
        out.say(f"  {names[0]} - {names[1]}")
    out.say()


def _block(out: Speaker, official: Official, block: BlockResult) -> None:
    out.say(out.t(f"【{block.name}ブロック】", f"[Block {block.name}]"))
    order = [standing.slot for standing in block.standings]
    places = {slot: at for at, slot in enumerate(block.members)}
    if not order:
        for slot in block.members:
            points = sum(score or 0 for score in block.score[places[slot]])
            out.say(f"  {official.name(slot)}  {out.t(f'勝点 {points}', f'{points} points')}")
        return
    rows = []
    for standing in block.standings:
        mine = block.score[places[standing.slot]]
        marks = ["＼" if foe == standing.slot else MARKS.get(_points(mine[places[foe]]), "－") for foe in order]
        ja, en = standing.sentence
        rows.append([official.name(standing.slot), *marks, standing.points, standing.damage, out.t(ja, en)])
    numbers = [str(at) for at in range(1, len(order) + 1)]
    head = [
        out.t("選手", "fighter"),
        *numbers,
        out.t("勝点", "points"),
        out.t("被害", "damage"),
        out.t("順位", "place"),
    ]
    out.table(head, rows, right=(len(order) + 1, len(order) + 2))


def _points(value: int | None) -> int:
    return -1 if value is None else value


def _fixture(out: Speaker, official: Official, fixture: Fixture) -> str:
    from budosim.systems.gurps3.story_words import ending_word

    a = official.name(fixture.a)
    if fixture.b is None:
        return out.t(f"{a}　不戦勝ち", f"{a}: bye") if fixture.winner else out.t(f"{a}　不成立", f"{a}: not held")
    b = official.name(fixture.b)
    ending = ending_word(fixture.ending, out.lang)
    turns = max(int(fixture.details.get("turns_a", 0)), int(fixture.details.get("turns_b", 0)))
    how = (
        out.t(f"（{ending}、{turns}ターン）", f" ({ending}, turn {turns})")
        if turns
        else out.t(f"（{ending}）", f" ({ending})")
    )
    if fixture.winner is None:
        return out.t(f"△ {a} － {b} △", f"{a} and {b} eliminate each other") + how
    won, lost = (a, b) if fixture.winner == "a" else (b, a)
    return out.t(f"○ {won} － {lost} ●", f"{won} beat {lost}") + how
