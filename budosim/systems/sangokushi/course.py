"""The course of one battle, entry by entry: what each does, when the battle ends, what is counted (S-46 to S-74)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from budosim.systems.sangokushi.dates import Battle
from budosim.systems.sangokushi.fields import Field
from budosim.systems.sangokushi.findings import Both, Finding
from budosim.systems.sangokushi.night_file import COMMITTEE, BattleRecord, Logged, Ruled, third
from budosim.systems.sangokushi.regulation import Parameters, Regulation, clock, seconds
from budosim.systems.sangokushi.tables import breaches, general_name, nation_name, plain

Outcome = Literal["ok", "error", "needs_ruling", "ignored"]
NATION = "*"
"""The counter of warnings that belong to the nation as a whole."""


_RECORDED: Mapping[str, tuple[str, str]] = {
    "start": ("開戦", "the battle begins"),
    "swap": ("参戦者の入れ替え", "swapped"),
    "stop": ("会戦停止の要求", "a call to stop the battle"),
    "call": ("注意", "called to order"),
    "death": ("討死", "fell"),
    "gathered": ("集合場所へ", "gathered at the agreed place"),
    "watchers": ("幽霊で見学", "watching as ghosts"),
    "override": ("指導部の判断", "decided by the leaders"),
    "note": ("記事", "note"),
    "arrival": ("集合", "assembled"),
}


@dataclass(frozen=True, slots=True)
class Noted:
    """What became of one entry of a log.

    Fields:
        code: W1 … L10, an end, or the code of the finding about it.
    """

    entry: Logged
    outcome: Outcome
    code: str
    text: Both

    def row(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "index": self.entry.index,
            "line": self.entry.table.line(),
            "at": clock(self.entry.at),
            "kind": self.entry.kind,
            "outcome": self.outcome,
            "code": self.code or None,
            "text_ja": self.text.ja,
            "text_en": self.text.en,
        }


@dataclass(frozen=True, slots=True)
class SideResult:
    """A side's result before warnings are paid: how it ended for it, the points of that, who won."""

    end: str
    base: int
    won: bool | None


@dataclass
class Verdict:
    """A battle judged.

    Fields:
        ended_at: second of the announced end; None while the battle is open.
        results: by nation; empty while the battle is open.
        warnings: by nation, the counters: offenders as compared, or `NATION`.
        losses: by nation, how many breaches of the second kind were established.
        deadline: second by which the sides of the second battle must have assembled.
    """

    battle: Battle
    ended_at: int | None = None
    results: dict[str, SideResult] = field(default_factory=dict)
    warnings: dict[str, dict[str, int]] = field(default_factory=dict)
    losses: dict[str, int] = field(default_factory=dict)
    entries: list[Noted] = field(default_factory=list)
    deadline: int | None = None
    waits: bool = False

    @property
    def open(self) -> bool:
        """Whether the committee must speak, or an end is missing, before the battle counts."""
        return self.waits or not self.results

    def new_warnings(self, nation: str) -> int:
        """How many warnings a nation got."""
        return sum(self.warnings.get(nation, {}).values())


class Course:
    """Shared steps of both kinds of battle: the order of the log, breaches, rulings."""

    def __init__(
        self,
        battle: Battle,
        record: BattleRecord,
        rules: Regulation,
        members: Mapping[str, str],
        arena: Field | None,
        before: Verdict | None = None,
    ) -> None:
        """A battle with its record; `members` are the committee's, `before` is the night's first battle."""
        self.battle, self.record, self.rules = battle, record, rules
        self.now: Parameters = rules.on(battle.night)
        self.members, self.arena, self.before = members, arena, before
        self.verdict = Verdict(battle)
        self.ruled: dict[int, Ruled] = {}
        self.whole: Ruled | None = None
        self.start = self._start()
        self.limit = self.now.three_way_minutes if battle.three_way else self.now.time_limit_minutes
        self._ghosts: dict[str, bool] = {}
        self._seen: set[tuple[str, str, str, int]] = set()
        self._kinds_seen: set[tuple[str, str, str]] = set()

    def _start(self) -> int | None:
        started = [entry.at for entry in self.record.log if entry.kind == "start"]
        if started:
            return started[0]
        if self.record.start is not None or self.battle.order == 2:
            return self.record.start
        return seconds(self.now.first_battle)

    @property
    def time_up(self) -> int | None:
        """The second the limit is reached."""
        return None if self.start is None else self.start + self.limit * 60

    def note(self, entry: Logged, outcome: Outcome, code: str, ja: str, en: str) -> None:
        """Keep what became of an entry; what is said later of the same entry stands instead."""
        self.verdict.entries = [one for one in self.verdict.entries if one.entry is not entry]
        self.verdict.entries.append(Noted(entry, outcome, code, Both(ja, en)))

    def fault(self, entry: Logged, code: str, /, *keys: str, **fields: Any) -> None:
        """A finding about an entry, which then has no effect."""
        made = entry.table.problems.add(
            code, entry.table.file, entry.table.line(*keys), entry.table.where(*keys), **fields
        )
        self.note(entry, _outcome_of(made), code, made.message.ja, made.message.en)
        if made.severity == "needs_ruling":
            self.verdict.waits = True

    def read_rulings(self) -> None:
        """Sort the committee's decisions by the entries they settle (S-75); unsigned ones count for nothing."""
        known = {entry.index for entry in self.record.log}
        for ruling in self.record.rulings:
            unknown = [name for name in ruling.members if plain(name) not in self.members]
            if not ruling.members or unknown:
                ruling.table.fault("E-SIGN", "members", names="、".join(unknown) or "—")
            elif ruling.on is not None and ruling.on not in known:
                ruling.table.fault("E-RULING-ON", "on", on=ruling.on)
            elif ruling.on is None:
                self.whole = ruling
            else:
                self.ruled[ruling.on] = ruling

    def in_order(self) -> list[Logged]:
        """The entries that stand in the order of their times; the others are findings (E-TIME)."""
        latest: int | None = None
        good = []
        for entry in self.record.log:
            if latest is not None and entry.at < latest:
                self.fault(entry, "E-TIME", "at", at=clock(entry.at), before=clock(latest))
                continue
            latest = entry.at
            good.append(entry)
        return good

    def too_early(self, entry: Logged) -> bool:
        """Whether something of the fight is entered before the fight began: a result before its battle."""
        begin = self.start
        if begin is None and self.before is not None:
            begin = self.before.ended_at
        if begin is None or entry.at >= begin:
            return False
        self.fault(entry, "E-BEFORE-START", "at", at=clock(entry.at), start=clock(begin))
        return True

    def host_speaks(self, entry: Logged) -> str | None:
        """The side whose host reports, the committee, or None with a finding (S-43, S-46)."""
        if entry.by in self.record.sides or entry.by == COMMITTEE or entry.by in self.battle.sides:
            return entry.by
        if entry.by == third(self.battle.sides):
            return entry.by
        for nation, side in self.record.sides.items():
            if side.host and general_name(side.host) == general_name(entry.by):
                return nation
        self.fault(entry, "E-NOT-HOST", "by", by=entry.by or "—")
        return None

    def breach(self, entry: Logged, *, over: bool) -> str | None:
        """Count a breach; the nation that loses by it, if it ends the battle for that nation."""
        found = breaches().find(entry.value)
        ruled = self.ruled.get(entry.index)
        if entry.side not in self.battle.sides:
            self.fault(entry, "E-NOT-IN-BATTLE", "side", nation=nation_name(entry.side))
            return None
        if over and not (found is not None and found.row.get("after_end")):
            self.fault(entry, "W-LATE-EVENT", at=clock(entry.at), end=clock(self.verdict.ended_at or 0))
            return None
        if ruled is not None:
            return self._decided(entry, ruled)
        if found is None:
            self.fault(entry, "R-BREACH", "breach", value=entry.value)
            return None
        row = found.row
        if "since" in row and (self.rules.as_of or self.battle.night) < row["since"]:
            self.fault(entry, "E-BEFORE-RULE", "breach", breach=f"{found.id} {found.name.ja}", since=row["since"])
        elif row.get("second_only") and self.battle.order != 2:
            self.fault(entry, "E-SECOND-ONLY", "breach", breach=found.id)
        elif row.get("pigs") and self.battle.three_way:
            self.fault(entry, "E-THREE-WAY-PIGS", "breach")
        elif "field" in row and self.arena is not None and self.arena.kind not in row["field"]:
            self.fault(entry, "R-BREACH-FIELD", "breach", breach=found.name, field=self.arena.name)
        elif row["kind"] == "unlisted":
            self.fault(entry, "R-UNLISTED", "breach", breach=found.name)
        elif entry.flag("doubtful"):
            self.fault(entry, "R-DOUBTFUL", "breach", breach=found.name)
        elif row["kind"] == "loss":
            return self._loss(entry, found.id, found.name)
        else:
            self._warn(entry, found.id, found.name, bool(row.get("per_nation")))
        return None

    def _loss(self, entry: Logged, code: str, name: Both) -> str:
        nation = nation_name(entry.side)
        self.verdict.losses[entry.side] = self.verdict.losses.get(entry.side, 0) + 1
        ja, en = f"{nation.ja}の負け：{name.ja}", f"{nation.en} loses: {name.en}"
        self.note(entry, "ok", code, ja + _named(entry, "ja"), en + _named(entry, "en"))
        return entry.side

    def _warn(self, entry: Logged, code: str, name: Both, per_nation: bool) -> None:
        """S-73: one for each offender; ghosts one for the nation and battle, once more for going on."""
        if entry.flag("gone_at_once") and code == "W3":
            self.note(entry, "ok", code, "すぐに消えたので数えない", "gone at once: not counted")
            return
        counters: dict[str, int] = {}
        again = entry.flag("continued")
        if per_nation:
            first = not self._ghosts.get(f"{entry.side}{code}")
            counted = first or again or (code == "W3" and self.rules["warnings.ghost"] == "incident")
            self._ghosts[f"{entry.side}{code}"] = True
            if counted:
                counters[NATION] = 1
        else:
            names = [general_name(one) for one in entry.who] or [NATION]
            for name_ in names:
                key = (entry.side, code, name_, entry.at)
                kind = (entry.side, code, name_)
                twice = key in self._seen
                repeated = kind in self._kinds_seen and name_ != NATION
                self._seen.add(key)
                self._kinds_seen.add(kind)
                if twice and name_ != NATION:
                    continue
                if repeated and not again and self.rules["warnings.repeat"] == "once":
                    continue
                counters[name_] = counters.get(name_, 0) + 1
            if entry.count is not None and entry.count > len(entry.who):
                counters[NATION] = counters.get(NATION, 0) + entry.count - (len(entry.who) or 1)
            self._offenders(entry)
        self._count(entry.side, counters)
        total = sum(counters.values())
        nation = nation_name(entry.side)
        ja, en = f"{nation.ja}に警告{total}：{name.ja}", f"{nation.en} +{total}: {name.en}"
        self.note(entry, "ok", code, ja + _named(entry, "ja"), en + _named(entry, "en"))

    def _offenders(self, entry: Logged) -> None:
        side = self.record.sides.get(entry.side)
        joined = {
            general_name(name)
            for other in self.record.log
            if other.kind == "swap" and other.side == entry.side
            for name in other.table.texts("in")
        }
        for name in entry.who:
            if side is not None and side.fighters and general_name(name) not in {*side.names, *joined}:
                entry.table.fault("W-OFFENDER", "who", general=name, nation=nation_name(entry.side))

    def _count(self, nation: str, counters: Mapping[str, int]) -> None:
        mine = self.verdict.warnings.setdefault(nation, {})
        for key, value in counters.items():
            if value:
                mine[key] = mine.get(key, 0) + value

    def _decided(self, entry: Logged, ruled: Ruled) -> str | None:
        """What the committee said of a doubtful entry."""
        names = "、".join(ruled.members)
        side = ruled.side or entry.side
        nation = nation_name(side)
        if ruled.decision == "loss":
            self.verdict.losses[side] = self.verdict.losses.get(side, 0) + 1
            self.note(entry, "ok", "loss", f"裁定：{nation.ja}の負け（{names}）", f"ruled: {nation.en} loses ({names})")
            return side
        if ruled.decision == "warning":
            count = ruled.count if ruled.count is not None else entry.offenders
            named = [general_name(one) for one in entry.who]
            counters = dict.fromkeys(named, 1) if named and count == len(named) else {NATION: count}
            self._count(side, counters)
            ja, en = f"裁定：{nation.ja}に警告{count}（{names}）", f"ruled: {nation.en} +{count} ({names})"
            self.note(entry, "ok", "warning", ja, en)
            return None
        self.note(entry, "ok", "nothing", f"裁定：罰則なし（{names}）", f"ruled: no penalty ({names})")
        return None

    def arrivals(self, entries: Sequence[Logged]) -> None:
        """S-36: whoever of the second battle assembles later than allowed gets W8, one for the nation."""
        if self.battle.order != 2 or self.before is None:
            return
        if self.rules["second_battle.start"] == "fixed":
            self.verdict.deadline = seconds(self.now.second_battle)
        elif self.before.ended_at is not None:
            self.verdict.deadline = self.before.ended_at + self.now.second_within_minutes * 60
        deadline = self.verdict.deadline
        late = breaches()["W8"]
        for entry in entries:
            if entry.kind != "arrival":
                continue
            if entry.value not in self.battle.sides:
                self.fault(entry, "E-NOT-IN-BATTLE", "arrival", nation=nation_name(entry.value))
            elif deadline is None:
                self.fault(entry, "R-DEADLINE", "at")
            elif entry.at > deadline:
                if not self._ghosts.get(f"{entry.value}W8"):
                    self._count(entry.value, {NATION: 1})
                self._ghosts[f"{entry.value}W8"] = True
                nation = nation_name(entry.value)
                by = clock(deadline)
                ja = f"{nation.ja}に警告1：{late.name.ja}（期限 {by}）"
                self.note(entry, "ok", "W8", ja, f"{nation.en} +1: {late.name.en} (deadline {by})")
            else:
                nation = nation_name(entry.value)
                self.note(entry, "ok", "", f"{nation.ja}：集合（間に合った）", f"{nation.en}: assembled in time")

    def record_only(self, entry: Logged) -> None:
        """Entries that are kept as they are."""
        ja, en = _RECORDED[entry.kind]
        text = entry.value
        if entry.kind == "gathered":
            name = nation_name(text)
            self.note(entry, "ok", "", f"{name.ja}：{ja}", f"{name.en}: {en}")
            return
        if entry.kind == "swap":
            left, joined = "、".join(entry.table.texts("out")), "、".join(entry.table.texts("in"))
            text = f"{left or '—'} → {joined or '—'}"
        detail = text or "、".join(entry.who)
        self.note(entry, "ok", "", f"{ja}：{detail}" if detail else ja, f"{en}: {detail}" if detail else en)


def _named(entry: Logged, lang: str) -> str:
    """The offenders in brackets."""
    if not entry.who:
        return ""
    return f"（{'、'.join(entry.who)}）" if lang == "ja" else f" ({', '.join(entry.who)})"


def _outcome_of(found: Finding) -> Outcome:
    if found.severity == "error":
        return "error"
    return "needs_ruling" if found.severity == "needs_ruling" else "ignored"
