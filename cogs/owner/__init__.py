"""The tools of the bot's owner: `/owner`."""
