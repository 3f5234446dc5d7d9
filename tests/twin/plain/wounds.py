"""What a blow does: armour, injury, shock, lost parts, stun, knock-out, near-death, knock-back (C-52, C-81 on)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plain.body import FOR_GOOD, LOST
from plain.books import EYES, LIMBS, RING, TIPS
from plain.grip import Hold, let_go, sustain
from plain.rolls import check
from plain.special import PLAIN, Special

if TYPE_CHECKING:
    from plain.body import Fighter
    from plain.bout import Bout

EYE_DRAW = 60000
"""Place of the draw for a blinded eye."""


def health(who: Fighter, pain: bool) -> int:
    """HT for a roll (C-97, README point 19)."""
    return who.brings.ht + who.brings.fitness + (who.brings.pain if pain else 0)


def keeps_footing(bout: Bout, who: Fighter, target: int) -> bool:
    """A roll not to fall: shock, a hurt head and Perfect Balance count (C-12, C-52, C-74)."""
    grip = -4 if who.held else 0  # C-101
    eyes = who.eyes_mod if who.bad_eye else 0
    return check(bout, who, "fall", target - who.shock + who.clumsiness + who.brings.balance + grip + eyes)


def stands_fast(bout: Bout, who: Fighter, yards: int) -> bool:
    """不動の構え against what would fell or move him: -1 a yard (C-126)."""
    level = who.brings.skills.get("immovable_stance", 0)
    if not level or who.stunned or who.airborne or who.posture == "lying":
        return False
    return check(bout, who, "stance", level - who.shock - yards)


def fall(bout: Bout, who: Fighter) -> None:
    """Down (C-53); in the air the fall comes with the landing (C-60)."""
    if who.airborne:
        who.lands_badly = True
    elif who.posture != "lying":
        who.posture = "lying"
        bout.progress()
        bout.tell("effect", who, effect="fallen")


def put_out(bout: Bout, who: Fighter, ending: str, effect: str) -> None:
    """A fighter is out; only death is worse than what he was put out by."""
    if not who.out or ending == "dead":
        who.out = ending
    bout.tell("effect", who, effect=effect)


def stun(bout: Bout, who: Fighter) -> None:
    """Physical stun; the rest of his own turn is lost, and he lets go (C-36, C-91, C-92)."""
    if who.stunned != "physical":
        who.stunned = "physical"
        bout.tell("effect", who, effect="stunned")
    dazed(bout, who)


def daze(bout: Bout, who: Fighter, turns: int = 0) -> None:
    """Mental stun, which nothing shakes off for so many own turns (C-92, C-123, C-124)."""
    if not who.stunned:
        who.stunned = "mental"
        who.stunned_until = who.turn + turns
        bout.tell("effect", who, effect="stunned")
    dazed(bout, who)


def dazed(bout: Bout, who: Fighter) -> None:
    """What goes with any stun."""
    let_go(bout, who)
    if who.airborne:
        who.lands_badly = True
    who.waiting = False
    if who.rules["midturn_stun"] == "lose_rest":
        who.halted = "over"
    elif not who.halted:
        who.halted = "reeling"


def lose_part(bout: Bout, who: Fighter, part: str, how: object) -> None:
    """A part is lost (C-88, C-89)."""
    who.lose(part, how)
    bout.progress()
    if part in EYES:
        bout.tell("effect", who, effect="blinded", at=part)
        at_once(bout, who, how)
        return
    bout.tell("effect", who, effect="crippled", at=part, until_turn=how if isinstance(how, int) else None)
    if part.startswith(("leg", "foot")):
        fall(bout, who)
    loosen(bout, who)
    at_once(bout, who, how)


def loosen(bout: Bout, who: Fighter) -> None:
    """What a part out of use means for the holds on him and his own (C-109, C-114)."""
    grip = who.foe.hold
    if grip and grip.part in who.gone:
        who.foe.hold, who.pin_fails = Hold("grapple", "torso", grip.hands or 2, grip.since, grip.behind), 0
        sustain(bout, who.foe)
    sustain(bout, who)


def at_once(bout: Bout, who: Fighter, how: object) -> None:
    """R-54 any: unused CP are spent in the moment of the loss, unless the pattern has orders for them."""
    from plain.freely import RESTORED_FIRST, restore

    ordered = any(act.name == "spend_cp" for rule in who.plan.free for act in rule.acts)
    if who.rules["cp_when"] == "any" and how == LOST and not ordered:
        restore(bout, who, set(RESTORED_FIRST), None, None)


def is_dead(who: Fighter) -> bool:
    """Six times HT of damage (T-06, R-48)."""
    damage, most = who.brings.max_hp - who.hp, 6 * who.brings.ht
    return damage >= most if who.rules["death_cmp"] == "at_least" else damage > most


def near_death(bout: Bout, who: Fighter, before: int) -> None:
    """A roll for each threshold passed; the first failure ends it (T-03, R-29)."""
    ht = who.brings.ht
    step = 5 if who.rules["neardeath_step"] == "5" else ht
    for mark in range(-ht, who.hp - 1, -step):
        if mark < before:
            target = health(who, False) + who.brings.levels_of("hard_to_kill", 5)
            if not check(bout, who, "near_death", target):
                put_out(bout, who, "near_death", "near_death")
                return


def faint(bout: Bout, who: Fighter) -> None:
    """Unconscious; the damage still counts for T-06 (README point 17)."""
    put_out(bout, who, "unconscious", "unconscious")
    if is_dead(who):
        put_out(bout, who, "dead", "dead")


def armour(who: Fighter, place: str, rigid: bool = True) -> int:
    """Clothes, skin and skull; nothing covers the eyes (C-85, C-98, C-121, README point 19)."""
    if place in EYES:
        return 0
    return who.brings.clothes + who.brings.skin + (2 if place == "brain" and rigid else 0)


def cripples(who: Fighter, place: str, points: int) -> bool:
    """Whether so many points are over the threshold (C-82, C-84, R-63)."""
    if place in EYES:
        return points > 2
    if place in LIMBS or place in TIPS:
        num, den = RING["limb_threshold" if place in LIMBS else "tip_threshold"]
        return bool(points * den > who.brings.ht * num)
    return False


def through(place: str, points: int, ht: int) -> int:
    """Injury of points behind the armour: brain x4, neck x1.5, the surplus of a limb is lost (C-15, C-81, C-83)."""
    if place == "brain":
        return points * 4
    if place == "neck":
        return points * 3 // 2
    if place in LIMBS:
        return min(points, ht // 2 + 1)
    return min(points, ht // 3 + 1) if place in TIPS else points


MULTIPLIER = {"brain": 4, "neck": 1.5}


def injure(
    bout: Bout, who: Fighter, place: str, dice: list[int], adds: int, basic: int, *, factor: int = 1,
    no_dr: bool = False, ears: bool = False, fate: str = "", special: Special = PLAIN, squeeze: bool = False,
) -> None:  # fmt: skip
    """Basic damage strikes; `fate` is what a critical table adds, a `squeeze` does nothing by its place.

    Source: C-81 to C-93, T-03, README points 16-19.
    """
    ht = who.brings.ht
    dr = 0 if no_dr else armour(who, place, not special.breaking)
    behind = max(0, basic - dr)
    if behind and place == who.brings.old_wound:
        behind += 1
    times = {"torso": 2, "vitals": 3}.get(place, 1) if special.secret else 1
    injury = behind if squeeze else through(place, behind, ht) * times
    pierces = (3 if place == "vitals" else 2) if fate == "pierced" else 0
    if pierces:
        injury = behind * pierces
    before = who.hp
    who.hp -= injury
    bout.tell(
        "damage", who, at=place, dice=dice, bonus=adds, factor=factor, basic=basic, dr=dr,
        multiplier=pierces or 1 if squeeze or pierces else MULTIPLIER.get(place, 1) * times, injury=injury, hp=who.hp,
    )  # fmt: skip
    if injury > 0:
        bout.progress()
        twice = 2 if place == "groin" and not who.brings.person["female"] else 1
        who.shock += 0 if who.berserk else injury * who.brings.shock_times * twice
        felt(who, injury)
        who.taken[place] = who.taken.get(place, 0) + injury
        points = who.taken[place] if who.rules["cripple"] == "cumulative" else injury
        if special.secret and (place in LIMBS or place in TIPS):
            points *= 2
        if who.gone.get(place) not in FOR_GOOD and (place in who.fragile or cripples(who, place, points)):
            lose_part(bout, who, place, LOST)
    if place in LIMBS or place in TIPS:
        if fate == "crippled" and who.gone.get(place) not in FOR_GOOD:
            lose_part(bout, who, place, LOST)
        if fate == "numb" and place not in who.gone:
            lose_part(bout, who, place, who.turn + 6)
    if fate == "unconscious":
        faint(bout, who)
        return
    befall(bout, who, place, fate)
    if injury > 0 and reels(bout, who, "" if squeeze else place, injury, behind, ears):
        return
    if is_dead(who):
        put_out(bout, who, "dead", "dead")
    elif injury > 0 and who.hp <= -ht:
        near_death(bout, who, before)


def felt(who: Fighter, injury: int) -> None:
    """What hot heads and cowards take to heart (Bad Temper, Berserk, Cowardice)."""
    who.hurt_since += injury
    who.stung = who.stung or 3 * injury > who.brings.ht
    who.shaken = who.shaken or 2 * who.hp < who.brings.max_hp


def befall(bout: Bout, who: Fighter, place: str, fate: str) -> None:
    """What the critical table of the head, or its row 7 elsewhere, brings (C-75, C-76)."""
    if fate == "blind":
        who.bad_eye = True
        for eye in EYES:
            lose_part(bout, who, eye, LOST)
    elif fate == "one eye":
        eye = place
        if place not in EYES:
            eye = EYES[bout.shared_will(EYE_DRAW) >> 31]
            if eye in who.gone:
                eye = EYES[1 - EYES.index(eye)]
        who.bad_eye = True
        lose_part(bout, who, eye, LOST)
    elif fate == "off balance":
        who.defend_only = 1
        bout.tell("effect", who, effect="off_balance")
    elif fate == "deaf":
        bout.tell("effect", who, effect="deafened")
    if fate in ("blind", "one eye", "stunned"):
        stun(bout, who)


def reels(bout: Bout, who: Fighter, place: str, injury: int, behind: int, ears: bool) -> bool:
    """Brain, knock-out, stun and knock-down; True when he faints (C-83, C-86, C-87, C-91)."""
    ht = who.brings.ht
    if place == "brain":
        felt = injury if who.rules["brain_threshold"] == "after" else behind
        if 2 * felt > ht:
            faint(bout, who)
            return True
        if 3 * felt > ht:
            stun(bout, who)
    ko = {"none": (), "brain_vitals": ("brain", "vitals", "kidneys")}
    asks = place in ko.get(who.rules["ko_locations"], ("brain", "head", "vitals", "kidneys"))
    if asks and not check(bout, who, "knock_out", health(who, True)):
        faint(bout, who)
        return True
    less = {"jaw": max(2, injury), "nose": 1, "groin": injury // 2}
    if place in less or ears:
        if not check(bout, who, "stun", health(who, True) - less.get(place, 2 + injury)):
            stun(bout, who)
    elif place == "neck" and 3 * injury > ht:
        stun(bout, who)
    if 2 * injury > ht:
        calm = 4 if who.berserk else 0
        if not check(bout, who, "knockdown", health(who, True) + calm) and not stands_fast(bout, who, 0):
            fall(bout, who)
        stun(bout, who)
    return False


def knock_back(bout: Bout, who: Fighter, basic: int, double: bool) -> None:
    """A yard for each full 8 points, and a roll not to fall (C-52)."""
    yards = basic // RING["knockback_points"] * (2 if double else 1)
    if yards == 0 or stands_fast(bout, who, yards):
        return
    bout.go_back(who, yards * who.yard, "knocked_back")
    bout.tell("effect", who, effect="knocked_back", yards=yards)
    if who.airborne:
        who.lands_badly = True
    elif who.posture != "lying" and not keeps_footing(bout, who, who.brings.dx + who.brings.heft):
        fall(bout, who)


HIT_TABLE: dict[int, tuple[int, bool, str]] = {
    4: (1, True, ""), 5: (3, False, ""), 6: (2, False, ""), 7: (1, False, "stunned"), 8: (1, False, "numb"),
    12: (1, False, "numb"), 13: (1, True, ""), 14: (1, False, "crippled"), 16: (2, False, ""), 17: (3, False, ""),
}  # fmt: skip
"""C-75: factor, DR ignored, fate; other rows are plain."""
HEAD_TABLE = {6: "blind", 7: "one eye", 8: "off balance", 12: "deaf", 13: "deaf"} | dict.fromkeys(
    range(15, 19), "stunned"
)
"""C-76 from row 6 on."""


def fumble(bout: Bout, who: Fighter, limb: str, kicking: bool, parrying: bool) -> None:
    """The unarmed critical-miss table (C-74)."""
    dice = bout.dice.three()
    row = sum(dice)
    bout.tell("table", who, table="crit_miss", dice=dice, row=row)
    part = who.striking_part(limb)
    if row in (3, 18):
        put_out(bout, who, "unconscious", "unconscious")
    elif row in (4, 17):
        strain(bout, who, part, limb)
    elif row in (5, 6):
        n, adds = who.brings.thrust
        hurt_oneself(bout, who, part, n, adds, row == 6)
    elif row == 7 and not parrying:
        bout.stumble_past(who)
        bout.tell("effect", who, effect="stumbled")
    elif row in (7, 8, 16):
        fall(bout, who)
    elif row in (9, 10, 11):
        who.off_balance, who.halted = True, "over"
        bout.tell("effect", who, effect="lost_balance")
    elif row == 12:
        if not keeps_footing(bout, who, who.brings.dx - (4 if kicking else 0)):
            fall(bout, who)
    elif row == 13:
        who.guard_dropped = True
        bout.tell("effect", who, effect="guard_dropped")
    else:
        hurt_oneself(bout, who, part, 1, -3, False)
        who.torn = 2
        bout.tell("effect", who, effect="muscle_torn", at=part)


def hurt_oneself(bout: Bout, who: Fighter, part: str, n: int, adds: int, half: bool) -> None:
    """Damage to the own striking part, as from a foe's blow (README point 17)."""
    dice = bout.dice.some(n) if n else []
    basic = sum(dice) + adds
    injure(bout, who, part, dice, adds, max(0, basic // 2 if half else basic))


def strain(bout: Bout, who: Fighter, part: str, limb: str) -> None:
    """One point, and the limb is useless; of a butt DX -3 for three turns (C-74)."""
    who.hp -= 1
    who.shock += 0 if who.berserk else who.brings.shock_times
    who.taken[part] = who.taken.get(part, 0) + 1
    bout.progress()
    bout.tell("effect", who, effect="strained", at=part, hp=who.hp)
    if limb == "head":
        who.clumsy, who.clumsy_until = -3, who.turn + 3
    else:
        lose_part(bout, who, part, LOST)
    if is_dead(who):
        put_out(bout, who, "dead", "dead")
    elif who.hp <= -who.brings.ht:
        near_death(bout, who, who.hp + 1)
