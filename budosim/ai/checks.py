"""Sense of a compiled policy: contradictions, stalls, rules that never fire, and what the sheet must hold."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from budosim.ai import compose, impossible, tiers, vocab
from budosim.ai.compile import Compiled, Note
from budosim.ai.findings import Refusal
from budosim.ai.normalise import Text, fold
from budosim.ai.policy import Policy
from budosim.ai.statements import Stmt
from budosim.ai.words import standard

if TYPE_CHECKING:
    from budosim.ai.discourse import Discourse

_ATTACKING = (
    vocab.STRIKES
    | frozenset(vocab.GRAPPLE)
    | {
        "attack",
        "@strike",
        "@hand",
        "@kick",
        "@attack",
        "combo",
        "cine",
        "cast",
        "free",
        "hold",
        "@lock",
        "@grapple",
        "@throw",
        "@spell",
    }
)


def sense(made: Compiled, disc: Discourse, read: Text) -> list[Note]:
    """Contradictions (raised), warnings about stalls and dead rules."""
    notes: list[Note] = []
    _contradictions(made)
    rows = made.rows["rules"]
    if rows and not made.rows["never"]:
        last = rows[-1]
        attacks = [s for s in rows if any(a["a"] in _ATTACKING for a in compose.acts_of(s.do))]
        if (
            last.full is None
            and not attacks
            and (made.policy.get("rest") == "only" or len(rows) == 1)
            and not made.rows["react"]
            and last.do.get("a") in ("all_out_def", "wait", "retreat")
        ):
            notes.append(("W_STALL", last.a, last.b, "", "", None))
    notes += _dead(rows)
    for name in ("rules", "react", "free", "never"):
        for s in made.rows[name]:
            if impossible.never_true(s.full):
                notes.append(("W_NEVER_TRUE", s.a, s.b, "", "", None))
    for s in rows:
        for act in compose.acts_of(s.do):
            if act.get("at") == ["@crippled"] and act["a"] in (
                "arm_lock",
                "leg_lock",
                "finger_lock",
                "submission",
            ):
                notes.append(
                    (
                        "W_DEAD_RULE",
                        s.a,
                        s.b,
                        "使えない部位は極められません。",
                        "A crippled part cannot be locked.",
                        None,
                    )
                )
    return notes


def _dead(rows: list[Stmt]) -> list[Note]:
    notes: list[Note] = []
    for i, s in enumerate(rows):
        for other in rows[:i]:
            if other.freq is None and other.full is None and "seq" not in other.do:
                notes.append(
                    (
                        "W_DEAD_RULE",
                        s.a,
                        s.b,
                        "前に無条件の行動があります。",
                        "An unconditional rule stands before it.",
                        None,
                    )
                )
                break
            if (
                s.full is not None
                and other.freq is None
                and s.full != other.full
                and tiers.implies(s.full, other.full)
                and "seq" not in other.do
            ):
                notes.append(
                    (
                        "W_DEAD_RULE",
                        s.a,
                        s.b,
                        "前の条件に含まれます。",
                        "The condition before covers it.",
                        None,
                    )
                )
                break
    return notes


def _contradictions(made: Compiled) -> None:
    bans = made.rows["never"]
    for name in ("rules", "react", "free"):
        for s in made.rows[name]:
            if s.auto:
                continue
            for ban in bans:
                if ban.auto or ban.flags & {"cap"}:
                    continue
                acts = compose.acts_of(s.do)
                if "noinit" in ban.flags:
                    if s.absolute and any(vocab.covers("@attack", a["a"]) for a in acts) and not _answers(s):
                        raise Refusal(
                            "E_CONTRADICTION", s.a, s.b, "「自分から仕掛けない」", "“never attack first”"
                        )
                    continue
                if ban.full is not None and not (s.full is not None and tiers.implies(s.full, ban.full)):
                    continue
                if all(_forbids(ban.do, a) for a in acts):
                    later = s if s.a >= ban.a else ban
                    raise Refusal(
                        "E_CONTRADICTION",
                        min(s.a, ban.a) if later is s and s.b <= ban.b else later.a,
                        later.b,
                        "禁止の指示" if later is s else "前の指示",
                        "a ban" if later is s else "an earlier order",
                    )


def _answers(s: Stmt) -> bool:
    text = repr(s.full)
    return "provoked" in text or "'def'" in text or "'hit'" in text or "'last', 'opp'" in text


def _forbids(ban: dict[str, Any], act: dict[str, Any]) -> bool:
    if not vocab.covers(ban["a"], act["a"]):
        return False
    if "spell" in ban and ban["spell"] != act.get("spell"):
        return False
    if "at" in ban:
        banned = set(ban["at"])
        if "@vital" in banned:
            banned |= {"eye", "neck", "vitals", "groin"}
        if "head" in banned:
            banned |= {"face", "eye", "jaw", "ear", "skull"}
        if "face" in banned:
            banned |= {"eye", "jaw"}
        return bool(act.get("at")) and set(act["at"]) <= banned and "mainly" not in act
    return True


IDLE = "idle:"
"""Written before the name of a spell that stands on the sheet and changes nothing in the ring (M-44)."""
_IDLE_REASON = (
    "一対一の素手の試合では何も変えない呪文で、ほかの呪文の前提としてだけ役に立ちます。規定1-8",
    "the spell changes nothing in an unarmed duel and serves as a prerequisite only; clause 1-8",
)


def _names(has: Collection[str]) -> set[str]:
    out: set[str] = set()
    for name in has:
        out.add(fold(name))
        out.add(fold(name.strip("<>【】「」《》〈〉＜＞『』")))
    return out


def skills(
    policy: Policy | None, spans: dict[str, list[tuple[int, int]]], read: Text, has: Collection[str] | None
) -> list[Note]:
    """What the rules use and the sheet does not hold (nothing is missing when `has` is None)."""
    if policy is None or has is None:
        return []
    known = _names(has)
    notes: list[Note] = []
    said: set[str] = set()
    for name in ("rules", "react", "free"):
        for row, rule in enumerate(policy.get(name, [])):
            place = spans.get(name, [(0, 0)] * (row + 1))
            a, b = place[row] if row < len(place) else (0, 0)
            for act in compose.acts_of(rule["do"]):
                ident = act["a"]
                key = ident + str(act.get("spell", act.get("name", "")))
                if key in said:
                    continue
                said.add(key)
                at = _find(read, ident, act, a, b)
                lacking = _no_magic(act, known)
                if lacking is not None:
                    notes.append(("E_NO_SKILL", *at, *lacking, None))
                elif act["a"] == "cast" and fold(IDLE + str(act.get("spell"))) in known:
                    notes.append(("E_ILLEGAL", *at, *_IDLE_REASON, None))
                elif ident == "combo" and not any(
                    "こんびねーしょん" in n or "combo" in n or fold(act.get("name", "?")) == n for n in known
                ):
                    notes.append(("E_NO_SKILL", *at, "コンビネーション", "the combination", None))
                elif ident in ("resist_mind",) and not _holds(vocab.NEEDS[ident], ident, known):
                    notes.append(("E_NO_SKILL", *at, vocab.NEEDS[ident], vocab.NEEDS[ident], None))
                elif (
                    ident in vocab.NEEDS
                    and ident not in ("cast", "dispel", "cine", "combo", "resist_mind")
                    and not _holds(vocab.NEEDS[ident], ident, known)
                ):
                    notes.append(("W_DEFAULT_SKILL", *at, vocab.NEEDS[ident], vocab.NEEDS[ident], None))
    return notes


def _no_magic(act: dict[str, Any], known: set[str]) -> tuple[str, str] | None:
    """The line of the sheet a spell or cinematic skill lacks, in both languages; they have no defaults.

    A named one must stand on the sheet itself; whether the sheet may hold it is asked of the sheet.
    """
    if act["a"] == "cast" and act.get("spell"):
        spell = act["spell"]
        if fold(spell) in known:
            return None
        if not any("魔法" in n or "magic" in n for n in known):
            return (
                f"「魔法が使える」と呪文《{spell}》（規定1-8）",
                f"Unusual Background (magic) and the spell {spell} (clause 1-8)",
            )
        return (f"呪文《{spell}》（規定1-8）", f"the spell {spell} (clause 1-8)")
    if act["a"] == "cine" and act.get("name"):
        skill = f"<{act['name']}>"
        return None if fold(act["name"]) in known else (skill, skill)
    if act["a"] in ("cast", "dispel", "maintain_spell"):
        magic = any("魔法" in n or "magic" in n for n in known)
        return None if magic else ("「魔法が使える」", "Unusual Background (magic)")
    if act["a"] == "cine":
        taught = (fold("達人の指導"), "trained by a master", "trained_by_a_master")
        return None if any(n.startswith(taught) for n in known) else ("「達人の指導」", "Trained by a Master")
    return None


def _find(read: Text, ident: str, act: dict[str, Any], a: int, b: int) -> tuple[int, int]:
    word = act.get("spell") or act.get("name") or standard("A", ident, "ja")
    at = read.norm.find(fold(str(word)), a, b) if word else -1
    return (at, at + len(fold(str(word)))) if at >= 0 else (a, b)


def _holds(need: str, ident: str, known: set[str]) -> bool:
    if ident in known or fold(standard("A", ident, "ja")) in known or standard("A", ident, "en") in known:
        return True
    for option in need.split("か<"):
        word = fold(option.strip("<>【】「」"))
        if word in known or any(part and part in known for part in word.split("・")):
            return True
    return any(name == ident for name in known)
