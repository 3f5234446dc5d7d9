"""Cinematic skills and combinations as numbers of the core: of a sheet, and what a pattern names (C-37, C-115…)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from budosim.combat.gurps3.ids import Act, Grab, Skill
from budosim.combat.gurps3.ids_arts import TITLE_BITS, TITLES, Art
from budosim.combat.gurps3.records import COMBOS, MOVES, ROWS, SUBS
from budosim.errors import PatternError, RuleError
from budosim.systems.gurps3.brought import ACTION_SKILLS, Brought, Series
from budosim.systems.gurps3.names import find
from budosim.systems.gurps3.tables import tables
from budosim.systems.gurps3.techniques import Option, options, skill_id

Rows = Mapping[str, Sequence[tuple[Option, int]]]
SKILL_MOVES = {
    "karate": "punch", "boxing": "punch", "brawling": "punch", "judo": "grapple", "wrestling": "grapple",
    "sumo": "grapple",
}  # fmt: skip
"""What a skill as a move comes to."""
PARRY = "parry"
STANCES = (Art.DRUNKEN_FIGHTING, Art.CAT_STANCE)


def ground(who: Brought, skill: str) -> int:
    """What 寝技 leaves of a skill out of a bad posture, -99 when it was not learned (C-56)."""
    learned = who.maneuvers.get(f"ground_fighting:{skill}")
    return -99 if learned is None else min(0, learned[0] - who.skills.get(skill, 0))


def known(who: Brought, art: Art) -> int:
    """The level of an art, 0 without."""
    name = art.name.lower()
    if name in tables().maneuvers:
        return max((option.level for option in options(who, name)), default=0)
    return who.skills.get(name, 0)


def pack_arts(my: Any, who: Brought, rows: Rows, fill: Any) -> None:
    """Levels of arts, the rows of those that strike in their own way, and the combinations of a sheet.

    `fill(option, at)` writes a technique row.
    """
    for art in Art:
        if art is not Art.NONE:
            my.art[art] = known(who, art)
    my.single_minded = int("single_minded" in who.traits)
    my.mute = int("mute" in who.traits)
    my.best_skill = max([who.DX, *(who.skills[name] for name in ACTION_SKILLS if name in who.skills)])
    free = _free_rows(rows)
    if my.art[Art.PRESSURE_POINTS]:
        my.art_row[Art.PRESSURE_POINTS] = _touch(my, who, rows, next(free))
    if my.art[Art.PRESSURE_SECRETS] and my.use[1, Act.PUNCH]:
        at = next(free)
        my.row[at] = my.row[int(my.use[1, Act.PUNCH])]
        my.row[at].level = min(int(my.row[at].level), int(my.art[Art.PRESSURE_SECRETS]))
        my.art_row[Art.PRESSURE_SECRETS] = at
    for art in (Art.PRESSURE_POINTS, Art.PRESSURE_SECRETS):
        at = int(my.art_row[art])
        my.row_damage[at] = int(my.row[at].dice > 0)
    bare = _punch_of(rows, "DX")
    if my.art[Art.PUSH] and bare:
        at = next(free)
        my.row[at] = my.row[bare]
        _harmless(my.row[at], int(my.art[Art.PUSH]), Skill.NONE, -99)
        my.art_row[Art.PUSH] = at
    if "binding" in who.maneuvers:
        at, (level, skill) = next(free), who.maneuvers["binding"]
        fill(Option("binding", skill, level), at)
        my.row[at].grab = Grab.ROLL
        my.art_row[Art.BINDING] = at
        for k in range(1, SUBS):
            if my.skill_subs[skill_id(skill)] >= k:
                my.use[k, Act.NONE] = at
    series = [_row_of([act_of(move) for move in one.moves]) for one in who.combos]
    my.n_series = len(series[:COMBOS])
    for i, moves in enumerate(series[:COMBOS]):
        my.series[i] = moves


def _free_rows(rows: Rows) -> Iterator[int]:
    """Numbers of technique rows not yet taken."""
    at = 1 + max((at for ways in rows.values() for _, at in ways), default=0)
    while at < ROWS - 1:
        yield at
        at += 1
    raise RuleError(f"more than {ROWS - 2} technique rows for one fighter")


def _punch_of(rows: Rows, skill: str) -> int:
    """The row of a punch by one skill, 0 when there is none."""
    return next((at for option, at in rows.get("punch", ()) if option.skill == skill), 0)


def _harmless(r: Any, level: int, skill: Skill, ground: int) -> None:
    """A hand that does no damage."""
    r.level, r.skill, r.ground = level, skill, ground
    r.dice = r.add = r.bonus = r.left = 0


def _touch(my: Any, who: Brought, rows: Rows, at: int) -> int:
    """The row of a blow at a pressure point: a punch of Karate, or a touch of Judo when that is better (C-119)."""
    karate, bare = _punch_of(rows, "karate"), _punch_of(rows, "DX")
    judo = who.skills.get("judo", 0)
    if bare and judo > (int(my.row[karate].level) if karate else 0):
        my.row[at] = my.row[bare]
        _harmless(my.row[at], judo, Skill.JUDO, ground(who, "judo"))
        return at
    if not karate:
        return 0
    my.row[at] = my.row[karate]
    return at


# -- combinations ------------------------------------------------------------------------------------


def act_of(move: str) -> str:
    """The act a move of a combination is: an act, a technique or a skill (L-50)."""
    if move.upper() in Act.__members__:
        return move
    if move in SKILL_MOVES:
        return SKILL_MOVES[move]
    return next((name for name, act in tables().acts.items() if tuple(act.uses) == (move,)), move)


def combination(known_ones: Sequence[Series], title: str, moves: Sequence[str]) -> list[str]:
    """The moves of a combination on the sheet, found by its name or by its moves; a pattern's own words for them."""
    wanted = [act_of(move) for move in moves]
    for one in known_ones:
        mine = [act_of(move) for move in one.moves]
        if (title and one.name == title) or (wanted and wanted == mine):
            return wanted if len(wanted) == len(mine) else mine
    return [act_of(move) for move in known_ones[0].moves] if known_ones and not title and not moves else []


def _row_of(acts: Sequence[str]) -> list[int]:
    """A row of the core: how many moves besides a parry, whether there is one, and the moves."""
    rest = [Act[act.upper()].value if act.upper() in Act.__members__ else 0 for act in acts if act != PARRY]
    rest = rest[: MOVES - 2]
    return [len(rest), int(PARRY in acts), *rest, *[0] * (MOVES - 2 - len(rest))]


# -- what a pattern names ----------------------------------------------------------------------------


def arts_of(name: str) -> int:
    """The title of what a `cine` act names: skills and manoeuvres by id or name, several joined by "+"; 0 = unknown."""
    title = 0
    for i, word in enumerate(name.split("+")):
        id_ = word if word.upper() in Art.__members__ else find("skill", word) or find("maneuver", word) or ""
        if id_.upper() not in Art.__members__ or i >= TITLES:
            return 0
        title |= Art[id_.upper()].value << TITLE_BITS * i
    return title


def link_arts(record: Any, extras: Sequence[str], combos: Sequence[Series] = ()) -> Any:
    """A packed policy with what its `cine` and `combo` acts name, on a sheet with these combinations."""
    titles: dict[str, int] = {}
    acts = record["orders"]["act"]
    wrapped = [int(at) for at in np.flatnonzero((acts == Act.CINE) | (acts == Act.COMBO))]
    for at in wrapped:
        order = record.orders[at]
        said = _said(order, extras)
        if order.act == Act.CINE:
            order.title = arts_of(str(said.get("name", "")))
        else:
            moves = combination(combos, str(said.get("name", "")), said.get("of", []))
            order.title = _series(record, moves, titles) if moves else 0
    if not wrapped:
        return record
    for name, n in (("rules", record.n_rules), ("react", record.n_react)):
        for i in range(int(n)):
            line = record[name][i]
            first = record.orders[int(line.order)]
            declared = line.form == 0 and first.act == Act.CINE and first.title in STANCES
            line.stance = first.title if declared else 0
    return record


def _said(order: Any, extras: Sequence[str]) -> dict[str, Any]:
    """What an order says beside its row."""
    if not 0 <= order.extra < len(extras):
        return {}
    said: dict[str, Any] = json.loads(extras[int(order.extra)])
    return said


def titles_of(record: Any, extras: Sequence[str]) -> dict[int, str]:
    """The names of combinations by the order that names them, for a trace."""
    found = {}
    for at in np.flatnonzero(record["orders"]["act"] == Act.COMBO):
        name = _said(record.orders[int(at)], extras).get("name")
        if name:
            found[int(at)] = str(name)
    return found


def _series(record: Any, moves: Sequence[str], titles: dict[str, int]) -> int:
    """1 + the row of a combination in a policy."""
    key = " ".join(moves)
    if key not in titles:
        if len(titles) >= COMBOS:
            raise PatternError(
                f"more than {COMBOS} different combinations", f"コンビネーションの種類が多すぎます（上限 {COMBOS}）"
            )
        record.series[len(titles)] = _row_of(moves)
        titles[key] = len(titles) + 1
    return titles[key]


__all__ = ["act_of", "arts_of", "combination", "link_arts", "pack_arts", "titles_of"]
