"""The twin alone: hands, lost limbs, the ground, what is done without orders (C-17, C-56, C-88, C-114)."""

from __future__ import annotations

from plain.books import CLOSE_READINGS, GRABS
from plain.grab_legal import grab_open
from plain.grip import free_hand, grasping
from plain.wounds import lose_part, stun
from scripted import Scene, act, of_kind, person, target

JUDOKA = person(ST=14, DX=14, skills={"judo": 16})
KARATEKA = person(ST=12, DX=13, skills={"karate": 15})


# -- C-114, C-17, C-88: hands ------------------------------------------------------------------------


def test_c_114_a_one_handed_hold_leaves_a_hand() -> None:
    scene = Scene(person(skills={"karate": 16}), JUDOKA, {"a": "punch", "at": ["torso"]}).hold(hands=1)
    assert (grasping(scene.a), free_hand(scene.a, "R")) == (["L"], True)
    assert target(scene.turn(18, 10), "attack") == 16


def test_c_114_a_blow_out_of_a_two_handed_grapple_takes_one_hand_away() -> None:
    scene = Scene(person(skills={"karate": 16}), JUDOKA, {"a": "punch", "at": ["torso"]}).hold()
    scene.turn(18, 10)
    assert scene.a.hold is not None
    assert scene.a.hold.hands == 1
    scene = Scene(person(skills={"karate": 16}), JUDOKA, {"a": "punch", "at": ["torso"]}).hold("arm_lock", "arm.R")
    assert act(scene.turn(17, 10)) == "hold"  # a lock keeps both
    scene = Scene(person(skills={"judo": 16}), JUDOKA, "hold").hold(hands=1)
    scene.turn()
    assert scene.a.hold is not None
    assert scene.a.hold.hands == 2


def test_c_17_hands_in_a_hold_do_not_parry() -> None:
    scene = Scene(person(DX=14, skills={"karate": 16}), KARATEKA, "wait").held("arm_lock", "arm.R")
    assert [free_hand(scene.a, h) for h in "RL"] == [False, True]
    scene = Scene(KARATEKA, person(DX=14, skills={"karate": 16}), "wait").held()
    assert [free_hand(scene.b, h) for h in "RL"] == [False, False]


def test_c_88_a_lost_arm_costs_four_and_ends_what_takes_two() -> None:
    scene = Scene(JUDOKA, KARATEKA, "grapple")
    scene.a.gone = {"arm.L": "lost", "hand.L": "with the limb"}
    scene.b.retreated = True
    events = scene.turn(10, 14)
    assert target(events, "attack") == 12
    assert scene.a.hold is not None
    assert scene.a.hold.hands == 1
    assert grab_open(scene.a, "arm_lock", "", 1, 1).state == "no"
    scene = Scene(JUDOKA, KARATEKA).hold()
    lose_part(scene.bout, scene.a, "arm.R", "lost")
    assert scene.a.hold is not None
    assert scene.a.hold.hands == 1
    scene = Scene(JUDOKA, KARATEKA).hold("arm_lock", "arm.R")
    lose_part(scene.bout, scene.a, "arm.R", "lost")
    assert scene.a.hold is None


def test_a_stun_or_a_knock_back_ends_a_hold() -> None:
    scene = Scene(JUDOKA, KARATEKA).hold()
    stun(scene.bout, scene.a)
    assert scene.a.hold is None
    scene = Scene(JUDOKA, KARATEKA).held()
    scene.bout.go_back(scene.a, 3, "knocked_back")
    assert scene.b.hold is None


# -- C-56, C-16, defaults ----------------------------------------------------------------------------


def test_c_56_ground_fighting_stands_in_for_the_posture() -> None:
    fighter = person(DX=14, skills={"judo": 16}, maneuvers={"ground_fighting:judo": (15, "judo")})
    lying = {"rules": [{"if": ["state", "me", "down"], "do": {"a": "grapple"}}]}
    for maneuvers, grapple in ((fighter["maneuvers"], 15), ({}, 12)):
        scene = Scene({**fighter, "maneuvers": maneuvers}, KARATEKA, lying).close().lies_down_both()
        assert target(scene.turn(16), "attack") == grapple
    for maneuvers, parry in ((fighter["maneuvers"], 10), ({}, 7)):
        scene = Scene(KARATEKA, {**fighter, "maneuvers": maneuvers}, {"a": "punch", "at": ["torso"]})
        scene.lies(scene.b)
        assert target(scene.turn(10, 7), "defence") == parry


def test_c_16_wrestling_parries_grabs_alone() -> None:
    wrestler = person(DX=10, HT=10, skills={"wrestling": 18})
    scene = Scene(JUDOKA, wrestler, "grapple")
    scene.b.retreated = True
    assert target(scene.turn(10, 12), "defence") == 12
    assert scene.b.opening_until == 1  # C-109: a lock may follow
    scene = Scene(KARATEKA, wrestler, {"a": "punch", "at": ["torso"]})
    scene.b.retreated = True
    assert target(scene.turn(10, 12, [3]), "defence") == 5


def test_held_from_behind_there_is_no_defence() -> None:
    scene = Scene(JUDOKA, KARATEKA, "choke").hold(behind=True)
    events = scene.turn(10)
    assert not of_kind(events, "defence")
    events = Scene(JUDOKA, KARATEKA, "choke").hold().turn(10, 14)
    assert of_kind(events, "defence")


def test_a_series_of_steps_leads_to_a_lock() -> None:
    policy = {"rules": [{"do": {"first": [{"a": "hold"}, {"a": "submission"}]}}], "rest": "only"}
    locker = person(ST=14, DX=14, skills={"judo": 17})
    scene = Scene(locker, person(ST=12, DX=10), policy, auto_giveup="never")
    scene.b.retreated = True
    done = [act(scene.turn(*throws)) for throws in ([10, 14], [10, 14], [12, 12], [9, 12])]
    assert done == ["grapple", "arm_lock", "hold", "hold"]


def test_a_grappled_fighter_without_orders_breaks_free_or_strikes() -> None:
    scene = Scene(person(ST=14), person(ST=12), {"rules": []}).held(hands=1)
    assert act(scene.turn(17, 10)) == "break_free"
    scene = Scene(person(ST=12), person(ST=12), {"rules": []}).held(hands=1)
    assert act(scene.turn(17, 10)) == "break_free"
    scene = Scene(person(ST=10, DX=12), person(ST=14), {"rules": []}).held(hands=1)
    assert act(scene.turn(14)) == "punch"


def test_a_lock_that_is_on_is_kept_unless_a_rule_speaks_of_it() -> None:
    karate = person(ST=14, DX=14, skills={"karate": 16, "judo": 16})
    scene = Scene(karate, person(), {"rules": [{"do": {"a": "elbow"}}]}).hold("arm_lock", "arm.R")
    assert act(scene.turn(17, 10)) == "hold"
    letting_go = {"rules": [{"if": ["state", "opp", "locked"], "do": {"a": "release"}}]}
    scene = Scene(karate, person(), letting_go).hold("arm_lock", "arm.R")
    assert act(scene.turn()) == "release"
    assert scene.a.hold is None


def test_an_order_for_the_hold_that_is_on_keeps_it() -> None:
    locker = person(ST=14, DX=14, skills={"judo": 17})
    for order, kind, part in (
        ("arm_lock", "arm_lock", "arm.R"), ("choke", "choke", "neck"), ("choke", "choke_hold", "neck"),
        ("scissors", "scissors", "neck"), ("neck_lock", "head_lock", "head"),
    ):  # fmt: skip
        scene = Scene(locker, person(), order).hold(kind, part, 0 if kind == "scissors" else 2, pressed=False)
        scene.lies(scene.b)
        throws = [] if kind in ("choke_hold", "head_lock") else [17, 10]
        assert act(scene.turn(*throws)) == "hold"
        scene = Scene(locker, person(), "leg_lock").hold(kind, part, 0 if kind == "scissors" else 2)
        assert act(scene.lies_down().turn(10, 11)) == "leg_lock"  # another lock may follow


def test_the_best_throw_and_the_words_of_a_pattern() -> None:
    both = person(ST=12, DX=14, skills={"judo": 16, "wrestling": 14}, maneuvers={"throw": (18, "judo")})
    assert act(Scene(both, person(), "@throw").hold().turn(18, 10)) == "throw"
    for words, true in (
        (["held", "arm"], True), (["held", "leg"], False), (["state", "opp", "locked"], True),
        (["state", "me", "holding"], True), (["state", "opp", "grappled"], True), (["state", "me", "grappled"], False),
        (["state", "opp", "choked"], False), (["state", "me", "mounted"], False), (["state", "opp", "pinned"], False),
    ):  # fmt: skip
        policy = {"rules": [{"if": words, "do": {"a": "release"}}, {"do": {"a": "hold"}}]}
        scene = Scene(JUDOKA, person(), policy).hold("arm_lock", "arm.R", pressed=True)
        assert (act(scene.turn(*([] if true else [17, 10]))) == "release") == true


def test_a_submission_speaks_of_every_lock() -> None:
    locker = person(ST=14, DX=14, skills={"judo": 17})
    policy = {"rules": [{"if": ["last", "me", "submission", "ok"], "do": {"a": "wait"}}, {"do": {"a": "submission"}}]}
    scene = Scene(locker, person(), policy).hold()
    assert act(scene.turn(10, 14)) == "arm_lock"
    assert scene.a.memory.last == "arm_lock"
    assert act(scene.turn(17, 10)) == "hold"  # the rule of the wait does not speak of the lock that is on
    banned = {"rules": [{"do": {"a": "arm_lock"}}], "never": [{"a": "submission"}], "rest": "only"}
    assert act(Scene(locker, person(), banned).hold().turn()) == "wait"


def test_what_is_legal_is_listed() -> None:
    both = person(DX=14, skills={"judo": 16, "kiai": 12}, combos=[{"name": "x", "moves": ["grapple", "arm_lock"]}])
    (decision,) = of_kind(Scene(both, person()).turn(), "act")
    assert {"grapple", "finger_lock", "slam", "combo", "cine"} <= set(decision["legal"])
    assert not {"throw", "arm_lock", "submission", "hold", "break_free"} & set(decision["legal"])
    (decision,) = of_kind(Scene(both, person()).hold().turn(), "act")
    assert {"throw", "takedown", "arm_lock", "choke", "submission", "hold", "release"} <= set(decision["legal"])


def test_every_grab_has_its_legality_and_every_reading_a_scene() -> None:
    scene = Scene(JUDOKA, KARATEKA)
    for name in GRABS:
        assert grab_open(scene.a, name, "", 1, 1).state in ("no", "ready", "far")
    assert set(CLOSE_READINGS) >= {"grapple_roll", "throw_damage", "choke_effect", "lock_sum", "neck_snap"}
