"""Where each key of a sheet stands: the places of any TOML text, which other games read too."""

from __future__ import annotations

from budosim.toml_places import MAX_DEPTH, Path, half_width, scan

__all__ = ["MAX_DEPTH", "Path", "half_width", "scan"]
