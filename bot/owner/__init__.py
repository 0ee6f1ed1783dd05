"""Orders of the bot's owner, and counts over the whole database."""
