"""Stakes, a game for tests, with bids, a pot, pauses and chapters."""
