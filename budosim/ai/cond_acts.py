"""Conditions on acts: mine, his, suffered, with their results and how often."""

from __future__ import annotations

from budosim.ai import vocab
from budosim.ai.cond_deeds import (
    BLOWS,
    EITHER,
    ON,
    defence_made,
    his,
    my_deed,
    number_times,
    passive_deed,
)
from budosim.ai.cond_view import Cond, Context, View, my_act, opp_act, signed
from budosim.ai.findings import Refusal
from budosim.ai.lexer import Tok


def of_counts(v: View, ctx: Context, ctype: str) -> Cond | None:
    """How often something happened, in all or in a row."""
    many = number_times(v)
    row = v.first("M", "rowm") is not None
    if many is None:
        return None
    n, tok = many
    if tok.is_("M", "once") and v.neg():  # 一度も攻撃してこない
        who, act, _res = _who_act_result(v, ctx)
        if act is None:
            return None
        return ["not", ["attacked"]] if (who, act) == ("opp", "@attack") else ["count", who, act, "any", "<", 1]
    if n < 1:
        raise Refusal("E_BAD_NUMBER", v.a, v.b, "0回は数えられません。", "Zero times cannot be counted.")
    if any(t.is_("A", "give_up") and t.neg for t in v.toks):  # 待ってもギブアップしない（３ターン）
        return ["row", "me", "hold", "any", ">=", n]
    who, act, res = _who_act_result(v, ctx)
    if act is None:
        return None
    op = ">="
    compare = next((t.get("C") for t in v.toks if t.has("C")), None)
    if compare in ("<", "<=", ">", ">="):
        op = compare
    if tok.kind == "nth":
        op = ">="
    if v.first("V", "cont") and v.first("U", "turn") and v.neg():
        return ["row", who, act, "none", ">=", n]
    if tok.is_("U", "turn"):
        if res in (None, "any") and v.neg():
            return ["row", who, "@attack" if act == "attack" else act, "none", op, n]
        if act == "hold" or act == "wait":
            return ["row", who, act, "any", op, n]
        row = True
    head = "row" if row else "count"
    if res is None and v.neg() and act not in ("attack",):
        res = "none"
    return [head, who, act, res or "any", op, n]


def _who_act_result(v: View, ctx: Context) -> tuple[str, str | None, str | None]:
    """Whose act a clause counts, which, and with what result."""
    acts = [
        t
        for t in v.all("A")
        if not t.is_("A", "parry", "dodge") or not ("pass" in t.feats or t.form in ("tara", "ba"))
    ]
    who = v.who()
    parry = next((t for t in v.all("A") if t.is_("A", "parry", "dodge")), None)
    named = next((t for t in acts if t is not parry and not t.is_("A", "attack")), None) or next(
        (t for t in acts if t is not parry), None
    )
    act = named.get("A") if named is not None else None
    if parry is not None:
        stopped = "parried" if parry.get("A") == "parry" else "dodged"
        passive = (
            "pass" in parry.feats
            or v.first("W", "opp") is not None
            or named is not None
            or v.first("M", "not") is None
        )
        if passive:
            return "me", my_act(act or ctx.last_act or "attack"), stopped
    if v.first("V", "untouched"):
        return "opp", "@attack", "none"
    if v.first("V", "suffer"):
        return "opp", opp_act(act) if act else "@attack", "hit"
    passive_act = named is not None and "pass" in named.feats
    result = v.first("V", "hit", "miss", "ok", "fail")
    res: str | None = None
    if result is not None:
        res = result.get("V") if result.get("V") in ("hit", "miss", "ok", "fail") else None
        res = res or next((x for x in ("hit", "miss", "ok", "fail") if result.is_("V", x)), None)
    if (result is not None and result.neg) or (result is not None and v.first("M", "not")):
        res = {"hit": "miss", "miss": "hit", "ok": "fail", "fail": "ok"}[res or "ok"]
    if passive_act and act is not None:
        base = opp_act(act)
        return "opp", base, "hit" if act in vocab.STRIKES or base in ("@hand", "@kick", "@attack") else "ok"
    if act is None and result is not None:
        act = ctx.last_act if who != "opp" else "attack"
        act = act or "attack"
    if act is None and v.first("M", "rowm") and v.first("V", "do") and who == "opp":
        return "opp", "@attack", res
    if act is None and who == "opp" and v.first("V", "come", "do", "move"):
        return "opp", "@attack", res
    if act is None:
        return who or "me", None, res
    if act not in vocab.STRIKES | {"attack", "@strike", "@hand"}:
        res = {"hit": "ok", "miss": "fail"}.get(res or "", res)
    if who == "opp":
        return "opp", opp_act(act), res
    return "me", my_act(act), res


def of_acts(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Conditions built on an act: mine, his, passive, with or without a result."""
    acts = v.all("A")
    if not acts or (
        v.all("S")
        and not any(t.has("V") and t.is_("V", "hit", "miss", "ok", "fail") for t in v.toks)
        and not any("pass" in t.feats for t in acts)
        and not all(t.kind == "A" and (not t.has("S") or "come" in t.feats) for t in acts)
    ):
        return None
    if any(t.is_("S", "grappled") and t.verb for t in v.toks) and all(t.nominal for t in acts):
        return None  # 蹴りを捕まれたら
    if (
        ctx.react
        and ctype in ("nara", "toki", "topic")
        and all(not t.feats or t.form == "renyo" for t in acts)
    ):
        named = [opp_act(t.get("A") or "") for t in acts if not t.is_("A", "parry", "dodge", "attack")]
        if named:
            conds = [["attacked_with", n] for n in named]
            return conds[0] if len(conds) == 1 else ["or", *conds]
    who = v.who()
    tok = acts[-1]
    if tok.surf.isascii():
        told = _english(v, acts, who)
        if told is not None:
            return told
    if (
        len(acts) > 1
        and tok.is_("A", "attack")
        and tok.verb
        and v.particle_after(acts[-2]) == "を"
        and acts[-2].nominal
    ):
        tok = _with_form(acts[-2], tok)  # フェイントを仕掛けてきたら
        acts = [*acts[:-2], tok]
        v = View([tok if t is acts[-1] else t for t in v.toks if not (t.is_("A", "attack") and t.verb)])
    act = tok.get("A") or ""
    if act in ("noinit", "counterstyle", "changeplace", "hitaway"):
        return None
    if act == "@ground":
        return signed(["state", who or "opp", "down"], v)
    result = v.first("V", "hit", "miss", "ok", "fail", "suffer")
    if who == "opp" and any(t.is_("A", "parry", "dodge") for t in acts) and len(acts) > 1:
        return defence_made(v, ctx, who, acts)
    if act in ("parry", "dodge", "riposte", "no_defence") or any(
        t.is_("A", "parry", "dodge", "riposte") and ("pass" in t.feats or t.feats) for t in acts
    ):
        return defence_made(v, ctx, who, acts)
    if result is not None and result is not tok:
        owner, name, res = _who_act_result(v, ctx)
        if (
            ctx.react
            and act == "feint"
            and result.surf.startswith(_TAKEN)
            and v.subject() != "opp"
            and v.particle_after(tok) == "に"
        ):
            return signed(["last", "opp", "feint", "ok"], v)  # フェイントに引っかかったら: I was taken in
        if result.is_("V", "suffer"):
            if name in (None, "@attack"):
                return ["hit", "me"]
            return ["last", "opp", name, "hit" if name in BLOWS or name in ("@hand", "@kick") else "ok"]
        if name is None:
            return None
        if (
            owner == "me"
            and res in ("ok", "hit")
            and act in ON
            and result.surf.startswith(("入", "はい", "決", "きま"))
        ):
            return signed(["state", "opp", "choked" if act == "choke" else "locked"], v)  # 締めが入ったら
        return ["last", owner, name, res] if res else ["last", owner, name]
    suffered = tok.surf.endswith("ed") or tok.surf in ("thrown", "swept", "held")
    if "pass" in tok.feats or (suffered and who in (None, "me") and v.first("V", "be", "become")):
        return passive_deed(v, act, tok)
    if who is None and any(t.is_("V", "do") and "pass" in t.feats for t in v.toks):
        return passive_deed(v, act, tok)  # マウントを取られたら
    if who is None and not v.first("W") and ("come" in tok.feats or v.first("V", "come")):
        who = "opp"  # 組みつきに来たら, 蹴ってきたら
    apart = act == "retreat" and tok.surf.startswith(("はなれ", "離れ")) and "approach" not in repr(ctx.last_cond)
    if who is None and ctx.last_who == "opp" and act in EITHER and not apart:
        who = "opp"  # 相手が前に出てきたら…、下がったら…
    if act == "give_up" and who is None and ctype == "made" and not tok.neg:
        who = "opp"  # 参ったするまで
    if who is not None:
        ctx.last_who = who
    if who == "opp" and act == "attack" and ctype == "made":
        return ["attacked"]
    if who == "opp":
        return his(v, act, tok)
    return my_deed(v, act, tok, ctx)


def _english(v: View, acts: list[Tok], who: str | None) -> Cond | None:
    """What English says by word order: I parry his attack, he kicks me."""
    first = acts[0]
    act = first.get("A") or ""
    before = [t for t in v.toks if t.b <= first.a]
    subject = next((t.get("W") for t in before if t.is_("W", "me", "opp")), None)
    if "pass" in first.feats or any("pass" in t.feats for t in acts):
        return None
    subject = "opp" if any(t.surf in ("he will", "he'll") for t in before) else subject
    if subject == "opp" and act in vocab.LOCK and any(t.surf == "me" for t in before):
        return ["state", "me", "choked" if act == "choke" else "locked"]  # he has me in a lock
    if act in ("parry", "dodge", "riposte") and subject == "me" and not any(t.has("A") for t in before):
        failed = v.first("V", "fail") is not None or v.first("M", "not") is not None
        return ["def", "me", act, "fail" if failed else "ok"]
    mine = next((t for t in v.toks if t.a >= first.b and t.surf == "me"), None)
    if (
        subject == "opp"
        and mine is not None
        and len(acts) == 1
        and not v.first("M", "not")
        and not v.first("V", "hit", "miss")
    ):
        if act == "grapple":
            return ["state", "me", "grappled"]
        name = opp_act(act)
        if name in ("@hand", "@kick") or act in vocab.STRIKES:
            return ["last", "opp", name, "hit"]
        if name == "@throw" or act in ("takedown", "sac_throw", "slam", "suplex"):
            return ["last", "opp", name, "ok"]
    return None


def _with_form(noun: Tok, verb: Tok) -> Tok:
    """The act of a noun with the inflection of its light verb."""
    return Tok(noun.kind, noun.val, noun.a, verb.b, verb.feats, noun.alts, surf=noun.surf)


_TAKEN = ("ひっかか", "引っかか", "引っ掛か", "つられ", "釣られ", "だまされ", "騙され")


def of_hold(v: View) -> Cond | None:
    """腕を取ったら: which part I hold."""
    verb = v.first("V", "do")
    places = [t.get("L") for t in v.all("L")]
    if verb is not None and places and verb.surf.startswith(("取", "とっ")) and not v.all("A"):
        return ["held", str(places[0])]
    return None


def of_results(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Results without an act named: もらったら, 外れたら, 来たら, 当たらなければ."""
    who = v.who()
    idle = v.first("V", "do")
    nothing = any(t.surf in ("何も", "なにも") for t in v.toks)
    if idle is not None and idle.neg and nothing and (who == "opp" or idle.feats & {"pass", "come"}):
        return ["not", ["provoked"]]
    if v.first("V", "untouched"):
        return ["not", ["provoked"]]
    if v.all("S") and not v.first("V", "suffer"):
        return None
    tok = v.first("V", "suffer", "hit", "miss", "ok", "fail", "come", "move", "ahead", "behind_", "level")
    if tok is None:
        return None
    val = tok.get("V")
    passive = v.first("V", "be", "become") or any(t.surf in ("i am", "i'm") for t in v.toks)
    if val == "hit" and tok.surf == "hit" and who == "me" and not passive and not v.all("A"):
        return signed(["last", "me", my_act("attack"), "hit"], v)  # I hit (him)
    if val == "hit" and tok.surf in ("hit", "hits") and not v.all("A"):  # I am hit, he hits me
        named = v.first("W", "opp") is not None
        if (who in (None, "me") and not named) or (who == "opp" and v.first("W", "me") is not None):
            return signed(["hit", "me"], v)
    if tok.has("A") and not tok.is_("V", "suffer"):
        return None
    if val == "suffer":
        foe = v.first("W", "opp")
        his = who == "opp" and foe is not None and v.particle_after(foe) == "が"
        return signed(["hit", "opp" if his else "me"], v)
    if val in ("come", "move"):
        if v.first("U", "turn") or any("ターン" in t.surf or "たーん" in t.surf for t in v.toks):
            return None
        if ctype == "made":
            return ["attacked"]
        if who == "me":
            return None
        if val == "come" and (
            ctx.away or tok.surf.startswith("出て") or any(w in tok.surf for w in ("close", "near", "寄", "近"))
        ):
            return signed(["last", "opp", "approach"], v)
        return signed(["provoked"], v)
    if val in ("ahead", "behind_", "level"):
        mine = who != "opp"
        op = {"ahead": ">" if mine else "<", "behind_": "<" if mine else ">", "level": "=="}[val or ""]
        return signed(["cmp", "hp", op], v)
    res = val or "hit"
    if tok.neg or v.first("M", "not"):
        res = {"hit": "miss", "miss": "hit", "ok": "fail", "fail": "ok"}[res]
    if who == "opp" and val in ("hit", "miss"):
        return ["last", "opp", "@attack", res]
    if (
        ctx.last_res
        and ctx.last_cond is not None
        and ctx.last_cond[0] == "last"
        and ctx.last_cond[1] == "me"
        and v.first("V", "ok", "fail", "hit", "miss")
    ):
        if ctx.last_cond[2] not in BLOWS:
            res = {"hit": "ok", "miss": "fail"}.get(res, res)
        return ["last", "me", ctx.last_cond[2], res]
    act = ctx.last_act or "attack"
    if act in BLOWS and ctx.last_try and tok.surf.startswith(("成功", "失敗", "succe", "fail")):
        act = ctx.last_try
    if act not in BLOWS:
        res = {"hit": "ok", "miss": "fail"}.get(res, res)
    if res in ("ok",) and act in vocab.STRIKES | {"attack"}:
        res = "hit"
    if res == "fail" and act in vocab.STRIKES | {"attack"}:
        res = "miss"
    return ["last", "me", my_act(act), res]
