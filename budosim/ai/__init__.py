"""Written combat patterns to policies (bp/1)."""
