"""Conditions on quantities: HP, fatigue, turns, distance, points, and what kind of opponent it is."""

from __future__ import annotations

import json

from budosim.ai import vocab
from budosim.ai.cond_view import Cond, Context, View, amount, signed
from budosim.ai.findings import Refusal


def number_of_turns(v: View) -> int:
    """The number of a number of turns, or 0."""
    told = next((t for t in v.toks if t.kind == "dur"), None)
    rows = zip(v.toks, v.toks[1:], strict=False)
    number = told or next((t for t, u in rows if t.kind == "N" and u.is_("U", "turn")), None)
    return int(number.num) if number is not None else 0


def of_turns(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Conditions on the number of the turn."""
    tc = next((t for t in v.toks if t.kind == "tc"), None)
    if v.first("M", "midway") is not None and not v.all("ASXQ"):
        return ["else"]
    if tc is not None and not v.all("A"):
        cond = list(json.loads(tc.val))
        reached = v.first("V", "become", "hit", "come", "time", "be")
        if cond[:2] == ["turn", "=="] and reached is not None and reached.verb and ctype in ("tara", "ba", "nara"):
            cond[1] = ">="  # 6ターン目に入ったら
        return cond
    if v.first("A", "give_up"):
        return None
    tried = v.first("V", "do")
    lasting = tried is not None and tried is v.toks[-1] and tried.form in ("te", "concess") and not tried.neg
    if number_of_turns(v) and lasting and v.who() != "opp":
        return ["turn", ">", number_of_turns(v)]  # ３ターンやってダメなら
    idle = v.first("V", "happen")
    spell = next((t.num for t in v.toks if t.kind == "dur"), 0) or next(
        (t.num for t, u in zip(v.toks, v.toks[1:], strict=False) if t.kind == "N" and u.is_("U", "turn")), 0
    )
    if idle is not None and spell and not v.all("A"):
        return ["row", "opp", "@attack", "none", ">=", int(spell)]  # nothing happens for three turns
    nothing = any(t.surf in ("何も", "なにも", "一切") for t in v.toks) and tried is not None and tried.neg
    if nothing and number_of_turns(v) and v.who() != "me":
        return ["row", "opp", "@attack", "none", ">=", number_of_turns(v)]  # 3ターン何もしなかったら
    if v.first("V", "untouched") is not None and number_of_turns(v) and v.who() != "me":
        return ["row", "opp", "@attack", "none", ">=", number_of_turns(v)]  # 3ターン何もしてこなければ
    number = next((t for t in v.toks if t.kind == "N"), None)
    turn = v.first("U", "turn")
    if tc is None and number is not None and turn is not None and not v.all("Q") and not v.first("M", "rowm"):
        i = v.toks.index(number)
        if i + 1 < len(v.toks) and v.toks[i + 1] is turn:
            n = int(number.num)
            acts = [t for t in v.all("A") if not t.is_("A", "wait") and not (t.is_("A", "attack") and not t.neg)]
            if (
                v.first("V", "time", "end", "happen", "come")
                or any(t.is_("A", "wait") for t in v.all("A"))
                or v.first("C", ">")
            ):
                return ["turn", ">", n]
            if not acts and not v.all("S"):
                return ["turn", "<=" if ctype in ("made", "aida") else "==", n]
    if v.first("M", "early") and not v.all("ASXQ"):
        ctx.vague.append(v.first("M", "early"))  # type: ignore[arg-type]
        return ["turn", "<=", 5]
    if v.first("M", "late") and not v.all("ASXQ"):
        ctx.vague.append(v.first("M", "late"))  # type: ignore[arg-type]
        return ["turn", ">", 10]
    return None


def refuse_hidden(v: View, ctx: Context, ctype: str) -> Cond | None:
    """What nobody in the ring can see is E_NOT_OBSERVABLE."""
    seen = v.first("O")
    if seen is not None and v.who() != "me":
        raise Refusal("E_NOT_OBSERVABLE", v.a, v.b)
    return None


def of_quantities(v: View, ctx: Context, ctype: str) -> Cond | None:
    """HP, fatigue, points, and comparisons with the opponent."""
    q = v.first("Q", "hp", "dmg", "fp", "cp", "score", "st", "movespeed", "size", "feints")
    amt = amount(v)
    who = v.who()
    name = q.get("Q") if q is not None else None
    if amt is not None and not amt.share and name in ("hp", "fp") and _than(v):
        raise Refusal(
            "E_UNKNOWN_WORD",
            v.a,
            v.b,
            "差が何点かは書けません（「相手より少ない」とだけ書けます）。",
            "A difference of so many points cannot be said, only more or less.",
        )
    if v.first("S", "dying"):
        own = (v.first("S", "dying") or v.toks[0]).surf.startswith(("危", "あぶ", "やば", "ぴんち", "窮地"))
        return signed(["hp", who or ("me" if own else "opp"), "<=", 0.25], v)
    less = v.first("M", "lastmin")
    if less is not None and name is None and ctx.quantity in ("hp", "fp") and less.surf.startswith(("減", "へ")):
        name, who = ctx.quantity, who or ctx.quantity_who  # 満タンなら…、減ったら
    if less is not None and name in ("hp", "fp") and amt is None and _than(v):
        ctx.compared = name
        return ["cmp", name, "<" if compared(v) == "me" else ">"]  # 相手より体力が減ったら
    if (
        less is not None
        and name in ("hp", "fp")
        and amt is None
        and less.surf.startswith(("減", "少な", "へ"))
    ):
        ctx.vague.append(less)
        return [name, who or ("me" if name == "fp" else "?h"), "<=", 0.5]
    if v.first("M", "lastmin") and name in ("hp", "fp"):
        return [name, who or ("me" if name == "fp" else "?h"), "<=", 0.25]
    if name is None and amt is not None and amt.share and ctx.quantity and not v.all("ATGD"):
        name, who = ctx.quantity, who or ctx.quantity_who
    if name is None and amt is not None and amt.share and not v.all("ATGDL"):
        name = "hp"
    if (
        name is None
        and amt is not None
        and ctx.quantity in ("hp", "fp", "cp", "score")
        and not v.all("ATGDLSX")
        and v.all("C")
    ):
        name, who = ctx.quantity, who or ctx.quantity_who  # １０を切ったら
    if name is None and amt is not None and ctx.quantity in ("hp", "fp") and len(v.toks) == 1 and ctype == "toki":
        name, who = ctx.quantity, who or ctx.quantity_who  # 5以下で…、0で…
    sign = next((t.get("C") for t in v.toks if t.has("C")), None)
    if name is None and ctx.compared and sign is not None and amt is None and not v.all("ATGDXSLN"):
        flipped = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(sign, sign)
        return ["cmp", ctx.compared, flipped if ctx.compared_his else sign]
    if (
        name is None
        and ctx.quantity
        and v.first("C", "<", "<=", ">", ">=")
        and not v.all("ATGDXSL")
        and amt is None
    ):
        return ctx.last_cond
    if name is None:
        return None
    both = v.first("W", "me") is not None and v.first("W", "opp") is not None
    if both and amt is not None and amt.share and name in ("hp", "fp", "dmg"):
        return None  # half of the other's points: bp/1 cannot say it
    if name in ("hp", "dmg", "fp", "st", "movespeed", "size", "feints"):
        key = {"dmg": "hp", "movespeed": "move"}.get(name, name)
        compare = next((t.get("C") for t in v.toks if t.has("C")), None)
        if v.first("V", "ahead"):
            compare = ">"
        if v.first("V", "behind_") or (v.first("S", "behind") and not v.first("C")):
            compare = "<"
        if v.first("V", "level"):
            compare = "=="
        if (
            amt is None
            and compare is not None
            and (both or who is not None or v.first("V", "ahead", "behind_", "level") or v.first("S", "behind"))
        ):
            subject = compared(v)
            op = compare
            if subject == "opp":
                op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
            if name == "dmg":
                op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
            ctx.compared, ctx.compared_his = key, subject == "opp"
            return (
                signed(["cmp", key, op], v)
                if not any(t.neg and t.has("C") for t in v.toks)
                else ["cmp", key, vocab.NEGATED_OP[op]]
            )
    if amt is None:
        if name in ("hp", "fp") and v.first("S", "tired"):
            return ["state", who or "me", "tired"]
        if name == "cp" and (v.first("V", "nai") or v.first("V", "be")):
            return ["cp", "==", 0] if v.neg() or v.first("V", "nai") else ["cp", ">=", 1]
        if name in ("hp", "fp") and v.first("V", "end"):
            return [name, who or "me", "<=", 0]
        if name == "dmg" and (v.first("V", "suffer") or v.first("A", "parry") or v.first("V", "do")):
            return signed(["hit", who or "me"], v)
        return None
    value: float = amt.value if amt.share else int(amt.value)
    if amt.share and not 0 < amt.value < 1:
        raise Refusal(
            "E_BAD_NUMBER",
            amt.tok.a,
            amt.tok.b,
            "割合は0から1のあいだです。",
            "A share lies between 0 and 1.",
        )
    op = amt.op
    ctx.quantity, ctx.quantity_who = name, who
    place = next((t.get("L") for t in v.toks if t.has("L")), None)
    if name == "dmg" and place and amt.share:
        return ["part", who or "opp", place, op or ">=", round(value, 2)]
    if name == "dmg":
        op = op or ">="
        if not amt.share:
            raise Refusal("E_BAD_NUMBER", v.a, v.b, "残りＨＰで書いてください。", "Write it as HP left.")
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(op, op)
        return signed(["hp", who or "me", op, round(1 - value, 2)], v)
    if name == "fp" and any(t.is_("V", "pile") for t in v.toks):
        op = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[op or ">="]  # 疲労が半分以上溜まったら: as much is spent
        if not amt.share:
            raise Refusal("E_BAD_NUMBER", v.a, v.b, "残り疲労点で書いてください。", "Write it as fatigue left.")
        return ["fp", who or "me", op, round(1 - value, 2)]
    if name in ("hp", "fp"):
        op = op or "<="
        return ["hp" if name == "hp" else "fp", who or "?h", op, round(value, 2) if amt.share else int(value)]
    if name in ("cp", "score"):
        return [name, op or ">=", int(value)]
    return None


def _than(v: View) -> bool:
    """Whether a fighter stands before より or behind than."""
    return any(v.particle_after(t).startswith("より") for t in v.all("W")) or any(t.surf == "than" for t in v.toks)


def compared(v: View) -> str:
    """In 「相手の残りＨＰが自分より多い」: whose quantity is the subject (not the one before より)."""
    seen: list[str] = []
    than: str | None = None
    for i, tok in enumerate(v.toks):
        side = tok.get("W")
        if side not in ("me", "opp"):
            continue
        nxt = v.toks[i + 1] if i + 1 < len(v.toks) else None
        prev = v.toks[i - 1] if i else None
        if (nxt is not None and (nxt.surf.startswith("より") or nxt.surf in ("を",))) or (
            prev is not None
            and (prev.surf.endswith("than") or prev.surf == ">" or prev.surf == "<" or prev.surf == "exceeds")
        ):
            than = side
        else:
            seen.append(side)
    if seen:
        return seen[0]
    return "me" if than == "opp" else "opp" if than == "me" else "me"


def of_kinds(v: View, ctx: Context, ctype: str) -> Cond | None:
    """What kind of opponent, which stage, who acts first."""
    t = v.first("T")
    if t is not None and not v.first("A", "resist_will"):
        name = t.get("T") or ""
        than = any(x.surf == "than" or v.particle_after(x) == "より" for x in v.toks if x.has("W") or x.surf == "than")
        size = ctx.last_cond is not None and ctx.last_cond[:2] == ["cmp", "size"]
        if (than or size) and name in ("heavy", "light_weight"):
            return signed(["cmp", "size", "<" if name == "heavy" else ">"], v)  # bigger than me
        if name == "slower":
            return ["not", ["type", "opp", "faster"]]
        if name == "short":
            return ["not", ["type", "opp", "tall"]]
        if name == "weaker":
            return ["not", ["type", "opp", "stronger"]]
        return (
            signed(["type", "opp", name], v) if not v.first("M", "igai") else ["not", ["type", "opp", name]]
        )
    wide = v.first("A")
    if (
        v.first("M", "mainly") is not None
        and wide is not None
        and (v.who() == "opp" or (ctx.last_cond or [""])[0] == "type")
    ):
        act = wide.get("A") or ""
        if act in ("kick", "@kick"):
            return ["type", "opp", "kicker"]
        if act in ("punch", "@hand"):
            return ["not", ["type", "opp", "kicker"]]  # パンチ主体なら
        kind = (
            "caster"
            if act in ("@spell", "cast")
            else "grappler"
            if act in vocab.GRAPPLE or act in vocab.LOCK
            else "striker"
        )
        return ["type", "opp", kind]
    g = v.first("G")
    if g is not None:
        return signed(["stage", g.get("G")], v)
    e = v.first("E")
    if e is not None:
        mine = (e.get("E") == "first") == (v.who() != "opp")
        if "pass" in e.feats or any("pass" in t.feats for t in v.all("V")):
            mine = not mine  # 先手を取られたら
        return ["initiative", "me" if mine else "opp"]
    order = next((t for t in v.toks if t.kind == "od"), None)
    if order is not None and ctx.last_cond is not None and ctx.last_cond[0] == "initiative" and len(v.toks) == 1:
        return ["initiative", "me" if order.num == 1 else "opp"]
    skill = v.first("B")
    told = any(t.surf.startswith(("流派", "りゅう派")) for t in v.toks) or (ctx.last_cond or [""])[0] == "type"
    if told and skill is None and any(t.surf.startswith("ぼくしんぐ") for t in v.toks):
        return ["type", "opp", "striker"]
    if skill is not None and (v.first("V", "do") or told) and (v.who() == "opp" or told):
        return ["type", "opp", "grappler" if skill.is_("B", "judo", "wrestling", "sumo") else "striker"]
    if (
        v.first("A", "@spell")
        and v.first("W", "opp")
        and v.first("V", "do")
        and ctype in ("nara", "toki")
        and v.toks
        and (v.toks[-1].has("W") or v.toks[-1].kind == "P")
    ):
        return signed(["type", "opp", "caster"], v)
    return None


def of_distance(v: View, ctx: Context, ctype: str) -> Cond | None:
    """Distance in hexes or in words."""
    amt = amount(v)
    q = v.first("Q", "dist")
    hexes = v.first("U", "hex")
    if q is None and hexes is None and ctx.quantity == "dist" and amt is not None and not amt.share:
        q = amt.tok if not v.all("ASXTGLQ") else None
    if (q is not None or hexes is not None) and amt is not None:
        ctx.quantity = "dist"
        return [
            "dist",
            amt.op or ("<=" if v.first("D", "near") else ">=" if v.first("D", "far") else "=="),
            int(amt.value),
        ]
    if v.first("D", "mid") is not None:
        return ["else"]
    far, near = v.first("D", "far"), v.first("D", "near")
    if far is not None:
        return ["dist", ">=", 3] if not far.neg and not v.first("M", "not") else ["dist", "<", 3]
    if near is not None and not v.all("A"):
        return ["dist", "<=", 1] if not near.neg and not v.first("M", "not") else ["dist", ">", 1]
    reach = v.first("V", "reach")
    if reach is not None:
        out = v.neg() or reach.surf in ("out of reach", "out of range")
        return ["dist", ">=", 3] if out else ["dist", "<", 3]
    return None
