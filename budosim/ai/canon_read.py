"""Reading the controlled language of the rendering back (see `canon`)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from budosim.ai.canon import Cond, Table, unpercent
from budosim.ai.normalise import Text
from budosim.ai.policy import Policy, validate

Span = tuple[int, int]


class _Miss(Exception):
    """The text is not of the controlled form."""


@cache
def _patterns(lang: str) -> list[tuple[str, tuple[str, ...], tuple[int, ...], re.Pattern[str]]]:
    """Each atom: head, slot kinds in the order of the arguments, the argument each group is, the pattern."""
    t = _table(lang)
    out = []
    for head, kinds, template in t.atoms:
        order: list[int] = []
        body = ""
        for piece in re.split(r"(\{\d?\})", template):
            if re.fullmatch(r"\{\d?\}", piece):
                order.append(int(piece[1:-1]) if len(piece) == 3 else len(order))
                body += _hole(t, kinds[order[-1]])
            else:
                body += re.escape(piece)
        out.append((head, kinds, tuple(order), re.compile(body)))
    return out


def _hole(t: Table, kind: str) -> str:
    if kind == "n":
        return r"(-?\d{1,9})"
    if kind == "pct":
        return r"(-?\d{1,9}(?:\.\d{1,20})?)"
    if kind == "num":
        return r"(-?\d{1,9}(?:\.\d{1,20})?)"
    if kind == "v":
        points = re.escape(t.form["points"]).replace(r"\{\}", r"-?\d{1,9}")
        share = re.escape(t.form["share"]).replace(r"\{\}", r"\d{1,9}(?:\.\d{1,20})?")
        return f"({points}|{share})"
    return "(" + "|".join(sorted((re.escape(w) for w in t.words[kind].values()), key=len, reverse=True)) + ")"


@cache
def _back(lang: str, kind: str) -> dict[str, str]:
    return {word: ident for ident, word in _table(lang).words[kind].items()}


def _table(lang: str) -> Table:
    if lang == "ja":
        from budosim.ai.render_ja import TABLE

        return TABLE
    from budosim.ai.render_en import TABLE as ENGLISH

    return ENGLISH


class _Reader:
    def __init__(self, t: Table) -> None:
        self.t = t
        self.f = t.form

    def split(self, text: str, sep: str) -> list[str]:
        """Split at `sep` outside brackets of any kind."""
        out, depth, start, i = [], 0, 0, 0
        openers, closers = "（「［([〔", "）」］)]〕"
        while i < len(text):
            ch = text[i]
            if ch in '《『"':
                close = text.find({"《": "》", "『": "』", '"': '"'}[ch], i + 1)
                i = close + 1 if close > 0 else i + 1
                continue
            if ch in openers:
                depth += 1
            elif ch in closers:
                depth -= 1
            elif depth == 0 and text.startswith(sep, i):
                out.append(text[start:i])
                i += len(sep)
                start = i
                continue
            i += 1
        out.append(text[start:])
        return out

    def around(self, template: str, text: str) -> list[str] | None:
        """The text in the slots of a template, or None."""
        pattern = re.escape(template).replace(r"\{\}", "(.*)").replace(r"\{n\}", r"(\d{1,9})")
        m = re.fullmatch(pattern, text, re.DOTALL)
        return list(m.groups()) if m else None

    def inner(self, text: str) -> Cond:
        o, c = self.f["open"], self.f["close"]
        if not (text.startswith(o) and text.endswith(c)):
            raise _Miss
        body = text[len(o) : len(text) - len(c)]
        depth = 0
        for ch in body:
            depth += (ch == o) - (ch == c)
            if depth < 0:
                raise _Miss
        return self.cond(body)

    def cond(self, text: str) -> Cond:
        if len(text) > 4000:
            raise _Miss
        for head in ("and", "or"):
            parts = self.split(text, self.f[head])
            if len(parts) > 1 and all(p.startswith(self.f["open"]) for p in parts):
                return [head, *(self.inner(p) for p in parts)]
        for head in ("not", "until", "since"):
            got = self.around(self.f[head], text)
            if got and got[0].startswith(self.f["open"]) and got[0].endswith(self.f["close"]):
                return [head, self.inner(got[0])]
        got = self.around(self.f["within"], text)
        if got:
            a, b = got
            n, body = (a, b) if a.isdigit() else (b, a)
            if body.startswith(self.f["open"]) and n.isdigit():
                return ["within", int(n), self.inner(body)]
        for head, kinds, order, pattern in _patterns(self.t.lang):
            m = pattern.fullmatch(text)
            if m:
                args: list[Any] = [None] * len(kinds)
                for where, group in zip(order, m.groups(), strict=True):
                    args[where] = self.value(kinds[where], group)
                return [head, *args]
        raise _Miss

    def value(self, kind: str, text: str) -> Any:
        if kind == "n":
            return int(text)
        if kind == "pct":
            return unpercent(text)
        if kind == "num":
            return float(text) if "." in text else int(text)
        if kind == "v":
            got = self.around(self.f["points"], text)
            if got and re.fullmatch(r"-?\d+", got[0]):
                return int(got[0])
            got = self.around(self.f["share"], text)
            return unpercent(got[0]) if got else None
        return _back(self.t.lang, kind)[text]

    def act(self, text: str) -> dict[str, Any]:
        names = _back(self.t.lang, "act")
        if text in names:
            return {"a": names[text]}
        open_, close = self.f["paren"].split("{}")
        cut = text.find(open_)
        while cut > 0 and text[:cut] not in names:
            cut = text.find(open_, cut + 1)
        if cut <= 0 or not text.endswith(close):
            raise _Miss
        out: dict[str, Any] = {"a": names[text[:cut]]}
        body = text[cut + len(open_) : len(text) - len(close)]
        for piece in self.split(body, self.f["comma"]):
            self.detail(piece, out)
        return out

    def detail(self, piece: str, out: dict[str, Any]) -> None:
        opts = _back(self.t.lang, "opt")
        if piece in opts:
            out["opt"] = opts[piece]
            return
        if piece == self.f["retreat"]:
            out["retreat"] = True
            return
        for pick in ("cycle", "first"):
            if piece == self.f["pick_" + pick]:
                out["pick"] = pick
                return
        if piece == self.f["energy_max"]:
            out["energy"] = "max"
            return
        for key, form in (("energy", "energy"), ("hp", "blood")):
            points = self.around(self.f[form], piece)
            if points and points[0].isdigit():
                out[key] = int(points[0])
                return
        for key in ("spell", "name", "of", "mainly", "at"):
            got = self.around(self.f[key], piece)
            if not got:
                continue
            if key in ("spell", "name"):
                out[key] = got[0]
            elif key == "mainly":
                out[key] = self.lookup("loc", got[0])
            else:
                out[key] = [
                    self.lookup("act" if key == "of" else "loc", x) for x in got[0].split(self.f["dot"])
                ]
            return
        raise _Miss

    def lookup(self, kind: str, word: str) -> str:
        table = _back(self.t.lang, kind)
        if word not in table:
            raise _Miss
        return table[word]

    def do(self, text: str) -> dict[str, Any]:
        if text.startswith(self.f["any"]):
            rows = []
            for row in self.split(text[len(self.f["any"]) :], self.f["slash"]):
                m = re.match(r"(\d+(?:\.\d+)?)" + re.escape(self.f["pct"]), row)
                if not m:
                    raise _Miss
                rows.append([unpercent(m.group(1)), self.act(row[m.end() :])])
            return {"any": rows}
        if text.startswith(self.f["first"]):
            return {"first": [self.act(x) for x in self.split(text[len(self.f["first"]) :], self.f["gt"])]}
        if text.startswith(self.f["seq"]):
            for key, loop in (("loop", True), ("once", False)):
                if text.endswith(self.f[key]):
                    body = text[len(self.f["seq"]) : len(text) - len(self.f[key])]
                    return {"seq": [self.act(x) for x in self.split(body, self.f["arrow"])], "loop": loop}
            raise _Miss
        return self.act(text)

    def rule(self, text: str, name: str, first: bool) -> dict[str, Any]:
        out: dict[str, Any] = {}
        if not first and name != "never":
            if not text.startswith(self.f["else"]):
                raise _Miss
            text = text[len(self.f["else"]) :]
        before, after = self.f["if"].split("{}")
        done = False
        if text.startswith(before):
            for cut in _places(text, after):
                try:
                    body = self.body(text[cut + len(after) :], name)
                    got = self.cond(text[len(before) : cut])
                except _Miss:
                    continue
                out = {**body, "if": got} if name == "never" else {"if": got, **body}
                done = True
                break
        if not done:
            if not first and name != "never" and self.f["then"]:
                if not text.startswith(self.f["then"]):
                    raise _Miss
                text = text[len(self.f["then"]) :]
            out = self.body(text, name)
        return out

    def body(self, text: str, name: str) -> dict[str, Any]:
        if name == "never":
            got = self.around(self.f["ban"], text)
            if not got:
                raise _Miss
            return self.act(got[0])
        if not text.endswith(self.f["stop"]):
            raise _Miss
        return {"do": self.do(text[: len(text) - len(self.f["stop"])])}


def _places(text: str, sep: str) -> list[int]:
    out: list[int] = []
    at = text.find(sep)
    while at >= 0 and len(out) < 60:
        out.append(at)
        at = text.find(sep, at + 1)
    return out


@dataclass(frozen=True)
class Formal:
    """A text of the controlled form, read back."""

    lang: str
    policy: Policy
    spans: dict[str, list[Span]]


_WIDE = str.maketrans("０１２３４５６７８９", "0123456789")


def looks_formal(text: str) -> bool:
    """Whether a text begins like a rendering."""
    start = text.lstrip().translate(_WIDE)
    return any(
        start.startswith((t.form["number"].format(1), t.form["norules"]))
        for t in (_table("ja"), _table("en"))
    )


def parse(read: Text) -> Formal | None:
    """The policy of a text in the controlled form; None when it is anything else."""
    raw = read.raw
    if len(raw) > 60_000:
        return None
    for lang in ("ja", "en"):
        t = _table(lang)
        start = raw.lstrip().translate(_WIDE)
        if start.startswith((t.form["number"].format(1), t.form["norules"])):
            try:
                return _formal(t, raw, read)
            except (_Miss, KeyError, RecursionError):
                continue
    return None


def _formal(t: Table, raw: str, read: Text) -> Formal:
    reader = _Reader(t)
    policy: Policy = {"rules": []}
    spans: dict[str, list[Span]] = {"rules": [], "react": [], "free": [], "never": []}
    section = "rules"
    at = 0
    count = 0
    heads = {t.form["head_" + name]: name for name in ("react", "free", "never")}
    back = _norm_places(read)
    for line in raw.split("\n"):
        begin = at
        at += len(line) + 1
        text = _half(line.strip())
        if not text or text == t.form["norules"]:
            continue
        if text in heads:
            section, count = heads[text], 0
            policy[section] = []
            continue
        if text == t.form["only"]:
            policy["rest"] = "only"
            continue
        number = t.form["number"].format(count + 1)
        if not text.startswith(number):
            raise _Miss
        policy[section].append(reader.rule(text[len(number) :], section, count == 0))
        count += 1
        low = begin + len(line) - len(line.lstrip())
        spans[section].append((back[low], back[min(begin + len(line.rstrip()), len(back) - 1)]))
    if validate(policy) or not (policy["rules"] or t.form["norules"] in raw):
        raise _Miss
    ordered: Policy = {"rules": policy["rules"]}
    for name in ("react", "free", "never", "rest"):
        if policy.get(name):
            ordered[name] = policy[name]
    return Formal(t.lang, ordered, spans)


def _half(line: str) -> str:
    """Full-width digits to half-width, outside names."""
    return re.sub(
        r"《[^》]*》|『[^』]*』|\"[^\"]*\"|[^《『\"]+|.",
        lambda m: m.group() if m.group()[0] in '《『"' else m.group().translate(_WIDE),
        line,
    )


def _norm_places(read: Text) -> list[int]:
    """For each place of the raw text the place in the matched text (spans are kept in the latter)."""
    out = [0] * (len(read.raw) + 1)
    k = 0
    for i in range(len(read.raw) + 1):
        while k < len(read.norm) and read.starts[k] < i:
            k += 1
        out[i] = k
    return out
