"""Guesses by those who watch a game about how it will end."""
