"""Analyses of finished games, and practice of one's own mistakes."""
