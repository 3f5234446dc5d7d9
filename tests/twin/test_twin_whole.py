"""The twin alone: random bouts of everything keep hit points, holds and ring in order, and see every rule."""

from __future__ import annotations

from collections import Counter

import pytest
from people_whole import WholeMaker
from plain.books import GRABS, words
from plain.bout import Bout, ready
from plain.grip import HANDS_NEEDED, grasping
from plain.hexes import apart

WORDS = 64
"""Words of dice of a sub-turn."""


def bout_of(seed: int) -> Bout:
    """Two random people with random patterns, every second time under other readings."""
    maker = WholeMaker(seed, schooled=seed % 3 == 0)
    people, policies = [maker.person(), maker.person()], [maker.policy(), maker.policy()]
    rulings = {**(maker.rulings() if seed % 2 else {}), "turn_cap": "30"}
    bout = Bout([ready(who, policy, rulings) for who, policy in zip(people, policies, strict=True)], 3, seed)
    bout.lists_legal = False
    return bout


def in_order(bout: Bout) -> None:
    """What must hold between any two sub-turns."""
    for who in bout.fighters:
        assert apart(who.at, (0, 0)) <= who.edge
        hold = who.hold
        if hold is None:
            continue
        assert who.distance == 0
        assert not who.stunned
        assert hold.part not in who.foe.gone
        assert len(grasping(who)) == hold.hands >= HANDS_NEEDED.get(hold.kind, 1)
        if hold.pin:
            assert hold.kind == "grapple" or hold.kind == "head_lock"
            assert who.foe.hold is None
    a, b = bout.fighters
    assert a.hold is None or b.hold is None or not (a.pinned and b.pinned)


class Watched(Bout):
    """A bout that is looked at before every sub-turn."""

    most = 0

    def open(self, sub: int) -> None:
        """The next sub-turn begins."""
        self.most = max(self.most, self.dice.next % WORDS)
        in_order(self)
        super().open(sub)


@pytest.mark.parametrize("part", range(2))
def test_random_bouts_stay_in_order(part: int) -> None:
    for seed in range(part * 40, part * 40 + 40):
        bout = bout_of(seed)
        bout.__class__ = Watched
        bout.play()
        assert bout.ending["ending"] in words(
            "unconscious fatigue near_death dead gave_up referee simultaneous stalemate time"
        )
        for who in bout.fighters:
            hurt = sum(e["injury"] for e in bout.events if e["k"] == "damage" and e["who"] == who.side)
            mine = [e for e in bout.events if e.get("who") == who.side]
            strained = sum(e["k"] == "effect" and e["effect"] == "strained" for e in mine)
            assert who.hp == who.brings.max_hp - hurt - strained
            lost = sum(e["lost"] for e in bout.events if e["k"] == "fatigue" and e["who"] == who.side)
            assert who.fp == who.brings.max_fp - lost
        starts = Counter((e["of"], e["t"], e["s"]) for e in bout.events if e["k"] == "act")
        assert max(starts.values(), default=1) == 1


def test_random_bouts_see_every_rule() -> None:
    effects = words(
        "grappled pinned locked choked freed pushed concentration_lost unseen calmed crippled stunned"
    )
    rolls = words(
        "breakfall stance berserk bad_temper cowardice confused absent_mindedness impulsiveness"
        " sadism bloodlust on_the_edge combat_paralysis reroll blind_fighting roll_with_blow sticking "
        "drunken_fighting cat_stance power_blow flying_leap breath_control meditation concentrate"
    )
    contests = words(
        "takedown suplex slam pin lock choke break_free combination pressure_points kiai "
        "intimidation"
    )
    told = words("luck daredevil unluckiness pacifism_no_kill pacifism_self_defense code_of_honor vow")
    others = words("combo hand_clap_parry push kiai leap")
    done = [*sorted(GRABS - {"neck_snap", "piledriver"}), "hold", "break_free", "combo", "cine"]
    acts = [f"does {act}" for act in done]
    # what comes up once in hundreds of bouts (piledrivers, bad backs, glory hounds …) has scripted scenes
    missing = {*effects, *rolls, *contests, *told, *others, *acts}
    for seed in range(1000, 1600):
        bout = bout_of(seed)
        bout.play()
        for event in bout.events:
            missing -= {event.get(key) for key in ("what", "effect", "why", "defence")}
            if event["k"] == "act":
                missing.discard(f"does {event['act']}")
        if not missing:
            break
    assert not missing, sorted(missing)


