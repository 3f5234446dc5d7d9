"""Whole bouts in the ring of the rule tests: from the bell, or from a later turn, to an ending."""

from __future__ import annotations

from ring import Fight

from budosim.combat.gurps3.bout import bout
from budosim.combat.gurps3.ids import Ending


def bell(r: Fight, turns: int = 0, *, listen: bool = True) -> tuple[str | None, str, int]:
    """Play on after `turns` turns of both: the winner's side, the ending, turns of him who began.

    Long bouts are played without a log.
    """
    r.me.turn = r.foe.turn = turns
    if not listen:
        r.scene = r.scene._replace(log=None)
    bout(r.scene, r.sheets, r.states)
    now = r.scene.ring.now
    winner = None if int(now.winner) < 0 else "ab"[int(now.winner)]
    return winner, Ending(int(now.over)).name.lower(), int(r.states[int(now.first)].turn)
