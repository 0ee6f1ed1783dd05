"""Doors to the board: private links, and the sessions that follow when a link is opened."""
