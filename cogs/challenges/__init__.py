"""Challenges: one member asks another for a game."""
