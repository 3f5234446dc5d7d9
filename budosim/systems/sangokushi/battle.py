"""A battle of two sides: the first report counts, a losing breach ends it at once (S-46 to S-53, S-74)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from budosim.systems.sangokushi.course import Course, SideResult, Verdict
from budosim.systems.sangokushi.night_file import COMMITTEE, Logged, third
from budosim.systems.sangokushi.regulation import clock
from budosim.systems.sangokushi.tables import ends, nation_name

FIGHT = ("report", "breach", "death", "call", "stop", "gathered")
"""Kinds of entries that belong to the fight itself."""


class TwoSides(Course):
    """The state machine of an ordinary battle."""

    def judge(self) -> Verdict:
        """The verdict on the whole log."""
        self.read_rulings()
        entries = self.in_order()
        self.arrivals(entries)
        for at, group in groupby((one for one in entries if one.kind != "arrival"), key=lambda one: one.at):
            self._second(at, list(group))
        self._whole()
        if not self.verdict.results and not self.verdict.waits:
            self.record.table.fault("R-NO-END", battle=self.battle.title)
        return self.verdict

    def _second(self, at: int, group: Sequence[Logged]) -> None:
        """Everything of one second: what would end the battle in different ways at once is not ours to decide."""
        ending: list[tuple[Logged, dict[str, SideResult]]] = []
        for entry in group:
            if entry.kind in FIGHT and self.too_early(entry):
                continue
            over = self.verdict.ended_at is not None
            if entry.kind == "breach":
                loser = self.breach(entry, over=over)
                if loser is not None:
                    ending.append((entry, self._pair(loser, "own_breach")))
            elif entry.kind == "report":
                if over:
                    self._late(entry)
                    continue
                found = self._reported(entry)
                if found is not None:
                    ending.append((entry, found))
            else:
                self.record_only(entry)
        if not ending:
            return
        results = [one for _, one in ending]
        decided = [one for entry, one in ending if entry.index in self.ruled]
        if decided:
            results = decided[:1]
        if any(one != results[0] for one in results) and self.rules["report.same_second"] == "needs_ruling":
            for entry, _ in ending:
                self.fault(entry, "R-SAME-SECOND", "at", at=clock(at))
            return
        self._end(at, results[0])

    def _end(self, at: int, results: dict[str, SideResult]) -> None:
        # While an earlier entry waits for the committee the end is known, but does not count yet.
        self.verdict.ended_at = at
        self.verdict.results = results

    def _pair(self, nation: str, end: str) -> dict[str, SideResult]:
        """The results of both sides when the battle ends so for one of them (S-52)."""
        mine = ends()[end]
        foe = next(side for side in self.battle.sides if side != nation)
        theirs = ends()[mine.row["foe"]]
        won = {"own": True, "foe": False, "nobody": None}
        return {
            nation: SideResult(mine.id, mine.row["points"], won[mine.row["won"]]),
            foe: SideResult(theirs.id, theirs.row["points"], won[theirs.row["won"]]),
        }

    def _late(self, entry: Logged) -> None:
        """A report after the end: a mere confirmation, or too late."""
        if entry.by in self.battle.sides and self.verdict.results == self._pair(entry.by, entry.value):
            self.note(entry, "ok", entry.value, "終戦の確認", "confirms the end")
            return
        self.fault(entry, "W-LATE-EVENT", "at", at=clock(entry.at), end=clock(self.verdict.ended_at or 0))

    def _reported(self, entry: Logged) -> dict[str, SideResult] | None:
        """The results a report brings, if it counts."""
        ruled = self.ruled.get(entry.index)
        if ruled is not None:
            names = "、".join(ruled.members)
            if ruled.decision == "end":
                self.note(entry, "ok", ruled.end, f"裁定（{names}）", f"ruled ({names})")
                return self._pair(ruled.by or entry.by, ruled.end)
            self.note(entry, "ignored", "", f"裁定により無効（{names}）", f"void by ruling ({names})")
            return None
        speaker = self.host_speaks(entry)
        if speaker is None:
            return None
        keeper = third(self.battle.sides)
        limit = self.time_up
        if entry.value == "time_up":
            if speaker not in (keeper, COMMITTEE):
                self.fault(entry, "E-CLOCK-KEEPER", "by", keeper=nation_name(keeper or ""))
                return None
            if limit is not None and entry.at < limit:
                self.fault(entry, "E-EARLY", "at", at=clock(entry.at), limit=clock(limit))
                return None
            self.note(entry, "ok", "time_up", "制限時間、引き分け", "time up, a draw")
            return self._pair(self.battle.sides[0], "time_up")
        if speaker not in self.battle.sides:
            self.fault(entry, "E-REPORTER", "by", by=entry.by)
            return None
        if limit is not None and entry.at > limit:
            reading = self.rules["report.after_limit"]
            if reading == "needs_ruling":
                self.fault(entry, "R-AFTER-LIMIT", "at", at=clock(entry.at), limit=clock(limit))
                return None
            if reading == "time_up":
                self.note(entry, "ignored", "time_up", "制限時間後の報告、引き分け", "after the limit: a draw")
                return self._pair(speaker, "time_up")
        end = ends()[entry.value]
        nation = nation_name(speaker)
        self.note(entry, "ok", entry.value, f"{nation.ja}：{end.name.ja}", f"{nation.en}: {end.name.en}")
        return self._pair(speaker, entry.value)

    def _whole(self) -> None:
        """The committee's decision on the battle as a whole settles whatever the log left open."""
        if self.whole is None:
            return
        ruling = self.whole
        side = ruling.by or ruling.side
        if side not in self.battle.sides:
            ruling.table.fault("E-NOT-IN-BATTLE", "by", nation=nation_name(side) if side else "—")
            return
        last = self.record.log[-1].at if self.record.log else None
        if ruling.decision == "end":
            self.verdict.results = self._pair(side, ruling.end)
        elif ruling.decision == "loss":
            self.verdict.losses[side] = self.verdict.losses.get(side, 0) + 1
            self.verdict.results = self._pair(side, "own_breach")
        self.verdict.waits = False
        self.verdict.ended_at = self.verdict.ended_at if self.verdict.ended_at is not None else last
