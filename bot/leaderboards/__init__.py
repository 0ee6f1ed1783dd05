"""Leaderboards, profiles, seasons and titles of a server, all computed from its finished games."""
