"""Information for the bot's owner and their machines: health, metrics, the supervisor's
watchdog."""
