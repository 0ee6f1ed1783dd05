"""Finished games: their lists, and their records."""
