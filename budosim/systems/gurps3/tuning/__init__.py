"""Other builds of a sheet: legal moves from it, other patterns, profile sets, and new sheets as files."""
