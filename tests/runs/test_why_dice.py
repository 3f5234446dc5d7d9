"""What decided a stretch of a lost bout, in words that read in both languages."""

import pytest

from budosim.runs.why_dice import dice_of

TURN = {"of": "b", "t": 3, "s": 1}
KICK = {"k": "attack", **TURN, "who": "b", "act": "low_kick", "at": "leg.R", "target": 14, "dice": [1, 1, 1]}
PARRY = {"k": "defence", **TURN, "attack": {"act": "low_kick"}, "defence": "parry", "target": 12, "dice": [4, 4, 5]}


@pytest.mark.parametrize(
    ("event", "ja", "en"),
    [
        ({**KICK, "result": "critical_success"}, "相手のローキックが大成功（目標 14、出目 3）",
         "the foe's low kick: a critical success (needed 14, rolled 3)"),
        ({**KICK, "who": "a", "result": "failure"}, "自分のローキックが失敗（目標 14、出目 3）",
         "own low kick: a miss (needed 14, rolled 3)"),
        ({**PARRY, "who": "a", "result": "failure"}, "自分の受けが失敗（目標 12、出目 13）",
         "failed to defend (parry) (needed 12, rolled 13)"),
        ({"k": "damage", **TURN, "who": "a", "at": "leg.R", "injury": 4, "hp": 7}, "右脚に 4 点（残り 7）",
         "4 points to the right leg (7 left)"),
        ({"k": "roll", **TURN, "who": "a", "what": "fall", "target": 10, "dice": [5, 5, 5], "result": "failure"},
         "失敗：転ばないための判定（目標 10、出目 15）", "failed: to keep his feet (needed 10, rolled 15)"),
        ({"k": "contest", **TURN, "who": "b", "what": "grapple", "mine": {"margin": 3}, "theirs": {"margin": -1},
          "winner": "me"}, "組みつきの競り合いに負ける（−1 対 +3）", "lost the contest: grapple (−1 to +3)"),
        ({"k": "effect", **TURN, "who": "a", "effect": "crippled", "at": "arm.L"}, "左腕：使用不能",
         "left arm: crippled"),
    ],
)  # fmt: skip
def test_what_went_wrong_is_told(event, ja, en):
    (said,) = dice_of([event], "a")
    assert (said.ja, said.en) == (ja, en)


@pytest.mark.parametrize(
    "event",
    [
        {**KICK, "result": "success"},
        {**PARRY, "who": "b", "result": "failure"},
        {"k": "contest", **TURN, "who": "a", "what": "grapple", "mine": {"margin": 3}, "theirs": {}, "winner": "me"},
        {"k": "effect", **TURN, "who": "b", "effect": "crippled", "at": "arm.L"},
        {"k": "effect", **TURN, "who": "a", "effect": "stood", "at": None},
    ],
)
def test_what_went_well_is_not(event):
    assert dice_of([event], "a") == []


def test_where_nothing_stands_out_the_foe_s_defences_are_told():
    (said,) = dice_of([{**PARRY, "who": "b", "result": "success"}], "a")
    assert said.ja == "自分のローキックを相手が受けで防いだ（目標 12、出目 13）"
