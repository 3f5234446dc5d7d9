"""The sample field: thirty-six entrants, legal by every rule, each with a pattern that means what it says."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from budosim.ai.understand import Understanding, understand
from budosim.events.event import read_event, sheet_files
from budosim.events.standings import CHAIN
from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.derived import derive
from budosim.systems.gurps3.intake import find_sheets, read_sheet
from budosim.systems.gurps3.legality.check import Report, check_sheet
from budosim.systems.gurps3.legality.registry import RULES
from budosim.systems.gurps3.on_sheet import names_on_sheet
from budosim.systems.gurps3.sheet import Sheet
from budosim.systems.gurps3.tables import tables

FIELD = Path(__file__).parents[1] / "entrants" / "musashi"
FILES = sorted(p for p in FIELD.glob("*.toml") if p.name != "event.toml")
IDS = [p.stem for p in FILES]
LINES = {"before", "win", "lose", "combination", "injured", "critical", "crippled", "feint"}
NO_BLOW = {"resist", "cast", "feint", "wait", "all_out_def", "approach", "retreat", "getup", "break_free"}


def rule(do: Any, *cond: Any) -> dict[str, Any]:
    """A rule; an act alone may be its id, or id and place."""
    return ({"if": list(cond)} if cond else {}) | {"do": do}


def act(a: str, *at: str, **more: Any) -> dict[str, Any]:
    return {"a": a} | ({"at": list(at)} if at else {}) | more


def loop(*acts: dict[str, Any]) -> dict[str, Any]:
    return {"seq": list(acts), "loop": True}


def cast(spell: str, **more: Any) -> dict[str, Any]:
    return {"a": "cast", "spell": spell, **more}


SPENT = {"a": "@spell", "if": ["fp", "me", "<=", 3]}
NOT_PROVOKED = {"a": "@attack", "if": ["not", ["provoked"]]}
PLANS: dict[str, dict[str, Any]] = {
    "akamine_kotaro": {"rules": [
        rule(act("front_kick", "torso"), "dist", ">=", 3), rule(act("feint"), "every", 4),
        rule(loop(act("elbow", "torso"), act("knee", "leg")))]},
    "ayabe_rui": {"rules": [
        rule(act("uppercut", "jaw"), "hit", "me"),
        rule({"any": [[0.5, act("hook", "torso")], [0.5, act("low_kick")]]})]},
    "dario_fennel": {"rules": [
        rule(act("side_kick", "leg"), "def", "me", "parry", "ok"), rule(act("feint"), "every", 2),
        rule(act("punch", "torso"))]},
    "grigor_vashenko": {"rules": [
        rule(act("leg_lock"), "state", "opp", "down"), rule(act("suplex"), "state", "me", "holding"),
        rule(act("grapple"))]},
    "hamuro_yasuyuki": {"rules": [
        rule(act("feint"), "and", ["type", "opp", "master"], ["every", 2]),
        rule(act("punch", "vitals"), "hp", "opp", "<=", 0.33), rule(act("punch", "torso"))]},
    "hozumi_kanna": {"rules": [
        rule(act("feint"), "and", ["initiative", "me"], ["turn", "==", 1]),
        rule(act("punch", "torso"), "hp", "me", "<", 0.3),
        rule(act("uppercut", "torso"), "every", 3, 1, "attack"), rule(act("jab", "face"))]},
    "inukai_yasha": {"rules": [
        rule(act("knee", "torso"), "state", "me", "holding"), rule(act("break_free"), "state", "me", "grappled"),
        rule(act("grapple"))]},
    "iwakura_shinji": {
        "rules": [rule(act("resist"), "state", "me", "spell_on"),
                  rule(act("front_kick", "torso"), "state", "opp", "casting"), rule(act("punch", "torso"))],
        "free": [rule(act("resist_will"))]},
    "iwane_takeshi": {"rules": [rule(act("pin"), "state", "opp", "down"), rule(act("slam"))]},
    "kan_shisei": {
        "rules": [rule(loop(act("jab", "torso"), act("punch", "torso"), act("elbow", "arm")))],
        "react": [rule(act("aggr_parry"), "attacked_with", "@hand"),
                  rule(act("parry"), "attacked_with", "@kick")]},
    "karasuma_shizue": {"rules": [
        rule(act("all_out_def"), "turn", "<=", 2), rule(act("back_kick", "torso"), "dist", ">=", 3),
        rule(act("feint"), "every", 3), rule(act("elbow", "arm"))]},
    "kirishima_sen": {"rules": [
        rule(act("arm_lock"), "state", "opp", "down"), rule(act("feint"), "every", 3), rule(act("finger_lock"))]},
    "kuga_ren": {"rules": [
        rule(act("knee", "torso"), "state", "opp", "down"),
        rule(act("punch", "face", opt="aoa"), "state", "opp", "stunned"), rule(act("stomp", "foot"))]},
    "kusakabe_sayori": {"rules": [
        rule(act("all_out_def"), "fp", "me", "<=", 3), rule(act("feint"), "every", 3),
        rule(loop(act("backfist", "face"), act("hand_strike", "arm")))]},
    "kusumoto_chitose": {
        "rules": [rule(act("punch", "torso"), "provoked")],
        "react": [rule(act("riposte"), "attacked_with", "@hand"),
                  rule(act("parry"), "attacked_with", "@kick")],
        "never": [NOT_PROVOKED]},
    "luis_tavares": {"rules": [
        rule(act("choke"), "state", "opp", "down"), rule(act("break_free"), "state", "me", "grappled"),
        rule(act("takedown"))]},
    "maren_holloway": {
        "rules": [rule(cast("Shield", energy=4), "turn", "==", 1), rule(act("punch", "torso"))],
        "react": [rule(cast("Iron Arm"), "attacked_with", "@kick")], "never": [SPENT]},
    "mikuriya_sohaku": {"rules": [
        rule(cast("大治癒", energy="max"), "hp", "me", "<=", 0.5),
        rule(act("front_kick", "torso"), "state", "opp", "down"),
        rule(loop(act("mid_kick"), act("punch", "torso")))]},
    "nikolaos_galatis": {
        "rules": [rule(act("knee", "torso"), "cmp", "hp", "<"), rule(act("wait"), "state", "opp", "airborne"),
                  rule(act("hook", "torso"))],
        "never": [{"a": "@attack", "if": ["state", "opp", "airborne"]}]},
    "oba_iwami": {
        "rules": [rule(cast("石弾", energy=3), "state", "opp", "down"),
                  rule(cast("石弾", energy="max"), "dist", ">=", 3), rule(act("retreat"), "state", "me", "close"),
                  rule(act("front_kick", "torso"))],
        "never": [SPENT]},
    "octave_belmoret": {"rules": [
        rule(act("back_kick", "torso"), "last", "me", "front_kick", "parried"),
        rule(act("side_kick", "leg"), "state", "opp", "allout"),
        rule(act("jab", "face"), "every", 3, 1, "attack"), rule(act("front_kick", "torso"))]},
    "odate_gaku": {"rules": [
        rule(act("break_free"), "state", "me", "grappled"),
        rule(act("knee", "torso", opt="aoa"), "and", ["hp", "opp", "<=", 0.5], ["every", 4, 1, "attack"]),
        rule(act("knee", "torso"))]},
    "raimon_donta": {"rules": [
        rule(act("stomp"), "state", "opp", "down"), rule(act("lariat", "neck", opt="aoa"), "stage", "final"),
        rule(act("headbutt", "head"), "every", 4, 1, "attack"), rule(act("lariat", "neck"))]},
    "rangvald_tore": {"rules": [
        rule(act("punch", "torso"), "state", "opp", "pinned"), rule(act("pin"), "state", "opp", "down"),
        rule(act("takedown"), "state", "me", "holding"), rule(act("grapple"))]},
    "saruwatari_suizan": {"rules": [
        rule(act("back_kick", "torso"), "last", "opp", "@attack", "miss"),
        rule(act("sweep"), "every", 4, 1, "attack"),
        rule(act("feint"), "every", 5), rule(act("hook", "torso"))]},
    "semba_tomoe": {
        "rules": [rule(act("jab", "face"), "state", "opp", "casting"),
                  rule(act("front_kick", "torso"), "state", "me", "spell_on"),
                  rule(act("jab", "face"), "and", ["type", "opp", "caster"], ["every", 2]),
                  rule(act("feint"), "every", 4, 1, "action"), rule(act("front_kick", "torso"))],
        "free": [rule(act("resist_will"))]},
    "seto_haruka": {"rules": [
        rule(act("arm_lock"), "state", "opp", "down"), rule(act("throw"), "state", "me", "holding"),
        rule(act("grapple"))]},
    "shaku_gento": {"rules": [
        rule(act("hand_strike", "neck"), "or", ["crippled", "opp", "arm"], ["hp", "opp", "<=", 0.5]),
        rule(act("feint"), "last", "me", "hand_strike", "parried"), rule(act("hand_strike", "arm"))]},
    "shao_yinglan": {"rules": [
        rule(act("arm_lock"), "state", "opp", "down"), rule(act("throw"), "state", "me", "holding"),
        rule(act("feint"), "every", 3), rule(act("grapple"))]},
    "shiiba_tsuyoshi": {"rules": [
        rule(act("mid_kick"), "crippled", "opp", "leg"), rule(act("feint"), "every", 3),
        rule(act("low_kick"))],
        "rest": "only"},
    "shiomi_sumire": {"rules": [
        rule(act("high_kick"), "state", "opp", "stunned"), rule(act("axe_kick", "face"), "every", 4),
        rule(act("round_kick", "torso"))]},
    "shirakura_tomoe": {"rules": [rule(act("throw"), "provoked")], "never": [NOT_PROVOKED]},
    "taina_montealegre": {"rules": [
        rule(act("axe_kick", "face"), "state", "opp", "down"), rule(act("sweep"), "every", 3, 1, "attack"),
        rule(act("spin_kick", "torso"))]},
    "theron_maraki": {"rules": [
        rule(act("choke"), "state", "opp", "down"), rule(act("takedown"), "hp", "opp", "<=", 0.5),
        rule(act("hook", "torso"))]},
    "tokita_akane": {
        "rules": [rule(act("punch", "vitals"), "state", "opp", "stunned"),
                  rule(act("punch", "face"), "state", "opp", "spell_on"),
                  rule(cast("不器用"), "turn", "==", 1), rule(cast("朦朧"), "every", 3), rule(act("punch", "torso"))],
        "never": [SPENT]},
    "ukai_sota": {"rules": [
        rule(act("jump_kick", "torso"), "dist", ">=", 3), rule(act("spin_kick", "torso"), "p", 0.2),
        rule(act("side_kick", "leg"))]},
}  # fmt: skip
"""What each entrant means, as bp/1."""


@cache
def sheet(id_: str) -> Sheet:
    return read_sheet(FIELD / f"{id_}.toml")


@cache
def report(id_: str) -> Report:
    return check_sheet(sheet(id_))


@cache
def reading(id_: str) -> Understanding:
    return understand(sheet(id_).pattern, has=names_on_sheet(sheet(id_)))


def acts(do: Any) -> list[dict[str, Any]]:
    """The acts of an order."""
    if "any" in do:
        return [one for _, one in do["any"]]
    return do.get("first") or do.get("seq") or [do]


def main_act(policy: dict[str, Any]) -> str:
    """The blow of the base plan; for who only answers, the defence he answers with."""
    if any(ban == NOT_PROVOKED for ban in policy.get("never", [])) and policy.get("react"):
        return str(policy["react"][0]["do"]["a"])
    return next(str(a["a"]) for a in acts(policy["rules"][-1]["do"]) if a["a"] not in NO_BLOW)


def heads(cond: Any) -> set[str]:
    """The condition heads inside a condition."""
    if not isinstance(cond, list) or not cond or not isinstance(cond[0], str):
        return set()
    inner = set().union(*(heads(part) for part in cond[1:]))
    return inner if cond[0] in ("and", "or", "not") else {cond[0]} | inner


# --- the event ---------------------------------------------------------------------------------------


def test_the_event_is_six_random_blocks_of_six() -> None:
    event = read_event(FIELD)
    assert (event.name, event.regulation, event.draw, event.size) == ("武蔵杯", "budo", "random", 6)
    assert (event.entries_open, event.entries_close) == (date(2005, 10, 8), date(2005, 10, 29))
    assert tuple(event.chain) == CHAIN
    assert not event.rulings
    assert not event.notices
    assert len(IDS) == 36


def test_the_folder_holds_the_sheets_and_nothing_else_is_taken_for_one() -> None:
    names = [p.name for p in FILES]
    assert [p.name for p in sheet_files(FIELD)] == [p.name for p in find_sheets(FIELD)] == names
    assert sorted(PLANS) == IDS
    assert all(id_.replace("_", "").isascii() and id_ == id_.lower() for id_ in IDS)


# --- legality ----------------------------------------------------------------------------------------


def test_every_rule_has_judged() -> None:
    assert {f"L-{n:02}" for n in range(1, 66)} <= set(RULES)


@pytest.mark.parametrize("id_", IDS)
def test_sheet_is_legal_without_error_or_warning(id_: str) -> None:
    told = [(f.rule, f.severity, f.where, f.message.ja) for f in report(id_).findings if f.severity != "info"]
    assert told == []
    assert report(id_).legal
    assert report(id_).rules <= {"L-54"}, "nothing but the note on ageing"


@pytest.mark.parametrize("id_", IDS)
def test_every_point_is_accounted_for(id_: str) -> None:
    a = report(id_).account
    assert a is not None
    assert a.spent + a.unspent == 250
    assert 0 <= a.unspent <= 5
    assert a.unspent == int(a.unspent)
    assert a.disadvantages == a.disadvantages_written
    assert 25 <= a.disadvantages <= 30
    assert a.quirks == 5
    assert 10 <= a.off_match <= 15


@pytest.mark.parametrize("id_", IDS)
def test_entry_form_is_complete(id_: str) -> None:
    e = sheet(id_).entrant
    assert e.name
    assert e.reading
    assert e.outfit in ("clothed", "naked")
    assert isinstance(e.submitted, datetime)
    assert e.submitted.utcoffset() == timedelta(hours=9)
    assert date(2005, 10, 8) <= e.submitted.date() <= date(2005, 10, 29)
    assert len(e.appearance) >= 12
    assert len(e.background) >= 20
    assert len(set(e.quirks)) == 5
    assert set(sheet(id_).lines) >= LINES


@pytest.mark.parametrize("id_", IDS)
def test_portrait_is_small_enough_to_the_letter(id_: str) -> None:
    path = FIELD / f"{id_}.png"
    assert path.stat().st_size <= 1920
    with Image.open(path) as picture:
        assert picture.size == (100, 100)
        assert len(picture.convert("RGB").getcolors() or []) >= 3


# --- variety -----------------------------------------------------------------------------------------


def test_styles_are_ready_made_and_many() -> None:
    styles = [sheet(id_).style for id_ in IDS]
    assert not any(s is None or s.original for s in styles)
    names = {s.id for s in styles if s is not None}
    assert names <= set(tables().styles)
    assert len(names) >= 12


def test_ages_spread_and_some_have_aged() -> None:
    ages = sorted(sheet(id_).entrant.age or 0 for id_ in IDS)
    assert (ages[0], ages[-1]) == (16, 61)
    assert max(b - a for a, b in itertools.pairwise(ages)) <= 6
    old = [id_ for id_ in IDS if (sheet(id_).entrant.age or 0) >= 48]
    assert len(old) >= 3
    for id_ in IDS:
        lost = sum(sheet(id_).attributes.values()) - sum(aged_attributes(sheet(id_)).values())
        assert (lost > 0) == (id_ in old)
        assert ("L-54" in report(id_).rules) == (id_ in old)


def test_masters_and_others_men_and_women() -> None:
    masters = [id_ for id_ in IDS if sheet(id_).trait("trained_by_a_master") is not None]
    women = [id_ for id_ in IDS if sheet(id_).entrant.sex == "女"]
    assert 8 <= len(masters) <= 18
    assert 8 <= len(women) <= 18
    assert 0 < len(set(masters) & set(women)) < len(women)


CLOSE = {
    "grapple", "slam", "pin", "takedown", "throw", "suplex", "arm_lock", "finger_lock", "leg_lock", "choke",
}  # fmt: skip


def test_grapplers_grapple_and_casters_cast() -> None:
    casters = [id_ for id_ in IDS if any(a["a"] == "cast" for key in ("rules", "react")
               for r in PLANS[id_].get(key, []) for a in acts(r["do"]))]
    assert casters == ["maren_holloway", "mikuriya_sohaku", "oba_iwami", "tokita_akane"]
    assert [id_ for id_ in IDS if sheet(id_).spells] == sorted([*casters, "kusakabe_sayori"])
    resisters = [id_ for id_ in IDS if "resist" in str(PLANS[id_])]
    assert resisters == ["iwakura_shinji", "semba_tomoe"]
    grapplers = [
        id_ for id_ in IDS if any(a["a"] in CLOSE for r in PLANS[id_]["rules"] for a in acts(r["do"]))
    ]  # fmt: skip
    assert len(grapplers) >= 10
    done = {a["a"] for id_ in grapplers for r in PLANS[id_]["rules"] for a in acts(r["do"])}
    assert done >= CLOSE
    skills = {s.id for id_ in grapplers for s in sheet(id_).skills}
    assert skills >= {"judo", "wrestling", "sumo"}


def test_fighters_can_defend_themselves() -> None:
    for id_ in IDS:
        d = derive(sheet(id_), aged=True)
        assert 13 <= max(d.parry.values()) <= 16, id_
        assert 7 <= d.dodge <= 10, id_
        assert d.hp >= 12, id_
        assert d.subturns >= 2, id_


def test_no_two_are_alike() -> None:
    def build(s: Sheet) -> tuple[object, ...]:
        return tuple(sorted((e.kind, e.key, e.cp) for e in s.entries())), tuple(sorted(s.attributes.items()))

    entrants = [sheet(id_).entrant for id_ in IDS]
    for values in (
        [build(sheet(id_)) for id_ in IDS],
        [e.name for e in entrants],
        [e.reading for e in entrants],
        [e.appearance for e in entrants],
        [e.background for e in entrants],
        [e.submitted for e in entrants],
        [sheet(id_).pattern for id_ in IDS],
        [hashlib.sha256((FIELD / f"{id_}.png").read_bytes()).digest() for id_ in IDS],
    ):
        assert len(set(values)) == 36
    said = Counter(line for id_ in IDS for lines in sheet(id_).lines.values() for line in lines)
    assert said.most_common(1)[0][1] == 1, "everyone speaks in his own voice"
    quirks = Counter(quirk for e in entrants for quirk in e.quirks)
    assert quirks.most_common(1)[0][1] == 1


# --- patterns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", IDS)
def test_pattern_means_what_was_meant(id_: str) -> None:
    read = reading(id_)
    assert [(f.code, f.level, f.text) for f in read.findings if f.level != "info"] == []
    assert read.policy == PLANS[id_]


@pytest.mark.parametrize("id_", IDS)
def test_pattern_reads_back_the_same(id_: str) -> None:
    for text in (reading(id_).ja, reading(id_).en):
        assert understand(text).policy == PLANS[id_]


def test_policies_all_differ() -> None:
    for a, b in itertools.combinations(IDS, 2):
        assert reading(a).policy != reading(b).policy, (a, b)


def test_main_acts_and_conditions_are_many() -> None:
    assert len({main_act(PLANS[id_]) for id_ in IDS}) >= 8
    rules = [r for plan in PLANS.values() for key in ("rules", "react", "never") for r in plan.get(key, [])]
    assert len(set().union(*(heads(r.get("if")) for r in rules))) >= 6
    blows = {a["a"] for plan in PLANS.values() for r in plan["rules"] for a in acts(r["do"])} - NO_BLOW
    kicks = {"low_kick", "high_kick", "spin_kick", "axe_kick", "jump_kick", "back_kick", "sweep"}
    assert blows >= kicks | {"jab", "uppercut", "elbow", "knee", "hand_strike"}


def test_most_blows_name_their_place_and_few_go_for_the_head() -> None:
    """So that a bout lasts and limbs, stuns and falls are seen."""
    base = [a for plan in PLANS.values() for a in acts(plan["rules"][-1]["do"]) if a["a"] not in NO_BLOW]
    implied = {"low_kick", "mid_kick", "sweep", *CLOSE}
    assert all("at" in a or a["a"] in implied for a in base)
    high = [a for a in base if set(a.get("at", [])) & {"face", "head", "neck", "jaw", "skull", "eye"}]
    assert len(high) * 4 <= len(base)
