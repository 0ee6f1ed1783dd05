"""Doors to the board: private links, and the sessions that they become."""
