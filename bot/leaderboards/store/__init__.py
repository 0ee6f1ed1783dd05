"""Queries and statements for leaderboards, profiles, seasons and titles."""
