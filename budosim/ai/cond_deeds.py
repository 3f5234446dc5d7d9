"""Conditions on what a fighter did or suffered, told by an act and its inflection."""

from __future__ import annotations

import json

from budosim.ai import vocab
from budosim.ai.cond_view import Cond, Context, View, my_act, opp_act, signed
from budosim.ai.lexer import Tok

BLOWS = vocab.STRIKES | {"attack", "@attack", "@strike", "@hand", "@kick"}


RECEIVED = {"@strike", "grapple", "throw", "takedown", "submission"}


ON = {"choke", "submission", *vocab.LOCK}


EITHER = {"retreat", "approach", "wait", "getup", "all_out_def", "aoa"}


def defence_made(v: View, ctx: Context, who: str | None, acts: list[Tok]) -> Cond | None:
    """Conditions on a defence: mine and its result, or my blow that he parried or dodged."""
    tok = next(t for t in acts if t.is_("A", "parry", "dodge", "riposte", "no_defence"))
    foe = v.first("W", "opp")
    blow = next((t for t in acts if t is not tok and t.a < tok.a), None)
    if (
        foe is not None
        and blow is not None
        and v.particle_after(foe) == "の"
        and tok.surf.startswith("うけた")
    ):
        his_act = opp_act(blow.get("A") or "attack")
        return ["hit", "me"] if his_act == "@attack" else ["last", "opp", his_act, "hit"]
    act = tok.get("A") or ""
    other = next((t for t in acts if t is not tok), None)
    if who == "opp" and v.subject() != "opp" and "pass" not in tok.feats and blow is not None:
        who = None  # 相手の攻撃を避けたら: mine is the defence
    res = {"parry": "parried", "dodge": "dodged"}.get(act)
    result = v.first("V", "ok", "fail")
    if (
        other is not None
        and (other.is_("A", "attack") or (other.get("A") or "") in RECEIVED)
        and act == "parry"
        and "pass" not in tok.feats
        and who != "opp"
        and tok.surf.startswith("うけ")
        and tok.form in ("tara", "ba", "past", "fin", "te", "after")
        and other.a < tok.a
        and v.particle_after(other) == "を"
        and not tok.surf.startswith(("うけ流", "うけなが", "うけ止", "うけと"))
        and "neg" not in tok.feats
    ):
        name = opp_act(other.get("A") or "attack")
        if other.is_("A", "attack", "@strike"):
            return ["hit", "me"]
        return ["last", "opp", name, "ok" if name in ("@grapple", "@throw", "@lock") else "hit"]
    if res and tok.neg and {"become", "pot"} <= tok.feats and foe is None and other is None:
        return ["def", "me", act, "fail"]  # 避けられなくなったら
    if res and (("pass" in tok.feats and "pot" not in tok.feats) or ("pass" in tok.feats) or who == "opp"):
        mine = other.get("A") if other is not None else ctx.last_act
        return signed(["last", "me", my_act(mine or "attack"), res], v)
    outcome = (
        "fail"
        if (result is not None and result.get("V") == "fail") or tok.neg or v.first("M", "not")
        else "ok"
    )
    return ["def", "me", act, outcome]


def passive_deed(v: View, act: str, tok: Tok) -> Cond | None:
    """Conditions on what was done to me."""
    cond: Cond
    if act == "grapple":
        cond = ["state", "me", "grappled"]
    elif act in ("pin",):
        cond = ["state", "me", "pinned"]
    elif act in ("choke", "neck_snap"):
        cond = ["state", "me", "choked"]
    elif act in vocab.LOCK:
        cond = ["state", "me", "locked"]
    elif act in ("attack",):
        cond = ["provoked"]
    elif act in vocab.STRIKES or act in ("@strike", "@hand"):
        cond = ["last", "opp", opp_act(act), "hit"]
    elif act in ("throw", "takedown", "sac_throw", "slam", "suplex"):
        cond = ["last", "opp", opp_act(act), "ok"]
    elif act == "approach" and tok.surf.startswith(("懐", "ふところ")):
        cond = ["state", "me", "close"]
    elif act == "approach":
        cond = ["last", "opp", "approach"]
    elif act == "break_free":
        cond = ["last", "opp", "break_free", "ok"]
    elif act in ("cast", "@spell"):
        cond = ["last", "opp", "cast"]
    elif act == "hold":
        cond = ["state", "me", "locked"]
    elif act == "resist":
        cond = ["last", "me", "cast", "fail"]  # 抵抗されたら
    else:
        cond = ["last", "opp", opp_act(act)]
    return signed(cond, v)


def his(v: View, act: str, tok: Tok) -> Cond | None:
    """A condition on an act of the opponent."""
    cond: Cond
    if tok.surf in ("大振り", "おおぶり", "大ぶり"):
        return ["state", "opp", "allout"]
    if act in ("attack",):
        cond = ["provoked"]
    elif act in ("aoa", "rush", "strong"):
        cond = ["state", "opp", "allout"]
    elif act in ("cast", "@spell"):
        casting = tok.form == "fin" and "teiru" in tok.feats
        cond = ["state", "opp", "casting"] if casting else ["last", "opp", "cast"]
    elif act == "hold" and "teiru" in tok.feats:
        cond = ["state", "opp", "holding"]
    elif act in (
        "break_free",
        "getup",
        "approach",
        "retreat",
        "wait",
        "all_out_def",
        "give_up",
        "feint",
        "riposte",
    ):
        cond = ["last", "opp", act]
    elif act == "grapple" and "teiru" in tok.feats:
        cond = ["state", "opp", "holding"]
    else:
        cond = ["last", "opp", opp_act(act)]
    return signed(cond, v)


def my_deed(v: View, act: str, tok: Tok, ctx: Context) -> Cond | None:
    """Conditions on what I did."""
    cond: Cond
    if act == "grapple":
        cond = ["state", "me", "holding"]
    elif act in ("throw", "takedown", "sweep", "sac_throw", "suplex", "slam"):
        cond = ["state", "opp", "down"]
        if "neg" in tok.feats and "pot" in tok.feats:
            return ["last", "me", act, "fail"]
    elif act == "pin":
        cond = ["state", "opp", "pinned"]
    elif act in ("choke",):
        cond = ["state", "opp", "choked"]
    elif act in vocab.LOCK:
        noun = tok.surf.isascii() and v.first("V", "be") is not None  # when a lock is on
        cond = ["state", "?" if noun else "opp", "locked"]
    elif act == "approach" and not v.all("L"):
        cond = ["state", "me", "close"]
    elif act == "getup" and ctx.last_cond in (["state", "?", "down"], ["state", "opp", "down"]):
        cond = ["last", "opp", "getup"]
    elif act == "hold" and tok.surf.isascii():
        cond = ["state", "me", "holding"]
    elif act == "hold":
        cond = ["state", "opp", "locked"]
    elif act == "break_free":
        cond = ["last", "me", "break_free", "ok"]
    elif act in ("give_up",):
        many = number_times(v)
        return ["row", "me", "hold", "any", ">=", many[0]] if many is not None and tok.neg else None
    elif act in ("retreat", "approach") and v.all("L") and not v.all("W"):
        return None
    elif act == "retreat" and tok.surf.startswith(("はなれ", "離れ", "距離", "間合")) and "pot" not in tok.feats:
        cond = ["dist", ">=", 3]
    elif act == "retreat" and "pot" in tok.feats:
        return ["state", "me", "cornered"] if tok.neg else None
    elif act == "aoa":
        cond = ["last", "me", "@aoa"]
    elif act == "wait":
        return None if "concess" in tok.feats else ["last", "me", "wait"]
    elif act in ("attack",):
        cond = ["last", "me", "@attack"]
    elif act == "@spell":
        cond = ["last", "me", "cast"]
    else:
        cond = ["last", "me", my_act(act)]
    return signed(cond, v)


def number_times(v: View) -> tuple[int, Tok] | None:
    """A number of times in a clause, and its token."""
    for i, tok in enumerate(v.toks):
        if tok.kind == "N" and i + 1 < len(v.toks) and v.toks[i + 1].is_("U", "times", "blow", "turn"):
            return int(tok.num), v.toks[i + 1]
        if tok.kind == "nth":
            return int(json.loads(tok.val)[1]), tok
        if tok.is_("M", "aoa_double") and tok.surf in ("twice",):
            return 2, tok
    nth = next((t for t in v.toks if t.kind == "od" and t.num > 1), None)
    if nth is not None and v.all("A"):
        return int(nth.num), nth  # after my third successful throw
    once = v.first("M", "once")
    if once is not None and once.surf not in ("as soon as", "once"):
        return 1, once
    if v.first("M", "each") is not None:
        return None
    number = next((t for t in v.toks if t.kind == "N"), None)
    if number is not None and (
        v.first("M", "rowm")
        or v.first("V", "hit", "miss", "suffer", "fail")
        or v.first("A", "parry", "dodge")
    ):
        return None if v.first("Q") or v.first("D") else (int(number.num), number)
    return None
