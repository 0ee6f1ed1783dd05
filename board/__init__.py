"""Show a card table as a web page, and serve that page. A "board" is this page, opened by one
member for one table. The package draws any game from its views and events, and contains no rules or
names of games."""
