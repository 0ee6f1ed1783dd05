"""Doors: the ways by which a member gets to a board, the page that shows a table in a browser. A
door begins as a private link. When the link is opened, it becomes a session of that browser."""
