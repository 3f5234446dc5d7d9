"""What `budosim explain` prints: the text with what was understood underlined, the rules, the defaults."""

from __future__ import annotations

import unicodedata

from budosim.ai import compose, flowchart
from budosim.ai.policy import Policy
from budosim.ai.understand import Understanding

_W = {
    "ja": {
        "text": "■ 書かれた文",
        "legend": "下線の数字は規則の番号、× は誤り、? は注意、~ は指示ではない部分です。",
        "rules": "■ 読み取った内容（上から順に調べます）",
        "english": "■ 英語では",
        "none": "この文からは方針を作れません。下の誤りを直してください。",
        "errors": "■ 誤り",
        "warnings": "■ 注意",
        "info": "■ お知らせ",
        "defaults": "■ 書かれていないので標準どおりにすること",
        "chart": "■ 流れ図",
        "at": "{}〜{}文字目",
        "try": "→ {}",
    },
    "en": {
        "text": "# The text as written",
        "legend": "Below a line: rule numbers; x = error, ? = warning, ~ = no order.",
        "rules": "# What was understood (tested from the top)",
        "english": "# In Japanese",
        "none": "No policy can be made of this text. Mend the errors below.",
        "errors": "# Errors",
        "warnings": "# Warnings",
        "info": "# Notes",
        "defaults": "# Not said, so done by default",
        "chart": "# Flow chart",
        "at": "letters {} to {}",
        "try": "-> {}",
    },
}


def _cells(ch: str) -> int:
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 0 if unicodedata.combining(ch) else 1


def marked(u: Understanding) -> list[str]:
    """The text line by line, each with a line of marks below it."""
    marks = [" "] * len(u.text)
    for f in u.findings:
        if f.level == "info":
            _fill(marks, f.span, "~")
    counter = 0
    for name in ("rules", "react", "free", "never"):
        for low, high in u.spans.get(name, []):
            counter += 1
            _fill(marks, (low, high), str(counter % 10))
    for f in u.findings:
        if f.level == "warn" and not f.code.startswith("W_ORDER"):
            _fill(marks, f.span, "?")
    for f in u.findings:
        if f.level == "error":
            _fill(marks, f.span, "×")
    out: list[str] = []
    at = 0
    for line in u.text.split("\n"):
        row = "".join(
            m * _cells(ch) if m != "×" else "x" * _cells(ch)
            for ch, m in zip(line, marks[at : at + len(line)], strict=True)
        )
        out.append(line)
        if row.strip():
            out.append(row.rstrip())
        at += len(line) + 1
    return out


def _fill(marks: list[str], span: tuple[int, int], mark: str) -> None:
    for i in range(max(span[0], 0), min(span[1], len(marks))):
        marks[i] = mark


def defaults(policy: Policy, lang: str) -> list[str]:
    """The silent defaults that will apply to a policy (semantics 6)."""
    ja = lang == "ja"
    out: list[str] = []
    acts = {a["a"] for rule in policy.get("rules", []) for a in compose.acts_of(rule["do"])}
    free = {a["a"] for rule in policy.get("free", []) for a in compose.acts_of(rule["do"])}
    if policy.get("rules") == []:
        out.append(
            "攻撃は標準の選び方（最も効果の高い攻撃）。"
            if ja
            else "Attacks as the default picks (the most effective)."
        )
    elif policy.get("rest") != "only" and all(rule.get("if") for rule in policy["rules"]):
        out.append(
            "どの規則にも当てはまらない番は標準の攻撃。" if ja else "When no rule fits: the default attack."
        )
    if "getup" not in acts:
        out.append(
            "倒れたら起き上がる（組み合っているときを除く）。"
            if ja
            else "Fallen: get up, unless holding or held."
        )
    if "break_free" not in acts:
        out.append(
            "組まれたら、腕が互角以上なら振りほどき、さもなくば近間の攻撃。"
            if ja
            else "Grappled: break free if as good as the holder, else the best close attack."
        )
    if not policy.get("react"):
        out.append(
            "防御は成功率の高いもの（同じなら受け）、下がれるなら下がる。"
            if ja
            else "Defence: the likelier one (parry if equal), stepping back when allowed."
        )
    if not any(x.startswith("resist") for x in free):
        out.append(
            "呪文には意思と強靭精神の良いほうで抵抗。"
            if ja
            else "Spells: resist with the better of Will and Mental Strength."
        )
    if "spend_cp" not in free:
        out.append(
            "未使用ＣＰは脚、次に主に使う腕が使用不能になったらすぐ使う。"
            if ja
            else "Unused CP: at once on a crippled leg, then the arm used most."
        )
    if "give_up" not in free:
        out.append(
            "ギブアップは関節技や絞め技で折られる・落ちるときの規則どおり。"
            if ja
            else "Giving up: only as the rules on locks and chokes say."
        )
    return out


def report(u: Understanding, lang: str = "ja") -> str:
    """The whole report as plain text."""
    w = _W[lang]
    lines = [w["text"], *marked(u), w["legend"], ""]
    if u.policy is None:
        lines += [w["none"], ""]
    else:
        lines += [w["rules"], *(u.ja if lang == "ja" else u.en).split("\n"), ""]
    for level, title in (("error", "errors"), ("warn", "warnings"), ("info", "info")):
        rows = [f for f in u.findings if f.level == level]
        if rows:
            lines.append(w[title])
            for f in rows:
                place = w["at"].format(f.span[0] + 1, max(f.span[1], f.span[0] + 1))
                lines.append(f"  {f.code} {place}: {f.message_ja if lang == 'ja' else f.message_en}")
                if f.suggestion:
                    lines.append("    " + w["try"].format(f.suggestion))
            lines.append("")
    if u.policy is not None:
        lines += [
            w["defaults"],
            *("  ・" + x if lang == "ja" else "  - " + x for x in defaults(u.policy, lang)),
            "",
        ]
        lines += [
            w["english"],
            *(u.en if lang == "ja" else u.ja).split("\n"),
            "",
            w["chart"],
            flowchart.text(u.policy, lang),
        ]
    return "\n".join(lines) + "\n"
