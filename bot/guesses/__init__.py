"""Guesses: before the end of a game, spectators guess who will win or come last."""
