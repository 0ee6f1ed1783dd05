"""Show a card table as a web page, and serve that page. A "board" is this page, opened by one
member for one table. The package draws any game from the views and events of that game. It contains
no rules or names of games."""
