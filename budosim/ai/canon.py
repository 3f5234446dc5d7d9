from __future__ import annotations
def parse(read): return None
