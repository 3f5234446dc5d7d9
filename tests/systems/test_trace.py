"""The trace of contract §6 as a whole: all fields, states, names, and its file."""

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
    "spell": "spell what energy paid base mods target dice result resist held rule",
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
    log.line(Kind.SPELL, 0, 0, 2, 2, 12, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, dice=(1, 1, 6))
    log.line(Kind.END, 0, 0, Ending.UNCONSCIOUS)
    return log


def test_every_kind_is_told() -> None:
    told = {e["k"] for e in one_of_each().events()}
    assert told == {kind.name.lower() for kind in Kind}


def test_a_spell_shows_every_roll() -> None:
    """The caster's dice and modifiers, then each roll of the resister with his (contract §6, M-43)."""
    log = LogMaker()
    rolls = (1 + 8 * 12, 16, 2, 2 + 8 * 14, 16, 3)
    mods = ((Mod.DISTANCE, -1), (Mod.DIRECT, 4), (Mod.DIRECT, 4))
    own_and_first = 2 + 16 * 1 + 1024 * 2
    dice = (1, 1, 6, 4, 5, 5, 1, 6, 6)
    log.line(Kind.SPELL, 0, 3, 2, 2, 12, 1, 4, 0, own_and_first, *rolls, 0, 1, dice=dice, mods=mods)
    told = log.events()[0]
    assert {k: told[k] for k in ("spell", "what", "energy", "paid", "base", "target", "dice", "result", "held")} == {
        "spell": "stun", "what": "cast", "energy": 2, "paid": 2, "base": 13, "target": 12, "dice": [1, 1, 6],
        "result": "success", "held": False,
    }  # fmt: skip
    assert told["subject"] == "b"
    assert told["resist"] == [
        {"what": "HT", "base": 12, "mods": [["direct", 4]], "target": 16, "dice": [4, 5, 5], "margin": 2},
        {"what": "mind", "base": 14, "mods": [["direct", 4]], "target": 16, "dice": [1, 6, 6], "margin": 3},
    ]


def test_every_event_has_the_fields_of_the_contract() -> None:
    for event in one_of_each().events():
        assert set(event) >= ALWAYS
        assert event["of"] in ("a", "b")
        assert event["who"] in ("a", "b")
        missing = set(FIELDS[event["k"]].split()) - set(event)
        assert not missing, (event["k"], missing)


def test_the_first_line_is_the_header_and_the_last_the_end() -> None:
    trace = events(one_of_each().log, HEADER, None, blank(Rules)[0])
    first, last = trace[0], trace[-1]
    assert first["k"] == "bout"
    assert (first["of"], first["t"], first["s"]) == ("a", 0, 0)
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
    assert made == set(Kind)


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
