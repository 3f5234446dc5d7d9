"""Legal sheets by the dozen: the worked ones, the templates and the sample field, changed at random and still legal."""

from __future__ import annotations

import copy
import random
from functools import cache
from pathlib import Path
from typing import Any

from sheet_bench import A, B, patched, toml

from budosim.systems.gurps3.accounts import account
from budosim.systems.gurps3.findings import number
from budosim.systems.gurps3.intake import read_sheet, read_sheet_text
from budosim.systems.gurps3.legality import Report, check_sheet
from budosim.systems.gurps3.sheet import TIERS, Entry, Sheet, Skill, Trait
from budosim.systems.gurps3.tables import bare, tables
from budosim.systems.gurps3.template import STYLES, template

ROOT = Path(__file__).parents[3]
POOL = 40
"""How many legal sheets there are to break."""

Data = dict[str, Any]


def long_form(sheet: Sheet) -> Data:
    """A sheet as the data of its long form, without stated levels."""
    e = sheet.entrant
    entrant: Data = {
        "name": e.name, "age": e.age, "sex": e.sex, "height_cm": e.height_cm, "appearance": e.appearance,
        "background": e.background, "pattern": sheet.pattern, "outfit": e.outfit,
        "unspent_cp": number(e.unspent_cp), "submitted": "2005-10-20T21:00:00+09:00",
        "portrait": {"width": 100, "height": 100, "bytes": 1800}, "lines": {"win": "押忍。"},
    }  # fmt: skip
    data: Data = {"entrant": entrant, "attributes": dict(sheet.attributes)}
    data["quirk"] = [{"text": text} for text in e.quirks]
    style = sheet.style
    if style is not None and style.original:
        lists = {tier: [i.id for i in style.lists[tier]] for tier in TIERS}
        lists |= {k: [i.id for i in getattr(style, k)] for k in ("prereq_only", "maneuvers", "cinematic_maneuvers")}
        texts = {"name_ja": style.text, "description": style.description, "explanation": style.explanation}
        data["style"] = {"original": True, **texts, **lists}
    elif style is not None:
        data["style"] = {"id": style.id}
    for kind in ("advantage", "disadvantage", "skill", "maneuver", "combination", "spell"):
        data[kind] = [_row(entry) for entry in getattr(sheet, f"{kind}s")]
    return data


def _row(entry: Entry) -> Data:
    row: Data = {"id": entry.id if entry.kind != "combination" else entry.text, "cp": number(entry.cp or 0)}
    if entry.spec:
        row["spec"] = entry.spec
    if entry.off:
        row["pool"] = "off"
    if isinstance(entry, Trait) and entry.applies_ids:
        row["applies_to"] = list(entry.applies_ids)
    if isinstance(entry, Skill) and entry.specialised:
        row["specialised"] = True
    if entry.kind == "combination":
        row["moves"] = [move.id for move in entry.moves]  # type: ignore[attr-defined]
    return row


def judge(data: Data) -> Report:
    """The report on data, read from its text."""
    return check_sheet(read_sheet_text(toml(data), path="random.toml"))


def balance(data: Data) -> Report:
    """Set the unspent CP to what is left (never below nothing) and judge."""
    left = 250 - account(read_sheet_text(toml(data))).spent
    data["entrant"]["unspent_cp"] = number(max(left, 0 * left))
    return judge(data)


@cache
def _bases() -> list[Data]:
    texts = [toml(patched(A, [])), toml(patched(B, [])), *(template("ja", style) for style in STYLES)]
    sheets = [read_sheet_text(text) for text in texts]
    field = sorted((ROOT / "entrants" / "musashi").glob("*.toml"))
    sheets += [read_sheet(path) for path in field if path.stem != "event"]
    found = [long_form(sheet) for sheet in sheets]
    return [data for data in found if balance(data).legal]


def _change(data: Data, dice: random.Random) -> None:
    """One change of a kind that often stays legal."""
    kind = dice.randrange(8)
    rows = data["skill"]
    if kind == 0 and rows:
        row = dice.choice(rows)
        row["cp"] = dice.choice([0.5, 1, 2, 4, 6, 8, 12, 16, 24])
    elif kind == 1:
        plain = {k for k, row in tables().skills.items() if not row.family and not row.prereqs and row.manga == "none"}
        new = dice.choice(sorted(plain - {bare(row["id"]) for row in rows}))
        rows.append({"id": new, "cp": dice.choice([0.5, 1]), "spec": "何か"})
    elif kind == 2 and data["maneuver"]:
        dice.choice(data["maneuver"])["cp"] = dice.choice([0, 1, 2, 3, 4])
    elif kind == 3 and data["advantage"]:
        data["advantage"].remove(dice.choice(data["advantage"]))
    elif kind == 4:
        name = dice.choice(["ST", "DX", "IQ", "HT"])
        data["attributes"][name] += dice.choice([-1, 1])
    elif kind == 5:
        data["entrant"]["age"] = max(10, data["entrant"]["age"] + dice.choice([-3, -1, 1, 2, 5, 10]))
    elif kind == 6:
        data["entrant"]["outfit"] = dice.choice(["clothed", "naked"])
    elif rows:
        rows.remove(dice.choice(rows))


@cache
def legal_sheet(n: int) -> Data:
    """The n-th legal sheet: a base with up to four changes after each of which it was still legal."""
    dice = random.Random(n)
    data = copy.deepcopy(_bases()[n % len(_bases())])
    for _ in range(4):
        new = copy.deepcopy(data)
        _change(new, dice)
        if balance(new).legal:
            data = new
    return data


def broken_copy(n: int) -> Data:
    """A copy to break."""
    return copy.deepcopy(legal_sheet(n % POOL))
