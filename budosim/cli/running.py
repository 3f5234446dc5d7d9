"""An official event carried out: played, written down, published; or only rehearsed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budosim.cli import FINE
from budosim.cli.publish import make_site
from budosim.cli.speak import speak
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.events.days import Day
    from budosim.events.plan import Plan
    from budosim.events.referee import Rulings
    from budosim.events.seeds import Seed
    from budosim.runs.official import Official
    from budosim.systems.gurps3.field_files import EventField


def carry_out(
    folder: Path,
    field: EventField,
    seed: Seed,
    rulings: Rulings,
    more: Mapping[str, Any],
    *,
    until: Day | None,
    odds: int | None,
    jobs: int | None,
    played: Callable[[Official], None] | None = None,
) -> Official:
    """Play, write the tables, tell the result, count the odds, make report and site.

    The result is told as soon as it stands, for counting may have to compile a core first. Interrupted, every bout
    that is over stays in the folder.
    """
    from budosim.cli import tournament
    from budosim.runs.official import play, write
    from budosim.systems.gurps3.cup import bouts_of, plan_of

    out = speak()
    total = bouts_of(plan_of(field))
    try:
        with out.progress(out.t("試合", "bouts")) as advance:
            official = play(
                field,
                seed,
                out.note,
                lambda done: advance(done, max(done, total)),
                journal=folder,
                rulings=rulings,
                until=until,
            )
            write(folder, official, more)
        if played is not None:
            played(official)
        count_odds(folder, official, odds, jobs)
        if official.result.complete:
            tournament.make_report(folder)
        make_site(folder, official)
    except KeyboardInterrupt:
        out.note(
            f"中断しました。終わった試合は {folder} に残っています。続きは --resume --out {folder}",
            f"Interrupted. The bouts that are over are kept in {folder}; go on with --resume --out {folder}",
        )
        raise
    return official


def count_odds(folder: Path, official: Official, n: int | None, jobs: int | None) -> None:
    """The chances beside the event; none where nobody wants them, or where the core runs uncompiled."""
    from budosim import _jit
    from budosim.runs.cup_odds import make_odds, playings
    from budosim.runs.series import threads
    from budosim.systems.gurps3.cup import bouts_of, plan_of

    out = speak()
    wanted = playings(bouts_of(plan_of(official.field))) if n is None else n
    if wanted == 0:
        return
    if _jit.INTERPRETED and n is None:
        out.note(
            "コアをコンパイルせずに動かしているので、見込みは計算しません（--odds N で計算します）。",
            "The core runs uncompiled, so no chances are counted (--odds N counts them all the same).",
        )
        return
    out.note(
        f"結果は記録しました。サイトに載せる見込みを数えます（{wanted} 回ずつ。--odds 0 で省けます）。",
        f"The result is written. Counting the chances for the site ({wanted} playings each; --odds 0 leaves them out).",
    )
    with out.progress(out.t("見込み", "chances")) as advance:
        make_odds(official, folder, out.note, lambda done, total: advance(done, total), n=wanted, jobs=threads(jobs))


def rehearse(field: EventField, plan: Plan, seed: str | None, refused: list[dict[str, Any]]) -> int:
    """What would be played; nothing is drawn, fought or written."""
    from budosim.events.days import days_of
    from budosim.events.seeds import choose_seed
    from budosim.systems.gurps3.cup import bouts_of

    out = speak()
    event = field.event
    chosen = choose_seed(seed, commitment=event.seed_commitment, beacon=event.beacon) if seed is not None else None
    bouts = bouts_of(plan)
    out.say(f"■ {event.name}")
    out.say(out.t(f"参加 {len(field.candidates)} 人", f"{len(field.candidates)} entrants"))
    for one in field.candidates:
        out.say(f"  {one.id}  {one.name}")
    sizes = "+".join(map(str, plan.sizes)) or "-"
    out.say(out.t(f"ブロック：{sizes}", f"blocks: {sizes}"))
    if plan.deviation:
        out.say(out.t(*plan.deviation))
    out.say(out.t(f"試合数：{bouts} 以上", f"bouts: {bouts} or more"))
    out.say(out.t("日程：", "days: ") + ", ".join(day.id for day in days_of(plan)))
    if chosen is not None and event.seed_commitment:
        out.say(out.t("シードは約束と合っています。", "The seed matches the commitment."))
    out.say(out.t("何も書いていません。", "Nothing was written."))
    out.document(
        {
            "event": event.name,
            "dry_run": True,
            "entrants": [{"id": one.id, "name": one.name} for one in field.candidates],
            "refused": refused,
            "blocks": list(plan.sizes),
            "bouts": bouts,
            "days": [day.id for day in days_of(plan)],
            "deviation_ja": plan.deviation[0] if plan.deviation else None,
            "deviation_en": plan.deviation[1] if plan.deviation else None,
            "champion": None,
            "standings": [],
        }
    )
    return FINE


def enough(field: EventField) -> EventField:
    """The field, if two are left.

    Raises:
        EventError: fewer than two take part.

    """
    if len(field.candidates) < 2:
        raise EventError(
            f"{len(field.candidates)} entrant(s): an event needs at least two",
            f"参加者が {len(field.candidates)} 人です。大会には２人以上が必要です",
        )
    return field
