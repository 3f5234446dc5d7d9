"""UO三國志: three nations, mercenaries, a battle every Saturday; the office of the league and its forecast."""
