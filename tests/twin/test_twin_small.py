"""The twin against the core as plain Python: pieces first, then whole bouts event by event."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from against import WHOLE, Difference, Pairing, same_events
from people import Maker
from people_whole import WholeMaker
from plain import blow as twin_striking
from plain import hexes
from plain import wounds as twin_wounds
from plain.bearing import arc_from
from plain.body import Fighter
from plain.books import GRABS, PLACES, READINGS, STRIKES, words
from plain.bout import Bout, ready
from plain.dice import Dice
from plain.person import Brings
from situations import one_turn

from budosim.combat.common import dice as core_dice
from budosim.combat.common import grid
from budosim.combat.common.record import blank
from budosim.combat.gurps3.ids import Act
from budosim.systems.gurps3.brought import Brought
from budosim.systems.gurps3.pack import pack


def num(value: int) -> Any:
    """A number as the core takes it."""
    return np.int64(value)


PLAIN = Path(__file__).parent / "plain"
STANDARD = {
    "__future__", "collections.abc", "dataclasses", "fractions", "functools", "itertools", "json", "operator",
    "pathlib", "re", "tomllib", "typing",
}  # fmt: skip
BASHO = Brought(
    ST=13, DX=15, IQ=11, HT=12, skills={"karate": 19, "acrobatics": 14, "body_language": 14, "judo": 16},
    maneuvers={
        "kicking": (19, "karate"), "riposte": (17, "karate"), "jump_kick": (18, "karate"),
        "feint:karate": (21, "karate"),
    },
    traits={"trained_by_a_master": 40, "combat_reflexes": 15}, unspent_cp=2,
)  # fmt: skip
BRAWLER = Brought(ST=14, DX=14, HT=12, skills={"brawling": 18, "boxing": 16}, height_cm=182, traits={"toughness": 10})


# -- the twin stands alone ---------------------------------------------------------------------------


def imported(source: str) -> set[str]:
    """Every module a file imports, by its import statements."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def test_the_twin_takes_nothing_from_the_package() -> None:
    files = sorted(PLAIN.glob("*.py"))
    assert len(files) >= 10
    for file in files:
        source = file.read_text(encoding="utf-8")
        strange = {name for name in imported(source) if name not in STANDARD and name.partition(".")[0] != "plain"}
        assert not strange, f"{file.name} imports {sorted(strange)}"
        assert "__import__" not in source
        assert "import_module" not in source


def test_the_import_check_sees_an_import() -> None:
    assert imported("from budosim.combat import x\nimport numpy as np") == {"budosim.combat", "numpy"}


# -- pieces ------------------------------------------------------------------------------------------


def test_dice_words_agree() -> None:
    record = blank(core_dice.Dice)[0]
    rng = Random(1)
    for _ in range(300):
        seed, number, turn, side, sub = (
            rng.getrandbits(53),
            rng.getrandbits(53),
            rng.randint(0, 180),
            rng.randint(0, 1),
            rng.randint(0, 7),
        )
        twin = Dice(seed, number)
        record.key = core_dice.key_of(np.uint64(seed), np.uint64(number))
        twin.open(turn, side, sub)
        core_dice.address(record, num(turn), num(side), num(sub))
        for n in (3, 1, 2, 5, 8):
            total = core_dice.roll3(record) if n == 3 else core_dice.roll_n(record, num(n))
            faces = twin.three() if n == 3 else twin.some(n)
            assert sum(faces) == total
            assert [int(record.last[i]) for i in range(core_dice.spell_out(record))] == faces
        place = rng.randint(0, 65535)
        assert twin.will(turn, side, sub, place) == core_dice.will(record, num(turn), num(side), num(sub), num(place))


def test_bearings_agree_everywhere() -> None:
    for q in range(-16, 17):
        for r in range(-16, 17):
            v: tuple[Any, Any] = (num(q), num(r))
            for facing in range(6):
                assert hexes.turn_to(facing, (q, r)) == grid.turned_to(num(facing), *v)
                for tie, name in enumerate(("front", "back")):
                    names: dict[Any, str] = {grid.FRONT: "front", grid.SIDE: "side", grid.BACK: "back"}
                    assert hexes.arc(facing, (q, r), name) == names[grid.arc(num(facing), *v, num(tie))]


def test_lines_and_edges_agree() -> None:
    rng = Random(2)
    for _ in range(4000):
        here, foe = ((rng.randint(-15, 15), rng.randint(-15, 15)) for _ in range(2))
        if here == foe:
            continue
        steps, hand = rng.randint(0, 12), rng.choice((1, -1))
        numbers = [num(n) for n in (*here, *foe)]
        line = grid.along(*[*numbers, num(steps), num(hand)])
        assert hexes.on_line(foe, here, steps, hand) == line
        reach = rng.choice((1, 2, 3, 6))
        far = grid.farthest(*[*numbers, num(reach), num(15), *line, num(hand)])
        assert hexes.farthest(here, foe, reach, 15, (int(line[0]), int(line[1])), hand) == far


def test_what_is_worth_most_agrees() -> None:
    for seed in range(12):
        maker = Maker(seed)
        who, rulings = maker.fighter(), maker.rulings()
        sheet = pack(who, rulings)
        mine = Brings(asdict(who), {**READINGS, **rulings}, whole=WHOLE).values
        theirs = [(Act(int(sheet.value_act[i])).name.lower(), PLACES[sheet.value_loc[i]]) for i in range(sheet.n_value)]
        assert mine == theirs
        assert len(mine) > 10


# -- whole bouts -------------------------------------------------------------------------------------


def test_two_known_fighters_agree() -> None:
    pair = Pairing([BASHO, BRAWLER], [{"rules": []}, {"rules": []}])
    assert sum(pair.compare(7, number) for number in range(3)) > 60


@pytest.mark.parametrize("seed", range(30))
def test_random_fighters_and_patterns_agree(seed: int) -> None:
    maker = Maker(seed)
    pair = Pairing([maker.fighter(), maker.fighter()], [maker.policy(), maker.policy()])
    assert pair.compare(1, seed) > 5


@pytest.mark.parametrize("seed", range(100, 110))
def test_other_readings_agree(seed: int) -> None:
    maker = Maker(seed)
    pair = Pairing([maker.fighter(), maker.fighter()], [maker.policy(), maker.policy()], maker.rulings())
    assert pair.compare(1, seed) > 5


def test_single_turns_from_random_situations_agree() -> None:
    assert sum(one_turn(seed) for seed in range(200)) > 500


# -- the comparison can fail -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "name", "wrong"),
    [
        (twin_wounds, "armour", lambda who, place, rigid: 0),
        (twin_wounds, "through", lambda place, points, ht: points),
        (twin_striking, "arc_from", lambda me: "side"),
        (hexes, "on_line", lambda start, through, steps, hand: (through[0] + steps, through[1])),
    ],
)
def test_a_rule_told_otherwise_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, wrong: object
) -> None:
    pair = Pairing([BASHO, BRAWLER], [{"rules": []}, {"rules": [{"do": {"a": "retreat"}}, {"do": {"a": "attack"}}]}])
    assert pair.compare(7, 1) > 5
    monkeypatch.setattr(module, name, wrong)
    if module is hexes:
        import plain.body
        import plain.bout

        monkeypatch.setattr(plain.body, name, wrong)
        monkeypatch.setattr(plain.bout, name, wrong)
    with pytest.raises(Difference):
        pair.compare(7, 1)


def test_every_field_of_an_event_counts() -> None:
    pair = Pairing([BASHO, BRAWLER], [{"rules": []}, {"rules": []}])
    _, theirs = pair.core(7, 2)
    mine = pair.twin(7, 2).events
    same_events(mine, theirs)
    for i, event in enumerate(mine):
        for key in event:
            changed = [*mine[:i], {**event, key: "otherwise"}, *mine[i + 1 :]]
            with pytest.raises(Difference):
                same_events(changed, theirs)
    with pytest.raises(Difference):
        same_events(mine[:-1], theirs)
    with pytest.raises(Difference):
        same_events([*mine, mine[-1]], theirs)


# -- what random bouts see ---------------------------------------------------------------------------


def test_random_bouts_reach_every_corner_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin alone is quick enough to count what the bouts above are drawn from."""
    seen: Counter[str] = Counter()
    acts: set[str] = set()

    def counted(me: Fighter) -> str:
        found = arc_from(me)
        seen[f"from the {found}"] += 1
        return found

    monkeypatch.setattr(twin_striking, "arc_from", counted)
    for seed in range(300):
        maker: Maker = Maker(seed) if seed < 220 else WholeMaker(seed)
        people = [maker.person(), maker.person()] if isinstance(maker, WholeMaker) else [
            asdict(maker.fighter()), asdict(maker.fighter())
        ]  # fmt: skip
        policies = [maker.policy(), maker.policy()]
        bout = Bout([ready(who, p, whole=WHOLE) for who, p in zip(people, policies, strict=True)], 1, seed)
        bout.play()
        for event in bout.events:
            seen[event["k"]] += 1
            for key in ("what", "effect", "table", "why", "ending", "defence", "result"):
                if isinstance(event.get(key), str):
                    seen[event[key]] += 1
            if event["k"] == "attack":
                acts.add(event["act"])
                seen["riposte struck"] += event["counter"]
                seen["answer of a waiting foe"] += event["who"] != event["of"] and not event["counter"]
            if event["k"] == "move":
                seen["off the axis"] += event["to"][1] != 0
                at_edge = [hexes.apart(tuple(event[end]), (0, 0)) == 15 for end in ("from", "to")]
                seen["slides along the edge"] += all(at_edge) and event["why"] in ("retreat", "knocked_back", "step")
    expected = words(
        "sakiyomi stun_recovery unconscious near_death knockdown knock_out fall stun stand_up acrobatics feint "
        "built_in_feint sweep crit_hit crit_head crit_miss location crippled stunned recovered fallen stood postured "
        "airborne landed knocked_back lost_balance guard_dropped muscle_torn stumbled strained part_restored warned "
        "gave_up grappled locked choked freed takedown slam break_free lock step move retreat stumble drain "
        "fight dodge parry riposte aggr_parry no_defence jump_back parrying_kick "
        "critical_success critical_failure time stalemate referee"
    )
    places = ["off the axis", "slides along the edge", "from the front", "from the side", "from the back"]
    blows = ["riposte struck", "answer of a waiting foe"]
    missing = [word for word in (*expected, *places, *blows) if not seen[word]]
    assert not missing
    assert len(acts) > 25
    assert acts <= {*STRIKES, *GRABS}
