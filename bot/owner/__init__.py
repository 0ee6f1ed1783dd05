"""Orders of the bot's owner, and counts of rows in the whole database."""
