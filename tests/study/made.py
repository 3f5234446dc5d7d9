"""Results made up for these tests: real events over a toy arena, with names other people might enter."""

from __future__ import annotations

import numpy as np
from events.toy import WIDE, Toy

from budosim.events.plan import make_plan
from budosim.events.play import forecast, play_event
from budosim.events.protocols import FREE_BOUT, OUTCOME, STANDING, Pair, bout_number
from budosim.events.seeds import Seed
from budosim.files import write_jsonl
from budosim.provenance import Source, make_manifest, write_manifest
from budosim.study import frames
from budosim.study.columns import endings

NAMES = (
    "鷹村 蓮",
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "藤堂 静流",
    "A & B",
    'x" onmouseover="alert(2)',
    "$\\frac{1}{0}$ 円",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末",
    "𠮷野 家康",
    "鬼 🥋 丸",
    "Ólafur Þór",
    "+1 -1 @x",
    "ﾊﾝｶｸ ｶﾅ",
    "渡邉 葵",
    "Z",
    "佐々木 小次郎",
    "{{ 7*7 }}",
    "李 小龍",
    "100%",
    "\u202e逆さ",
)
RULES = "7"
DETAILS = ("turns_a", "turns_b", "first", "hp_a", "hp_b", "fp_a", "fp_b", "crippled_a", "crippled_b", "draws")
FULLER = np.dtype([*OUTCOME.descr, *((name, np.int64) for name in DETAILS)])


def ids(n):
    return tuple(f"e{i:03}" for i in range(n))


def name_of(slot):
    return NAMES[slot] if slot < len(NAMES) else f"選手{slot:03}"


class Ring(Toy):
    """The toy arena with everything a real outcome holds."""

    endings = ("none", *endings())

    def settle(self, stage, a, b, repetitions, before, standing):
        toy, after = super().settle(stage, a, b, repetitions, before, standing)
        out = np.zeros(len(toy), FULLER)
        for name in WIDE.names:
            out[name] = toy[name]
        keys = self._keys(bout_number(stage.number, a, b, repetitions))
        unit = [self._unit(keys, k) for k in range(10, 16)]
        kinds = np.array([1, 1, 1, 5, 2, 3])
        out["ending"] = np.where(toy["winner"] < 0, 7 + (unit[0] < 0.3), kinds[(unit[0] * 6).astype(int)])
        out["ending"][(toy["dead_a"] | toy["dead_b"]) > 0] = 4
        out["turns_a"] = 2 + (-9 * np.log(1 - unit[1])).astype(int)
        out["first"] = unit[2] < 0.5
        out["turns_b"] = out["turns_a"] - (out["first"] == 0)
        out["fp_a"], out["fp_b"] = 12 * unit[3], 12 * unit[4]
        out["crippled_a"] = (unit[5] < 0.2) << 15
        out["draws"] = 20 + out["turns_a"] * 9
        return out, after


def arena(n, seed=1, **more):
    return Ring([2 + (i * 7) % 11 for i in range(n)], seed, draw=0.12, **more)


def entrant_rows(n):
    return [
        {"id": one, "name": name_of(slot), "style": "空手" if slot % 2 else None, "age": 16 + slot}
        for slot, one in enumerate(ids(n))
    ]


def cup(n, seed=1, **more):
    """The frames of an official event, and the event."""
    event = play_event(make_plan(ids(n)), arena(n, seed, **more), seed)
    bouts = frames.bouts_frame(event.bouts(), seed=seed, rules_version=RULES)
    pairs = frames.pairs_frame(bouts)
    return event, {
        "bouts": bouts,
        "pairs": pairs,
        "entrants": frames.entrants_frame(entrant_rows(n), pairs),
        "standings": frames.standings_frame(event.standings()),
        "ledger": frames.ledger_frame(event.ledger),
        "bracket": frames.bracket_frame(event.bracket()),
    }


def matrix(n, repetitions=40, seed=1):
    """The frames of everybody against everybody."""
    ring = arena(n, seed)
    numbers = np.arange(repetitions, dtype=np.uint64)
    nobody = np.zeros(repetitions, STANDING)
    parts = []
    for a in range(n):
        for b in range(a + 1, n):
            before = Pair(ring.fresh(a, repetitions), ring.fresh(b, repetitions))
            outcomes, _ = ring.settle(FREE_BOUT, a, b, numbers, before, Pair(nobody, nobody))
            named = bout_number(0, a, b, numbers)
            made = (outcomes, named, ids(n)[a], ids(n)[b])
            parts.append(frames.outcomes_frame(*made, endings=ring.endings, seed=seed, rules_version=RULES))
    bouts = frames.pl.concat(parts)
    pairs = frames.pairs_frame(bouts)
    return {"bouts": bouts, "pairs": pairs, "entrants": frames.entrants_frame(entrant_rows(n), pairs)}


def foreseen(n, repetitions=200, seed=1):
    """The frames of a forecast, and the forecast."""
    plan = make_plan(ids(n))
    seen = forecast(plan, arena(n, seed), repetitions, seed)
    rounds = [stage.id for stage in plan.rounds]
    return seen, {
        "forecast": frames.forecast_frame(seen.entrants(), rounds),
        "entrants": frames.entrants_frame(entrant_rows(n)),
    }


def folder_of(where, command, named, *, event=None, audit=(), more=None, seed=1, n=1):
    """A result folder with these frames."""
    field = named["entrants"]["id"].to_list()
    manifest = make_manifest(
        command,
        Seed(seed, "あいことば<b>", "", False),
        rules_version=RULES,
        regulation=Source("budo", "budo.toml", "0" * 64),
        rulings={"cripple": "single"},
        entrants=[Source(one, f"{one}.toml", "1" * 64, name_of(slot)) for slot, one in enumerate(field)],
        event=event,
        n=n,
        bouts=100,
        wall_seconds=2.0,
        more=more,
    )
    where.mkdir(parents=True, exist_ok=True)
    write_manifest(where, manifest)
    frames.write_frames(where, named)
    if audit:
        write_jsonl(where / "audit.jsonl", audit)
    return where


def cup_folder(where, n=20, seed=1, name="第三回 武神大会", **more):
    """The folder of an official event, as `cup` leaves it."""
    event, named = cup(n, seed, **more)
    source = Source("event", "event.toml", "2" * 64, name)
    folder_of(where, ["cup", "entrants/x"], named, event=source, audit=event.audit, seed=seed)
    return event, named
