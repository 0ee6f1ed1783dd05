"""The application without Discord. It has the tables where members play, their storage, time
limits, leaderboards and pictures, and knows no game's rules. Only `bot.__main__` imports cogs/, in
order to start the bot on Discord."""
