"""The board: its server, and the words that it shows."""
