"""Shows the achievements of a member in a Discord message. Achievements are badges for finished
games, lessons, deals and puzzles."""
