"""Which rule id each event names, by what it is and by what went before."""

from __future__ import annotations

import re

import pytest
from log_maker import LogMaker

from budosim.combat.gurps3.ids import (
    Act,
    Contest,
    Effect,
    Ending,
    Kind,
    Loc,
    Loss,
    Mod,
    Opt,
    Result,
    Roll,
    Table,
    Why,
)
from budosim.systems.gurps3.trace_rules import (
    CONTEST_RULE,
    DEFENCE_RULE,
    EFFECT_RULE,
    ENDING_RULE,
    LOSS_RULE,
    MOVE_RULE,
    ROLL_RULE,
    TABLE_RULE,
    act_rule,
)

ID = re.compile(r"[CTRLM]-\d{2,3}")


@pytest.mark.parametrize(
    ("table", "enum"),
    [
        (ROLL_RULE, Roll),
        (CONTEST_RULE, Contest),
        (TABLE_RULE, Table),
        (EFFECT_RULE, Effect),
        (MOVE_RULE, Why),
        (LOSS_RULE, Loss),
        (ENDING_RULE, Ending),
    ],
)
def test_every_member_has_a_rule(table: dict[object, str], enum: type) -> None:
    assert set(table) == set(enum)  # type: ignore[call-overload]
    assert all(ID.fullmatch(rule) for rule in table.values())


def test_every_act_and_defence_has_a_rule() -> None:
    assert all(ID.fullmatch(act_rule(act, None)) for act in Act)
    more = {Act.CAST, Act.COMBO, Act.CINE}
    assert set(DEFENCE_RULE) == {act for act in Act if Act.DODGE <= act <= Act.PARRYING_KICK} | more


@pytest.mark.parametrize(
    ("what", "rule"),
    [
        (Roll.STUN_RECOVERY, "C-92"),
        (Roll.UNCONSCIOUS, "C-94"),
        (Roll.NEAR_DEATH, "T-03"),
        (Roll.KNOCK_OUT, "C-87"),
        (Roll.KNOCKDOWN, "C-91"),
        (Roll.SAKIYOMI, "C-128"),
        (Roll.ACROBATICS, "C-140"),
        (Roll.STAND_UP, "C-57"),
        (Roll.CONCENTRATE, "C-33"),
        (Roll.FIRST_AID, "T-16"),
    ],
)
def test_rolls(what: Roll, rule: str) -> None:
    log = LogMaker()
    log.roll(0, what, 12, (3, 3, 4), Result.SUCCESS)
    assert log.last()["rule"] == rule


@pytest.mark.parametrize(
    ("act", "opt", "rule"),
    [
        (Act.KICK, 0, "C-26"),
        (Act.KICK, Opt.DOUBLE, "C-27"),
        (Act.KICK, Opt.HIT, "C-27"),
        (Act.KICK, Opt.DEFENSIVE, "C-26"),
        (Act.FEINT, 0, "C-29"),
        (Act.WAIT, 0, "C-30"),
        (Act.ALL_OUT_DEF, 0, "C-28"),
        (Act.APPROACH, 0, "C-31"),
        (Act.GETUP, 0, "C-34"),
        (Act.NOTHING, 0, "C-25"),
    ],
)
def test_decisions(act: Act, opt: int, rule: str) -> None:
    log = LogMaker()
    log.act(0, act, opt=opt)
    assert log.last()["rule"] == rule


def test_attacks() -> None:
    log = LogMaker()
    log.act(0, Act.KICK)
    log.attack(0, mods=((Mod.PLACE, -2),))
    assert log.last()["rule"] == "C-26"
    log.attack(1, counter=1)
    assert log.last()["rule"] == "C-72"
    log.attack(1)
    assert log.last()["rule"] == "C-30"
    log.attack(0, mods=((Mod.WILD_SWING, -5),))
    assert log.last()["rule"] == "C-32"
    log.act(0, Act.KICK, opt=Opt.STRONG)
    log.attack(0)
    assert log.last()["rule"] == "C-27"


@pytest.mark.parametrize(("defence", "rule"), DEFENCE_RULE.items())
def test_defences(defence: Act, rule: str) -> None:
    log = LogMaker()
    log.line(Kind.DEFENCE, 1, Act.KICK, defence, 8, 8, Result.SUCCESS, dice=(2, 2, 2))
    assert log.last()["rule"] == rule


def test_damage_names_the_cap_and_the_brain() -> None:
    log = LogMaker()
    log.damage(1, Loc.TORSO, 5)
    assert log.last()["rule"] == "C-15"
    log.line(Kind.DAMAGE, 1, Loc.LEG_R, 0, 1, 9, 1, 2, 7, 5, dice=(9,))
    assert log.last()["rule"] == "C-81"
    log.line(Kind.DAMAGE, 1, Loc.BRAIN, 0, 1, 6, 3, 8, 12, 0, dice=(6,))
    assert log.last()["rule"] == "C-83"
    log.line(Kind.DAMAGE, 1, Loc.NECK, 0, 1, 4, 1, 3, 4, 8, dice=(4,))
    assert log.last()["rule"] == "C-15"
    log.line(Kind.DAMAGE, 1, Loc.TORSO, 0, 1, 1, 1, 2, 0, 12, dice=(1,))
    assert log.last()["rule"] == "C-15"


# a roll not to fall


def footing(log: LogMaker, who: int) -> str:
    log.roll(who, Roll.FALL, 10, (3, 3, 4), Result.SUCCESS)
    return str(log.last()["rule"])


def test_c_12_a_missed_kick() -> None:
    log = LogMaker()
    log.attack(0, Result.FAILURE)
    assert footing(log, 0) == "C-12"


def test_c_52_a_knock_back() -> None:
    log = LogMaker()
    log.attack(0)
    log.damage(1, Loc.TORSO, 8)
    log.effect(1, Effect.KNOCKED_BACK, extra=1)
    assert footing(log, 1) == "C-52"


def test_c_14_a_lariat() -> None:
    log = LogMaker()
    log.attack(0, act=Act.LARIAT)
    log.damage(1, Loc.NECK, 2)
    assert footing(log, 1) == "C-14"


def test_c_73_a_parrying_kick_that_failed() -> None:
    log = LogMaker()
    log.attack(0)
    log.line(Kind.DEFENCE, 1, Act.KICK, Act.PARRYING_KICK, 9, 9, Result.FAILURE, dice=(4, 4, 4))
    assert footing(log, 1) == "C-73"


def test_c_74_a_fumble_of_row_twelve() -> None:
    log = LogMaker()
    log.attack(0, Result.CRITICAL_FAILURE)
    log.line(Kind.TABLE, 0, Table.CRIT_MISS, 12, dice=(4, 4, 4))
    assert footing(log, 0) == "C-74"


@pytest.mark.parametrize(
    ("loc", "rule"), [(Loc.JAW, "C-78"), (Loc.NOSE, "C-78"), (Loc.GROIN, "C-86"), (Loc.HEAD, "C-14")]
)
def test_rolls_against_stun_by_place(loc: Loc, rule: str) -> None:
    log = LogMaker()
    log.attack(0)
    log.damage(1, loc, 2)
    log.roll(1, Roll.STUN, 10, (6, 6, 4), Result.FAILURE)
    log.effect(1, Effect.STUNNED)
    roll, effect = log.events()[-2:]
    assert roll["rule"] == effect["rule"] == rule


# falls


def fall(log: LogMaker, who: int) -> str:
    log.effect(who, Effect.FALLEN)
    return str(log.last()["rule"])


def test_a_fall_names_its_cause() -> None:
    log = LogMaker()
    log.attack(0)
    log.damage(1, Loc.TORSO, 7)
    log.roll(1, Roll.KNOCKDOWN, 12, (6, 6, 1), Result.FAILURE)
    assert fall(log, 1) == "C-91"
    log.attack(0)
    log.damage(1, Loc.LEG_R, 7)
    log.effect(1, Effect.CRIPPLED, Loc.LEG_R, 1)
    assert fall(log, 1) == "C-88"
    log.attack(0)
    log.effect(1, Effect.KNOCKED_BACK, extra=1)
    log.roll(1, Roll.FALL, 7, (6, 6, 1), Result.FAILURE)
    assert fall(log, 1) == "C-52"
    log.attack(0)
    log.line(Kind.DEFENCE, 1, Act.KICK, Act.DODGE, 6, 6, Result.CRITICAL_FAILURE, dice=(6, 6, 6))
    assert fall(log, 1) == "C-70"
    log.attack(0, Result.CRITICAL_FAILURE)
    log.line(Kind.TABLE, 0, Table.CRIT_MISS, 8, dice=(2, 3, 3))
    assert fall(log, 0) == "C-74"
    log.attack(0, act=Act.SWEEP)
    log.line(Kind.CONTEST, 0, Contest.SWEEP, 14, 4, 12, 2, dice=(3, 3, 4, 3, 3, 4))
    assert fall(log, 1) == "C-14"
    log.attack(0, act=Act.JUMP_KICK)
    log.effect(0, Effect.LANDED)
    assert fall(log, 0) == "C-60"


def test_c_53_a_fall_without_a_cause_in_its_own_blow() -> None:
    for opens in ("act", "turn"):
        log = LogMaker()
        log.attack(0, Result.CRITICAL_FAILURE)
        log.line(Kind.TABLE, 0, Table.CRIT_MISS, 8, dice=(2, 3, 3))
        if opens == "act":
            log.act(0, Act.KICK)
        else:
            log.line(Kind.TURN, 0, 1, snap=True)
        assert fall(log, 0) == "C-53"
    log = LogMaker()
    log.attack(0)
    log.line(Kind.DEFENCE, 1, Act.KICK, Act.DODGE, 6, 6, Result.SUCCESS, dice=(2, 2, 2))
    assert fall(log, 1) == "C-53"


def test_c_14_a_technique_that_ends_on_the_floor() -> None:
    log = LogMaker()
    log.attack(0, act=Act.DROP_KICK)
    log.damage(1, Loc.TORSO, 7)
    log.roll(1, Roll.KNOCKDOWN, 12, (6, 6, 1), Result.FAILURE)
    log.effect(1, Effect.FALLEN)
    log.effect(0, Effect.FALLEN)
    theirs, mine = log.events()[-2:]
    assert (theirs["rule"], mine["rule"]) == ("C-91", "C-14")


# stuns, faints, lost parts


def test_stuns_name_their_cause() -> None:
    log = LogMaker()
    log.attack(0)
    log.damage(1, Loc.TORSO, 7)
    log.roll(1, Roll.KNOCKDOWN, 12, (3, 3, 4), Result.SUCCESS)
    log.effect(1, Effect.STUNNED)
    assert log.last()["rule"] == "C-91"
    for loc, rule in ((Loc.BRAIN, "C-83"), (Loc.NECK, "C-78")):
        log.attack(0)
        log.damage(1, loc, 5)
        log.effect(1, Effect.STUNNED)
        assert log.last()["rule"] == rule
    for table, row, rule in (
        (Table.CRIT_HIT, 7, "C-75"),
        (Table.CRIT_HEAD, 15, "C-76"),
        (Table.CRIT_HEAD, 7, "C-76"),
        (Table.CRIT_HEAD, 14, "C-91"),
        (Table.CRIT_HIT, 6, "C-91"),
    ):
        log.attack(0, Result.CRITICAL_SUCCESS)
        log.line(Kind.TABLE, 0, table, row, dice=(1, 1, 1))
        log.damage(1, Loc.HEAD, 2)
        log.effect(1, Effect.STUNNED)
        assert log.last()["rule"] == rule


def test_faints_name_their_cause() -> None:
    log = LogMaker()
    log.line(Kind.TURN, 1, 1, snap=True)
    log.roll(1, Roll.UNCONSCIOUS, 12, (6, 6, 1), Result.FAILURE)
    log.effect(1, Effect.UNCONSCIOUS)
    assert log.last()["rule"] == "C-94"
    log.attack(0)
    log.damage(1, Loc.HEAD, 2)
    log.roll(1, Roll.KNOCK_OUT, 12, (6, 6, 1), Result.FAILURE)
    log.effect(1, Effect.UNCONSCIOUS)
    assert log.last()["rule"] == "C-87"
    log.attack(0)
    log.damage(1, Loc.BRAIN, 12)
    log.effect(1, Effect.UNCONSCIOUS)
    assert log.last()["rule"] == "C-83"
    log.attack(0)
    log.line(Kind.TABLE, 0, Table.LOCATION, 4, dice=(1, 1, 2))
    log.damage(1, Loc.BRAIN, 12)
    log.effect(1, Effect.UNCONSCIOUS)
    assert log.last()["rule"] == "C-83"
    log.attack(0)
    log.roll(1, Roll.SAKIYOMI, 14, (3, 3, 4), Result.SUCCESS)
    log.line(Kind.TABLE, 1, Table.CRIT_MISS, 3, dice=(1, 1, 1))
    log.effect(1, Effect.UNCONSCIOUS)
    assert log.last()["rule"] == "C-74"
    for who, table, rule in (
        (1, Table.CRIT_HEAD, "C-76"),
        (1, Table.CRIT_HIT, "C-75"),
        (0, Table.CRIT_MISS, "C-74"),
    ):
        log.attack(0)
        log.line(Kind.TABLE, 0, table, 4, dice=(1, 1, 2))
        log.effect(who, Effect.UNCONSCIOUS)
        assert log.last()["rule"] == rule


def test_lost_parts_name_their_cause() -> None:
    log = LogMaker()
    log.states[1].fragile[Loc.ARM_L] = 1
    log.act(0, Act.KICK)
    log.attack(0)
    log.damage(1, Loc.LEG_R, 7)
    log.effect(1, Effect.CRIPPLED, Loc.LEG_R, 1)
    assert log.last()["rule"] == "C-82"
    log.effect(1, Effect.CRIPPLED, Loc.ARM_L, 1)
    assert log.last()["rule"] == "T-23"
    log.effect(1, Effect.CRIPPLED, Loc.ARM_R, 9)
    assert log.last()["rule"] == "C-75"
    log.effect(0, Effect.STRAINED, Loc.HAND_R, 11)
    log.effect(0, Effect.CRIPPLED, Loc.HAND_R, 1)
    assert [e["rule"] for e in log.events()[-2:]] == ["C-74", "C-74"]
    log.attack(0, Result.CRITICAL_SUCCESS)
    log.line(Kind.TABLE, 0, Table.CRIT_HIT, 14, dice=(4, 5, 5))
    log.damage(1, Loc.HAND_L, 1)
    log.effect(1, Effect.CRIPPLED, Loc.HAND_L, 1)
    assert log.last()["rule"] == "C-75"


def test_t_23_a_part_restored_by_unused_cp_is_fragile_from_then_on() -> None:
    log = LogMaker()
    log.effect(1, Effect.PART_RESTORED, Loc.LEG_R)
    log.attack(0)
    log.damage(1, Loc.LEG_R, 1)
    log.effect(1, Effect.CRIPPLED, Loc.LEG_R, 1)
    assert log.last()["rule"] == "T-23"


def test_eyes_lost_and_ends_by_the_head_table() -> None:
    log = LogMaker()
    log.attack(0)
    log.damage(1, Loc.EYE_R, 3)
    log.effect(1, Effect.BLINDED, Loc.EYE_R)
    assert log.last()["rule"] == "C-84"
    log.attack(0, Result.CRITICAL_SUCCESS)
    for row, rule in ((6, "C-76"), (7, "C-76"), (8, "C-84")):
        log.attack(0, Result.CRITICAL_SUCCESS)
        log.line(Kind.TABLE, 0, Table.CRIT_HEAD, row, dice=(2, 2, row - 4))
        log.effect(1, Effect.BLINDED, Loc.EYE_L)
        assert log.last()["rule"] == rule
    log.attack(0, Result.CRITICAL_SUCCESS)
    log.line(Kind.TABLE, 0, Table.CRIT_HEAD, 3, dice=(1, 1, 1))
    log.effect(1, Effect.NEAR_DEATH)
    assert log.last()["rule"] == "C-76"
    log.attack(0)
    log.effect(1, Effect.NEAR_DEATH)
    assert log.last()["rule"] == "T-03"


def test_c_57_standing_up_at_once_or_step_by_step() -> None:
    log = LogMaker()
    log.act(0, Act.GETUP)
    log.effect(0, Effect.STOOD)
    assert log.last()["rule"] == "C-34"
    log.act(0, Act.GETUP)
    log.roll(0, Roll.STAND_UP, 8, (3, 3, 1), Result.SUCCESS)
    log.effect(0, Effect.STOOD)
    assert log.last()["rule"] == "C-57"
