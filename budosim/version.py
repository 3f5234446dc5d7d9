"""The package's version, apart from the package so that nothing is drawn in with it."""

from __future__ import annotations

__version__ = "0.1.0"
