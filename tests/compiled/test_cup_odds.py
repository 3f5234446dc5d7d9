"""The odds beside an official cup: the same for any number of threads, agreeing with free bouts, kept and read back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from budosim.events.seeds import Seed
from budosim.runs.cup_odds import make_odds, read_odds, verify_odds
from budosim.runs.official import Official, play
from budosim.systems.gurps3.chances import at_turns
from budosim.systems.gurps3.cup import TalkingDuels, reopen
from budosim.systems.gurps3.field_files import read_field
from budosim.systems.gurps3.free import FreeDuels, numbers_in_field

pytestmark = pytest.mark.compiled
FIELD = Path(__file__).parents[2] / "entrants" / "musashi"
N = 200


def quiet(*_: object) -> None:
    """Nobody listens."""


@pytest.fixture(scope="module")
def official(tmp_path_factory: pytest.TempPathFactory) -> tuple[Official, Path]:
    """A cup of five."""
    folder = tmp_path_factory.mktemp("odds")
    event = folder / "event"
    event.mkdir()
    for path in sorted(FIELD.glob("*.toml"))[:6]:
        shutil.copy(path, event)
    shutil.copy(FIELD / "event.toml", event)
    return play(read_field(event), Seed(5, "5"), quiet, journal=folder / "out"), folder / "out"


def test_chances_do_not_depend_on_threads_and_are_read_back(official: tuple[Official, Path], tmp_path: Path) -> None:
    played, _ = official
    one = make_odds(played, tmp_path / "one", quiet, quiet, n=N, jobs=1)
    two = make_odds(played, tmp_path / "two", quiet, quiet, n=N, jobs=2)
    assert one == two
    assert read_odds(tmp_path / "one") == one
    # kept chances are not counted anew
    assert make_odds(played, tmp_path / "one", quiet, quiet, n=N, jobs=1) == one


def test_chances_are_whole_and_end_with_the_event(official: tuple[Official, Path], tmp_path: Path) -> None:
    played, _ = official
    odds = make_odds(played, tmp_path, quiet, quiet, n=N)
    assert list(odds.stages) == ["", "draw", "blocks"]
    for rows in odds.stages.values():
        assert sum(row["p_title"] for row in rows) <= 1 + 1e-9
    last = {row["id"]: row["p_title"] for row in odds.stages["blocks"]}
    assert sum(share > 0 for share in last.values()) <= 2
    assert set(odds.bouts) == {opening["bout"] for opening in played.openings}
    for chances in odds.bouts.values():
        assert all(one.n > 0 and one.wins_a + one.wins_b <= one.n for one in chances)
        places = [one.at for one in chances]
        assert places == sorted(places)


def test_chances_counted_again_are_compared_one_by_one(official: tuple[Official, Path], tmp_path: Path) -> None:
    played, _ = official
    assert verify_odds(played, tmp_path, quiet, quiet) == []
    make_odds(played, tmp_path, quiet, quiet, n=N)
    assert verify_odds(played, tmp_path, quiet, quiet) == []
    kept = json.loads((tmp_path / "odds.json").read_text(encoding="utf-8"))
    number = next(iter(kept["bouts"]))
    kept["bouts"][number]["chances"][0][2] += 1
    kept["stages"][""][0]["p_title"] = 0.5
    (tmp_path / "odds.json").write_text(json.dumps(kept), encoding="utf-8")
    first, second = verify_odds(played, tmp_path, quiet, quiet)
    assert number in first.record
    assert second.field == "p_title"


def test_the_chance_at_the_bell_is_that_of_free_bouts(official: tuple[Official, Path], tmp_path: Path) -> None:
    played, _ = official
    odds = make_odds(played, tmp_path, quiet, quiet, n=2000)
    fighters = [one.fighter for one in played.field.candidates]
    free = FreeDuels(fighters, 99, played.field.setting)
    opening = next(row for row in played.openings if row["stage"]["id"] == "blocks")
    a, b = opening["slots"]
    wins = int((free.free(a, b, numbers_in_field(a, b, 0, 2000))["winner"] == 0).sum())
    bell = odds.bouts[opening["bout"]][0]
    share = (wins + bell.wins_a) / 4000
    sigma = float(np.sqrt(2 * share * (1 - share) / 2000))
    assert abs(wins / 2000 - bell.wins_a / bell.n) <= 4 * sigma + 1e-9


def test_a_turn_goes_on_with_him_whose_turn_it_is(official: tuple[Official, Path]) -> None:
    """No bout is lost because the wrong side began; and whoever is all but out has little left."""
    played, _ = official
    fighters = [one.fighter for one in played.field.candidates]
    arena = TalkingDuels(fighters, 5, played.field.setting)
    opening = played.openings[0]
    bout = reopen(arena, opening)
    slots = (opening["slots"][0], opening["slots"][1])
    chances = at_turns(arena, slots, bout.number, N, bout.turns)
    assert [one.n for one in chances] == [N] * len(bout.turns)
    assert [bout.trace[one.at]["k"] for one in chances] == ["turn"] * len(chances)
    at, who, states = bout.turns[0]
    states = states.copy()
    states[who].hp = -4 * 12
    (hopeless,) = at_turns(arena, slots, bout.number, N, [(at, who, states)])
    assert (hopeless.wins_a if who == 0 else hopeless.wins_b) < 0.2 * N


def test_real_dice_are_asked_for_by_the_compiled_core(official: tuple[Official, Path]) -> None:
    from budosim.systems.gurps3.cup import Opened
    from budosim.systems.gurps3.real_dice import BadThrow, check_throws, throws_of

    played, _ = official
    arena = TalkingDuels([one.fighter for one in played.field.candidates], 5, played.field.setting)
    opening = min(played.openings, key=lambda row: len(reopen(arena, row).trace))
    throws: list[list[int]] = []
    for event in reopen(arena, opening).trace:
        if event["k"] == "initiative":
            throws += [[die] for pair in event["dice"] for die in pair]
        elif event["k"] == "contest":
            throws += [event[side]["dice"] for side in ("mine", "theirs") if event[side]["dice"]]
        elif throws_of(event):
            throws.append(event["dice"])
    read = Opened(arena, opening)
    start = arena.start(read.slots, read.stage, read.before, read.standing)
    duel = arena.pair(*read.slots)
    assert check_throws(duel, start, 5, read.number, throws) is None
    wanted = check_throws(duel, start, 5, read.number, throws[:3])
    assert wanted is not None
    assert (wanted.at, wanted.dice) == (3, len(throws[3]))
    with pytest.raises(BadThrow, match="throw 4"):
        check_throws(duel, start, 5, read.number, [*throws[:3], [*throws[3], 1]])
    with pytest.raises(BadThrow, match="over before"):
        check_throws(duel, start, 5, read.number, [*throws, [1, 2, 3]])
