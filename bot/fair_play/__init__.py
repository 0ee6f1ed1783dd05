"""Fair play: members who leave games, results that look unusual, and appeals of members who were
removed from a game."""
