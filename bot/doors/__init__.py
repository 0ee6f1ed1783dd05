"""Doors: the ways in which a member gets to a board, the page that shows a table in a browser. A
door begins as a private link. When a browser opens the link, the door becomes a session of that
browser."""
