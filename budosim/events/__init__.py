"""Blocks, standings, brackets: knows sides and fixtures, knows no game."""
