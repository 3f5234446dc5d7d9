import polars as pl

from budosim.study import frames
from budosim.study.notable import notable
from budosim.study.ratings import Rated
from budosim.study.work import work


def bouts(rows):
    full = [
        {"bout": k, "a": a, "b": b, "winner": winner, "ending": ending, "turns_a": turns, "turns_b": turns - 1,
         "first": "a", "hp_a": 1, "hp_b": 1, "fp_a": 1, "fp_b": 1, "crippled_a": 0, "crippled_b": 0}
        for k, a, b, winner, ending, turns in rows
    ]  # fmt: skip
    return frames.bouts_frame(full, seed=1, rules_version="1")


def test_fastest_longest_typical_strangest_and_upset_by_number():
    usual = [(k, "x", "y", "a", "unconscious", 8) for k in range(20)]
    odd = [(20, "x", "y", "b", "dead", 60), (21, "x", "y", "a", "unconscious", 2)]
    rated = [Rated("x", 200.0, 190.0, 210.0, 22, 1, 0.0), Rated("y", -200.0, -210.0, -190.0, 22, 2, 0.0)]
    found = {row["kind"]: row for row in notable(bouts(usual + odd), rated, 1).to_dicts()}
    assert found["fastest"]["bout"] == 21
    assert found["longest"]["bout"] == found["strangest"]["bout"] == found["upset"]["bout"] == 20
    assert found["typical"]["bout"] == 0
    assert found["typical"]["surprise"] < 1 < found["strangest"]["surprise"]


def test_no_bouts_no_notables():
    assert len(notable(frames.table_frame("bouts", []))) == 0


def attack(bout, who, technique, injury, line=0, place="torso"):
    return {
        "bout": bout, "n": 1, "turn": 1, "sub": 1, "side": "a", "id": who, "foe": "z", "technique": technique,
        "place": place, "target": 12, "roll": 10, "result": "success", "counter": False,
        "hit": place if injury else None,
        "injury": injury or None, "list": "rules", "line": line,
    }  # fmt: skip


def test_what_did_the_work_has_shares_with_intervals_over_bouts():
    events = frames.events_frame(
        [attack(k, "x", "kick", 6) for k in range(10)]
        + [attack(k, "x", "punch", 2 if k % 2 else 0, 1) for k in range(10)]
    )
    rows = {row["technique"]: row for row in work(events, "technique").to_dicts()}
    assert rows["kick"]["share"] == 60 / 70
    assert rows["kick"]["lo"] < 60 / 70 < rows["kick"]["hi"] <= 1
    assert (rows["punch"]["attacks"], rows["punch"]["hits"], rows["punch"]["injury"]) == (10, 5, 10)
    assert rows["kick"]["bouts"] == 10
    lines = work(events, "line", "x").to_dicts()
    assert [(row["line"], row["injury"]) for row in lines] == [(0, 60), (1, 10)]
    assert work(events.clear(), "technique").is_empty()
    places = work(events, "place")
    assert places["hit"].to_list() == ["torso"]
    assert places["share"].to_list() == [1.0]
    assert isinstance(places, pl.DataFrame)
