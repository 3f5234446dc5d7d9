"""`python -m budosim`: the same commands as `budosim`."""

from __future__ import annotations

import sys

from budosim.cli import main

if __name__ == "__main__":
    sys.exit(main())
