"""Builds a `Sheet` from parsed TOML: the short form of the contract, the long `[[skill]]` form, or both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from budosim.systems.gurps3.findings import Both, Finding, finding
from budosim.systems.gurps3.names import find, fold
from budosim.systems.gurps3.portrait import inside, measure
from budosim.systems.gurps3.sheet import TIERS, Entrant, Listed, Portrait, Sheet, Spot, Style
from budosim.systems.gurps3.sheet_entries import GROUPS, SHORT, Entries
from budosim.systems.gurps3.tables import StyleRow, tables
from budosim.systems.gurps3.toml_places import Path as KeyPath
from budosim.systems.gurps3.values import A_TABLE, Values

LINE_KEYS = (
    "before",
    "win",
    "lose",
    "combination",
    "injured",
    "critical",
    "fumble",
    "crippled",
    "feint",
    "spell",
    "give_up",
    "draw",
)
"""The situations a line may be written for, besides `round_<stage>`."""

_ROUND = re.compile(r"round_[A-Za-z0-9_]{1,20}")
_ENTRANT = (
    "name",
    "reading",
    "name_en",
    "age",
    "sex",
    "height_cm",
    "weight_kg",
    "appearance",
    "background",
    "portrait",
    "outfit",
    "submitted",
    "unspent_cp",
    "quirks",
    "sources",
    "pattern",
    "lines",
)
_STYLE = (
    "id",
    "name",
    "name_ja",
    "original",
    "description",
    "explanation",
    "special_rules",
    "renamed",
    "prereq_only",
    "maneuvers",
    "cinematic_maneuvers",
    *TIERS,
)
_OWN_LISTS = (*TIERS, "prereq_only", "maneuvers", "cinematic_maneuvers")
"""Keys only an original style has: a ready-made one brings its lists."""

_TOP = ("entrant", "pattern", "lines", "attributes", "style", "quirk", *GROUPS)
_SHORT_TOP = ("entrant", "pattern", "lines", "attributes", "style", *SHORT, "combinations", "off_match")


class Reader:
    """One reading of one parsed sheet."""

    def __init__(self, data: Mapping[str, Any], places: Mapping[KeyPath, int], base: Path | None) -> None:
        self.data = data
        self.values = Values(places)
        self.base = base
        self.spots: dict[str, Spot] = {}

    def sheet(self, *, path: str, text: str, sha256: str, before: tuple[Finding, ...]) -> Sheet:
        """The sheet with every finding of its file; `before` are those of the file as such."""
        v = self.values
        v.only(self.data, _TOP, "", (), tell=_SHORT_TOP)
        for key in self.data:
            self.spots[key] = v.spot(key, (key,))
        person = v.table(self.data.get("entrant"), "entrant", ("entrant",))
        entrant = self._entrant(person)
        attributes, bad = self._attributes()
        entries = Entries(self.data, v)
        entries.read()
        style = self._style()
        pattern = self._pattern(person)
        lines = self._lines(person)
        return Sheet(
            path=path,
            text=text,
            sha256=sha256,
            readable=True,
            complete=v.complete,
            findings=(*before, *v.findings),
            lines_of=MappingProxyType(dict(v.places)),
            entrant=entrant,
            pattern=pattern,
            lines=lines,
            attributes=attributes,
            bad_attributes=bad,
            style=style,
            advantages=tuple(entries.advantages),
            disadvantages=tuple(entries.disadvantages),
            skills=tuple(entries.skills),
            maneuvers=tuple(entries.maneuvers),
            combinations=tuple(entries.combinations),
            spells=tuple(entries.spells),
            spots=MappingProxyType(self.spots),
        )

    def _entrant(self, person: dict[str, Any]) -> Entrant:
        v = self.values
        v.only(person, _ENTRANT, "entrant", ("entrant",))
        for key in person:
            self.spots[f"entrant.{key}"] = v.spot(f"entrant.{key}", ("entrant", key))
        text = {
            k: v.text(person.get(k), f"entrant.{k}", ("entrant", k))
            for k in ("name", "reading", "name_en", "sex", "appearance", "background")
        }
        height = self._whole(person, "height_cm")
        written = v.text(person.get("outfit"), "entrant.outfit", ("entrant", "outfit"))
        unspent = person.get("unspent_cp", 0)
        sources = v.texts(person.get("sources"), "entrant.sources", ("entrant", "sources"))
        return Entrant(
            **text,
            age=self._whole(person, "age"),
            height_cm=height if height is not None else 170,
            weight_kg=self._whole(person, "weight_kg"),
            portrait=self._portrait(person.get("portrait")),
            outfit=(find("outfit", written) or "") if written else "clothed",
            outfit_text=written,
            submitted=v.moment(person.get("submitted"), "entrant.submitted", ("entrant", "submitted")),
            unspent_cp=v.number(unspent, "entrant.unspent_cp", ("entrant", "unspent_cp")) or Fraction(0),
            quirks=self._quirks(person),
            sources=tuple((s, find("source", s)) for s in sources),
        )

    def _whole(self, person: dict[str, Any], key: str) -> int | None:
        if key not in person:
            return None
        return self.values.whole(person[key], f"entrant.{key}", ("entrant", key))

    def _quirks(self, person: dict[str, Any]) -> tuple[str, ...]:
        v = self.values
        quirks = list(v.texts(person.get("quirks"), "entrant.quirks", ("entrant", "quirks")))
        long_form = self.data.get("quirk")
        if long_form is not None and not isinstance(long_form, list):
            v.wrong("quirk", ("quirk",), A_TABLE, long_form)
            long_form = None
        for i, row in enumerate(long_form or []):
            table = v.table(row, f"quirk[{i}]", ("quirk", i))
            v.only(table, ("text", "note"), f"quirk[{i}]", ("quirk", i))
            quirks.append(v.text(table.get("text"), f"quirk[{i}].text", ("quirk", i, "text")))
        return tuple(q for q in quirks if q.strip())

    def _portrait(self, value: Any) -> Portrait | None:
        v, where, path = self.values, "entrant.portrait", ("entrant", "portrait")
        if value is None:
            return None
        if isinstance(value, dict):
            v.only(value, ("width", "height", "bytes", "file"), where, path)
            size = [
                v.whole(value[k], f"{where}.{k}", (*path, k)) if k in value else None
                for k in ("width", "height", "bytes")
            ]
            return Portrait(v.text(value.get("file"), f"{where}.file", (*path, "file")), *size)
        text = v.text(value, where, path)
        if not text:
            return None
        if self.base is None:
            return Portrait(text, None, None, None)
        file = inside(self.base, text)
        if file is None:
            beside = Both("シートと同じ所に置いて名前だけ書く", "put it beside the sheet and write its name alone")
            v.findings.append(finding("F-05", where, v.line(path), suggestion=beside, item=text))
            return Portrait(text, None, None, None)
        measured = measure(file, text)
        if isinstance(measured, Both):
            send = Both("画像をシートと同じ所に置く", "put the picture beside the sheet")
            fault = finding(
                "F-09", where, v.line(path), suggestion=send, item=text, reason=measured.en, reason_ja=measured.ja
            )
            v.findings.append(fault)
            return Portrait(text, None, None, None)
        return measured

    def _attributes(self) -> tuple[Mapping[str, int], tuple[str, ...]]:
        v = self.values
        table = v.table(self.data.get("attributes"), "attributes", ("attributes",))
        found: dict[str, int] = {}
        seen: dict[str, str] = {}
        bad: list[str] = []
        for key, value in table.items():
            where, path = f"attributes.{key}", ("attributes", key)
            name = find("attribute", key)
            if name is None:
                v.unknown(where, path, key, ("ST", "DX", "IQ", "HT"))
                continue
            if name in seen:
                v.findings.append(finding("F-04", where, v.line(path), item=key, first=seen[name]))
                continue
            seen[name] = where
            self.spots[f"attributes.{name}"] = v.spot(where, path)
            number = v.whole(value, where, path)
            if number is None:
                bad.append(name)
                v.complete = False
            else:
                found[name] = number
        return MappingProxyType(found), tuple(bad)

    def _style(self) -> Style | None:
        v = self.values
        raw = self.data.get("style")
        if isinstance(raw, str):
            raw = {"name": raw}
        table = v.table(raw, "style", ("style",))
        if not table:
            return None
        v.only(table, _STYLE, "style", ("style",))
        for key in table:
            self.spots[f"style.{key}"] = v.spot(f"style.{key}", ("style", key))
        names = [v.text(table.get(k), f"style.{k}", ("style", k)) for k in ("name", "name_ja", "id")]
        text = next((n for n in names if n), "")
        spot = v.spot("style", ("style",))
        words = {
            k: v.text(table.get(k), f"style.{k}", ("style", k))
            for k in ("description", "explanation", "special_rules")
        }
        renamed = self._renamed(table.get("renamed"))
        if not v.flag(table.get("original"), "style.original", ("style", "original")):
            for key in _OWN_LISTS:
                if key in table:
                    line = v.line(("style", key))
                    v.findings.append(finding("F-02", f"style.{key}", line, variant="list", item=f"style.{key}"))
            id_ = next((i for n in names if n and (i := find("style", n))), None)
            more: dict[str, Any] = {**words, **_lists_of(tables().styles[id_] if id_ else None)}
            return Style(text=text, id=id_, original=False, renamed=renamed, spot=spot, **more)
        return Style(
            text=text,
            id=names[2] or fold(text) or "original",
            original=True,
            renamed=renamed,
            lists=MappingProxyType({tier: self._listed(table, tier, "skill") for tier in TIERS}),
            prereq_only=self._listed(table, "prereq_only", "skill"),
            maneuvers=self._listed(table, "maneuvers", "maneuver"),
            cinematic_maneuvers=self._listed(table, "cinematic_maneuvers", "maneuver"),
            spot=spot,
            **words,
        )

    def _listed(self, table: dict[str, Any], key: str, kind: str) -> tuple[Listed, ...]:
        names = self.values.texts(table.get(key), f"style.{key}", ("style", key))
        return tuple(Listed(n, (find(kind, n) or "").partition("(")[0] or None) for n in names if n)

    def _renamed(self, value: Any) -> tuple[tuple[str, str, str], ...]:
        v = self.values
        if value is None:
            return ()
        if not isinstance(value, list):
            v.wrong("style.renamed", ("style", "renamed"), A_TABLE, value)
            return ()
        out = []
        for i, row in enumerate(value):
            where, path = f"style.renamed[{i}]", ("style", "renamed", i)
            table = v.table(row, where, path)
            v.only(table, ("name", "of", "explanation"), where, path)
            name, of, why = (
                v.text(table.get(k), f"{where}.{k}", (*path, k)) for k in ("name", "of", "explanation")
            )
            out.append((name, of, why))
        return tuple(out)

    def _pattern(self, person: dict[str, Any]) -> str:
        v = self.values
        raw = self.data.get("pattern")
        top = ""
        if isinstance(raw, str):
            top = v.text(raw, "pattern", ("pattern",))
        elif raw is not None:
            table = v.table(raw, "pattern", ("pattern",))
            v.only(table, ("text",), "pattern", ("pattern",))
            top = v.text(table.get("text"), "pattern.text", ("pattern", "text"))
            if "text" in table:
                self.spots["pattern.text"] = v.spot("pattern.text", ("pattern", "text"))
        inner = v.text(person.get("pattern"), "entrant.pattern", ("entrant", "pattern"))
        if top and inner:
            line = v.line(("entrant", "pattern"))
            v.findings.append(finding("F-04", "entrant.pattern", line, item="pattern", first="pattern.text"))
        return top or inner

    def _lines(self, person: dict[str, Any]) -> Mapping[str, tuple[str, ...]]:
        v = self.values
        out: dict[str, tuple[str, ...]] = {}
        paths: tuple[tuple[Any, KeyPath], ...] = (
            (self.data.get("lines"), ("lines",)),
            (person.get("lines"), ("entrant", "lines")),
        )
        for raw, path in paths:
            where = ".".join(str(p) for p in path)
            table = v.table(raw, where, path)
            for key, value in table.items():
                if key not in LINE_KEYS and not _ROUND.fullmatch(key):
                    v.unknown(f"{where}.{key}", (*path, key), key, LINE_KEYS)
                    continue
                said = v.texts(value, f"{where}.{key}", (*path, key), one=True)
                if key in out:
                    v.findings.append(
                        finding(
                            "F-04", f"{where}.{key}", v.line((*path, key)), item=key, first=f"lines.{key}"
                        )
                    )
                elif any(s.strip() for s in said):
                    out[key] = said
        return MappingProxyType(out)


def _lists_of(row: StyleRow | None) -> dict[str, Any]:
    """The lists of a ready-made style; none of a style nobody knows."""
    if row is None:
        return {}

    def listed(ids: tuple[str, ...]) -> tuple[Listed, ...]:
        return tuple(Listed(i, i) for i in ids)

    return {
        "lists": MappingProxyType({tier: listed(getattr(row, tier)) for tier in TIERS}),
        "prereq_only": listed(row.prereq_only),
        "maneuvers": listed(row.maneuvers),
        "cinematic_maneuvers": listed(row.cinematic_maneuvers),
    }
