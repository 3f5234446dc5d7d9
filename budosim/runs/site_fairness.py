"""What lets outsiders trust an event, as a site shows it: seed, draws, decisions, rules, sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from budosim.events.days import named_day
from budosim.site.words import Both, Words
from budosim.systems.gurps3.story_words import clean

if TYPE_CHECKING:
    from budosim.events.referee import Decision
    from budosim.runs.official import Official
    from budosim.runs.site_bouts import Card
    from budosim.runs.site_people import Person

VALUES_SHOWN = 64


def fairness_of(
    official: Official, manifest: Mapping[str, Any], people: Sequence[Person], cards: Sequence[Card], folder: str
) -> dict[str, Any]:
    """The page on fairness; before the event is over the seed stays secret."""
    event = official.field.event
    over = official.result.complete
    names = {one.id: one.names for one in people}
    return {
        "commitment": event.seed_commitment,
        "beacon": event.beacon,
        "seed_text": official.seed.text if over else None,
        "seed": official.seed.number if over else None,
        "folder": folder,
        "rulings": [_decision(one, official, names, cards) for one in official.rulings.decisions],
        "audit": [_draw(row, names) for row in official.result.audit],
        "veiled": False,
        "intake": _intake(official, names),
        "rules": _rules(manifest),
        "sheets": [{"name": names[one.id], "sha256": one.sheet.sha256} for one in official.field.candidates],
    }


def _draw(row: Mapping[str, Any], names: Mapping[str, Both]) -> dict[str, Any]:
    result = row["result"]
    members = result if isinstance(result, (list, tuple)) else [result]
    known = [names.get(str(one)) or Both(str(one), str(one)) for one in members]
    shown = Both(" → ".join(one.ja for one in known), " → ".join(one.en for one in known))
    values = " ".join(str(value) for value in row["values"][:VALUES_SHOWN])
    return {"what": drawn_what(str(row["what"])), "values": values, "result": shown, "typed": bool(row.get("typed"))}


DRAWN = (
    (r"blocks, filled one after another", "ブロック（先頭から順に埋める）"),
    (r"order of the unseeded", "シードのない選手の順"),
    (r"pot (\d+), one to each block from A", "第{}ポット（Aから一人ずつ）"),
    (r"order among equal records", "同じ成績の間の順"),
    (r"halves of the bracket", "トーナメントの左右"),
    (r"lines of the bracket", "トーナメントの枠"),
    (r"how many of each kind in the top half", "上半分の内訳"),
    (r"lots in block (\w+), highest first", "{}ブロックのくじ（大きい順）"),
)
"""What is drawn, in Japanese."""


def drawn_what(written: str) -> Both:
    """What a draw is about; the audit itself speaks English."""
    for pattern, japanese in DRAWN:
        found = re.fullmatch(pattern, written)
        if found:
            return Both(japanese.format(*found.groups()), written)
    return Both(written, written)


def _decision(one: Decision, official: Official, names: Mapping[str, Both], cards: Sequence[Card]) -> dict[str, Any]:
    ja, en = Words("ja"), Words("en")
    card = next((card for card in cards if card.number == one.bout), None)
    bout = _bout_name(card, one)
    if one.kind == "withdraw":
        day = named_day(official.result.plan, one.day) if one.day else named_day(official.result.plan, "draw")
        who = names.get(one.id) or Both(one.id, one.id)
        what = Both(ja("ruling_withdraw", who=who.ja, day=day.ja), en("ruling_withdraw", who=who.en, day=day.en))
    elif one.kind == "override":
        winner = None if card is None else {"a": card.a, "b": card.b}.get(one.winner or "")
        name = winner.names if winner is not None else None
        what = Both(
            ja("ruling_override", bout=bout.ja, what=f"勝者 {name.ja}" if name else "引き分け"),
            en("ruling_override", bout=bout.en, what=f"{name.en} wins" if name else "a draw"),
        )
    elif one.kind in ("rerun", "dice"):
        key = f"ruling_{one.kind}"
        what = Both(ja(key, bout=bout.ja, n=len(one.dice)), en(key, bout=bout.en, n=len(one.dice)))
    elif one.kind == "draw":
        what = Both(ja("ruling_draw", what=one.draw), en("ruling_draw", what=one.draw))
    else:
        what = Both(ja("ruling_remark"), en("ruling_remark"))
    return {"what": what, "reason": clean(one.reason, 1000), "by": clean(one.by, 60), "date": clean(one.date[:10], 10)}


def _bout_name(card: Card | None, one: Decision) -> Both:
    if card is None or card.b is None:
        return Both(str(one.bout), str(one.bout))
    return Both(
        f"{card.where.ja} {card.a.names.ja} 対 {card.b.names.ja}",
        f"{card.where.en}, {card.a.names.en} vs. {card.b.names.en}",
    )


def _intake(official: Official, names: Mapping[str, Both]) -> list[dict[str, Any]]:
    """Findings an organizer has waived, and original styles he has approved."""
    ja, en = Words("ja"), Words("en")
    shown = []
    for candidate in official.field.candidates:
        decisions = official.field.setting.approvals
        approved = decisions.style(candidate.sheet) if decisions is not None and candidate.sheet.style else None
        if approved is not None and approved.approved and candidate.sheet.style is not None:
            values = {"style": clean(candidate.sheet.style.text, 60), "by": clean(approved.by, 60)}
            what = Both(ja("approved", **values), en("approved", **values))
            shown.append({"name": names[candidate.id], "what": what})
        for finding in candidate.report.findings:
            if finding.waiver is not None:
                values = {
                    "rule": finding.rule,
                    "by": clean(finding.waiver.by, 60),
                    "reason": clean(finding.waiver.reason, 500),
                }
                what = Both(ja("waived", **values), en("waived", **values))
                shown.append({"name": names[candidate.id], "what": what})
    return shown


def _rules(manifest: Mapping[str, Any]) -> list[tuple[Both, str]]:
    values = manifest.get("rulings", {}).get("values", {})
    rows = [
        (Both("レギュレーション", "Regulation"), str(manifest.get("regulation", {}).get("id", ""))),
        (Both("ルール版", "Rules version"), str(manifest.get("rules_version", ""))),
        (Both("ソフトウェアの版", "Software"), str(manifest.get("versions", {}).get("budosim", ""))),
        (Both("乱数", "Random numbers"), str(manifest.get("rng", ""))),
    ]
    rows += [(Both(key, key), str(value)) for key, value in values.items()]
    return [(name, clean(text, 200)) for name, text in rows if text]
