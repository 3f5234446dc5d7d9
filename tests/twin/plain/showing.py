"""What a trace shows beside what happens: every legal act, and a fighter's state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plain.arts import any_art
from plain.books import ACTS, GRABS, PLACES, STRIKES
from plain.choice import Chooser, best_place
from plain.conditions import banned_places
from plain.grip import CHOKES, LOCKS, free_hand
from plain.legal import READY, strike_open
from plain.magic_book import SPELLS
from plain.magic_turn import legal
from plain.plan import blank

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

MAGIC_ACTS = ("resist", "cast", "maintain_spell", "dispel")
OTHER_ACTS = ("feint", "wait", "all_out_def", "retreat", "approach", "getup", "hold", "release", "break_free")


def legal_acts(bout: Bout, me: Fighter) -> list[str]:
    """Every act that is legal now: blows and grabs within reach, and what is neither."""
    chooser = Chooser(bout, me, bout.slot)
    chooser.silent = True
    found = []
    for act in ACTS:
        if act in STRIKES:
            way = me.brings.way(act, bout.slot)
            state, _ = strike_open(me, way, "", bout.subturns)
            banned = banned_places(me, act)
            if way and state == READY and banned is not None and best_place(me, act, way, "", set()):
                found.append(act)
        elif act in GRABS or act == "submission":
            if me.brings.whole and chooser.grab(act, None, "")[0] == READY:
                found.append(act)
        elif act == "combo":
            known = me.brings.person.get("combos", ()) if me.brings.whole else ()
            if any(chooser.series(blank("combo", row["name"]))[0] == READY for row in known):
                found.append(act)
        elif act == "cine":
            if me.brings.whole and any_art(chooser):
                found.append(act)
        elif (act in OTHER_ACTS and chooser.other(act)[0] == READY) or (act in MAGIC_ACTS and legal(bout, me, act)):
            found.append(act)
    return found


def under(who: Fighter) -> list[str]:
    """Spells on him, in the order of the table."""
    found = {o.spell.id for f in (who, who.foe) for o in f.magic.lasting if o.subject == who.side}
    return [id_ for id_ in SPELLS if id_ in found]


def shown(who: Fighter) -> dict[str, Any]:
    """One fighter."""
    hands = sum(
        max(0, (2 if who.guards else 1) - who.parried[h])
        for h in "RL"
        if not who.no_parry and free_hand(who, h) and not who.hand_lost[h]
    )
    grip = who.foe.hold.kind if who.foe.hold else ""
    return {
        "hp": who.hp, "fp": who.fp, "pos": list(who.at), "facing": who.facing, "posture": who.posture,
        "stunned": who.stunned or None, "shock": who.shock, "crippled": sorted(who.gone, key=PLACES.index),
        "fragile": sorted(who.fragile, key=PLACES.index), "airborne": who.airborne, "parries_left": hands,
        "casting": who.casting, "spells": under(who),
        "retreat_left": 0 if who.retreated else 1, "unspent_cp": who.unspent_cp,
        "grappled": who.held, "holding": who.hold is not None, "pinned": who.pinned, "locked": grip in LOCKS,
        "choked": grip in CHOKES,
    }  # fmt: skip
