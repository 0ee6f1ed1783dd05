"""Lanterns: a game of the tests, played together against the cards."""
