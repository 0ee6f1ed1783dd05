"""Notices: the bot mentions members who asked for it when a new table of a game opens."""
