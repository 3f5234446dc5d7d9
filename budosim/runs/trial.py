"""A sheet tried out against a field: how it fares, and the few things that matter most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from budosim.errors import EventError
from budosim.events.seeds import Seed
from budosim.runs.lab import Progress, sparring
from budosim.runs.series_folder import View, pairs_table
from budosim.runs.warm import Notice, warm_up
from budosim.study.rates import interval_text, rate_text, wilson
from budosim.systems.gurps3.field_files import Candidate, Setting
from budosim.systems.gurps3.free import FreeDuels, Tally, numbers_alone, tally
from budosim.systems.gurps3.story_words import ending_word, place_word

if TYPE_CHECKING:
    import polars as pl

    from budosim.runs.series import Match

BOUTS = 1000
FINDINGS = 3
QUOTED = 40


@dataclass(frozen=True)
class Remark:
    """One thing worth knowing, in both languages; the heavier the more it matters."""

    what: str
    weight: float
    ja: str
    en: str
    about: Mapping[str, Any] = field(default_factory=dict)

    def row(self) -> dict[str, Any]:
        """As `try --json` prints it."""
        return {"what": self.what, "text_ja": self.ja, "text_en": self.en, **self.about}


@dataclass
class Trial:
    """A sheet's bouts against a field.

    Fields:
        sides: per match the outcomes, and the side the sheet was on.
        fired: how often each line of its pattern decided something, by list and index.
    """

    candidate: Candidate
    opponents: tuple[Candidate, ...]
    views: list[View]
    done: dict[Match, Tally]
    ids: list[str]
    sides: list[tuple[Candidate, int, NDArray[Any]]]
    fired: Counter[tuple[str, int]]

    @property
    def pairs(self) -> pl.DataFrame:
        """Each opponent's row, seen from the sheet."""
        return pairs_table(self.views, self.done, self.ids)

    @property
    def bouts(self) -> int:
        """Bouts played."""
        return sum(one.n for one in self.done.values())

    def wins(self) -> int:
        """Bouts the sheet won."""
        return sum(view.tally(self.done[view.match]).wins_a for view in self.views)

    def remarks(self) -> list[Remark]:
        """The things that matter most, heaviest first."""
        found = sorted(self._remarks(), key=lambda one: -one.weight)
        return found[:FINDINGS]

    def _remarks(self) -> Iterator[Remark]:
        yield from self._worst()
        yield from self._idle_lines()
        yield from self._losing_ways()
        yield from self._lost_parts()
        yield from self._order()

    def _worst(self) -> Iterator[Remark]:
        rated = [
            (own.wins_a / own.n, own, opponent)
            for view, (opponent, _, _) in zip(self.views, self.sides, strict=True)
            if (own := view.tally(self.done[view.match])).n
        ]
        if not rated:
            return
        rate, own, opponent = min(rated, key=lambda row: row[0])
        shown, between = rate_text(own.wins_a, own.n), interval_text(*wilson(own.wins_a, own.n))
        yield Remark(
            "worst_matchup",
            1.0 - rate,
            f"最も苦しい相手は{opponent.name}：勝率 {shown}（95％区間 {between}）。",
            f"Hardest opponent: {opponent.name}, won {shown} (95 % interval {between}).",
            {"opponent": opponent.id, "rate": rate},
        )

    def _idle_lines(self) -> Iterator[Remark]:
        """Lines of the pattern that never decided anything; the first of them is quoted."""
        read = self.candidate.understanding
        if read is None or read.policy is None:
            return
        idle = [
            (name, line)
            for name in ("rules", "react", "free")
            for line in range(len(read.policy.get(name, [])))
            if not self.fired[name, line]
        ]
        if not idle:
            return
        pieces = [_piece(read.text, read.spans.get(name, []), line) for name, line in idle]
        more_ja = f"（ほか{len(idle) - 1}行）" if len(idle) > 1 else ""
        more_en = f" ({len(idle) - 1} more lines)" if len(idle) > 1 else ""
        total = sum(len(read.policy.get(name, [])) for name in ("rules", "react", "free"))
        yield Remark(
            "idle_lines",
            0.75 + 0.2 * len(idle) / total,
            f"パターンの「{pieces[0]}」{more_ja}は{self.bouts}試合で一度も使われませんでした。",
            f"Never used in {self.bouts} bouts: the line “{pieces[0]}”{more_en} of the pattern.",
            {"lines": [{"list": name, "line": line, "text": p} for (name, line), p in zip(idle, pieces, strict=True)]},
        )

    def _losing_ways(self) -> Iterator[Remark]:
        endings: Counter[str] = Counter()
        for opponent, side, rows in self.sides:
            del opponent
            lost = rows[rows["winner"] == 1 - side]
            endings.update(_names(lost["ending"]))
        losses = sum(endings.values())
        if not losses:
            return
        name, count = endings.most_common(1)[0]
        share = count / losses
        yield Remark(
            "losing_way",
            0.6 * share * losses / self.bouts + 0.2,
            f"負け{losses}試合のうち{count}試合は{ending_word(name, 'ja')}（{rate_text(count, losses)}）。",
            f"Of {losses} losses {count} came by {ending_word(name, 'en')} ({rate_text(count, losses)}).",
            {"ending": name, "count": count, "losses": losses},
        )

    def _lost_parts(self) -> Iterator[Remark]:
        from budosim.combat.gurps3.ids import LOC_NAMES

        parts: Counter[str] = Counter()
        losses = 0
        for _, side, rows in self.sides:
            lost = rows[rows["winner"] == 1 - side]
            losses += len(lost)
            masks = lost[f"crippled_{'ab'[side]}"]
            for bit, name in enumerate(LOC_NAMES[:-1]):
                parts[name] += int((masks >> bit & 1).sum())
        name, count = parts.most_common(1)[0]
        if losses and count:
            yield Remark(
                "lost_part",
                0.8 * count / self.bouts,
                f"負けた試合の {rate_text(count, losses)} で{place_word(name, 'ja')}が使えなくなっていました。",
                f"In {rate_text(count, losses)} of the losses the {place_word(name, 'en')} was lost.",
                {"place": name, "count": count, "losses": losses},
            )

    def _order(self) -> Iterator[Remark]:
        """How much it matters to act first."""
        first = [rows["winner"][rows["first"] == side] == side for _, side, rows in self.sides]
        second = [rows["winner"][rows["first"] != side] == side for _, side, rows in self.sides]
        ahead, behind = (np.concatenate(part) for part in (first, second))
        if not len(ahead) or not len(behind):
            return
        gap = float(ahead.mean() - behind.mean())
        shown = [rate_text(int(part.sum()), len(part)) for part in (ahead, behind)]
        yield Remark(
            "order",
            abs(gap),
            f"先攻なら勝率 {shown[0]}、後攻なら {shown[1]}。",
            f"Won {shown[0]} when acting first, {shown[1]} when second.",
            {"rate_first": float(ahead.mean()), "rate_second": float(behind.mean())},
        )


def _names(endings: Iterable[Any]) -> list[str]:
    from budosim.systems.gurps3.arena import ENDINGS

    return [ENDINGS[int(ending)] for ending in endings]


def _piece(text: str, spans: Sequence[Sequence[int]], line: int) -> str:
    if line >= len(spans):
        return ""
    start, end = spans[line]
    piece = " ".join(text[start:end].split())
    return piece if len(piece) <= QUOTED else piece[: QUOTED - 1] + "…"


def try_out(
    candidate: Candidate,
    opponents: Sequence[Candidate],
    seed: Seed,
    setting: Setting,
    notice: Notice,
    progress: Progress,
    bouts: int = BOUTS,
) -> Trial:
    """About `bouts` free bouts of a sheet, spread evenly over its opponents, heard by the talking core.

    Raises:
        EventError: there is nobody to fight.

    """
    from budosim.systems.gurps3.fired import heard

    foes = [one for one in opponents if one.sheet.sha256 != candidate.sheet.sha256 and one.understood]
    if not foes:
        raise EventError("there is nobody to try it against", "試す相手がいません")
    order = sparring([candidate], foes)
    arena = FreeDuels([one.fighter for one in order.roster], seed.number, setting)
    each = -(-bouts // len(foes))
    trial = Trial(candidate, tuple(foes), order.views, {}, order.ids, [], Counter())
    last = len(order.roster) - 1
    warm_up(lambda: heard(arena, 0, last, numbers_alone(0, 1)), notice, talking=True, magic=arena.magical)
    for at, view in enumerate(order.views):
        match = view.match
        outcomes, fired = heard(arena, match.a, match.b, numbers_alone(0, each))
        side = int(view.turned)
        trial.done[match] = tally(outcomes)
        trial.sides.append((order.roster[match.a if view.turned else match.b], side, outcomes))
        for (who, name, line), count in fired.items():
            if who == side:
                trial.fired[name, line] += count
        progress(at + 1, len(order.views), None)
    return trial
