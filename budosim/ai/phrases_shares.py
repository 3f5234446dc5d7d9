"""Shares told as numbers: パンチ：キック＝７：３, 顔に8割、腹に2割, 80/20 -> share tokens behind their acts."""

from __future__ import annotations

from budosim.ai.lexer import Tok


def _shared(toks: list[Tok], acts: list[int], numbers: list[int]) -> list[Tok]:
    """The acts with their shares, the numbers taken out."""
    total = sum(toks[k].num for k in numbers)
    if not total:
        return toks
    share = {a: round(toks[k].num / total, 2) for a, k in zip(acts, numbers, strict=True)}
    out: list[Tok] = []
    for i, tok in enumerate(toks):
        if numbers[0] <= i <= numbers[-1] and not tok.has("A") and tok.kind != ",":
            continue
        out.append(tok)
        if i in share:
            out.append(Tok("sh", "", tok.a, tok.b, num=share[i], surf=tok.surf))
    return out


def _told_shares(toks: list[Tok]) -> list[Tok] | None:
    """パンチ3、キック2の割合: each act with its number."""
    if not any(t.surf.startswith(("の割合", "割合", "の比", "比率", "の比率")) for t in toks):
        return None
    rows = [i for i, t in enumerate(toks[:-1]) if t.has("A") and toks[i + 1].kind == "N"]
    plain = [i for i in rows if i + 2 >= len(toks) or not toks[i + 2].has("U")]
    if len(plain) < 2 or len(plain) != sum(t.has("A") for t in toks):
        return None
    return _shared(toks, plain, [i + 1 for i in plain])


def placed_shares(toks: list[Tok]) -> list[Tok]:
    """顔に8割、腹に2割でパンチ: shares of places under one act become shares of that act at each place."""
    shares = [i for i, t in enumerate(toks) if t.kind == "sh"]
    acts = [t for t in toks if t.has("A") and not t.has("L") and not t.is_("A", "feint")]
    if len(shares) < 2 or len({t.val for t in acts}) > 1:
        return toks
    parts: list[list[Tok]] = [[]]
    for tok in toks:
        if tok.kind == "," or (tok.surf in ("と", "and", "・", ":", "/") and any(t.kind == "sh" for t in parts[-1])):
            parts.append([])
        else:
            parts[-1].append(tok)
    parts = [p for p in parts if p]
    last = parts[-1]
    for k, tok in enumerate(last):
        if tok.surf.startswith("の割合") and k + 1 < len(last):
            parts[-1] = [t for t in last if t is not tok]  # …の割合で蹴る
            break
    if len(parts) != len(shares) or any(sum(t.kind == "sh" for t in p) != 1 for p in parts):
        return toks
    if any(sum(t.has("L") or bool(t.within) for t in p) != 1 or any(t.kind == "?" for t in p) for p in parts):
        return toks
    if any(t.has("STGEXQK") or (t.has("V") and not t.is_("V", "aim", "do", "be")) for p in parts for t in p):
        return toks
    first = parts[0][0]
    act = acts[0] if acts else Tok("A", "attack", first.a, first.a, surf="攻撃")
    out: list[Tok] = []
    for p in parts:
        place = next(t for t in p if t.has("L") or t.within)
        share = next(t for t in p if t.kind == "sh")
        at = min(place.a, share.a)
        if out:
            out.append(Tok(",", ",", at, at, surf="、"))
        aimed = Tok("L", place.get("L") or place.within, place.a, place.b, surf=place.surf)
        out += [
            aimed,
            Tok("P", "の", place.b, place.b, surf="の"),
            Tok("A", act.get("A") or "", place.a, place.b, surf=act.surf),
        ]
        out.append(Tok("sh", "", share.a, share.b, num=share.num, surf=share.surf))
        out += [t for t in p if t.has("M")]
    return out


def _bare_shares(toks: list[Tok]) -> list[Tok] | None:
    """顔面パンチ8、ボディ2: numbers without a unit behind acts or places, that make ten or a hundred."""
    rows = [
        i + 1
        for i, t in enumerate(toks[:-1])
        if (t.has("AL") and t.nominal and toks[i + 1].kind == "N" and toks[i + 1].num > 0)
        and (
            i + 2 >= len(toks)
            or toks[i + 2].kind in (",", "・", "/", ">", ":")
            or toks[i + 2].surf.startswith("の割合")
            or toks[i + 2].surf in ("で", "と", "の", "です", "and")
        )
    ]
    total = sum(toks[k].num for k in rows)
    if len(rows) < 2 or total not in (10, 100) or len(rows) != sum(t.kind == "N" for t in toks):
        return None
    return [
        Tok("sh", "", t.a, t.b, num=t.num / total, surf=t.surf) if i in rows else t for i, t in enumerate(toks)
    ]


def ratio(toks: list[Tok]) -> list[Tok]:
    """Numbers that share out the acts beside them, as shares."""
    told = _told_shares(toks) or _bare_shares(toks)
    if told is not None:
        return told
    numbers: list[int] = []
    for i, tok in enumerate(toks):
        if (
            tok.kind == "N"
            and i + 2 < len(toks)
            and (
                toks[i + 1].surf in (":", "対", "-", "to")
                or (toks[i + 1].surf == "/" and tok.num + toks[i + 2].num in (10, 100))
            )
            and toks[i + 2].kind == "N"
        ):
            numbers = [i]
            j = i
            while (
                j + 2 < len(toks) and toks[j + 1].surf in (":", "対", "-", "to", "/") and toks[j + 2].kind == "N"
            ):
                j += 2
                numbers.append(j)
            break
    if not numbers:
        return toks
    acts = [i for i, t in enumerate(toks[: numbers[0]]) if t.has("A")]
    if len(acts) < len(numbers):
        behind = [i for i, t in enumerate(toks) if i > numbers[-1] and t.has("A")]
        if not acts and len(behind) == len(numbers) and numbers[-1] + 1 < len(toks) and (
            toks[numbers[-1] + 1].surf in ("で", "の", "に") or toks[behind[0]].surf.isascii()
        ):
            return _shared(toks, behind, numbers)  # 6:4でパンチとキック
        return toks
    acts = acts[-len(numbers) :]
    total = sum(toks[k].num for k in numbers)
    if not total:
        return toks
    share = {a: round(toks[k].num / total, 2) for a, k in zip(acts, numbers, strict=True)}
    out: list[Tok] = []
    for i, tok in enumerate(toks):
        if numbers[0] <= i <= numbers[-1] or tok.kind == "=" or (tok.kind == ":" and i < numbers[0]):
            continue
        out.append(tok)
        if i in share:
            out.append(Tok("sh", "", tok.a, tok.b, num=share[i], surf=tok.surf))
    return out
