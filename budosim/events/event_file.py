"""The event file itself: its tables and keys, each fault named by its place."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from budosim.errors import EventError
from budosim.events.plan import DRAWS
from budosim.events.schedule import FULL_BLOCK, LARGEST_BLOCK, SMALLEST_BLOCK
from budosim.events.seeds import is_commitment
from budosim.events.standings import CHAIN, Criterion

SHEET_SUFFIXES = (".toml", ".md", ".txt")
KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "event": ("name", "regulation", "entries_open", "entries_close", "seed_commitment", "beacon"),
        "blocks": ("draw", "size", "order"),
        "tie_break": ("chain",),
    }
)
"""The tables of an event file with their keys; `rulings` takes any key and leaves them to the game."""
TABLES = (*KEYS, "rulings")


class EventFile:
    """One event file; every fault is raised with the file's name and the line."""

    def __init__(self, file: Path, text: str) -> None:
        """The text of a file."""
        self.file = file
        self.text = text

    def fields(self) -> dict[str, Any]:
        """What the file says, as fields of an event."""
        data = self._parse()
        self._known("", data, TABLES)
        tables = {name: self._table(data, name) for name in TABLES}
        for name, keys in KEYS.items():
            self._known(name, tables[name], keys)
        opens, closes = (self._date(tables["event"], key) for key in ("entries_open", "entries_close"))
        if opens and closes and closes < opens:
            raise self._fault(
                "event",
                "entries_close",
                f"{closes} lies before entries_open {opens}",
                f"entries_open（{opens}）より前の {closes} になっています",
            )
        commitment = self._text(tables["event"], "event", "seed_commitment", "")
        if commitment and not is_commitment(commitment):
            raise self._fault(
                "event",
                "seed_commitment",
                "it is written sha256: and 64 digits 0-9 a-f",
                "sha256: に続けて 0-9 a-f の 64 文字で書きます",
            )
        blocks = tables["blocks"]
        return {
            "name": self._text(tables["event"], "event", "name", self.file.resolve().parent.name),
            "regulation": self._text(tables["event"], "event", "regulation", "budo"),
            "entries_open": opens,
            "entries_close": closes,
            "seed_commitment": commitment,
            "beacon": self._text(tables["event"], "event", "beacon", ""),
            "draw": self._choice("blocks", "draw", self._text(blocks, "blocks", "draw", "random"), DRAWS),
            "size": self._size(blocks),
            "order": self._order(blocks),
            "chain": self._chain(tables["tie_break"]),
            "rulings": MappingProxyType(self._rulings(tables["rulings"])),
        }

    def _parse(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except RecursionError:
            raise self._fault("", "", "nested too deeply", "入れ子が深すぎます") from None
        except ValueError as error:
            place = re.search(r"at line (\d+)", str(error))
            line = int(place[1]) if place else self.text.rstrip("\n").count("\n") + 1
            rows = self.text.split("\n")
            written = rows[line - 1].strip()[:60] if line <= len(rows) else ""
            raise EventError(
                f"{self.file.name}:{line}: not TOML ({error}): {written}",
                f"{self.file.name}:{line}：TOML として読めません（{error}）：{written}",
            ) from None

    def _known(self, table: str, data: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in data:
            if key not in known:
                near = difflib.get_close_matches(key.lower(), known, 1, cutoff=0.4)
                listed = ", ".join(known)
                hint = f"did you mean {near[0]}?" if near else f"known are {listed}"
                hint_ja = f"{near[0]} ではありませんか" if near else f"使えるのは {listed} です"
                raise self._fault(table, key, f"unknown; {hint}", f"知らない項目です。{hint_ja}")

    def _table(self, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        value = data.get(name, {})
        if not isinstance(value, dict):
            raise self._fault("", name, f"it is a table: write [{name}]", f"表です。[{name}] と書きます")
        return value

    def _text(self, table: Mapping[str, Any], name: str, key: str, default: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str):
            raise self._fault(name, key, "it is a text in quotes", "引用符で囲んだ文字列にします")
        return value.strip() or default

    def _date(self, table: Mapping[str, Any], key: str) -> date | None:
        value = table.get(key)
        if isinstance(value, datetime):
            return value.date()
        if value is not None and not isinstance(value, date):
            raise self._fault(
                "event", key, "it is a date such as 2005-10-08", "2005-10-08 のような日付にします"
            )
        return value

    def _size(self, table: Mapping[str, Any]) -> int:
        value = table.get("size", FULL_BLOCK)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not SMALLEST_BLOCK <= value <= LARGEST_BLOCK:
            raise self._fault(
                "blocks",
                "size",
                f"{value!r} is no whole number from {SMALLEST_BLOCK} to {LARGEST_BLOCK}",
                f"{value!r} は {SMALLEST_BLOCK}～{LARGEST_BLOCK} の整数ではありません",
            )
        return int(value)

    def _order(self, table: Mapping[str, Any]) -> tuple[str, ...]:
        value = table.get("order", [])
        groups = value if isinstance(value, list) else None
        flat = [name for group in groups or [] for name in (group if isinstance(group, list) else [group])]
        if groups is None or not all(isinstance(name, str) for name in flat):
            raise self._fault(
                "blocks",
                "order",
                "it is a list of file names in quotes",
                "引用符で囲んだファイル名を並べます",
            )
        ids = [Path(name).stem if name.lower().endswith(SHEET_SUFFIXES) else name for name in flat]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            ja = f"二度書かれています：{'、'.join(twice)}"
            raise self._fault("blocks", "order", f"named twice: {', '.join(twice)}", ja)
        return tuple(ids)

    def _chain(self, table: Mapping[str, Any]) -> tuple[Criterion, ...]:
        value = table.get("chain", list(CHAIN))
        if not isinstance(value, list) or not value:
            raise self._fault(
                "tie_break",
                "chain",
                f"it is a list, of {', '.join(CHAIN)}",
                f"{'、'.join(CHAIN)} を並べたものです",
            )
        chain: list[Criterion] = []
        for written in value:
            criterion: Any = self._choice("tie_break", "chain", written, CHAIN)
            if criterion in chain:
                raise self._fault("tie_break", "chain", f"{criterion} twice", f"{criterion} が二度あります")
            chain.append(criterion)
        if "lot" in chain[:-1]:
            raise self._fault(
                "tie_break",
                "chain",
                "the lot decides everything, so it comes last",
                "抽選（lot）ですべて決まるので、最後に置きます",
            )
        return tuple(chain)

    def _choice(self, table: str, key: str, value: Any, known: Sequence[str]) -> str:
        if not isinstance(value, str) or value not in known:
            near = difflib.get_close_matches(str(value).lower(), known, 1, cutoff=0.5)
            listed = " | ".join(known)
            hint = f" (did you mean {near[0]}?)" if near else ""
            hint_ja = f"（{near[0]} ではありませんか）" if near else ""
            raise self._fault(
                table, key, f"{value!r}: it is {listed}{hint}", f"{value!r}：{listed} のどれかです{hint_ja}"
            )
        return value

    def _rulings(self, table: Mapping[str, Any], before: str = "") -> dict[str, Any]:
        rulings: dict[str, Any] = {}
        for key, value in table.items():
            if isinstance(value, dict):
                rulings.update(self._rulings(value, f"{before}{key}."))
            elif isinstance(value, str | int | float):
                rulings[f"{before}{key}"] = value
            else:
                en = "a ruling is a word, a number, true or false"
                raise self._fault("rulings", key, en, "言葉か数か true・false です")
        return rulings

    def _fault(self, table: str, key: str, en: str, ja: str) -> EventError:
        line = line_of(self.text, table, key)
        place = f"{self.file.name}:{line}" if line else self.file.name
        item = f"[{table}] {key}" if table else f"{key}" if key else ""
        return EventError(f"{place}: {item}: {en}", f"{place}：{item}：{ja}")


def line_of(text: str, table: str, key: str) -> int | None:
    """The line of a key of a table, or of the header of a table itself; None when it is not found."""
    current = ""
    for number, row in enumerate(text.split("\n"), 1):
        header = re.match(r"\s*\[+\s*([^\]]*?)\s*\]+", row)
        if header:
            current = header[1].replace('"', "").replace("'", "")
            if not table and current.split(".")[0] == key:
                return number
            continue
        assigned = re.match(r"\s*([^=#]+?)\s*=", row)
        if assigned:
            name = f"{current}.{assigned[1]}" if current else assigned[1]
            path = name.replace('"', "").replace("'", "").replace(" ", "").split(".")
            if path[-1] == key and (not table or path[0] == table):
                return number
    return None
