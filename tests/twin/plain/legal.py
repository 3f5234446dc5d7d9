"""What a fighter may do now (C-12, C-26, C-34, C-44, C-47, C-58, C-66, C-88)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.bearing import arc_from
from plain.grip import free_hand
from plain.hexes import apart

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.techniques import Way

NO, READY, FAR = "no", "ready", "far"
"""An act may not be done, may be done now, or lacks reach alone."""


def effective(me: Fighter, way: Way, place: str, opt: str) -> int:
    """What a blow is rolled against, before a wild swing's cap (C-08, C-54, C-60, C-78)."""
    n = way.level + way.aim[place] + me.hindrance + me.posture_mod(way.skill)
    if way.kick and me.brings.lame:
        n -= 3
    if me.foe.unseen:
        n -= 6  # C-130
    if not way.row.get("airborne"):
        n += me.in_the_air
    if opt == "aoa_hit":
        n += 4
    right_works = me.arm_works("R") and not me.in_grasp("R")
    if way.skill == "DX" and way.limb == "arm" and not right_works and not me.brings.has("ambidexterity"):
        n -= 4
    return n


def place_open(me: Fighter, way: Way, place: str, opt: str) -> bool:
    """Whether a blow can be aimed there now; lost parts are treated as absent (T-02)."""
    foe = me.foe
    if place not in way.aim:
        return False
    if me.posture == "lying" and way.kick and not (way.knee and me.clinched):
        low = place.startswith(("leg", "foot")) or place == "groin"
        if me.rules["ground_kick"] != "allowed" or foe.posture == "lying" or not low:
            return False
    stamps = "lying" in way.row.get("targets", [])
    if stamps and foe.posture != "lying" and not place.startswith(("leg", "foot")):
        return False
    if place in foe.gone:
        return False
    rabbit = way.row["id"] == "rabbit_punch" and me.brings.whole
    if place == "kidneys" and arc_from(me) != "back" and not (rabbit and me.hold):
        return False
    if rabbit and place == "brain" and arc_from(me) != "back" and not me.clinched:
        return False
    return effective(me, way, place, "aoa_hit" if opt == "aoa" else opt) >= 3


def limbs_serve(me: Fighter, way: Way) -> bool:
    """Whether the striking part is sound and free, and posture and holds allow it (C-12, C-58, C-88, C-102, C-114)."""
    if way.limb == "arm":
        return bool(striking_hands(me))
    if way.limb == "arms":
        return all(free_hand(me, hand) for hand in "RL")
    if way.knee and me.clinched:
        return me.legs_gone < 2
    if me.clinched and way.limb in ("leg", "legs"):
        return False
    if way.limb in ("leg", "legs"):
        if me.clinched:
            return False  # C-102, C-114
        if me.posture == "lying":
            leaps = any(way.row.get(key) for key in ("airborne", "own_fall", "run_up"))
            return me.legs_gone < 2 and way.limb == "leg" and not leaps
        return me.legs_gone == 0 and me.posture in ("standing", "crouching")
    return True


def striking_hands(me: Fighter) -> list[str]:
    """Hands for a blow; one may leave a plain grapple or a pin of two (C-106, C-114)."""
    hold = me.hold
    if hold and hold.kind == "grapple" and hold.hands == 2:
        return ["R"]
    return [hand for hand in "RL" if free_hand(me, hand)]


def wall_owner(me: Fighter) -> Fighter | None:
    """Whose barrier parts the two (M-30)."""
    for caster in (me, me.foe):
        for one in caster.magic.lasting:
            if one.hp > 0 and (apart(me.at, one.at) <= one.radius) != (apart(me.foe.at, one.at) <= one.radius):
                return caster
    return None


def room_to_wall(me: Fighter, owner: Fighter) -> int:
    """Fine hexes one can come nearer to a wall."""
    one = next(one for one in owner.magic.lasting if one.hp > 0)
    gap = apart(me.at, one.at) - one.radius
    return max(0, (1 - gap if gap < 0 else gap) - 1)


def attack_open(me: Fighter, way: Way, opt: str, subturns: int) -> bool:
    """Whether attacks of that sort are still open this turn (C-27, C-28, R-05, R-06), and spells allow them."""
    if me.helpless or me.resisting or "flee" in me.bound or wall_owner(me) is me:
        return False
    if me.guards or me.defend_only == 2 or me.pinned:
        return False
    if way.row.get("all_out") or opt.startswith("aoa"):
        rule = me.rules["aoa_subturn"]
        if rule == "forbidden" and subturns > 1:
            return False
        if me.all_out_used and rule != "each":
            return False
    return True


def held_back(me: Fighter) -> bool:
    """Whether fear or glue keeps him from coming nearer."""
    return ("keep_away" in me.bound and me.distance > 0) or ("stuck" in me.bound and me.magic.caught == me.turn)


def may_approach(me: Fighter) -> bool:
    """Whether a Move towards the foe is possible."""
    owner = wall_owner(me)
    if held_back(me) or owner is me or (owner is me.foe and room_to_wall(me, owner) == 0):
        return False
    return me.yards_left > 0 and not me.airborne and not me.clinched


def reach_of(me: Fighter, way: Way, opt: str) -> tuple[str, int]:
    """Whether a blow reaches now, after its step, or not yet; and the distance to strike from (README point 14)."""
    f, far = me.distance, way.far
    owner = wall_owner(me)
    if owner is me.foe:
        f = room_to_wall(me, owner) + 1
    if way.row["id"] == "flying_jump_kick" and me.brings.whole:
        far = min(far, me.brings.kick_reach + 3 * me.yards_left)
    if me.posture == "lying" and way.kick:
        far = min(far, 2)
    if me.posture == "crawling":
        far = min(far, 1)
    step = 0 if owner is not None or held_back(me) else me.stride(opt)
    if way.row.get("run_up") and step == 0:
        return NO, f
    if way.near <= f <= far:
        return READY, f
    if f < way.near:
        return NO, f  # C-47
    if step >= f - far:
        return READY, far
    return (FAR if may_approach(me) else NO), far


def strike_open(me: Fighter, way: Way | None, opt: str, subturns: int) -> tuple[str, int]:
    """As `reach_of`, after limbs, posture and what is still open; the place apart."""
    if way is None or not attack_open(me, way, opt, subturns) or not limbs_serve(me, way):
        return NO, me.distance
    return reach_of(me, way, opt)


def may_step_back(me: Fighter) -> bool:
    """Whether a step away is possible as an act of its own."""
    stands = me.posture in ("standing", "crouching")
    return not me.stepped and me.yards_left > 0 and not me.airborne and stands and me.can_go_back and not me.clinched


def may_get_up(me: Fighter) -> bool:
    """Whether a change of posture brings him up; without legs no farther than sitting (C-34, C-88)."""
    if me.posture in ("standing", "crouching") or me.clinched:
        return False
    return me.legs_gone < 2 or me.posture in ("lying", "crawling")
