"""Doors to the board (the page that shows a table in a browser): private links, and the sessions
that follow when a link is opened."""
