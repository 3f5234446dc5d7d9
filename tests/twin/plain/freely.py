"""Decisions that cost no action: giving up, and unused CP (C-99, R-54, T-21, T-23, semantics §6.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.birth import BORN
from plain.body import FOR_GOOD
from plain.books import TIP_OF, words
from plain.conditions import barred, holds
from plain.magic_numbers import end_spell, tire
from plain.magic_resist import row_meant
from plain.nature import may_give_up
from plain.plan import LOOKED_UP, by_weight, covered
from plain.wounds import put_out

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

RESTORED_FIRST = words("leg.R leg.L foot.R foot.L arm.R arm.L hand.R hand.L eye.R eye.L")
"""Legs before arms before eyes."""


def free_decisions(bout: Bout, me: Fighter) -> None:
    """What the pattern decides at the start of a sub-turn; without an order unused CP are spent at once."""
    for index, rule in enumerate(me.plan.free):
        if not holds(bout, me, rule.when):
            continue
        acts = rule.acts
        if rule.form == "any":
            draw = bout.will(me, 1024 + 768 + index)
            bout.tell("draw", me, what="any", line=index, value=draw)
            acts = [by_weight(acts, draw)]
        for act in acts:
            if barred(me, act.name):
                continue
            if act.name == "give_up":
                if not may_give_up(bout, me):
                    continue
                bout.tell("decide", me, what="give_up", at=None, list="free", line=index)
                put_out(bout, me, "gave_up", "gave_up")
                return
            if act.name == "release":
                one = next((o for o in me.magic.lasting if o.spell is row_meant(me, act.spell)), None)
                if one:
                    end_spell(bout, me, one)
                    tire(bout, me, 1, "cancel")
            if act.name == "spend_cp" and me.rules["cp_when"] != "between":
                named = {p for word in act.named for p in (RESTORED_FIRST if word in LOOKED_UP else covered(word))}
                restore(bout, me, named if act.named else set(RESTORED_FIRST), "free", index)
    ordered = any(act.name == "spend_cp" for rule in me.plan.free for act in rule.acts)
    if not ordered and not barred(me, "spend_cp") and me.rules["cp_when"] != "between":
        restore(bout, me, set(RESTORED_FIRST), None, None)


def restore(bout: Bout, me: Fighter, parts: set[str], source: str | None, line: int | None) -> None:
    """One point for each part, which is fragile from then on."""
    for part in RESTORED_FIRST:
        if part not in parts or me.gone.get(part, BORN) == BORN or me.unspent_cp == 0:
            continue
        me.unspent_cp -= 1
        del me.gone[part]
        me.fragile.add(part)
        bout.tell("decide", me, what="spend_cp", at=part, list=source, line=line)
        bout.tell("effect", me, effect="part_restored", at=part)
        tip = TIP_OF.get(part, "")
        if me.gone.get(tip, BORN) not in FOR_GOOD:
            del me.gone[tip]
