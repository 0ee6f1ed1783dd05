"""A table before its game: who sits there, and by what rules."""
