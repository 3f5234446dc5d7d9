"""Conditions on states and on parts that are out of use."""

from __future__ import annotations

import itertools

from budosim.ai.cond_amounts import compared
from budosim.ai.cond_view import Cond, Context, View, amount, signed
from budosim.ai.policy import negate

STATES = {
    "stunned": "stunned",
    "airborne": "airborne",
    "grappled": "grappled",
    "locked": "locked",
    "choked": "choked",
    "pinned": "pinned",
    "blind": "blind",
    "casting": "casting",
    "spell_on": "spell_on",
    "allout": "allout",
    "retreated": "retreated",
    "standing": "standing",
    "tired": "tired",
    "hurt": "hurt",
    "fresh": "fresh",
    "unconscious": "unconscious",
    "down": "down",
    "mkdown": "down",
    "active": "active",
}


_BOTH = ("両方", "both", "both of", "両", "2本とも", "二本とも", "2本", "二本", "両方とも")
_ME_BY_NATURE = {"spell_on", "cornered", "grappled", "pinned", "choked", "tired", "fresh", "hurt"}


def _part_of(v: View, ctx: Context, *, kind: str = "crippled") -> str | None:
    places = [t.get("L") for t in v.all("L") if not (t.kind == "S" or t.kind == "X")]
    if (
        not places
        and (
            v.first("J", "thatpart")
            or (v.first("_", "adv") and any(t.surf in _BOTH for t in v.toks))
        )
        and ctx.last_part
    ):
        part = ctx.last_part
        if any(t.surf in _BOTH for t in v.toks):
            part = {
                "leg": "legs",
                "leg.R": "legs",
                "leg.L": "legs",
                "arm": "arms",
                "arm.R": "arms",
                "arm.L": "arms",
            }.get(part, part)
        return part
    if not places:
        return None
    names = list(dict.fromkeys(p for p in places if p))
    if "arm" in names and "leg" in names:
        return "@limb"
    name = names[0]
    if any(t.surf in _BOTH for t in v.toks):
        name = {"leg": "legs", "arm": "arms"}.get(name, name)
    if name in ("hand",) and kind == "crippled":
        surf = next(t.surf for t in v.all("L"))
        name = "arm" if surf == "手" else "hand"
    return name


def _owner(v: View) -> str | None:
    """In English: whose part it is (his leg, one of my arms, a leg of his)."""
    for i, tok in enumerate(v.toks):
        if not tok.has("L") or not tok.surf.isascii():
            continue
        near = [
            t
            for t in (*v.toks[max(0, i - 2) : i], *v.toks[i + 1 : i + 3])
            if t.surf in ("his", "her", "my", "mine", "one of his", "one of my")
        ]
        if near:
            return "opp" if near[0].surf.endswith(("his", "her")) else "me"
    return None


def of_parts(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Parts out of use."""
    foot = v.first("V", "stopfoot") or v.first("X", "stopfoot")
    if foot is not None:
        ctx.last_part = "leg"
        return signed(["crippled", v.who() or "opp", "leg"], v)
    x = v.first("X", "crip", "mkcrip")
    sound = v.first("X", "sound")
    if x is None and sound is not None and sound.surf.startswith(("無事", "無傷", "健在")) and v.all("L"):
        return ["not", ["crippled", v.who() or "me", str(_part_of(v, ctx))]]  # 脚が無事なうちは
    if (
        x is None
        and v.first("L") is not None
        and any(t.is_("V", "suffer") and t.surf.startswith("やられ") for t in v.toks)
    ):
        return ["crippled", "me", str(_part_of(v, ctx))]  # 脚をやられたら
    if x is None:
        return None
    if x.has("V") and v.all("A") and not v.all("L"):
        return None
    part = _part_of(v, ctx)
    if part is None:
        part = ctx.last_part
        if part is None and not (ctx.last_cond and ctx.last_cond[0] == "crippled"):
            part = ctx.aimed
            if part is None:
                return None
        if part is None and ctx.last_cond is not None:
            part = str(ctx.last_cond[2])
    assert part is not None
    owner = _owner(v)
    base = {"eyes": "eye", "knee": "leg", "knees": "leg"}.get(part, part)
    made = x.is_("X", "mkcrip") and not x.is_("X", "crip")
    who = owner or v.who()
    if made and "pass" in x.feats:
        who = (
            "me" if who in (None, "opp") and not any(v.particle_after(t) == "の" for t in v.all("W")) else who
        )
    elif made and owner is None and "pot" not in x.feats and x.form != "pot":
        who = "opp" if who in (None, "me") else who
    amt = amount(v)
    if amt is not None and amt.share:
        return ["part", who or "?", base, amt.op or ">=", amt.value]
    ctx.last_part = base
    # 使えない carries its own negation
    flip = x.neg and x.surf[:1] not in "使動利効上機" and not x.is_("X", "crip")
    gone = x.surf in (
        "is gone",
        "gone",
        "are gone",
        "is lost",
        "lost",
        "useless",
        "is useless",
        "won't work",
        "fails me",
    )
    use = (gone and who is None) or (
        x.surf.startswith(
            ("使えな", "使用できな", "動かせな", "上がらな", "機能しな", "利かな", "きかな", "言うことをきかな")
        )
        and who is None
    )
    if who is None and not made and owner is None and base == ctx.limb and ctx.aimed != base:
        who = "me"  # 膝蹴りだけで戦え。膝が壊れたら…
    cond: Cond = ["crippled", who or ("?u" if use else "?"), base]
    return negate(cond) if flip or v.first("M", "not") else cond


def _than(v: View) -> bool:
    """自分より疲れていたら: both fighters stand in the clause, one of them behind より."""
    return any(v.particle_after(t).startswith("より") for t in v.all("W")) or any(t.surf == "than" for t in v.toks)


def of_states(v: View, ctx: Context, ctype: str) -> Cond | None:
    """States of a fighter."""
    who = v.who()
    words = v.all("S")
    s = next((t for t in reversed(words) if t.verb), words[0] if words else None)
    both = v.first("W", "both") is not None
    if s is None:
        return None
    name = s.get("S") or ""
    if any(t.kind == "N" and u.is_("U", "times") for t, u in itertools.pairwise(v.toks)) and not v.all("Q"):
        return None  # 三回転んだら: how often a state came is not counted
    if name in ("finish",):
        return ["or", ["state", "opp", "stunned"], ["hp", "opp", "<=", 0]]
    if name == "off":
        cond: Cond = ["or", ["state", who or "opp", "stunned"], ["state", who or "opp", "down"]]
        return cond
    if name == "landing" and who is None and ctx.last_act in ("jump_kick", "drop_kick"):
        return ["last", "me", ctx.last_act]
    if name == "landing":
        return ["last", "opp", "jump_kick"]
    if name == "holdstate":
        return signed(["state", who or "me", "holding"], v)
    if name == "facing":
        return ["not", ["state", "opp", "behind"]]
    if name in ("fresh", "tired") and _than(v):
        mine = compared(v) != "opp"
        return ["cmp", "fp", ">" if mine == (name == "fresh") else "<"]  # 相手より疲れていない
    if name in ("fresh", "tired") and v.first("Q", "hp", "fp") is not None:
        ctx.quantity, ctx.quantity_who = (v.first("Q", "hp", "fp") or s).get("Q"), who
    if name == "cornered":
        if any(("追い" in t.surf or "押し込" in t.surf) and "pass" not in t.feats for t in words) and v.first(
            "W", "opp"
        ):
            return ["state", "opp", "cornered"]  # 相手を壁まで追い込んで
        drive = s.surf.startswith(("追い詰", "追いつ", "追い込"))
        side = who or ("opp" if drive and "pass" not in s.feats else "me")
        return ["state", side, "cornered"]
    if name == "behind" and v.all("Q"):
        return ["cmp", "hp", "<" if who != "opp" else ">"]
    if (
        name == "behind"
        and ctx.compared
        and not s.feats
        and (not v.all("W") or (s.surf == "behind" and v.toks[-1] is s))
    ):
        return ["cmp", ctx.compared, "<"]
    if name == "behind":
        if "pass" in s.feats or who == "opp":
            return signed(["state", "opp", "behind"], v)
        return signed(["state", "me" if s.feats or who == "me" else "opp", "behind"], v)
    if name == "close":
        return signed(["state", "me", "close"], v)
    if name == "locked" and any(t.surf == "me" for t in v.toks):
        return signed(["state", "me", "locked"], v)  # he has me in a lock
    if name == "locked":
        return signed(["state", "me" if "pass" in s.feats else who or "?", "locked"], v)
    if name == "mounting":
        return signed(["state", "me" if who == "opp" else "opp", "pinned"], v)
    if name == "mkdown":
        side = "me" if "pass" in s.feats and who in (None, "me") else "opp"
        return signed(["state", side, "down"], v)
    if (
        name == "stunned"
        and who != "opp"
        and any(t.surf.startswith(("覚", "醒", "さめ", "回復")) for t in v.toks)
    ):
        return ["recovered", "stunned"]
    state = STATES.get(name)
    if state is None:
        return None
    if name == "airborne" and (s.neg or (s.has("A") and "come" in s.feats)):
        return None
    if s.surf.startswith(("動け", "立っていられ")):
        return ["state", who or "?", "stunned"]
    if who is not None:
        ctx.last_who = who
    if name == "hurt" and ctype == "made" and who is None:
        who = "opp"  # 血が出るまで殴る
    side = who or ctx.last_who or ("me" if name in _ME_BY_NATURE else "?")
    if any(t.surf.startswith("回復") for t in v.toks):
        return ["not", ["state", side, state]]
    if name == "casting":
        side = who or ("me" if ctx.react else "opp")
        if v.first("V", "stop") is not None and not v.neg():
            return ["not", ["state", side, "casting"]]  # 詠唱をやめるまで
    if name == "spell_on":
        return (
            ["state", who or "me", "spell_on"]
            if not (s.neg and not s.surf.startswith("抵抗"))
            else ["not", ["state", who or "me", "spell_on"]]
        )
    if name == "blind":
        return ["state", who or ("me" if "され" in s.surf or "pass" in s.feats else "?"), "blind"]
    if name == "allout":
        return ["state", who or "opp", "allout"]
    if both:
        return signed(["and", ["state", "me", state], ["state", "opp", state]], v)
    cond = ["state", side, state]
    if s.neg or v.first("M", "not") or v.first("V", "nai"):
        return (
            negate(cond)
            if state not in ("down", "standing")
            else ["state", side, "standing" if state == "down" else "down"]
        )
    return cond
