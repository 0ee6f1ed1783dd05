"""What the bot's owner orders, and counts over the whole database."""
