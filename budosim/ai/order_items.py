"""What an order names: acts with their places, and pieces of an order clause."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from budosim.ai import vocab
from budosim.ai.lexer import Tok

Cond = list[Any]


Act = dict[str, Any]


@dataclass(slots=True)
class Item:
    """One act of a piece with how often it is named and its share."""

    act: Act
    count: int = 1
    share: float | None = None
    link: str = ""  # how it is linked to the one before: "," ">" "te" "to" "ka" "pref" "back"
    a: int = 0
    b: int = 0


@dataclass(slots=True)
class Piece:
    """One order or ban."""

    kind: str = "act"  # act ban style aim only loop back save lift jump remark
    items: list[Item] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    freq: Cond | None = None
    turns: int = 0
    tcond: Cond | None = None
    topic: list[Tok] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    share: float | None = None
    defence: str | None = None
    target: int = 0
    foe: list[Tok] = field(default_factory=list)
    sound: bool = False
    hazy: Tok | None = None
    inherit: Cond | None = None
    vague: Tok | None = None
    chance: bool = False
    nth: Cond | None = None
    school: str = ""
    fspan: tuple[int, int] | None = None  # where its frequency stands
    unknown: list[Tok] = field(default_factory=list)
    parens: list[Tok] = field(default_factory=list)
    a: int = 0
    b: int = 0

    def add_span(self, tok: Tok) -> None:
        """Widen the span to take in `tok`."""
        if self.b == 0:
            self.a = tok.a
        self.a, self.b = min(self.a, tok.a), max(self.b, tok.b)


HEIGHT = {"中段": "torso", "下段": "leg", "上段": "head", "みどる": "torso", "ろー": "leg", "はい": "head"}


OPTION_ACTS = {"aoa": "aoa", "rush": "aoa_double", "strong": "aoa_strong"}


FLAGS = {
    "only",
    "absolute",
    "priority",
    "alt",
    "seq",
    "half",
    "pref",
    "mainly",
    "base",
    "always",
    "also",
    "rand",
    "again",
    "rowm",
    "most",
    "firstly",
    "then",
    "nextturn",
    "joke",
    "ordinary",
    "freeact",
    "each",
    "even",
    "once",
    "igai",
    "shika",
    "perbout",
}


OPTIONS = ("aoa", "aoa_double", "aoa_strong", "aoa_hit", "aoa_feint", "defensive", "light")


BAN_ID = {
    "punch": "@hand",
    "kick": "@kick",
    "throw": "@throw",
    "submission": "@lock",
    "grapple": "@grapple",
    "attack": "@attack",
    "@hand": "@hand",
    "@strike": "@strike",
    "@spell": "@spell",
    "cast": "@spell",
    "aoa": "@aoa",
    "riposte": "riposte",
    "counterstyle": "riposte",
    "@ground": "@grapple",
    "clinch_neck": "grapple",
}


REACTIONS = set(vocab.REACT)


OPTABLE = vocab.STRIKES | set(vocab.GRAPPLE) | {"attack", "@strike", "@hand", "@kick", "hold", "combo"}


def place_name(val: str) -> str:
    """A place of the lexicon as a target in a policy (plural forms become the single one)."""
    return {
        "eyes": "eye",
        "legs": "leg",
        "arms": "arm",
        "hands": "hand",
        "knees": "knee",
        "feet": "foot",
        "ears": "ear",
    }.get(val, val)


def make_act(val: str, places: list[str]) -> Act:
    """The act a word stands for, with its places; implied places are not written."""
    act: Act
    if val in OPTION_ACTS:
        act = {"a": "attack", "opt": OPTION_ACTS[val]}
    elif val == "clinch_neck":
        act, places = {"a": "grapple", "at": ["neck"]}, []
    elif val == "@ground":
        act = {"a": "submission"}
    elif val == "@spell":
        act = {"a": "@spell"}
    else:
        act = {"a": val}
    implied = {
        "low_kick": {"leg"},
        "mid_kick": {"torso"},
        "high_kick": {"head"},
        "sweep": {"leg"},
        "eye_poke": {"eye"},
        "face_attack": {"face"},
        "ear_clap": {"ear"},
        "choke": {"neck"},
        "neck_lock": {"neck"},
        "neck_snap": {"neck"},
    }
    names = (
        [place_name(p) for p in dict.fromkeys(places)]
        if val not in REACTIONS and val not in vocab.FREE
        else []
    )
    if names and not set(names) <= implied.get(val, set()):
        act["at"] = names
    return act
