"""The result folder and the seed of a run that begins or goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from budosim.cli.speak import Speaker, speak
from budosim.errors import BudosimError, EventError

if TYPE_CHECKING:
    from budosim.events.seeds import Seed
    from budosim.systems.gurps3.field_files import Candidate, Setting


@contextmanager
def going_on(out: Speaker, folder: Path) -> Iterator[None]:
    """Around a run that keeps what it has played: where it breaks off, how to go on is said."""
    try:
        yield
    except (KeyboardInterrupt, BudosimError):
        out.note(
            f"ここまでは {folder} にあります。続きは --resume --out {folder}",
            f"What was played is in {folder}; go on with --resume --out {folder}",
        )
        raise


def claim_folder(
    out_dir: str | None,
    name: str,
    seed: str | None,
    setting: Setting,
    candidates: Sequence[Candidate],
    *,
    resume: bool,
    own: Mapping[str, Any] | None = None,
) -> tuple[Path, Seed]:
    """The folder and the seed; a run that goes on keeps its own seed and must be the same run.

    `own` are the fields of the manifest that belong to the command; None there fits anything.
    """
    from budosim.provenance import seed_of
    from budosim.runs.entry import seed_for
    from budosim.runs.folder import default_folder, open_new

    out = speak()
    if resume and out_dir is not None and seed is None:
        kept = open_new(Path(out_dir), resume=True)
        if kept is not None:
            _same_run(Path(out_dir), kept, setting, candidates, own or {})
            number = seed_of(kept).number
            out.note(f"シード {number}", f"seed {number}")
            return Path(out_dir), seed_of(kept)
    if resume and out_dir is None and seed is None:
        raise EventError(
            "--resume: which run? Give its folder with --out, or its --seed",
            "--resume：どの結果の続きですか。--out でフォルダーを、または --seed を指定してください",
        )
    chosen = seed_for(seed, setting, out.note)
    folder = Path(out_dir) if out_dir is not None else default_folder(name, chosen)
    kept = open_new(folder, resume=resume)
    if kept is not None:
        if seed_of(kept).number != chosen.number:
            raise EventError(
                f"{folder} was made with seed {seed_of(kept).number}, not {chosen.number}: leave out --seed",
                f"{folder} のシードは {seed_of(kept).number} です。--seed を外してください",
            )
        _same_run(folder, kept, setting, candidates, own or {})
    return folder, chosen


def _same_run(
    folder: Path,
    manifest: Mapping[str, Any],
    setting: Setting,
    candidates: Sequence[Candidate],
    own: Mapping[str, Any],
) -> None:
    from budosim.provenance import require_same_rules
    from budosim.runs.folder import require_unchanged
    from budosim.systems.gurps3.rules import RULES_VERSION

    require_same_rules(manifest, RULES_VERSION)
    require_unchanged(manifest, setting, candidates)
    for name, value in own.items():
        kept = manifest.get(name)
        if value is not None and kept != value:
            raise EventError(
                f"{folder} was begun with {name} = {kept}, not {value}: say the same or take another --out",
                f"{folder} は {name} = {kept} の結果です（今回は {value}）。--out を変えてください",
            )
