"""Bench bouts: the real core on a scene somebody has set, and its trace (contract §8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np

from budosim.combat.common.dice import EVEN, SCRIPTED
from budosim.combat.common.record import blank
from budosim.combat.gurps3 import bout as core
from budosim.combat.gurps3.batch import blank_mind, duel, put_hold
from budosim.combat.gurps3.ids import LOC_NAMES, N_LOC, Act, Ending, Hold, Loc, Posture, Stun
from budosim.combat.gurps3.records import State
from budosim.combat.gurps3.tell import new_log
from budosim.errors import PatternError, RuleError
from budosim.events.draws import key_of
from budosim.systems.gurps3.entrant import Entrant, read_entrant
from budosim.systems.gurps3.fighter import Fighter
from budosim.systems.gurps3.pack import fresh_state
from budosim.systems.gurps3.rules import rules_record
from budosim.systems.gurps3.trace import events

Who = Entrant | Fighter | str | Path | tuple[Any, Mapping[str, Any] | None]
FLAGS = ("airborne", "casting", "fragile", "immortal", "waiting")
NUMBERS = ("hp", "fp", "facing", "shock", "unspent_cp", "walked", "owed", "stage", "score")
HOLDS = {
    "grappled": (Hold.GRAPPLE, Loc.TORSO), "holding": (Hold.GRAPPLE, Loc.TORSO), "pinned": (Hold.GRAPPLE, Loc.TORSO),
    "locked": (Hold.ARM_LOCK, Loc.ARM_R), "choked": (Hold.CHOKE, Loc.NECK),
}  # fmt: skip
"""States of close combat, and the hold that brings each; all but `holding` are those of its victim."""
ARMS = {Loc.ARM_R: Loc.HAND_R, Loc.ARM_L: Loc.HAND_L, Loc.LEG_R: Loc.FOOT_R, Loc.LEG_L: Loc.FOOT_L}


@dataclass(frozen=True)
class Bout:
    """A bout that was told.

    Fields:
        trace: the events of contract §6.
        winner: "a", "b" or None.
        fighters: name and lines by side, for the story.
    """

    trace: list[dict[str, Any]]
    winner: str | None
    ending: str
    turns: int
    fighters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def tell(self, lang: str = "ja", width: int | None = None) -> str:
        """The bout in prose."""
        from budosim.systems.gurps3.story import tell

        return tell(self.trace, self.fighters, "en" if lang == "en" else "ja", width=width)

    @property
    def story(self) -> str:
        """The bout in Japanese prose."""
        return self.tell()


def _fighter(who: Who) -> Fighter:
    if isinstance(who, tuple):
        base, policy = who
        entrant = read_entrant(base) if isinstance(base, str | Path) else base
        return entrant.with_policy(dict(policy or {"rules": []}))
    if isinstance(who, str | Path):
        return read_entrant(who).fighter
    return who.fighter if isinstance(who, Entrant) else who


def place_number(name: str) -> int:
    """The location a place word of the trace or of bp/1 names; the right one of a pair."""
    words = {"skull": "brain", "face": "head", "ear": "head", "finger": "hand", "knee": "leg"}
    plain = words.get(name, name)
    for candidate in (plain, f"{plain}.R", f"{plain.rstrip('s')}.R"):
        if candidate in LOC_NAMES:
            return LOC_NAMES.index(candidate)
    raise PatternError(f"no such place: {name}", f"そのような部位はありません：{name}")


def _set(state: Any, name: str, value: Any) -> None:
    """Set one field of a state, named as in the trace; the bits of lost parts follow."""
    if name == "pos":
        state.q, state.r = value
    elif name == "posture":
        state.posture = Posture[str(value).upper()] if isinstance(value, str) else int(value)
    elif name == "stunned":
        state.stunned = Stun[str(value or "none").upper()] if not isinstance(value, bool) else int(value)
    elif name == "blind":
        state.crippled[Loc.EYE_R] = state.crippled[Loc.EYE_L] = int(bool(value))
    elif name in ("crippled", "fragile"):
        names = [value] if isinstance(value, str) else list(value or [])
        state[name][:] = 0
        for part in names:
            loc = place_number(part)
            state[name][loc] = 1
            if name == "crippled" and loc in ARMS and state.crippled[ARMS[Loc(loc)]] == 0:
                state.crippled[ARMS[Loc(loc)]] = 2
    elif name == "spells":
        state.spell_on = int(bool(value))
    elif name in FLAGS or name in NUMBERS:
        state[name] = int(value)
    else:
        raise RuleError(f"stage: no field {name!r}", f"stage：項目「{name}」はありません")
    state.lost = sum(1 << loc for loc in range(N_LOC) if state.crippled[loc])


def _bench(scene: Any, side: int, turn: int, acts: Sequence[tuple[Any, ...]] | None) -> None:
    """Hand this turn's acts of a bench to the core."""
    now = scene.ring.now
    if acts is None:
        return
    now.bench[side] = 1
    now.bench_act[side][:] = 0
    now.bench_loc[side][:] = -1
    for when, sub, act, place in acts:
        if when == turn:
            now.bench_act[side][sub] = Act[str(act).upper()]
            now.bench_loc[side][sub] = place_number(place) if place else -1


def _script(dice: Any, entries: Iterable[Any]) -> None:
    """Scripted draws: each a total, or the list of its dice."""
    dice.mode = SCRIPTED
    for i, entry in enumerate(entries):
        faces = list(entry) if isinstance(entry, list | tuple) else []
        dice.script[i] = sum(faces) if faces else int(entry)
        dice.faces[i] = sum(face * 10**k for k, face in enumerate(faces))
        dice.kinds[i] = len(faces)
        dice.have = i + 1


def _by_side(value: Any, whole: tuple[str, ...]) -> dict[str, Any]:
    """Per side: a mapping as it is, else the value for the sides it is meant for."""
    if isinstance(value, Mapping):
        return dict(value)
    return dict.fromkeys(whole, value)


def stage(
    a: Who,
    b: Who,
    *,
    acts: Any = None,
    states: Sequence[tuple[int, str, str, Any]] | None = None,
    immortal: Any = False,
    dice: Any = None,
    will: Sequence[float] | None = None,
    subturns: Any = None,
    turns: int = 60,
    seed: int = 0,
    first: str = "a",
    rulings: Mapping[str, Any] | None = None,
    bout: int = 0,
) -> Bout:
    """A bench bout with the real core; referee, drain and cap are off.

    Args:
        a: an entrant, a fighter, a path, or one of these with a policy of bp/1 as a pair.
        b: the same, his opponent.
        acts: (turn, sub, act, place) played by b instead of his policy, [] = he never acts; or a mapping by side.
        states: (turn, who, field, value), set at that turn's start; fields as in the trace's `state`.
        immortal: True = b, or "a", "b", "both": injuries are shown, nothing takes effect on him.
        dice: "even" (10 on 3d, 3 a die), or a list of draws, each a total or its dice; all must be used.
        will: scripted policy draws as fractions.
        subturns: sub-turns per turn of both, or a mapping by side; by skill when None.
        turns: how many turns each has.
        seed: of the dice; `bout` is the bout's number under it.
        first: who acts first; no dice are rolled for it.
        rulings: other readings, as in an event file.
        bout: the bout's number.

    Raises:
        RuleError: a field, act or place nobody knows; scripted dice left over.

    """
    both = [_fighter(a), _fighter(b)]
    changes = dict(rulings or {})
    pair = duel(
        rules_record(changes),
        (both[0].packed_sheet(None, changes, 0), both[1].packed_sheet(None, changes, 1)),
        (both[0].packed_policy, both[1].packed_policy),
    )
    log = new_log(4096 + 64 * turns)
    scene = pair.scene(log)
    ring = scene.ring
    ring.rules.benched = 1
    ring.dice.key = np.uint64(key_of(seed, bout))
    if dice == "even":
        ring.dice.mode = EVEN
    elif dice is not None:
        _script(ring.dice, dice)
    if will is not None:
        ring.dice.will_mode = SCRIPTED
        ring.dice.will_have = len(will)
        for i, draw in enumerate(will):
            ring.dice.will[i] = int(draw * 2**32) if isinstance(draw, float) else int(draw)
    fighters = blank(State, 2)
    for side in range(2):
        fighters[side] = fresh_state(pair.sheets[side], side, int(ring.rules.start_distance))
        ring.minds.of[side] = blank_mind()[0]
    whom = {True: "b", "a": "a", "b": "b", "both": "ab"}.get(immortal, "")
    for letter in whom:
        fighters["ab".index(letter)].immortal = 1
    for letter, n in _by_side(subturns, ("a", "b")).items():
        ring.now.bench_subs["ab".index(letter)] = int(n or 0)
    played = _by_side(acts, ("b",))
    order = [0, 1] if first == "a" else [1, 0]
    sheets = pair.own_sheets()
    ring.now.magic = int(sheets["n_spells"].any())
    ring.now.first = order[0]
    over = Ending.TIME
    winner = None
    with np.errstate(over="ignore"):
        for turn in range(1, turns + 1):
            for when, who, name, value in states or ():
                if when == turn and name in HOLDS:
                    side = "ab".index(who)
                    kind, part = HOLDS[name] if value else (Hold.NONE, Loc.TORSO)
                    put_hold(scene, fighters, side if name == "holding" else 1 - side, kind, part, pin=name == "pinned")
                elif when == turn:
                    _set(fighters["ab".index(who)], name, value)
            for side in range(2):
                _bench(scene, side, turn, played.get("ab"[side]))
            for side in order:
                core.one_turn(scene, sheets, fighters, cast(int, np.int64(side)))
                out = [int(f.out) for f in fighters]
                if any(out):
                    over = Ending.SIMULTANEOUS if all(out) else Ending(max(out))
                    winner = None if all(out) else "ab"[0 if out[1] else 1]
                    break
            if any(int(f.out) for f in fighters):
                break
        ring.now.over = int(over)
        ring.now.winner = -1 if winner is None else "ab".index(winner)
        _end(scene)
    if log.head.full:
        raise RuleError("stage: the bout is too long to be told", "stage：試合が長すぎて記録できません")
    if ring.dice.mode == SCRIPTED and ring.dice.used != ring.dice.have:
        raise RuleError(f"stage: {int(ring.dice.have - ring.dice.used)} scripted draws were not used")
    header = {
        "format": "budosim-trace/1",
        **{
            side: {"id": f.id, "name": f.name, "sheet_sha256": f.sheet.sha256}
            for side, f in zip("ab", both, strict=True)
        },
        "seed": seed,
        "bout": bout,
        "stage": "bench",
        "rulings": changes,
    }
    spans = {side: f.spans for side, f in zip("ab", both, strict=True)}
    lines = events(log, header, {k: v for k, v in spans.items() if v is not None} or None, ring.rules)
    told = {side: {"name": f.name, "lines": f.lines} for side, f in zip("ab", both, strict=True)}
    return Bout(lines, winner, over.name.lower(), int(max(f.turn for f in fighters)), told)


def _end(scene: Any) -> None:
    """The last line of the log, written from Python: the kernel has no face for it."""
    log, now = scene.log, scene.ring.now
    at = min(int(log.head.n), len(log.entry) - 1)
    entry = log.entry[at]
    from budosim.combat.gurps3.ids import Kind

    entry.kind, entry.of, entry.t, entry.s, entry.who, entry.snap = (
        Kind.END,
        now.side,
        now.turn,
        now.sub,
        now.winner,
        -1,
    )
    entry.v[0], entry.v[1] = now.winner, now.over
    log.head.n = at + 1


__all__ = ["Bout", "place_number", "stage"]
