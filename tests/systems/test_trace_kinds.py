"""Each kind of event of contract §6: what its fields say."""

from __future__ import annotations

import pytest
from log_maker import LogMaker

from budosim.combat.gurps3.ids import (
    Act,
    Contest,
    Effect,
    Ending,
    From,
    Kind,
    Loc,
    Loss,
    Mod,
    Opt,
    Posture,
    Result,
    Roll,
    Table,
    Why,
)


def test_t_11_initiative_shows_each_pair_of_dice() -> None:
    log = LogMaker()
    log.line(Kind.INITIATIVE, 1, 1, 2, 3, dice=(4, 4, 2, 5))
    event = log.last()
    assert event["bonus"] == [2, 3]
    assert (event["dice"], event["first"], event["rule"]) == ([[4, 4], [2, 5]], "b", "T-11")


def test_r_51_three_dice_each_show_sums_and_faces() -> None:
    log = LogMaker()
    log.line(Kind.INITIATIVE, 0, 0, dice=(6, 6, 1, 1, 2, 3))
    event = log.last(initiative_die=1)
    assert event["dice"] == [[13, 6]]
    assert event["faces"] == [[[6, 6, 1], [1, 2, 3]]]


def test_a_roll_shows_what_it_started_from() -> None:
    log = LogMaker()
    mods = ((Mod.FIT, 1), (Mod.PAIN, 3))
    log.roll(1, Roll.STUN_RECOVERY, 16, (5, 5, 6), Result.SUCCESS, *mods)
    event = log.last()
    assert (event["base"], event["mods"], event["target"]) == (12, [["fit", 1], ["pain", 3]], 16)
    assert (event["what"], event["dice"], event["result"]) == ("stun_recovery", [5, 5, 6], "success")


def test_an_attack_adds_up() -> None:
    log = LogMaker()
    mods = ((Mod.PLACE, -2), (Mod.SHOCK, -3), (Mod.COMBAT_REFLEXES, 1))
    log.line(Kind.ATTACK, 0, Act.LOW_KICK, Loc.LEG_L, 16, 12, Result.FAILURE, 0, dice=(5, 5, 5), mods=mods)
    event = log.last()
    assert (event["act"], event["class"], event["at"], event["counter"]) == (
        "low_kick",
        "kick",
        "leg.L",
        False,
    )
    assert event["base"] + sum(n for _, n in event["mods"]) == event["target"] == 12
    assert event["mods"][2] == ["combat reflexes", 1]


def test_c_72_a_counter_is_marked() -> None:
    log = LogMaker()
    log.attack(1, counter=1)
    assert log.last()["counter"] is True


def test_c_32_a_wild_swing_names_its_cap() -> None:
    log = LogMaker()
    log.line(Kind.ATTACK, 0, Act.PUNCH, Loc.TORSO, 20, 9, Result.SUCCESS, 0, mods=((Mod.WILD_SWING, -5),))
    event = log.last()
    assert event["mods"] == [["wild swing", -5], ["wild swing cap", -6]]
    assert event["rule"] == "C-32"


def test_an_unaimed_blow_is_at_any_place() -> None:
    log = LogMaker()
    log.line(Kind.ATTACK, 0, Act.PUNCH, Loc.ANYWHERE, 14, 14, Result.SUCCESS, 0)
    assert log.last()["at"] == "any"


def test_a_decision_names_its_line_and_the_words_it_comes_from() -> None:
    log = LogMaker()
    log.line(
        Kind.ACT,
        0,
        Act.LOW_KICK,
        Loc.LEG_R,
        Opt.HIT,
        From.RULES,
        1,
        0,
        1,
        legal=(Act.JAB, Act.WAIT),
        snap=True,
    )
    event = log.last()
    assert (event["act"], event["class"], event["at"], event["opt"]) == (
        "low_kick",
        "kick",
        "leg.R",
        "aoa_hit",
    )
    assert (event["list"], event["line"], event["span"]) == ("rules", 1, [10, 20])
    assert event["legal"] == ["jab", "wait"]
    assert (event["wanted"], event["back"]) == (None, True)


@pytest.mark.parametrize("where", [From.DEFAULT, From.BENCH])
def test_what_no_text_ordered_has_no_line(where: From) -> None:
    log = LogMaker()
    log.line(Kind.ACT, 0, Act.WAIT, -1, 0, where, -1, 0, 0, snap=True)
    event = log.last()
    assert (event["list"], event["line"], event["span"], event["at"], event["opt"]) == (None,) * 5
    assert event["class"] is None


def test_a_line_without_a_known_place_has_no_span() -> None:
    log = LogMaker()
    log.line(Kind.ACT, 0, Act.WAIT, -1, 0, From.RULES, 7, 0, 0, snap=True)
    log.line(Kind.ACT, 1, Act.WAIT, -1, 0, From.RULES, 0, 0, 0, snap=True)
    beyond, without = log.events()
    assert (beyond["line"], beyond["span"]) == (7, None)
    assert (without["line"], without["span"]) == (0, None)


def test_a_forced_approach_says_what_for() -> None:
    log = LogMaker()
    log.line(Kind.ACT, 0, Act.APPROACH, Loc.LEG_R, 0, From.RULES, 0, Act.LOW_KICK, 0, snap=True)
    event = log.last()
    assert (event["act"], event["wanted"]) == ("approach", "low_kick")


def test_a_defence_is_the_defenders() -> None:
    log = LogMaker()
    mods = ((Mod.COMBAT_REFLEXES, 1), (Mod.RETREAT, 3))
    values = (Act.LOW_KICK, Act.PARRY, 10, 14, Result.SUCCESS, 1, From.REACT, 0, 1)
    legal = (Act.DODGE, Act.PARRY, Act.JUMP_BACK)
    log.line(Kind.DEFENCE, 0, *values, dice=(4, 4, 4), mods=mods, legal=legal)
    event = log.last()
    assert event["attack"] == {"act": "low_kick", "class": "kick"}
    assert (event["defence"], event["retreat"], event["retreat_legal"]) == ("parry", True, True)
    assert event["legal"] == ["dodge", "parry", "jump_back"]
    assert (event["list"], event["line"], event["span"]) == ("react", 0, [21, 30])
    assert event["base"] + sum(n for _, n in event["mods"]) == event["target"] == 14


def test_acts_noted_as_legal_before_are_no_defences() -> None:
    log = LogMaker()
    values = (Act.KICK, Act.DODGE, 6, 6, Result.FAILURE, 0, From.DEFAULT, -1, 0)
    log.line(Kind.DEFENCE, 1, *values, dice=(4, 4, 4), legal=(Act.PUNCH, Act.WAIT, Act.DODGE))
    assert log.last()["legal"] == ["dodge"]


def test_no_defence_has_no_numbers() -> None:
    log = LogMaker()
    log.line(Kind.DEFENCE, 1, Act.KICK, Act.NO_DEFENCE, 0, 0, -1, 0, From.REACT, 0, 1)
    event = log.last()
    assert (event["defence"], event["dice"], event["base"], event["target"], event["result"]) == (
        "no_defence",
        [],
        None,
        None,
        None,
    )


def test_c_140_what_counts_on_an_acrobatic_dodge_stands_with_the_dodge() -> None:
    log = LogMaker()
    common = ((Mod.COMBAT_REFLEXES, 1), (Mod.RETREAT, 3))
    log.roll(1, Roll.ACROBATICS, 14, (4, 4, 4), Result.SUCCESS, *common)
    values = (Act.KICK, Act.JUMP_BACK, 6, 11, Result.SUCCESS, 1, From.DEFAULT, -1, 1)
    log.line(Kind.DEFENCE, 1, *values, dice=(3, 3, 3), mods=((Mod.ACROBATICS, 1),))
    roll, defence = log.events()
    assert (roll["base"], roll["mods"], roll["target"]) == (14, [], 14)
    assert defence["mods"] == [["combat reflexes", 1], ["retreat", 3], ["acrobatics", 1]]
    assert defence["base"] + sum(n for _, n in defence["mods"]) == defence["target"]


def test_c_140_a_dodge_that_adds_up_by_itself_takes_nothing() -> None:
    log = LogMaker()
    log.roll(1, Roll.ACROBATICS, 12, (4, 4, 4), Result.SUCCESS, (Mod.SHOCK, -2))
    values = (Act.KICK, Act.JUMP_BACK, 6, 7, Result.SUCCESS, 1, From.DEFAULT, -1, 1)
    log.line(Kind.DEFENCE, 1, *values, dice=(3, 3, 1), mods=((Mod.ACROBATICS, 1),))
    roll, defence = log.events()
    assert (roll["base"], roll["mods"]) == (14, [["shock", -2]])
    assert defence["mods"] == [["acrobatics", 1]]


@pytest.mark.parametrize(("halves", "multiplier"), [(2, 1), (3, 1.5), (8, 4)])
def test_damage_shows_every_step(halves: int, multiplier: float) -> None:
    log = LogMaker()
    log.line(Kind.DAMAGE, 1, Loc.BRAIN, 1, 2, 12, 3, halves, 9, 3, dice=(2, 3))
    event = log.last()
    assert (event["at"], event["dice"], event["bonus"], event["factor"], event["basic"]) == (
        "brain",
        [2, 3],
        1,
        2,
        12,
    )
    assert (event["dr"], event["injury"], event["hp"]) == (3, 9, 3)
    assert event["multiplier"] == multiplier
    assert type(event["multiplier"]) is type(multiplier)


def test_c_74_row_six_says_that_the_blow_is_halved() -> None:
    for row, halved in ((5, False), (6, True)):
        log = LogMaker()
        log.attack(0, Result.CRITICAL_FAILURE)
        log.line(Kind.TABLE, 0, Table.CRIT_MISS, row, dice=(1, 1, 4))
        log.damage(0, Loc.LEG_R, 2)
        assert log.last().get("halved", False) is halved


def test_c_29_a_contest_of_feints() -> None:
    log = LogMaker()
    log.line(Kind.CONTEST, 0, Contest.FEINT, 16, 6, 15, 3, dice=(3, 3, 4, 4, 4, 4))
    event = log.last()
    assert event["mine"] == {"target": 16, "dice": [3, 3, 4], "margin": 6}
    assert event["theirs"] == {"target": 15, "dice": [4, 4, 4], "margin": 3}
    assert (event["what"], event["winner"], event["gained"], event["rule"]) == ("feint", "me", 3, "C-29")


@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "gained"),
    [(2, 5, "them", 0), (3, 3, None, 0), (-1, -4, None, 0), (4, -2, "me", 4), (-3, -1, "them", 0)],
)
def test_a_failed_feint_gains_nothing(mine: int, theirs: int, winner: str | None, gained: int) -> None:
    log = LogMaker()
    log.line(Kind.CONTEST, 0, Contest.FEINT, 14, mine, 14, theirs, dice=(3, 3, 3, 3, 3, 3))
    event = log.last()
    assert (event["winner"], event["gained"]) == (winner, gained)


def test_mods_of_a_contest_are_shown_where_the_core_parts_them() -> None:
    log = LogMaker()
    mods = ((Mod.SHOCK, -1), (Mod.POSTURE, -2), (Mod.SHOCK, -4))
    values = (Contest.BUILT_IN_FEINT, 12, 2, 10, 0, 3)
    log.line(Kind.CONTEST, 0, *values, dice=(3, 3, 4, 3, 3, 4), mods=mods)
    event = log.last()
    assert event["mine"]["mods"] == [["shock", -1], ["posture", -2]]
    assert event["theirs"]["mods"] == [["shock", -4]]


def test_other_contests_go_to_the_better_margin() -> None:
    log = LogMaker()
    log.line(Kind.CONTEST, 0, Contest.SWEEP, 14, -1, 14, -3, dice=(5, 5, 5, 6, 6, 5))
    event = log.last()
    assert (event["winner"], event["rule"]) == ("me", "C-14")
    assert "gained" not in event


def test_a_draw_a_decision_a_table() -> None:
    log = LogMaker()
    log.line(Kind.DRAW, 0, 2, 1, 4294967295)
    log.line(Kind.DECIDE, 0, Act.SPEND_CP, Loc.LEG_R, From.DEFAULT, -1)
    log.line(Kind.TABLE, 1, Table.CRIT_HEAD, 16, dice=(5, 5, 6))
    draw, decide, table = log.events()
    assert (draw["what"], draw["line"], draw["value"]) == ("place", 1, 4294967295)
    assert (decide["what"], decide["at"], decide["list"], decide["rule"]) == (
        "spend_cp",
        "leg.R",
        None,
        "T-21",
    )
    assert (table["table"], table["row"], table["who"], table["rule"]) == ("crit_head", 16, "b", "C-76")


def test_effects_carry_what_belongs_to_them() -> None:
    log = LogMaker()
    log.effect(0, Effect.POSTURED, extra=Posture.SITTING)
    log.effect(0, Effect.KNOCKED_BACK, extra=2)
    log.effect(0, Effect.CRIPPLED, Loc.ARM_R, 1)
    log.effect(0, Effect.CRIPPLED, Loc.ARM_R, 9)
    log.effect(0, Effect.STRAINED, Loc.HAND_L, 7)
    log.effect(0, Effect.WARNED, extra=60)
    posture, back, lost, numb, strained, warned = log.events()
    assert posture["posture"] == "sitting"
    assert back["yards"] == 2
    assert (lost["at"], lost["until_turn"], numb["until_turn"]) == ("arm.R", None, 7)
    assert (strained["at"], strained["injury"], strained["hp"]) == ("hand.L", 1, 7)
    assert warned["quiet_turns"] == 60


def test_a_move_and_a_loss() -> None:
    log = LogMaker()
    log.line(Kind.MOVE, 1, 1, 0, 4, -1, 2, Why.RETREAT, 5)
    log.line(Kind.FATIGUE, 1, 1, 9, Loss.FIGHT)
    move, loss = log.events()
    assert (move["from"], move["to"], move["facing"]) == ([1, 0], [4, -1], 2)
    assert (move["why"], move["distance"], move["rule"]) == ("retreat", 5, "C-66")
    assert (loss["lost"], loss["fp"], loss["why"], loss["rule"]) == (1, 9, "fight", "C-132")


def test_the_end() -> None:
    for winner, name in ((0, "a"), (1, "b"), (-1, None)):
        log = LogMaker()
        log.t = 9
        log.line(Kind.END, winner, winner, Ending.GAVE_UP)
        event = log.last()
        assert (event["winner"], event["who"]) == (name, name or "a")
        assert (event["ending"], event["turns"]) == ("gave_up", 9)
