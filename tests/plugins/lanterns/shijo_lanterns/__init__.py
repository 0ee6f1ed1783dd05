"""Lanterns, a game that only the tests use. All players play together against the cards."""
