"""The entrants as a site shows them: picture, person, sheet, and how the pattern was understood."""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from budosim.files import inside
from budosim.site.words import LANGS, Both, Lang
from budosim.systems.gurps3.ageing import aged_attributes
from budosim.systems.gurps3.derived import Derived, derive
from budosim.systems.gurps3.findings import plain
from budosim.systems.gurps3.romaji import english_name
from budosim.systems.gurps3.story_words import SEX, clean, shortened
from budosim.systems.gurps3.tables import tables

if TYPE_CHECKING:
    from budosim.systems.gurps3.field_files import Candidate
    from budosim.systems.gurps3.regulation import Regulation
    from budosim.systems.gurps3.sheet import Entrant

SIDE = 100
"""Pixels of a portrait on a page."""
MOST_PIXELS = 400
MOST_BYTES = 400_000
LONGEST_NAME, LONGEST_TEXT = 60, 4000
LINES_SHOWN = 40
KINDS = ("advantages", "disadvantages", "skills", "maneuvers", "combinations", "spells")
NAMES = {"ST": Both("体力", "ST"), "DX": Both("敏捷力", "DX"), "IQ": Both("知力", "IQ"), "HT": Both("生命力", "HT")}


@dataclass
class Person:
    """An entrant on the site.

    Fields:
        slot: place in the field.
        name: as written; `names` as the pages of each language show it, `shorts` as it fits beside another.
        portrait: an embedded picture, or "".
        facts, words: lines of the head, as (key of words.toml, text).
        understood: the pattern read back.
        flow: the flow chart as an embedded picture.
        sheet: groups of rows (name, value).
        bouts, wins, draws, losses, block, ledger, chances, veiled: filled in by the event.
    """

    slot: int
    id: str
    file: str
    name: str
    names: Both
    shorts: Both
    reading: str
    style: Both
    age: int | None
    portrait: str
    facts: list[tuple[str, Both]]
    words: list[tuple[str, str]]
    pattern: str
    understood: Both
    remarks: list[Both]
    flow: Both | None
    sheet: list[dict[str, Any]]
    lines: list[tuple[str, str]]
    said: str = ""
    block: str = ""
    wins: int = 0
    draws: int = 0
    losses: int = 0
    veiled: bool = False
    bouts: list[Any] = field(default_factory=list)
    ledger: list[dict[str, Any]] = field(default_factory=list)
    chances: list[dict[str, Any]] = field(default_factory=list)


def people_of(candidates: Sequence[Candidate], regulation: Regulation | None) -> list[Person]:
    """Everybody, in the order of the field; equal names are told apart by their files."""
    names = {lang: _told_apart(candidates, lang) for lang in LANGS}
    digits = max(2, len(str(len(candidates))))
    return [
        _person(slot, one, Both(names["ja"][slot], names["en"][slot]), f"{slot + 1:0{digits}d}.html", regulation)
        for slot, one in enumerate(candidates)
    ]


def _told_apart(candidates: Sequence[Candidate], lang: Lang) -> list[str]:
    from budosim.systems.gurps3.names import fold

    names = [clean(one.name, LONGEST_NAME) or one.id for one in candidates]
    if lang == "en":
        latin = [clean(english_name(one.sheet.entrant)[0], LONGEST_NAME) for one in candidates]
        names = [new or old for new, old in zip(latin, names, strict=True)]
    folded = Counter(fold(name) for name in names)
    return [
        f"{name} ({clean(one.id, 30)})" if folded[fold(name)] > 1 else name
        for name, one in zip(names, candidates, strict=True)
    ]


def _person(slot: int, one: Candidate, names: Both, file: str, regulation: Regulation | None) -> Person:
    entrant = one.sheet.entrant
    style = _style(one)
    facts = [
        ("age", _alike("" if entrant.age is None else str(entrant.age))),
        ("sex", _sex(clean(entrant.sex, 20))),
        ("height", _alike(f"{entrant.height_cm} cm")),
        ("weight", _alike(f"{entrant.weight} kg")),
        ("style", style),
        ("outfit", _named("outfit", entrant.outfit, clean(entrant.outfit_text, 20))),
        ("unspent", _alike(plain(entrant.unspent_cp))),
    ]
    words = [
        ("appearance", clean(entrant.appearance, LONGEST_TEXT)),
        ("background", clean(entrant.background, LONGEST_TEXT)),
        ("quirks", "／".join(clean(quirk, 200) for quirk in entrant.quirks)),
    ]
    read = one.understanding
    lines = [(clean(key, 40), "／".join(clean(line, 300) for line in said)) for key, said in one.sheet.lines.items()]
    return Person(
        slot=slot,
        id=one.id,
        file=file,
        name=names.ja,
        names=names,
        shorts=_shorts(names, entrant),
        reading=clean(entrant.reading, LONGEST_NAME),
        style=style,
        age=entrant.age,
        portrait=portrait_of(one),
        facts=[(key, text) for key, text in facts if text.ja],
        words=[(key, text) for key, text in words if text],
        pattern=one.sheet.pattern.strip()[:LONGEST_TEXT],
        understood=Both(read.ja, read.en) if read is not None else Both("", ""),
        remarks=_remarks(read.findings if read is not None else ()),
        flow=_flow(read.policy if read is not None else None),
        sheet=_sheet(one, regulation),
        lines=[(key, text) for key, text in lines[:LINES_SHOWN] if text],
        said=clean(next(iter(one.sheet.lines.get("win", ())), ""), 120),
    )


def _alike(text: str) -> Both:
    return Both(text, text)


def _shorts(names: Both, entrant: Entrant) -> Both:
    """The family names, where they show."""
    latin, short = english_name(entrant)
    return Both(shortened(names.ja), clean(short, LONGEST_NAME) if latin == names.en else names.en)


def _style(one: Candidate) -> Both:
    style = one.sheet.style
    if style is None:
        return Both("", "")
    written = clean(style.text, 60)
    return _named("style", style.id, written) if style.id and not style.original else _alike(written)


def _named(kind: str, id_: str | None, written: str) -> Both:
    """What a sheet says, and what the tables call it in English."""
    if not id_ or not written or kind == "combination":
        return _alike(written)
    if kind == "outfit":
        return Both(written, {"clothed": "clothed", "naked": "bare"}.get(id_, written))
    label = tables().label(kind, id_, "en")
    return Both(written, written if label == id_ else label)


def _sex(written: str) -> Both:
    known = {"男": "male", "女": "female"}
    return Both(written, known.get(SEX.get(written.lower(), written), written))


def _remarks(findings: Iterable[Any]) -> list[Both]:
    return [Both(one.message_ja, one.message_en) for one in findings if one.level != "error"]


def _flow(policy: Mapping[str, Any] | None) -> Both | None:
    """The flow chart of a policy; a picture runs nothing, whatever its words are."""
    if policy is None:
        return None
    from budosim.ai.flowchart import svg

    drawn = [base64.b64encode(svg(dict(policy), lang).encode("utf-8")).decode("ascii") for lang in LANGS]
    return Both(*(f"data:image/svg+xml;base64,{one}" for one in drawn))


def portrait_of(one: Candidate) -> str:
    """The portrait, drawn anew at its size: what else a file may carry does not reach the page."""
    portrait = one.sheet.entrant.portrait
    if portrait is None or not portrait.width or not portrait.height or not portrait.size:
        return ""
    if max(portrait.width, portrait.height) > MOST_PIXELS or portrait.size > MOST_BYTES:
        return ""
    from PIL import Image

    try:
        path = inside(one.path.parent, portrait.text)
        with Image.open(path, formats=("PNG", "GIF", "JPEG", "BMP", "WEBP")) as picture:
            if max(picture.size) > MOST_PIXELS:
                return ""
            drawn = picture.convert("RGBA" if "A" in picture.getbands() or "transparency" in picture.info else "RGB")
        drawn.thumbnail((SIDE, SIDE))
        out = io.BytesIO()
        drawn.quantize(64).save(out, "PNG", optimize=True)
    except Exception:  # a damaged picture may raise anything inside the picture library
        return ""
    return "data:image/png;base64," + base64.b64encode(out.getvalue()).decode("ascii")


def _sheet(one: Candidate, regulation: Regulation | None) -> list[dict[str, Any]]:
    """Attributes, what follows from them in the ring, and everything bought."""
    sheet = one.sheet
    aged = derive(sheet, aged=True, regulation=regulation)
    now = aged_attributes(sheet, regulation)
    attributes = [
        (name, f"{value}" if now.get(key, value) == value else f"{value} → {now[key]}")
        for key, name in NAMES.items()
        for value in (sheet.attributes.get(key, 10),)
    ]
    groups: list[dict[str, Any]] = [
        {"key": "attributes", "rows": attributes},
        {"key": "derived", "rows": _derived(aged)},
    ]
    levels = {"skills": aged.levels, "maneuvers": aged.maneuvers, "spells": {k: r for k, (_, r) in aged.spells.items()}}
    for kind in KINDS:
        rows = [_entry(entry, levels.get(kind, {})) for entry in getattr(sheet, kind) if not entry.off]
        if rows:
            groups.append({"key": kind, "rows": rows})
    return groups


def _entry(entry: Any, levels: Mapping[str, int]) -> tuple[Both, str]:
    name = _named(entry.kind, entry.key if entry.id else None, clean(entry.text, 80))
    cp = "?" if entry.cp is None else plain(entry.cp)
    level = levels.get(entry.key)
    return name, f"{cp} CP" if level is None else f"{level} ({cp} CP)"


def _derived(values: Derived) -> list[tuple[Both, str]]:
    t = tables()
    skill = Both(*(t.label("skill", values.subturn_skill, lang) for lang in LANGS))
    return [
        (Both("ヒットポイント", "Hit points"), str(values.hp)),
        (Both("疲労点", "Fatigue"), str(values.fp)),
        (Both("意思", "Will"), str(values.will)),
        (Both("移動力", "Move"), str(values.move)),
        (Both("よけ", "Dodge"), str(values.dodge)),
        (Both("防護点", "Armour"), str(values.dr)),
        (Both(f"サブターン（{skill.ja}）", f"Sub-turns ({skill.en})"), str(values.subturns)),
        (Both("突き／振り", "Thrust / swing"), f"{values.thrust} / {values.swing}"),
    ]
