"""The board, a table's page in a browser or as an Activity inside Discord: its web server, the
words on it, and the doors (private links) that lead members to it."""
