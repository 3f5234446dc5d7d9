"""A three-way battle: whoever loses commander or battle is out, the last one standing gets ten (S-37, S-66)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from budosim.systems.sangokushi.battle import FIGHT
from budosim.systems.sangokushi.course import Course, SideResult, Verdict
from budosim.systems.sangokushi.night_file import COMMITTEE, Logged
from budosim.systems.sangokushi.regulation import clock
from budosim.systems.sangokushi.tables import nation_name, table

_OUT = {
    "own_commander_killed": "out_killed",
    "own_surrender": "out_surrender",
    "enemy_commander_killed": "out_killed",
    "enemy_surrender": "out_surrender",
}


class ThreeWay(Course):
    """The state machine of a three-way battle."""

    def judge(self) -> Verdict:
        """The verdict on the whole log."""
        self.read_rulings()
        self.out: dict[str, str] = {}
        for at, group in groupby(self.in_order(), key=lambda one: one.at):
            self._second(at, list(group))
        self._whole()
        if not self.verdict.results and not self.verdict.waits:
            self.record.table.fault("R-NO-END", battle=self.battle.title)
        return self.verdict

    @property
    def standing(self) -> list[str]:
        """Who is still in."""
        return [nation for nation in self.battle.sides if nation not in self.out]

    def _second(self, at: int, group: Sequence[Logged]) -> None:
        falls: list[tuple[Logged, str, str, str]] = []
        time_up = None
        for entry in group:
            if entry.kind in FIGHT and self.too_early(entry):
                continue
            over = self.verdict.ended_at is not None
            if entry.kind == "breach":
                loser = self.breach(entry, over=over or entry.side in self.out)
                if loser is not None:
                    falls.append((entry, loser, "out_breach", loser))
            elif entry.kind == "report" and over:
                self._late(entry)
            elif entry.kind == "report" and entry.value == "time_up":
                time_up = entry if self._time_up(entry) else time_up
            elif entry.kind == "report":
                fall = self._fall(entry)
                if fall is not None:
                    falls.append((entry, *fall))
            elif entry.kind == "gathered":
                self._gathered(entry)
            else:
                self.record_only(entry)
        if self._apply(at, falls) and time_up is not None and self.verdict.ended_at is None:
            self._finish(at)

    def _late(self, entry: Logged) -> None:
        self.fault(entry, "W-LATE-EVENT", "at", at=clock(entry.at), end=clock(self.verdict.ended_at or 0))

    def _time_up(self, entry: Logged) -> bool:
        speaker = self.host_speaks(entry)
        if speaker is None:
            return False
        if speaker != COMMITTEE and self.rules["three_way.clock"] == "committee":
            self.fault(entry, "E-CLOCK-COMMITTEE", "by")
            return False
        limit = self.time_up
        if limit is not None and entry.at < limit:
            self.fault(entry, "E-EARLY", "at", at=clock(entry.at), limit=clock(limit))
            return False
        self.note(entry, "ok", "time_up", "制限時間", "time up")
        return True

    def _fall(self, entry: Logged) -> tuple[str, str, str] | None:
        """Who falls by a report, how, and who says so."""
        ruled = self.ruled.get(entry.index)
        if ruled is not None and ruled.decision != "end":
            names = "、".join(ruled.members)
            self.note(entry, "ignored", "", f"裁定により無効（{names}）", f"void by ruling ({names})")
            return None
        value = ruled.end if ruled is not None else entry.value
        speaker = ruled.by if ruled is not None and ruled.by else self.host_speaks(entry)
        if speaker is None:
            return None
        if speaker not in self.battle.sides:
            self.fault(entry, "E-REPORTER", "by", by=entry.by)
            return None
        if value not in _OUT:
            self.fault(entry, "E-THREE-WAY-END", "report")
            return None
        limit = self.time_up
        if limit is not None and entry.at > limit and self.rules["report.after_limit"] != "counts":
            self.fault(entry, "R-AFTER-LIMIT", "at", at=clock(entry.at), limit=clock(limit))
            return None
        loser = speaker
        if value.startswith("enemy_"):
            others = [nation for nation in self.standing if nation != speaker]
            loser = entry.of or (others[0] if len(others) == 1 else "")
            if not loser or loser == speaker:
                self.fault(entry, "E-OF", "report")
                return None
        if loser in self.out:
            self.note(entry, "ok", value, "脱落の確認", "confirms who is out")
            return None
        if speaker in self.out:
            self.fault(entry, "W-OUT-REPORTS", "by", nation=nation_name(speaker))
            return None
        return loser, _OUT[value], speaker

    def _apply(self, at: int, falls: Sequence[tuple[Logged, str, str, str]]) -> bool:
        """Take nations out; False when the falls of one second contradict each other."""
        accused = {(speaker, loser) for _, loser, _, speaker in falls if speaker != loser}
        mutual = any((loser, speaker) in accused for speaker, loser in accused)
        left = [nation for nation in self.standing if nation not in {loser for _, loser, _, _ in falls}]
        in_order = self.rules["report.same_second"] == "in_order"
        if falls and not in_order and (mutual or not left):
            for entry, *_ in falls:
                self.fault(entry, "R-SAME-SECOND", "at", at=clock(at))
            return False
        for entry, loser, how, speaker in falls:
            if loser in self.out or speaker in self.out or len(self.standing) == 1:
                self.note(entry, "ignored", "", "先の報告が有効", "an earlier report counts")
                continue
            self.out[loser] = how
            name, words = nation_name(loser), table("results")["three_way"]["ends"][how]
            if entry.kind == "report":
                self.note(entry, "ok", how, f"{name.ja}：{words['ja']}", f"{name.en}: {words['en']}")
        if falls and len(self.standing) == 1:
            self._finish(at)
        return True

    def _gathered(self, entry: Logged) -> None:
        """S-66: the generals of the first nation to lose gather at the agreed place."""
        if entry.value not in self.out:
            self.fault(entry, "W-GATHERED", "gathered", nation=nation_name(entry.value))
        else:
            self.record_only(entry)

    def _finish(self, at: int) -> None:
        row = table("results")["three_way"]
        loss = row["out"] if self.rules["three_way.others"] == "loss_row" else 0
        winner = self.standing[0] if len(self.standing) == 1 else None
        self.verdict.ended_at = at
        for nation in self.battle.sides:
            if nation == winner:
                made = SideResult("last_standing", row["winner"], True)
            elif nation not in self.out:
                made = SideResult("still_in", row["time_up"], None)
            elif self.out[nation] == "out_breach":
                made = SideResult("out_breach", row["breach"], False)
            else:
                made = SideResult(self.out[nation], loss, False)
            self.verdict.results[nation] = made

    def _whole(self) -> None:
        """The committee's decision on the whole: `by` is the nation that won; without it time was up."""
        if self.whole is None:
            return
        last = self.record.log[-1].at if self.record.log else 0
        winner = self.whole.by or self.whole.side
        if self.whole.decision == "end" and self.whole.end != "time_up":
            self.out = {nation: self.out.get(nation, "out_killed") for nation in self.battle.sides if nation != winner}
        if self.whole.decision == "loss" and winner in self.battle.sides:
            self.out[winner] = "out_breach"
            self.verdict.losses[winner] = self.verdict.losses.get(winner, 0) + 1
        self.verdict.waits = False
        self.verdict.results = {}
        self._finish(self.verdict.ended_at if self.verdict.ended_at is not None else last)
