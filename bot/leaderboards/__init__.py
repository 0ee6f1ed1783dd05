"""Leaderboards, profiles, seasons and titles of a server: everything that is computed from its
finished games."""
