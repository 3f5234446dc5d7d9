"""A policy as a flow chart: Mermaid text, a line of text, and an SVG drawn here (semantics 8c).

One diamond per condition with yes / no, one box per act; defences, decisions and bans are charts of their
own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape

from budosim.ai import render_en, render_ja
from budosim.ai.policy import Policy

_WORDS = {
    "ja": {
        "rules": "自分の番",
        "react": "攻撃された",
        "free": "いつでも",
        "never": "禁止",
        "yes": "はい",
        "no": "いいえ",
        "else": "標準の行動",
        "only": "待機（起き上がり・接近のみ）",
        "start": "開始",
        "if": "{}？",
        "free_else": "標準",
        "latch": "⟲ ",
    },
    "en": {
        "rules": "My turn",
        "react": "Attacked",
        "free": "Any time",
        "never": "Bans",
        "yes": "yes",
        "no": "no",
        "else": "default act",
        "only": "wait (only get up or close in)",
        "start": "Start",
        "if": "{}?",
        "free_else": "default",
        "latch": "⟲ ",
    },
}


@dataclass(frozen=True, slots=True)
class Step:
    """One rule of a chart: its question ("" = none) and its box."""

    question: str
    box: str


@dataclass(frozen=True, slots=True)
class Chart:
    """One list of a policy: the title, its rules in order, the box at the end ("" = none is needed)."""

    name: str
    title: str
    steps: tuple[Step, ...]
    end: str


def charts(policy: Policy, lang: str) -> list[Chart]:
    """The charts of a policy."""
    w = _WORDS[lang]
    speak = render_ja if lang == "ja" else render_en
    out: list[Chart] = []
    for name in ("rules", "react", "free", "never"):
        rows: list[dict[str, Any]] = policy.get(name, [])
        if not rows and name != "rules":
            continue
        steps: list[Step] = []
        open_ = True
        for row in rows:
            cond = row.get("if")
            question = ""
            if cond:
                mark = w["latch"] if any(x in repr(cond) for x in ("'since'", "'until'", "'within'")) else ""
                question = mark + w["if"].format(speak.condition(cond))
            deed = speak.deed({k: v for k, v in row.items() if k != "if"} if name == "never" else row["do"])
            steps.append(Step(question, ("✕ " if name == "never" else "") + deed))
            if not cond and name != "never":
                open_ = False
                break
        end = (
            (w["only"] if policy.get("rest") == "only" and name == "rules" else w["else"])
            if open_ and name != "never"
            else ""
        )
        out.append(Chart(name, w[name], tuple(steps), end))
    return out


def mermaid(policy: Policy, lang: str = "ja") -> str:
    """The charts as one Mermaid flow chart."""
    w = _WORDS[lang]
    lines = ["flowchart TD"]
    for c in charts(policy, lang):
        p = c.name[0] + c.name[-1]
        lines.append(f"  subgraph {p}[{_label(c.title)}]")
        lines.append(f"    {p}0([{_label(w['start'])}])")
        before, arrow = f"{p}0", "-->"
        for i, step in enumerate(c.steps, 1):
            box = f"{p}b{i}"
            if c.name == "never":
                lines.append(f"    {box}[{_label(step.box)}]")
                if step.question:
                    lines.append(f"    {p}q{i}{{{_label(step.question)}}}")
                    lines.append(f"    {p}0 --> {p}q{i}")
                    lines.append(f"    {p}q{i} -->|{w['yes']}| {box}")
                else:
                    lines.append(f"    {p}0 --> {box}")
                continue
            lines.append(f"    {box}[{_label(step.box)}]")
            if step.question:
                q = f"{p}q{i}"
                lines.append(f"    {q}{{{_label(step.question)}}}")
                lines.append(f"    {before} {arrow} {q}")
                lines.append(f"    {q} -->|{w['yes']}| {box}")
                before, arrow = q, f"-->|{w['no']}|"
            else:
                lines.append(f"    {before} {arrow} {box}")
        if c.end:
            lines.append(f"    {p}e[{_label(c.end)}]")
            lines.append(f"    {before} {arrow} {p}e")
        lines.append("  end")
    return "\n".join(lines)


def _label(text: str) -> str:
    """Text as a quoted Mermaid label; marks that Mermaid reads are written as entities."""
    safe = text.replace("&", "#amp;").replace('"', "#quot;").replace("<", "#lt;").replace(">", "#gt;")
    return f'"{safe}"'


def dot(policy: Policy, lang: str = "ja") -> str:
    """The charts in the DOT language."""
    w = _WORDS[lang]
    lines = ["digraph policy {", '  node [fontname="sans-serif"];']

    def q(text: str) -> str:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    for c in charts(policy, lang):
        start = f"{c.name}0"
        lines.append(f"  {start} [shape=oval, label={q(c.title)}];")
        before, label = start, ""
        for i, step in enumerate(c.steps, 1):
            lines.append(f"  {c.name}b{i} [shape=box, label={q(step.box)}];")
            if step.question:
                lines.append(f"  {c.name}q{i} [shape=diamond, label={q(step.question)}];")
                lines.append(f"  {before} -> {c.name}q{i}{label};")
                lines.append(f"  {c.name}q{i} -> {c.name}b{i} [label={q(w['yes'])}];")
                before, label = f"{c.name}q{i}", f" [label={q(w['no'])}]"
            else:
                lines.append(f"  {before} -> {c.name}b{i}{label};")
        if c.end:
            lines.append(f"  {c.name}e [shape=box, label={q(c.end)}];")
            lines.append(f"  {before} -> {c.name}e{label};")
    lines.append("}")
    return "\n".join(lines)


def text(policy: Policy, lang: str = "ja") -> str:
    """The charts as lines of text, one a list: start, questions with their acts, the act at the end."""
    w = _WORDS[lang]
    out: list[str] = []
    for c in charts(policy, lang):
        line = f"{c.title}："
        if c.name == "never":
            line += " ".join(
                (f"〈{s.question}〉─{w['yes']}→" if s.question else "") + f"［{s.box}］" for s in c.steps
            )
            out.append(line)
            continue
        line += w["start"] + " →"
        for s in c.steps:
            line += f"〈{s.question}〉─{w['yes']}→［{s.box}］ ─{w['no']}→" if s.question else f"［{s.box}］"
        out.append(line + (f"［{c.end}］" if c.end else ""))
    return "\n".join(out)


# -- SVG -------------------------------------------------------------------------------------------

_FONT = "'Noto Sans CJK JP','Noto Sans JP','Hiragino Sans','Yu Gothic','Meiryo','IPAexGothic','IPAGothic',sans-serif"
_SIZE, _LINE, _GAP = 14, 19, 30


def _width(ch: str) -> float:
    return 1.0 if ord(ch) > 0x2E7F or ch in "⟲→" else 0.56


def _wrap(label: str, limit: float) -> list[str]:
    """Lines of at most `limit` widths of a full letter, broken at spaces or between Japanese words."""
    lines, cur, size = [], "", 0.0
    last = -1
    for ch, after in zip(label, label[1:] + " ", strict=True):
        cur += ch
        size += _width(ch)
        if ch == " " or (ord(ch) > 0x2E7F and not _sticks(ch, after)):
            last = len(cur)
        if size > limit and len(cur) > 1:
            cut = last if 0 < last < len(cur) else len(cur) - 1
            lines.append(cur[:cut].strip())
            cur = cur[cut:]
            size = sum(map(_width, cur))
            last = -1
    if cur.strip():
        lines.append(cur.strip())
    return lines or [""]


def _sticks(ch: str, after: str) -> bool:
    """Whether no line may end between two letters: inside a katakana word, in front of a mark or a small letter."""
    if after in "、。，．・：；？！）〕］」』】＞％ーっゃゅょッャュョァィゥェォ" or ch in "（〔［「『【":
        return True
    return all("ァ" <= letter <= "ヺ" or letter == "ー" for letter in (ch, after))


def _diamond(lines: list[str], half: float) -> float:
    """How high a diamond is whose sides leave the lines room."""
    wide = max(sum(map(_width, line)) for line in lines) * _SIZE / 2
    reach = len(lines) * _LINE / 2
    return max(2 * reach / max(1 - (wide + 4) / half, 0.2), 60.0)


def svg(policy: Policy, lang: str = "ja") -> str:
    """The charts drawn as SVG; fonts are named generically so that Japanese shows on any machine."""
    w = _WORDS[lang]
    parts: list[str] = []
    y = 20.0
    left, middle, right = 30.0, 190.0, 560.0
    width = 860.0
    for c in charts(policy, lang):
        parts.append(_words([c.title], middle, y + 12, bold=True))
        y += 26
        parts.append(f'<rect x="{middle - 45}" y="{y}" width="90" height="28" rx="14" class="s"/>')
        parts.append(_words([w["start"]], middle, y + 19))
        y += 28
        first = True
        for s in c.steps:
            box = _wrap(s.box, 17)
            label = "" if first else w["no"]
            first = False
            if s.question:
                lines = _wrap(s.question, 15)
                half = 160.0
                high = _diamond(lines, half)
                parts.append(_arrow(middle, y, middle, y + _GAP, label))
                y += _GAP
                mid = y + high / 2
                parts.append(
                    f'<polygon points="{middle},{y} {middle + half},{mid} {middle},{y + high} '
                    f'{middle - half},{mid}" class="q"/>'
                )
                parts.append(_words(lines, middle, mid - (len(lines) - 1) * _LINE / 2 + 5))
                tall = len(box) * _LINE + 16
                parts.append(_arrow(middle + half, mid, right - 130, mid, w["yes"]))
                parts.append(
                    f'<rect x="{right - 130}" y="{mid - tall / 2}" width="280" height="{tall}" '
                    'rx="6" class="b"/>'
                )
                parts.append(_words(box, right + 10, mid - (len(box) - 1) * _LINE / 2 + 5))
                y += max(high, tall / 2 + high / 2)
            else:
                y = _box(parts, box, middle, y, label if c.name != "never" else "")
        if c.end:
            y = _box(parts, _wrap(c.end, 17), middle, y, "" if first else w["no"])
        y += 36
    _ = left
    style = (
        f"text{{font-family:{_FONT};font-size:{_SIZE}px;text-anchor:middle;fill:#222}}"
        ".s{fill:#eef;stroke:#446}.q{fill:#fff7e0;stroke:#a70}"
        ".b{fill:#e8f4ea;stroke:#283}.l{stroke:#555;fill:none}.h{font-weight:bold}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {y:.0f}" '
        f'width="{width:.0f}" height="{y:.0f}" role="img">'
        f'<style>{style}</style><defs><marker id="a" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>' + "".join(parts) + "</svg>"
    )


def _box(parts: list[str], lines: list[str], x: float, y: float, label: str) -> float:
    parts.append(_arrow(x, y, x, y + _GAP, label))
    y += _GAP
    tall = len(lines) * _LINE + 16
    parts.append(f'<rect x="{x - 150}" y="{y}" width="300" height="{tall}" rx="6" class="b"/>')
    parts.append(_words(lines, x, y + 21))
    return y + tall


def _arrow(x1: float, y1: float, x2: float, y2: float, label: str) -> str:
    out = f'<path d="M{x1} {y1}L{x2} {y2}" class="l" marker-end="url(#a)"/>'
    if label:
        out += _words(
            [label], (x1 + x2) / 2 + (28 if x1 == x2 else 0), (y1 + y2) / 2 + (5 if x1 == x2 else -5)
        )
    return out


def _words(lines: list[str], x: float, y: float, *, bold: bool = False) -> str:
    kind = ' class="h"' if bold else ""
    return "".join(
        f'<text x="{x:.0f}" y="{y + i * _LINE:.0f}"{kind}>{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
