"""Leaderboards in the database."""
