"""The trace of contract §6: every field of every kind of event, and its file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from log_maker import HEADER, LogMaker

from budosim.combat.common.record import blank
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
    Stun,
    Table,
    Why,
)
from budosim.combat.gurps3.records import Rules
from budosim.errors import BudosimError, RuleError
from budosim.systems.gurps3.trace import events, write_trace
from budosim.systems.gurps3.trace_read import Reader, class_of, name_of
from budosim.systems.gurps3.trace_state import hex_distance

ALWAYS = {"k", "of", "t", "s", "who"}
FIGHTER = {
    "hp",
    "fp",
    "pos",
    "facing",
    "posture",
    "stunned",
    "shock",
    "crippled",
    "fragile",
    "blind",
    "airborne",
    "grappled",
    "holding",
    "pinned",
    "locked",
    "choked",
    "casting",
    "spells",
    "parries_left",
    "retreat_left",
    "unspent_cp",
}
FIELDS = {
    "initiative": "dice first",
    "turn": "subturns state",
    "roll": "what target mods dice result rule",
    "contest": "what mine theirs winner rule",
    "table": "table dice row rule",
    "draw": "what line value",
    "act": "act class at opt list line span legal state",
    "decide": "what list line span",
    "attack": "act at base mods target dice result rule",
    "defence": "attack defence retreat retreat_legal legal list line base mods target dice result rule",
    "damage": "at dice bonus factor basic dr multiplier injury hp rule",
    "effect": "effect at rule",
    "move": "from to facing why distance",
    "fatigue": "lost fp why",
    "end": "winner ending turns rule",
}
"""Fields of contract §6 by kind."""


def one_of_each() -> LogMaker:
    """A log with a line of every kind the striking duel tells."""
    log = LogMaker()
    log.line(Kind.INITIATIVE, 0, 0, dice=(4, 4, 5, 2))
    log.line(Kind.TURN, 0, 3, snap=True)
    log.roll(0, Roll.UNCONSCIOUS, 12, (3, 3, 4), Result.SUCCESS)
    log.line(Kind.DRAW, 0, 1, 0, 123456)
    log.line(Kind.DECIDE, 0, Act.SPEND_CP, Loc.LEG_R, From.FREE, 0)
    log.act(0, Act.KICK)
    log.line(Kind.MOVE, 0, -1, 0, 0, 0, 0, Why.STEP, 1)
    log.line(Kind.CONTEST, 0, Contest.FEINT, 16, 6, 15, 3, dice=(3, 3, 4, 4, 4, 4))
    log.attack(0)
    log.line(Kind.TABLE, 0, Table.CRIT_HIT, 10, dice=(3, 3, 4))
    log.line(
        Kind.DEFENCE, 1, Act.KICK, Act.PARRY, 10, 11, Result.FAILURE, 1, From.REACT, 0, 1, dice=(4, 4, 4)
    )
    log.damage(1, Loc.TORSO, 6)
    log.effect(1, Effect.STUNNED)
    log.line(Kind.FATIGUE, 0, 1, 13, Loss.DRAIN)
    log.line(Kind.END, 0, 0, Ending.UNCONSCIOUS)
    return log


# the whole


def test_every_kind_is_told_but_spells_which_the_striking_duel_has_not() -> None:
    told = {e["k"] for e in one_of_each().events()}
    assert told == {kind.name.lower() for kind in Kind} - {"spell"}
    log = LogMaker()
    log.line(Kind.SPELL, 0)
    with pytest.raises(RuleError, match="spell"):
        log.events()


def test_every_event_has_the_fields_of_the_contract() -> None:
    for event in one_of_each().events():
        assert set(event) >= ALWAYS
        missing = set(FIELDS[event["k"]].split()) - set(event)
        assert not missing, (event["k"], missing)


def test_the_first_line_is_the_header_and_the_last_the_end() -> None:
    trace = events(one_of_each().log, HEADER, None, blank(Rules)[0])
    first, last = trace[0], trace[-1]
    assert first["k"] == "bout"
    assert first["format"] == "budosim-trace/1"
    assert {k: first[k] for k in HEADER} == HEADER
    assert last["k"] == "end"


def test_everything_is_plain_json_and_numbers_stay_whole() -> None:
    def look(value: object) -> None:
        assert value is None or type(value) in (str, int, float, bool, list, dict)
        if type(value) is float:
            assert not value.is_integer()
        for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            look(part)

    for event in one_of_each().events():
        look(event)
        assert json.loads(json.dumps(event, allow_nan=False)) == event


def test_a_log_that_was_too_short_is_no_trace() -> None:
    log = one_of_each()
    log.log.head.full = 1
    with pytest.raises(RuleError, match="too short") as error:
        log.events()
    assert "記録" in error.value.ja


def test_who_acts_and_when() -> None:
    log = LogMaker()
    log.of, log.t, log.s = 1, 4, 2
    log.attack(0)
    event = log.last()
    assert (event["of"], event["t"], event["s"], event["who"]) == ("b", 4, 2, "a")


# states


def test_the_state_has_every_key_of_the_contract() -> None:
    log = LogMaker()
    log.line(Kind.TURN, 0, 3, snap=True)
    state = log.last()["state"]
    assert set(state) == {"a", "b", "distance"}
    assert set(state["a"]) == set(state["b"]) == FIGHTER
    for key in ("grappled", "holding", "pinned", "locked", "choked", "casting", "blind", "airborne"):
        assert state["a"][key] is False
    assert state["a"]["spells"] == state["a"]["crippled"] == []
    assert state["a"]["stunned"] is None
    assert (state["a"]["pos"], state["b"]["pos"], state["distance"]) == ([-1, 0], [1, 0], 2)
    assert (state["a"]["facing"], state["b"]["facing"]) == (0, 3)


def test_the_state_is_read_off_the_record() -> None:
    log = LogMaker()
    me = log.states[1]
    me.posture, me.stunned, me.shock, me.unspent_cp, me.retreated = Posture.LYING, Stun.MENTAL, 3, 2, 1
    me.crippled[Loc.ARM_L], me.crippled[Loc.HAND_L] = 1, 2
    me.crippled[Loc.FOOT_R] = 9
    me.fragile[Loc.LEG_R] = 1
    log.line(Kind.TURN, 0, 3, snap=True)
    b = log.last()["state"]["b"]
    assert (b["posture"], b["stunned"], b["shock"], b["unspent_cp"]) == ("lying", "mental", 3, 2)
    assert b["crippled"] == ["arm.L", "hand.L", "foot.R"]
    assert b["fragile"] == ["leg.R"]
    assert (b["parries_left"], b["retreat_left"]) == (1, 0)


@pytest.mark.parametrize(
    ("changes", "left"),
    [
        ({}, 2),
        ({"parried": 0}, 1),
        ({"aod": 1}, 4),
        ({"no_parry": 1}, 0),
        ({"hand_lost": 1}, 1),
        ({"lost": 1}, 1),
    ],
)
def test_c_17_parries_left(changes: dict[str, int], left: int) -> None:
    log = LogMaker()
    me = log.states[0]
    for key, value in changes.items():
        if key == "parried":
            me.parried[value] = 1
        elif key == "hand_lost":
            me.hand_lost[0] = 1
        elif key == "lost":
            me.crippled[Loc.HAND_R] = 1
        else:
            me[key] = value
    log.line(Kind.TURN, 0, 3, snap=True)
    assert log.last()["state"]["a"]["parries_left"] == left


def test_blind_means_both_eyes() -> None:
    log = LogMaker()
    log.states[0].crippled[Loc.EYE_R] = 1
    log.line(Kind.TURN, 0, 3, snap=True)
    assert log.last()["state"]["a"]["blind"] is False
    log.states[0].crippled[Loc.EYE_L] = 1
    log.line(Kind.TURN, 0, 3, snap=True)
    assert log.last()["state"]["a"]["blind"] is True


def test_c_141_distance() -> None:
    assert hex_distance(0, 0, 2, -1) == 2
    assert hex_distance(0, 0, 3, 2) == 5
    assert hex_distance(3, 2, 0, 0) == 5


# kinds


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
        assert (event["winner"], event["who"], event["ending"], event["turns"]) == (name, name, "gave_up", 9)


# names


def test_every_act_has_its_narrowest_class() -> None:
    expected = {
        Act.PUNCH: "hand", Act.LOW_KICK: "kick", Act.GRAPPLE: "grapple", Act.THROW: "throw",
        Act.ARM_LOCK: "lock", Act.CAST: "spell", Act.CINE: "cine", Act.DODGE: "defence", Act.COMBO: "strike",
        Act.ATTACK: "attack",
        Act.FEINT: None, Act.WAIT: None, Act.GETUP: None, Act.NOTHING: None,
    }  # fmt: skip
    assert {act: class_of(act) for act in expected} == expected


def test_every_number_of_the_core_has_a_name_in_the_trace() -> None:
    for mod in Mod:
        assert name_of(mod).replace(" ", "").replace("_", "").isalnum()
    made = set(Reader(LogMaker().log, None, None).make)
    assert made == set(Kind) - {Kind.SPELL}


# the file


def test_the_file_is_json_lines_in_utf_8(tmp_path: Path) -> None:
    trace = events(one_of_each().log, {**HEADER, "a": {"name": "鷹村 蓮\u2028"}}, None, blank(Rules)[0])
    path = tmp_path / "bout.jsonl"
    write_trace(path, trace)
    raw = path.read_bytes()
    assert "鷹村".encode() in raw
    assert b"\r" not in raw
    lines = raw.decode("utf-8").removesuffix("\n").split("\n")
    assert [json.loads(line) for line in lines] == trace
    assert [p.name for p in tmp_path.iterdir()] == ["bout.jsonl"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "bout.jsonl"
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(ValueError, match="JSON"):
        write_trace(path, [{"k": "x", "value": float("nan")}])
    assert path.read_text(encoding="utf-8") == "old\n"
    assert [p.name for p in tmp_path.iterdir()] == ["bout.jsonl"]


def test_a_path_that_cannot_be_written_is_an_error_for_people(tmp_path: Path) -> None:
    with pytest.raises(BudosimError, match=tmp_path.name):
        write_trace(tmp_path, [])
