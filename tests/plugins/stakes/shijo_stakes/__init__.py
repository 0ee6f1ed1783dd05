"""Stakes: a game of the tests, with bids, a pot, pauses and chapters."""
