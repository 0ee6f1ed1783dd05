"""The achievements of a member (badges for finished games, lessons, deals and puzzles) as parts of
a Discord message."""
