"""The board: a table as a page in a browser, and the server of that page. It draws any game from
its views and events, and knows no game by name."""
