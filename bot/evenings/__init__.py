"""Evenings and game nights of a server. An evening is a group of games that were played without a
long pause. The bot can post a summary of an evening. A game night is a weekly time for playing."""
