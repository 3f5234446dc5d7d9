"""GURPS 3e: sheets, legality, derived values, packing, telling."""
