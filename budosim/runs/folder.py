"""A result folder: claimed, provided with everything it takes to repeat it, and opened again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from budosim.errors import EventError
from budosim.events.event import EVENT_FILE, Event, read_event
from budosim.events.seeds import Seed
from budosim.files import claim, inside, safe_name, write_bytes
from budosim.provenance import (
    MANIFEST,
    Difference,
    Source,
    changed_sources,
    make_manifest,
    read_manifest,
    require_same_rules,
    seed_of,
    sha256,
    write_manifest,
)
from budosim.systems.gurps3.field_files import (
    APPROVALS,
    Candidate,
    EventField,
    Setting,
    candidates_of,
    setting_of,
    shipped_regulation,
)

ENTRANTS = "entrants"
"""Where a result keeps the sheets it was made from, and its event's files."""
REGULATION = "regulation.toml"
RESULTS = Path("results")


@dataclass(frozen=True)
class Stored:
    """A result folder as it was written.

    Fields:
        kind: the command that made it.
        candidates: its entrants, read from the folder's own copies, in the order of the field.
    """

    folder: Path
    manifest: Mapping[str, Any]
    kind: str
    seed: Seed
    setting: Setting
    candidates: tuple[Candidate, ...]

    @property
    def field(self) -> EventField:
        """The entrants as an event's field."""
        return EventField(self.setting, self.candidates, ())


def default_folder(name: str, seed: Seed) -> Path:
    """Where a result goes when nobody says: results/<event or command>-<seed>."""
    return RESULTS / f"{safe_name(name)}-{seed.number}"


def open_new(folder: Path, *, resume: bool) -> Mapping[str, Any] | None:
    """Claim a folder; the manifest of the run that is to be resumed, None when there is none yet."""
    claim(folder, resume=resume)
    return read_manifest(folder) if resume and (folder / MANIFEST).is_file() else None


def describe(
    folder: Path,
    kind: str,
    seed: Seed,
    setting: Setting,
    candidates: Sequence[Candidate],
    *,
    n: int,
    wall_seconds: float | None = None,
    bouts: int | None = None,
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Write the manifest of a result and return it."""
    from budosim.systems.gurps3.rules import RULES_VERSION

    manifest = make_manifest(
        ["budosim", kind],
        seed,
        rules_version=RULES_VERSION,
        regulation=regulation_source(setting),
        rulings=setting.readings,
        entrants=sources(candidates),
        event=event_source(setting.event),
        n=n,
        wall_seconds=wall_seconds,
        bouts=bouts,
        more={"kind": kind, "files": kept_names(candidates), **(more or {})},
    )
    write_manifest(folder, manifest)
    return manifest


def regulation_source(setting: Setting) -> Source:
    """The regulation in force as a source: the packaged one, or an event's own file."""
    path = setting.own_regulation or shipped_regulation(setting.regulation.id)
    name = setting.regulation.id
    return Source(name, f"{name}.toml", "" if path is None else sha256(path.read_bytes()))


def event_source(event: Event | None) -> Source | None:
    """The event file as a source."""
    return None if event is None else Source(event.name, EVENT_FILE, event.sha256, event.name)


def sources(candidates: Iterable[Candidate]) -> list[Source]:
    """The entrants' files as sources."""
    return [Source(one.id, one.path.name, one.sheet.sha256, one.name) for one in candidates]


def kept_names(candidates: Sequence[Candidate]) -> list[str]:
    """The names under which a result keeps the sheets: their own, numbered where two are alike."""
    names: list[str] = []
    for candidate in candidates:
        name = candidate.path.name
        if any(name.lower() == other.lower() for other in names):
            name = f"{candidate.path.stem}-{len(names) + 1}{candidate.path.suffix}"
        names.append(name)
    return names


def keep_sources(folder: Path, setting: Setting, candidates: Sequence[Candidate]) -> None:
    """Copy sheets, portraits, event file, decisions and regulation, so that the result stands alone."""
    place = folder / ENTRANTS
    for candidate, name in zip(candidates, kept_names(candidates), strict=True):
        write_bytes(place / name, candidate.path.read_bytes())
        _keep_portrait(candidate, place)
    if setting.event is not None:
        for path, name in _event_files(setting.event):
            write_bytes(place / name, path.read_bytes())
    if setting.own_regulation is not None:
        write_bytes(folder / REGULATION, setting.own_regulation.read_bytes())


def _event_files(event: Event) -> Iterable[tuple[Path, str]]:
    """The event file, whatever it is called, and the decisions beside it."""
    for path in (event.folder / EVENT_FILE, *sorted(event.folder.glob("*.toml"))):
        if path.is_file() and sha256(path.read_bytes()) == event.sha256:
            yield path, EVENT_FILE
            break
    if (event.folder / APPROVALS).is_file():
        yield event.folder / APPROVALS, APPROVALS


def _keep_portrait(candidate: Candidate, place: Path) -> None:
    """The picture beside a sheet; one that lies elsewhere or is missing is a finding, not a file to copy."""
    portrait = candidate.sheet.entrant.portrait
    if portrait is None or not portrait.size:
        return
    try:
        source, target = inside(candidate.path.parent, portrait.text), inside(place, portrait.text)
        if source.is_file():
            write_bytes(target, source.read_bytes())
    except (ValueError, OSError):
        return


def open_result(written: Path | str) -> Stored:
    """A result folder with its sources, refused when it comes from other rules or lacks a file.

    Raises:
        EventError: no result folder; made under other rules; files that are not there.

    """
    from budosim.systems.gurps3.rules import RULES_VERSION

    folder = Path(written)
    manifest = read_manifest(folder)
    require_same_rules(manifest, RULES_VERSION)
    place = folder / ENTRANTS
    names, ids = manifest.get("files"), [str(row["id"]) for row in manifest["entrants"]]
    if not isinstance(names, list) or len(names) != len(ids):
        raise EventError(
            f"{folder / MANIFEST} does not say which files its entrants are",
            f"{folder / MANIFEST} に参加者のファイルの記載がありません",
        )
    paths = [inside(place, str(name)) for name in names]
    missing = [path.name for path in paths if not path.is_file()]
    if missing:
        raise EventError(
            f"{place} lacks {', '.join(missing)}: the result cannot be repeated without",
            f"{place} に {'、'.join(missing)} がありません。これがないと再現できません",
        )
    setting = _stored_setting(folder, manifest)
    found = zip(ids, candidates_of(paths, setting), strict=True)
    candidates = tuple(replace(one, id=id_) for id_, one in found)
    return Stored(folder, manifest, str(manifest.get("kind", "")), seed_of(manifest), setting, candidates)


def _stored_setting(folder: Path, manifest: Mapping[str, Any]) -> Setting:
    if manifest.get("event") is None:
        return Setting()
    own = folder / REGULATION
    setting = setting_of(read_event(folder / ENTRANTS), own if own.is_file() else None)
    return replace(setting, regulation=replace(setting.regulation, id=str(manifest["regulation"]["id"])))


def differences(manifest: Mapping[str, Any], setting: Setting, candidates: Iterable[Candidate]) -> list[Difference]:
    """What of a result's sources is not as it was when the result was made."""
    return changed_sources(
        manifest,
        regulation=regulation_source(setting),
        rulings=setting.readings,
        entrants=sources(candidates),
        event=event_source(setting.event),
    )


def require_unchanged(manifest: Mapping[str, Any], setting: Setting, candidates: Iterable[Candidate]) -> None:
    """Refuse to resume a run whose event or entrants have changed since.

    Raises:
        EventError: naming what changed.

    """
    found = differences(manifest, setting, candidates)[:5]
    if found:
        raise EventError(
            f"cannot be resumed, its sources have changed: {'; '.join(one.text('en') for one in found)}",
            f"続きを行えません。元のファイルが変わっています：{'；'.join(one.text('ja') for one in found)}",
        )
