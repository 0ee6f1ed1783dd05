"""The daily puzzle of each server. It is chosen from the server's own finished games, or from a
collection that comes with the games."""
