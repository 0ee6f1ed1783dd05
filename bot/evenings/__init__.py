"""Evenings and game nights of a server. An evening is a group of games that were played without a
long pause, of which the bot posts a summary. A game night is a weekly time for playing."""
