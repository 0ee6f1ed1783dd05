"""Finished games: their lists and records, and when the messages of their results are shortened."""
