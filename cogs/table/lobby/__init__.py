"""A table before its game: its players and its rules."""
