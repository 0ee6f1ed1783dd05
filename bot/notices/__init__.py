"""Notices. When a new table of a game opens, the bot mentions the members who asked for notices of
this game."""
