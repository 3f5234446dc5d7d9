"""The forecast of a league: played many times, worked out where it is short, told and written."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from budosim.cli import FINE
from budosim.cli.speak import Speaker
from budosim.errors import EventError

if TYPE_CHECKING:
    from budosim.events.season_exact import Exact
    from budosim.events.season_many import Many
    from budosim.events.seeds import Seed
    from budosim.systems.sangokushi.forecast import Outlook
    from budosim.systems.sangokushi.models import Model
    from budosim.systems.sangokushi.play import Played

USUAL = 100_000
RULES_VERSION = "sangokushi/1"
"""Rises when the same league and seed give another result."""


def model_of(played: Played, kind: str | None = None) -> Model:
    """The model a league's file describes, or another kind of it.

    Raises:
        EventError: `[forecast]` is not usable.

    """
    from budosim.systems.sangokushi.models import MODELS, read_model

    league = played.league
    before = len(league.problems.errors)
    model = read_model(league.table.table("forecast"), league.rules)
    wrong = league.problems.errors[before:]
    if wrong:
        raise EventError("\n".join(one.text("en") for one in wrong), "\n".join(one.text("ja") for one in wrong))
    if kind is None:
        return model
    chosen = next((one for one in MODELS if one == kind), None)
    if chosen is None or (chosen == "table" and not model.table):
        raise EventError(
            f"--model {kind}: table (with [forecast.table]) or rating",
            f"--model {kind}：table（[forecast.table] が必要）か rating です",
        )
    return replace(model, kind=chosen)


def foresee(
    out: Speaker,
    played: Played,
    n: int | None,
    *,
    exact: bool,
    model: str | None,
    seed: str | None,
    out_dir: str | None,
    jobs: int | None,
) -> int:
    """The `forecast` command once the league is read."""
    from budosim.events.seeds import choose_seed
    from budosim.study.season import agreement, chance_rows, exact_rows
    from budosim.systems.sangokushi.forecast import limits, outlook, play_out
    from budosim.systems.sangokushi.tables import NATIONS

    using = model_of(played, model)
    view = outlook(played, using)
    worked, whole = _worked(out, view) if exact else (None, True)
    chosen = choose_seed(seed)
    folder = _folder(played, chosen, out_dir)
    count = n or USUAL
    threads = jobs or os.cpu_count() or 1
    out.note(f"シード {chosen.number}", f"seed {chosen.number}")
    began = perf_counter()
    with out.progress(out.t("予測", "forecast")) as advance:
        many = play_out(view, chosen.number, count, jobs=threads, done=lambda done: advance(done, count))
    seconds = perf_counter() - began
    rows = chance_rows(many, NATIONS)
    tell_forecast(out, rows)
    weeks = weeks_of(view, many)
    _tell_weeks(out, weeks)
    compared = agreement(many, worked, NATIONS) if worked is not None else []
    if not whole:
        compared = [row for row in compared if row["what"] in ("sole", "tied")]
    if worked is not None:
        _tell_exact(out, compared)
    for ja, en in limits(played):
        out.note(ja, en)
    document: dict[str, Any] = {
        "after": view.after.id if view.after else None,
        "n": many.n,
        "seed": chosen.number,
        "seconds": round(seconds, 3),
        "model": using.kind,
        "ratings": {nation: round(value, 1) for nation, value in view.fitted.items()},
        "battles_left": len(view.season.laws),
        "nations": rows,
        "weeks": weeks,
        "exact": exact_rows(worked, NATIONS) if worked is not None else None,
        "exact_parts_ties": whole if worked is not None else None,
        "agreement": compared or None,
        "folder": folder.as_posix(),
    }
    _write(folder, played, chosen, rows, weeks, document)
    out.say(out.t(f"結果：{folder}", f"results: {folder}"))
    out.document(document)
    return FINE


def _worked(out: Speaker, view: Outlook) -> tuple[Exact, bool]:
    """The exact chances, and whether level nations are parted to the end in them.

    Penalties part level nations last of all and multiply the ways a season goes: where there are too many, the
    chances are worked out up to that point.
    """
    from budosim.events.season_exact import TooManyWays, work_out

    try:
        return work_out(view.season), True
    except TooManyWays:
        chain = tuple(one for one in view.season.chain if one != "faults")
        if chain == view.season.chain:
            raise
        found = work_out(replace(view.season, chain=chain))
    out.note(
        "厳密な確率は、同点を罰則の少なさで分ける手前までです。",
        "The exact chances stop short of parting level nations by their penalties.",
    )
    return found, False


def _folder(played: Played, chosen: Seed, out_dir: str | None) -> Path:
    from budosim.files import claim, safe_name

    name = safe_name(played.league.folder.resolve().name)
    return claim(Path(out_dir) if out_dir is not None else Path("results") / f"{name}-{chosen.number}")


def _write(
    folder: Path,
    played: Played,
    seed: Seed,
    rows: list[dict[str, Any]],
    weeks: list[dict[str, Any]],
    document: dict[str, Any],
) -> None:
    from budosim.cli.sangokushi_shared import write_table
    from budosim.files import write_json

    write_table(str(folder / "forecast.csv"), flat_rows(rows))
    write_table(str(folder / "forecast-weeks.csv"), weeks or [{"night": None, "p_decided": None, "p_open": None}])
    write_json(folder / "forecast.json", document)
    write_manifest_of(folder, played, seed, "sangokushi forecast", document["n"], document["seconds"])


def write_manifest_of(folder: Path, played: Played, seed: Seed, kind: str, n: int, seconds: float | None) -> None:
    """How a result was made: versions, rulings, every file of the league by its content."""
    from budosim.provenance import Source, make_manifest, sha256, write_manifest
    from budosim.systems.sangokushi.league_file import LEAGUE_FILE
    from budosim.systems.sangokushi.tables import table_bytes

    league = played.league
    files = sorted(path for path in league.folder.rglob("*") if path.is_file() and path.suffix in (".toml", ".csv"))
    sources = [
        Source(path.relative_to(league.folder).as_posix(), path.name, sha256(path.read_bytes()))
        for path in files
        if path.name != LEAGUE_FILE
    ]
    manifest = make_manifest(
        ["budosim", *kind.split()],
        seed,
        rules_version=RULES_VERSION,
        regulation=Source("sangokushi", "history.toml", sha256(table_bytes("history"))),
        rulings=league.rules.rulings,
        entrants=sources,
        event=Source(league.name, LEAGUE_FILE, sha256((league.folder / LEAGUE_FILE).read_bytes()), league.name),
        n=n,
        wall_seconds=seconds,
        more={"kind": kind},
    )
    write_manifest(folder, manifest)


def flat_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows without lists, for a CSV file."""
    flat = []
    for row in rows:
        made = {key: value for key, value in row.items() if not isinstance(value, list)}
        made |= {f"p_place_{at}": value for at, value in enumerate(row["p_place"], 1)}
        flat.append(made)
    return flat


def weeks_of(view: Outlook, many: Many) -> list[dict[str, Any]]:
    """When the league may be decided, night by night."""
    from budosim.study.season import decided_rows

    named = {number: view.weeks[number] for number in view.season.rounds}
    return [
        {"night": row["name"], "p_decided": row["p_decided"], "lo": row["lo"], "hi": row["hi"], "p_open": row["p_open"]}
        for row in decided_rows(many, named)
    ]


def tell_forecast(out: Speaker, rows: list[dict[str, Any]]) -> None:
    """The chances of the nations for a person."""
    from budosim.study.rates import interval_text, rate_text
    from budosim.systems.sangokushi.tables import nation_name

    head = [
        "",
        out.t("優勝", "title"),
        "95 %",
        out.t("同点優勝", "shared"),
        out.t("単独最多", "sole first"),
        out.t("戦果", "points"),
        "5–95 %",
    ]
    table = []
    for row in sorted(rows, key=lambda one: -one["p_title"]):
        count = round(row["p_title"] * row["n"])
        table.append(
            [
                nation_name(row["id"]).text(out.lang),
                rate_text(count, row["n"]),
                interval_text(row["p_title_lo"], row["p_title_hi"]),
                rate_text(round(row["p_shared"] * row["n"]), row["n"]),
                rate_text(round(row["p_sole"] * row["n"]), row["n"]),
                f"{row['points_mean']:.1f}",
                f"{row['points_q05']}–{row['points_q95']}",
            ]
        )
    out.table(head, table, right=(1, 2, 3, 4, 5, 6))


def _tell_weeks(out: Speaker, weeks: list[dict[str, Any]]) -> None:
    likely = [row for row in weeks if row["p_decided"]]
    head = [out.t("会戦日", "night"), out.t("ここで決着", "decided here"), out.t("まだ続く", "still open")]
    out.table(
        head,
        [[row["night"], f"{100 * row['p_decided']:.1f} %", f"{100 * row['p_open']:.1f} %"] for row in likely],
        right=(1, 2),
    )


def _tell_exact(out: Speaker, compared: list[dict[str, Any]]) -> None:
    from budosim.systems.sangokushi.tables import nation_name

    words = {
        "titles": ("優勝", "title"), "shared": ("同点優勝", "shared"),
        "sole": ("単独最多", "sole first"), "tied": ("同点首位", "tied first"),
    }  # fmt: skip
    head = ["", "", out.t("厳密", "exact"), out.t("シミュレーション", "counted"), "z"]
    table = [
        [
            nation_name(row["id"]).text(out.lang),
            out.t(*words[row["what"]]),
            f"{row['exact']:.6f}",
            f"{row['counted']:.6f}",
            "—" if row["z"] is None else f"{row['z']:+.2f}",
        ]
        for row in compared
    ]
    out.table(head, table, right=(2, 3, 4))
