"""Finished games in the database."""
