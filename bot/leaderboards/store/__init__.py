"""Leaderboards, profiles, seasons and titles in the database."""
