"""Lanterns, a game for tests in which all play together against the cards."""
