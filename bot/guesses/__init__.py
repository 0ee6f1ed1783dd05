"""Guesses of spectators about how a game will end."""
