"""The application without Discord: tables, saving, deadlines, leaderboards, pictures. It knows no
game's rules. Only `bot.__main__` imports cogs/, in order to start the bot on Discord."""
