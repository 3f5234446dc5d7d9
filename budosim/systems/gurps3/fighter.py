"""An entrant made ready for the ring: sheet, understood pattern, packed records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from budosim.ai.understand import Understanding, understand
from budosim.errors import PatternError, RuleError
from budosim.systems.gurps3.intake import read_sheet
from budosim.systems.gurps3.on_sheet import names_on_sheet
from budosim.systems.gurps3.regulation import Regulation
from budosim.systems.gurps3.rulings import registry
from budosim.systems.gurps3.sheet import Sheet


@dataclass(frozen=True)
class Fighter:
    """One entrant with everything a bout needs.

    Fields:
        id: the file name without its ending.
        policy: bp/1; `understanding` says where in the text each row comes from.
    """

    id: str
    sheet: Sheet
    policy: dict[str, Any]
    understanding: Understanding | None

    @property
    def name(self) -> str:
        """The name as written."""
        return self.sheet.name

    @property
    def lines(self) -> Mapping[str, tuple[str, ...]]:
        """The entrant's own lines by situation."""
        return self.sheet.lines

    @cached_property
    def unhurt(self) -> tuple[int, int]:
        """Hit points and fatigue points when nothing is lost."""
        from budosim.systems.gurps3.derived import derive

        values = derive(self.sheet, aged=True)
        return values.hp, values.fp

    @property
    def spans(self) -> dict[str, list[list[int]]] | None:
        """Where each row of the policy stands in the text."""
        return self.understanding.spans if self.understanding is not None else None

    @property
    def first_act(self) -> str:
        """The first attack the pattern names, for the archetype "kicker"."""
        for rule in self.policy.get("rules", []):
            do = rule["do"]
            acts = (
                [do] if "a" in do else [a for _, a in do["any"]] if "any" in do else do.get("first", do.get("seq", []))
            )
            for act in acts:
                if act["a"] not in ("feint", "wait", "approach", "retreat", "getup", "all_out_def"):
                    return str(act["a"])
        return ""

    @cached_property
    def packed_policy(self) -> Any:
        """The Policy record."""
        from budosim.ai.records import to_records
        from budosim.systems.gurps3.brought import combos_of
        from budosim.systems.gurps3.pack_arts import link_arts
        from budosim.systems.gurps3.pack_spells import link

        packed = to_records(self.policy)
        link_arts(packed.record, packed.extras, combos_of(self.sheet))
        return link(packed.record, packed.extras, [s.id for s in self.sheet.spells if s.id is not None])

    @cached_property
    def titles(self) -> dict[int, str]:
        """The names of combinations by the order that names them, for a trace."""
        from budosim.ai.records import to_records
        from budosim.systems.gurps3.pack_arts import titles_of

        packed = to_records(self.policy)
        return titles_of(packed.record, packed.extras)

    def packed_sheet(self, regulation: Regulation | None, rulings: Mapping[str, Any], slot: int) -> Any:
        """The Sheet record under the rulings in force."""
        from budosim.systems.gurps3.brought import brought
        from budosim.systems.gurps3.pack import pack

        return pack(brought(self.sheet, regulation, first_act=self.first_act), rulings, slot)

    def with_policy(self, policy: dict[str, Any]) -> Fighter:
        """The same fighter under another policy (bp/1)."""
        return replace(self, policy=policy, understanding=None)


def split_rulings(rulings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """An event's `[rulings]` as (those of the ring, those of the sheet); unknown keys are a `RuleError`."""
    ring: dict[str, Any] = {}
    sheet: dict[str, Any] = {}
    for key, value in rulings.items():
        bare = key.removeprefix("rules.")
        if bare in registry():
            ring[bare] = value
        elif key.startswith("sheet.") or key in ("mental_strength", "manga_limit"):
            sheet[key] = value
        else:
            ring[key] = value
    return ring, sheet


def understand_sheet(sheet: Sheet, lang: str | None = None) -> Understanding:
    """The sheet's pattern as understood, against what stands on the sheet."""
    return understand(sheet.pattern, lang=lang, has=names_on_sheet(sheet))


def fighter_of(sheet: Sheet, id_: str | None = None, has: Collection[str] | None = None) -> Fighter:
    """The fighter of a sheet whose pattern is understood.

    Raises:
        PatternError: the pattern was refused; the message names the file, the place and what would be right.
        RuleError: the file held no sheet.

    """
    name = id_ or Path(sheet.path).stem
    if not sheet.readable:
        reason = sheet.findings[0] if sheet.findings else None
        en = reason.message.en if reason else "no sheet"
        ja = reason.message.ja if reason else "キャラクターがありません"
        raise RuleError(f"{sheet.path}: {en}", f"{sheet.path}：{ja}")
    read = understand(sheet.pattern, has=names_on_sheet(sheet) if has is None else has)
    if read.policy is None:
        first = read.errors[0]
        start, end = first.span
        piece = sheet.pattern[start:end]
        hint_en = f"; perhaps: {first.suggestion}" if first.suggestion else ""
        hint_ja = f"（例：{first.suggestion}）" if first.suggestion else ""
        raise PatternError(
            f"{sheet.path}: pattern, characters {start}-{end} ({piece!r}): {first.code}: {first.message_en}{hint_en}",
            f"{sheet.path}：戦闘パターンの{start}～{end}文字目「{piece}」：{first.code}：{first.message_ja}{hint_ja}",
        )
    return Fighter(name, sheet, read.policy, read)


def read_fighter(path: str | Path) -> Fighter:
    """The fighter a file describes."""
    return fighter_of(read_sheet(path))
