"""Finished games: history and replay."""
