"""Guesses of spectators about who will win or come last. They are made before the end of a game."""
