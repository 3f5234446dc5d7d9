"""How a result was made, so that anybody can make it again and compare.

Nothing here imports what it names: versions of numpy and numba are read from their metadata.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from budosim.errors import BudosimError, EventError
from budosim.events.seeds import Seed, commitment_of
from budosim.files import json_text, read_json, write_json
from budosim.version import __version__

MANIFEST = "manifest.json"
FORMAT = "budosim-manifest/1"
RNG = "splitmix64-addressed/1"
"""The random numbers every die comes from; a result made with others cannot be repeated."""
MOST_DIFFERENCES = 200


@dataclass(frozen=True, slots=True)
class Source:
    """A file a result depends on, by its content."""

    id: str
    file: str
    sha256: str
    name: str = ""

    @classmethod
    def of(cls, path: Path, *, name: str = "") -> Source:
        """The file as it is now."""
        return cls(path.stem, path.name, sha256(path.read_bytes()), name)

    def row(self) -> dict[str, str]:
        """As the manifest keeps it."""
        return {"id": self.id, "file": self.file, "name": self.name, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Difference:
    """One field that is not as it was."""

    record: str
    field: str
    then: Any
    now: Any

    def row(self) -> dict[str, Any]:
        """As `verify --json` prints it."""
        return {"record": self.record, "field": self.field, "then": self.then, "now": self.now}

    def text(self, lang: str) -> str:
        """The difference as a sentence."""
        if lang == "ja":
            return f"{self.record} の {self.field}：記録は {self.then!r}、今回は {self.now!r}"
        return f"{self.record}, {self.field}: recorded {self.then!r}, now {self.now!r}"


def sha256(data: bytes) -> str:
    """The SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha256_of(value: Any) -> str:
    """The SHA-256 of a value's JSON form, keys sorted: the same rulings have the same hash."""
    return sha256(json_text(_sorted(value)).encode("utf-8"))


def make_manifest(
    command: Sequence[str],
    seed: Seed,
    *,
    rules_version: str,
    regulation: Source,
    rulings: Mapping[str, Any],
    entrants: Iterable[Source],
    event: Source | None = None,
    n: int = 1,
    wall_seconds: float | None = None,
    bouts: int | None = None,
    more: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The manifest of a result; `more` adds the command's own fields."""
    per_second = bouts / wall_seconds if bouts and wall_seconds else None
    return {
        "format": FORMAT,
        "command": list(command),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
        "rules_version": rules_version,
        "rng": RNG,
        "seed": {
            "number": seed.number,
            "text": seed.text,
            "beacon": seed.beacon,
            "drawn": seed.drawn,
            "commitment": commitment_of(seed.text),
        },
        "n": n,
        "event": None if event is None else event.row(),
        "regulation": regulation.row(),
        "rulings": {"values": dict(rulings), "sha256": sha256_of(rulings)},
        "entrants": [entrant.row() for entrant in entrants],
        "bouts": bouts,
        "wall_seconds": wall_seconds,
        "bouts_per_second": per_second,
        **(more or {}),
    }


def versions() -> dict[str, str | None]:
    """The versions of what a result comes from."""
    return {
        "budosim": __version__,
        "python": platform.python_version(),
        "numpy": _version("numpy"),
        "numba": _version("numba"),
    }


def write_manifest(folder: Path, manifest: Mapping[str, Any]) -> Path:
    """Write the manifest into a result folder."""
    path = folder / MANIFEST
    write_json(path, manifest)
    return path


def read_manifest(folder: Path | str) -> dict[str, Any]:
    """The manifest of a result folder, refused when it is missing or of another form."""
    where = Path(folder)
    path = where / MANIFEST if where.is_dir() else where
    if not path.is_file():
        raise EventError(
            f"{where} is no result folder: there is no {MANIFEST}",
            f"{where} は結果のフォルダーではありません（{MANIFEST} がありません）",
        )
    try:
        manifest = read_json(path)
    except BudosimError as error:
        raise EventError(error.en, error.ja) from error
    form = manifest.get("format") if isinstance(manifest, dict) else None
    needed = ("command", "versions", "rules_version", "rng", "seed", "n", "regulation", "rulings", "entrants")
    missing = [key for key in needed if not isinstance(manifest, dict) or key not in manifest]
    if form != FORMAT or missing:
        lacking = f", and lacks {', '.join(missing)}" if missing else ""
        raise EventError(
            f"{path} is of the form {form!r}{lacking}; {FORMAT} is read",
            f"{path} の形式は {form!r} です。読めるのは {FORMAT} です",
        )
    return dict(manifest)


def seed_of(manifest: Mapping[str, Any]) -> Seed:
    """The seed a result was made with."""
    kept = manifest["seed"]
    return Seed(int(kept["number"]), str(kept["text"]), str(kept.get("beacon", "")), bool(kept.get("drawn")))


def require_same_rules(manifest: Mapping[str, Any], rules_version: str) -> None:
    """Refuse to repeat a result of other rules or other random numbers, by name."""
    then, rng = manifest["rules_version"], manifest["rng"]
    package = manifest["versions"].get("budosim")
    if then != rules_version:
        raise EventError(
            f"made under rules version {then} (budosim {package}); this is rules version {rules_version}: "
            "verify with the version it was made with",
            f"ルール版 {then}（budosim {package}）の結果です。ここにあるのはルール版 {rules_version} です。"
            "作られた版で検証してください",
        )
    if rng != RNG:
        raise EventError(
            f"made with the random numbers {rng}; here they are {RNG}",
            f"乱数 {rng} の結果です。ここにあるのは {RNG} です",
        )


def changed_sources(
    manifest: Mapping[str, Any],
    *,
    regulation: Source,
    rulings: Mapping[str, Any],
    entrants: Iterable[Source],
    event: Source | None = None,
) -> list[Difference]:
    """What is not as it was when the result was made: regulation, rulings, event file, entrants."""
    found = _same_hash("regulation", manifest["regulation"]["sha256"], regulation.sha256)
    then = manifest["rulings"]["values"]
    for key in sorted({*then, *rulings}):
        if then.get(key) != rulings.get(key):
            found.append(Difference("rulings", key, then.get(key), rulings.get(key)))
    if manifest.get("event") is not None and event is not None:
        found += _same_hash("event", manifest["event"]["sha256"], event.sha256)
    before = {row["id"]: row["sha256"] for row in manifest["entrants"]}
    after = {entrant.id: entrant.sha256 for entrant in entrants}
    for identity in sorted({*before, *after}):
        found += _same_hash(f"entrant {identity}", before.get(identity), after.get(identity))
    return found


def compare_records(
    then: Mapping[str, Sequence[Mapping[str, Any]]],
    now: Mapping[str, Sequence[Mapping[str, Any]]],
    limit: int = MOST_DIFFERENCES,
) -> list[Difference]:
    """Every field that differs between two sets of records, named by set, row and field; `limit` of them."""
    found: list[Difference] = []
    for name in sorted({*then, *now}):
        if name not in then or name not in now:
            found.append(Difference(name, "rows", _rows(then.get(name)), _rows(now.get(name))))
            continue
        before, after = then[name], now[name]
        if len(before) != len(after):
            found.append(Difference(name, "rows", len(before), len(after)))
        for index, (old, new) in enumerate(zip(before, after, strict=False)):
            for field in (*old, *(key for key in new if key not in old)):
                was, has = _plain(old.get(field)), _plain(new.get(field))
                if was != has:
                    found.append(Difference(f"{name}[{_label(old, index)}]", field, was, has))
                    if len(found) >= limit:
                        return found
    return found


def _label(row: Mapping[str, Any], index: int) -> str:
    """A row's name: its number, and who or which bout it is about."""
    named = [f"{key}={row[key]}" for key in ("bout", "id", "what") if row.get(key) is not None]
    return " ".join([str(index), *named])


def _rows(rows: Sequence[Mapping[str, Any]] | None) -> int | None:
    return None if rows is None else len(rows)


def _same_hash(record: str, then: str | None, now: str | None) -> list[Difference]:
    return [] if then == now else [Difference(record, "sha256", then, now)]


def _plain(value: Any) -> Any:
    """Equal in meaning, equal in form: numpy values as Python's, tuples as lists, NaN as nothing."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, float) and value != value:
        return None
    return value


def _sorted(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _sorted(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [_sorted(item) for item in value]
    return value


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
