"""budosim: automated GURPS 3e martial-arts tournaments."""

from __future__ import annotations

__version__ = "0.1.0"
