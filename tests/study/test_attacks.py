from __future__ import annotations

import polars as pl

from budosim.study import columns, frames
from budosim.study.attacks import attack_rows
from budosim.systems.gurps3.entrant import entrant_of_text
from budosim.testing import stage


def line(k, who, turn=1, sub=1, of="a", **more):
    return {"k": k, "of": of, "t": turn, "s": sub, "who": who, **more}


def attack(who, act="kick", result="success", place="leg.R", **more):
    return line(
        "attack", who, act=act, at=place, base=14, mods=[], target=12, dice=[3, 4, 2], result=result, **more
    )


def act(who, name="kick", source="rules", number=0, **more):
    return line("act", who, act=name, list=source, line=number, **more)


def defence(who, name, result, source=None, number=None):
    return line("defence", who, defence=name, result=result, list=source, line=number)


def damage(who, injury, place="leg.R"):
    return line("damage", who, at=place, injury=injury)


BOUT = line("bout", "a", 0, 0, a={"id": "x"}, b={"id": "y"}, bout=2**31 + 7)


def moved(event, **when):
    return {**event, **when}


def test_an_attack_has_its_defence_and_its_damage():
    (row,) = attack_rows(
        [BOUT, act("a", number=3), attack("a"), defence("b", "dodge", "failure"), damage("b", 4)]
    )
    assert row == {
        "bout": 2**31 + 7, "n": 1, "turn": 1, "sub": 1, "side": "a", "id": "x", "foe": "y",
        "technique": "kick", "place": "leg.R", "target": 12, "roll": 9, "result": "success", "counter": False,
        "defence": "dodge", "defence_result": "failure", "hit": "leg.R", "injury": 4, "self_injury": None,
        "list": "rules", "line": 3,
    }  # fmt: skip
    frame = frames.events_frame([row])
    assert frame.columns == list(columns.tables()["events"].dtypes())
    assert frame.schema["bout"] == pl.UInt64


def test_a_counter_has_its_own_row_and_the_line_of_the_defence():
    rows = attack_rows(
        [
            BOUT,
            act("a"),
            attack("a"),
            defence("b", "riposte", "success", "react", 1),
            attack("b", "punch", counter=True),
            defence("a", "parry", "failure"),
            damage("a", 3, "torso"),
        ]
    )
    first, second = rows
    assert (first["defence"], first["injury"], first["self_injury"]) == ("riposte", None, None)
    assert (second["id"], second["counter"], second["list"], second["line"]) == ("y", True, "react", 1)
    assert (second["defence"], second["hit"], second["injury"]) == ("parry", "torso", 3)


def test_what_a_fumble_does_to_oneself_is_no_injury_of_the_foe():
    (row,) = attack_rows([BOUT, act("a"), attack("a", result="critical_failure"), damage("a", 2)])
    assert (row["injury"], row["self_injury"], row["hit"]) == (None, 2, None)
    rows = attack_rows(
        [BOUT, act("a"), attack("a"), attack("b", result="critical_failure", counter=True), damage("b", 1)]
    )
    assert [(row["injury"], row["self_injury"]) for row in rows] == [(None, None), (None, 1)]


def test_damage_of_a_later_sub_turn_belongs_to_nobody_before():
    rows = attack_rows([BOUT, act("a"), attack("a", result="failure"), moved(damage("b", 5), s=2)])
    assert rows[0]["injury"] is None


def test_a_default_act_has_no_line_and_an_attack_without_dice_no_roll():
    unrolled = moved(attack("a"), dice=[], result=None)
    (row,) = attack_rows([BOUT, act("a", source=None, number=None), unrolled, damage("b", 1), damage("b", 2)])
    assert (row["list"], row["line"], row["roll"], row["result"], row["injury"]) == (
        None,
        None,
        None,
        None,
        3,
    )


SHEET = """
[entrant]
name = "試"
age = 25
sex = "男"
[pattern]
text = "パンチ。"
[attributes]
ST = 14
DX = 13
IQ = 10
HT = 12
[style]
name = "フルコンタクト空手"
[skills]
"空手" = 40
[maneuvers]
"リポスト" = 8
"""


def test_all_damage_of_real_bouts_is_accounted_for():
    a, b = (entrant_of_text(SHEET, one) for one in "ab")
    riposte = {"rules": [], "react": [{"do": {"a": "riposte"}}]}
    counters = 0
    for seed in range(2):
        bout = stage(a, (b, riposte), seed=seed, turns=6, immortal="both")
        rows = attack_rows(bout.trace)
        damage = [event for event in bout.trace if event["k"] == "damage"]
        assert len(rows) == sum(event["k"] == "attack" for event in bout.trace)
        told = sum((row["injury"] or 0) + (row["self_injury"] or 0) for row in rows)
        assert told == sum(event["injury"] for event in damage) > 0
        counters += sum(row["counter"] for row in rows)
        assert all(row["list"] == "react" for row in rows if row["counter"])
        assert len(frames.events_frame(rows)) == len(rows)
    assert counters
