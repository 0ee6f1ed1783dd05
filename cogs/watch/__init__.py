"""Information for the bot's owner and the owner's machines: health, metrics, and messages to the
supervisor (systemd)."""
