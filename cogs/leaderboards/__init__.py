"""Leaderboards, profiles, seasons and honours."""
