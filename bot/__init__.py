"""The application without Discord: tables, saving, deadlines, leaderboards, pictures. It knows no
game's rules. Only `bot.__main__` starts what is in cogs/."""
