"""Success rolls, contests (C-01…C-05) and what lowers them (C-07, rules/README.md point 16)."""

from __future__ import annotations

from typing import Any

import numpy as np

from budosim._jit import hot, kernel, rare
from budosim.combat.common.dice import roll3
from budosim.combat.gurps3.ids import TOLD_TRAIT, Contest, From, Loc, Mod, Result, Roll, Trait
from budosim.combat.gurps3.tell import mod, mod_first, note_dice, tell_contest, tell_decide, tell_roll

_0, _1, _3, _6, _10, _14 = (np.int64(n) for n in (0, 1, 3, 6, 10, 14))
LOW, HIGH = np.int64(-30), np.int64(60)
POSTURE_HIT = np.array([0, -2, -2, -4, -2, -4], dtype=np.int64)
"""To hit, by posture (C-54); crawling allows close combat only and strikes as lying."""


def result_of(target: int, total: int) -> Result:
    """The one result of `total` against `target` (C-01, C-02, C-03)."""
    if total <= 4 or (total == 5 and target >= 15) or (total == 6 and target >= 16):
        return Result.CRITICAL_SUCCESS
    if total == 18 or (total == 17 and target <= 15) or total >= target + 10:
        return Result.CRITICAL_FAILURE
    return Result.SUCCESS if total <= target and total < 17 else Result.FAILURE


RESULTS = np.array(
    [[int(result_of(target, total)) for total in range(19)] for target in range(LOW, HIGH + 1)], dtype=np.int64
)
"""Result by target (from LOW) and total."""


@hot
def judge(target: int, total: int) -> int:
    """`result_of` by table."""
    t = target
    if t < LOW:
        t = LOW
    if t > HIGH:
        t = HIGH
    return RESULTS[t - LOW, total]


@hot
def margin_of(target: int, total: int) -> int:
    """Margin of a contest; forced results are clamped (C-05)."""
    m = target - total
    if total <= np.int64(4):
        return m if m > _0 else _0
    if total >= np.int64(17):
        return m if m < -_1 else -_1
    return m


LUCK, DAREDEVIL, UNLUCKINESS = (np.int64(t) for t in (Trait.LUCK, Trait.DAREDEVIL, Trait.UNLUCKINESS))
ANY_ROLL, FATEFUL, DECISIVE = np.int64(0), np.int64(1), np.int64(2)
"""What a roll means to somebody who may throw again: nothing much, the end of the bout, an attack or a defence."""


@hot
def has(me: Any, trait: int) -> bool:
    """Whether a fighter has a trait that acts by itself."""
    return me.nature >> trait & _1 == _1


@rare
def tell_trait(scene: Any, who: int, trait: int) -> None:
    """Say that a trait has its way."""
    tell_decide(scene, who, np.int64(TOLD_TRAIT) + trait, np.int64(-1), np.int64(From.DEFAULT.value), np.int64(-1))


@rare
def again(scene: Any, who: int, target: int) -> int:
    """One more throw against the same number.

    Dice: 3d.
    """
    total = roll3(scene.ring.dice)
    tell_roll(scene, who, Roll.REROLL, target, judge(target, total))
    return total


@rare
def rethink(scene: Any, who: int, meaning: int, target: int, total: int) -> int:
    """The throw that counts after Daredevil and Luck had their say.

    Luck goes to what would end the bout first [ruling], and to critical failures of attacks and defences.

    Dice: 3d for a daredevil's critical failure · 3d, 3d with Luck.
    """
    temper = scene.ring.tempers.of[who]
    result = judge(target, total)
    if result == Result.CRITICAL_FAILURE and temper.risk == _1:
        tell_trait(scene, who, DAREDEVIL)
        total = again(scene, who, target)
        result = judge(target, total)
    fatal = meaning == DECISIVE and result == Result.CRITICAL_FAILURE
    if temper.luck > _0 and (fatal or (meaning == FATEFUL and result > Result.SUCCESS)):
        temper.luck -= _1
        tell_trait(scene, who, LUCK)
        for _ in range(2):
            other = again(scene, who, target)
            if other < total:
                total = other
    return total


@rare
def decisive(scene: Any, who: int, target: int, total: int) -> Any:
    """Total and result of an attack or a defence of somebody who may throw again or be out of luck."""
    if scene.ring.now.fickle >> who & _1 == _0:
        return total, judge(target, total)
    total = rethink(scene, who, DECISIVE, target, total)
    result = judge(target, total)
    temper = scene.ring.tempers.of[who]
    if result <= Result.SUCCESS and temper.misfortune > _0:
        temper.misfortune -= _1
        if temper.misfortune == _0:
            tell_trait(scene, who, UNLUCKINESS)
            return total, np.int64(Result.FAILURE.value)
    return total, result


@hot
def swung(scene: Any, who: int) -> int:
    """What nerve adds to every roll of a side, and what a glare takes off the next one (<威圧>)."""
    n = mod(scene, Mod.DAREDEVIL, scene.ring.now.swing[who])
    return n if scene.ring.now.cowed == _0 else n + flinch(scene, who, _0)


@rare
def flinch(scene: Any, who: int, first: int) -> int:
    """A glare counts on one roll; `first`: of the first side of a contest."""
    now = scene.ring.now
    if now.cowed >> who & _1 == _0:
        return _0
    now.cowed &= ~(_1 << who)
    return mod_first(scene, Mod.COWED, -_1) if first == _1 else mod(scene, Mod.COWED, -_1)


@kernel
def rolled(scene: Any, who: int, what: Any, target: int) -> int:
    """The total of a success roll of `who` against a target that has all its modifiers.

    Dice: 3d. Source: C-01.
    """
    total = roll3(scene.ring.dice)
    tell_roll(scene, who, what, target, judge(target, total))
    if scene.ring.now.fickle >> who & _1 == _1:
        fateful = what == Roll.UNCONSCIOUS or what == Roll.KNOCK_OUT or what == Roll.NEAR_DEATH
        total = rethink(scene, who, FATEFUL if fateful else ANY_ROLL, target, total)
    return total


@kernel
def check(scene: Any, who: int, what: Any, target: int) -> bool:
    """A success roll of `who`; True on success.

    Dice: 3d. Source: C-01.
    """
    target += swung(scene, who)
    return judge(target, rolled(scene, who, what, target)) <= Result.SUCCESS


@kernel
def contest(scene: Any, who: int, what: Any, mine: int, theirs: int) -> int:
    """A quick contest: my margin minus theirs, positive when I win (C-05).

    Dice: 3d mine, 3d theirs.
    """
    now = scene.ring.now
    if now.swing[0] | now.swing[1] | now.cowed != _0:
        mine += mod_first(scene, Mod.DAREDEVIL, now.swing[who]) + flinch(scene, who, _1)
        theirs += swung(scene, _1 - who)
    now.aimed, now.threw = mine, roll3(scene.ring.dice)
    my_margin = margin_of(mine, now.threw)
    note_dice(scene)
    their_margin = margin_of(theirs, roll3(scene.ring.dice))
    note_dice(scene)
    tell_contest(scene, who, what, mine, my_margin, theirs, their_margin)
    scene.ring.now.margins[0] = my_margin
    scene.ring.now.margins[1] = their_margin
    return my_margin - their_margin


@hot
def posture_hit(scene: Any, me: Any, r: Any) -> int:
    """What posture takes off a technique; Ground Fighting of its skill stands in for it (C-54, C-56)."""
    n = POSTURE_HIT[me.posture]
    return mod(scene, Mod.POSTURE, r.ground if r.ground > n else n)


@kernel
def even_out(mine: int, theirs: int) -> Any:
    """The targets of one exchange of a regular contest: two high ones or two low ones come to the middle (C-06)."""
    low = mine if mine < theirs else theirs
    if (mine > _14 and theirs > _14) or (mine < _6 and theirs < _6):
        return mine - low + _10, theirs - low + _10
    return mine, theirs


@kernel
def health(scene: Any, my: Any, pain: int) -> int:
    """HT for a roll: Fit and Unfit, and pain threshold where it counts (C-97, rules/README.md point 19)."""
    target = my.ht + mod(scene, Mod.FIT, my.fit)
    if pain == _1:
        target += mod(scene, Mod.PAIN, my.pain_mod)
    return target


EYES = np.int64(1 << Loc.EYE_R | 1 << Loc.EYE_L)
LEGS = np.int64(1 << Loc.LEG_R | 1 << Loc.LEG_L)
FEET = np.int64(1 << Loc.FOOT_R | 1 << Loc.FOOT_L)


@rare
def note_lost(me: Any) -> None:
    """Bring `me.lost` up to date after a part was lost or came back."""
    bits = _0
    for i in range(19):
        if me.crippled[i] != _0:
            bits |= _1 << np.int64(i)
    me.lost = bits


@hot
def eyes(me: Any) -> int:
    """What lost eyes take off attacks: -10 blind, -1 (or -2 by C-76 row 7) one-eyed (C-84, C-88, C-90)."""
    if me.lost & EYES == _0:
        return _0
    if me.lost & EYES == EYES:
        return np.int64(-10)
    return np.int64(-2) if me.blinded_by_crit == _1 else np.int64(-1)


@hot
def is_blind(me: Any) -> bool:
    """Both eyes lost."""
    return me.lost & EYES == EYES


@hot
def lost_legs(scene: Any, me: Any) -> int:
    """What lost legs and feet take off attacks: -6 a leg, -3 a foot (C-88, R-28)."""
    if me.lost & LEGS != _0:
        return np.int64(-6) if scene.ring.rules.leg_loss == _0 else np.int64(-3)
    return np.int64(-3) if me.lost & FEET != _0 else _0


@hot
def hindrance(scene: Any, me: Any) -> int:
    """Everything that lowers attacks, feints and DX rolls alike: shock, lost parts, hurts (C-88, C-93)."""
    if me.shock | me.lost | me.torn | me.back_hurt | me.dim | scene.ring.now.clinch == _0 and me.dx_until < me.turn:
        return _0
    return _hindrances(scene, me)


@rare
def _hindrances(scene: Any, me: Any) -> int:
    n = mod(scene, Mod.SHOCK, -me.shock)
    if me.lost != _0:
        n += mod(scene, Mod.LOST_LEG, lost_legs(scene, me))
        n += mod(scene, Mod.ONE_EYE, eyes(me))
    if me.torn == _1:
        n += mod(scene, Mod.TORN_MUSCLE, -_1)
    if me.dx_until >= me.turn:
        n += mod(scene, Mod.HURT, me.dx_mod)
    n += mod(scene, Mod.HURT, -_3 * me.back_hurt) + grappled_mod(scene, me) + mod(scene, Mod.DIM_SIGHT, -me.dim)
    return n


@hot
def grappled_mod(scene: Any, me: Any) -> int:
    """Being held: DX -4 (C-101)."""
    if scene.ring.now.clinch == _0 or scene.ring.grips.of[_1 - me.side].kind == _0:
        return _0
    return mod(scene, Mod.GRAPPLED, np.int64(-4))


@kernel
def keeps_footing(scene: Any, my: Any, me: Any, target: int, shocked: int) -> bool:
    """A roll not to fall: DX or a skill, with shock and Perfect Balance.

    Dice: 3d. Source: C-12, C-52, C-74.
    """
    n = target
    if shocked == _1:
        n += mod(scene, Mod.SHOCK, -me.shock)
    if me.dx_until >= me.turn:
        n += mod(scene, Mod.HURT, me.dx_mod)
    if me.blinded_by_crit == _1:
        # DX lost for the bout (C-76 rows 6, 7)
        n += mod(scene, Mod.ONE_EYE, eyes(me))
    n += mod(scene, Mod.BALANCE, my.balance) + mod(scene, Mod.HURT, -_3 * me.back_hurt) + grappled_mod(scene, me)
    return check(scene, me.side, Roll.FALL, n)


__all__ = ["Contest", "check", "contest", "hindrance", "judge", "keeps_footing", "margin_of", "result_of"]
