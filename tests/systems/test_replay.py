"""What a replay draws after each line, and where a bout turned."""

from __future__ import annotations

import json

from real_bouts import real_bouts

from budosim.systems.gurps3.replay import labels, turning_point
from budosim.systems.gurps3.replay_frames import SIDES, changes, frames_of

STATE = {
    "hp": 12, "fp": 10, "pos": [0, 0], "facing": 0, "posture": "standing", "stunned": None, "shock": 0, "crippled": [],
    "fragile": [], "unspent_cp": 1, "airborne": False, "grappled": False,
}  # fmt: skip


def turn(who: str = "a", **b: object) -> dict[str, object]:
    state = {"a": dict(STATE), "b": {**STATE, "pos": [2, 0], **b}, "distance": 2}
    return {"k": "turn", "of": who, "t": 1, "s": 0, "who": who, "subturns": 1, "state": state}


def line(kind: str, who: str, **more: object) -> dict[str, object]:
    return {"k": kind, "of": "a", "t": 1, "s": 1, "who": who, **more}


def test_frames_of_real_bouts_agree_with_every_state_the_core_tells() -> None:
    """What the lines in between say leads to just the state the next turn begins with."""
    fields = ("hp", "fp", "pos", "facing", "posture", "crippled")
    for trace in real_bouts(12):
        frames = frames_of(trace)
        assert len(frames) == len(trace)
        for at, event in enumerate(trace):
            if event.get("state") and at > 0 and trace[at - 1]["k"] not in ("bout", "initiative"):
                for side in SIDES:
                    for name in fields:
                        got, told = frames[at - 1][side][name], event["state"][side][name]
                        if name == "crippled":
                            # hand and foot go with arm and leg, which a line does not say one by one
                            assert set(got) <= set(told) | {p for p in got if p in frames[at - 2][side][name]}, at
                        elif name == "facing" or (name == "posture" and event["k"] == "turn"):
                            continue
                        else:
                            assert got == told, (at, side, name)


def test_lines_change_what_they_say() -> None:
    trace = [
        turn(),
        line("damage", "b", at="leg.R", injury=4, hp=8),
        line("effect", "b", effect="crippled", at="leg.R"),
        line("effect", "b", effect="fallen", at=None),
        line("move", "b", **{"from": [2, 0], "to": [3, 0]}, facing=2, why="knocked_back", distance=3),
        line("effect", "b", effect="stunned", at=None),
        line("fatigue", "a", lost=2, fp=8, why="spell"),
        line("effect", "b", effect="part_restored", at="leg.R"),
        line("effect", "b", effect="grappled", at=None),
        line("effect", "b", effect="freed", at=None),
        line("effect", "b", effect="unconscious", at=None),
    ]
    frames = frames_of(trace)
    assert frames[0]["b"]["hp"] == 12
    assert frames[1]["b"]["hurt"] == {"leg.R": 4}
    assert frames[2]["b"]["crippled"] == ["leg.R"]
    assert frames[3]["b"]["posture"] == "lying"
    assert frames[4]["b"]["pos"] == [3, 0]
    assert frames[5]["b"]["stunned"]
    assert frames[6]["a"]["fp"] == 8
    assert (frames[7]["b"]["crippled"], frames[7]["b"]["fragile"]) == ([], ["leg.R"])
    assert frames[8]["b"]["grappled"]
    assert not frames[9]["b"]["grappled"]
    assert frames[10]["b"]["out"] == "unconscious"
    assert frames[10]["a"]["out"] is None


def test_kinds_nobody_knows_change_nothing() -> None:
    trace = [turn(), line("levitation", "b", height=3), line("effect", "b", effect="levitated", at=None)]
    assert frames_of(trace)[2] == frames_of(trace)[0]


def test_changes_build_the_frames_again() -> None:
    for trace in real_bouts(3):
        frames = frames_of(trace)
        steps = json.loads(json.dumps(changes(frames)))
        now: dict[str, dict[str, object]] = {"a": {}, "b": {}}
        for frame, step in zip(frames, steps, strict=True):
            now = {side: {**now[side], **step.get(side, {})} for side in SIDES}
            assert now == json.loads(json.dumps(frame))


def test_a_bout_turned_where_the_chances_moved_most() -> None:
    trace = [{"k": "bout"}, *[line("draw", "a") for _ in range(30)], {"k": "end", "winner": "a"}]
    chances = [[0, 100, 50, 50], [2, 100, 52, 48], [10, 100, 45, 55], [20, 100, 92, 8]]
    assert turning_point(trace, chances) == 10
    assert turning_point(trace, [[0, 100, 50, 50], [2, 100, 50, 50], [10, 100, 45, 55]]) == 10
    hurt = [{"k": "bout"}, line("damage", "a", injury=2), line("damage", "b", injury=7), {"k": "end", "winner": "a"}]
    assert turning_point(hurt, []) == 2
    assert turning_point([{"k": "bout"}], []) is None


def test_every_word_of_the_viewer_is_in_both_languages() -> None:
    for name, table in labels().items():
        if name != "source":
            for key, row in table.items():
                assert set(row) == {"ja", "en"}, (name, key)
                assert all(row.values()), (name, key)
