"""Feints, alone or inside a blow (C-14, C-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.memory import note_act
from plain.rolls import contest

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout
    from plain.techniques import Way


def sees_through(me: Fighter) -> int:
    """What the foe resists a feint of `me` with (C-29; Easy to Read, Style Familiarity, 酔拳)."""
    foe = me.foe
    n: int = foe.brings.feint_resist - foe.shock
    n += 2 * me.brings.has("easy_to_read") + foe.brings.knows_style(me.brings)
    return n - int(me.stances.get("drunken_fighting", False))


def feint(bout: Bout, me: Fighter) -> None:
    """What a feint takes off the foe's defences against the next attack (C-29); 聴勁 feels it coming."""
    mine = me.brings.feint(bout.slot) + me.burden - me.brings.has("truthfulness")
    got, held = contest(bout, me, "feint", mine, sees_through(me))
    me.lure = max(0, got - max(0, held)) if got >= 0 and not me.foe.reads_touch else 0
    me.lure_until = me.turn if me.rules["feint_scope"] == "same_subturn" else me.turn + 1
    note_act(me, "feint", {"ok" if me.lure else "fail"}, None)


def built_in_feint(bout: Bout, me: Fighter, way: Way) -> int:
    """The feint inside a spin kick or backfist; a lost one helps the defender (C-14)."""
    mine = way.level + me.hindrance - me.brings.has("truthfulness")
    got, held = contest(bout, me, "built_in_feint", mine, sees_through(me))
    won = abs(got - held)
    part = won // 2 if way.feint_share == 0.5 else won
    if got >= held:
        return 0 if me.foe.reads_touch else part
    return -part
