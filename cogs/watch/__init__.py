"""What the bot's owner and their machines are told: health, metrics, the supervisor's watchdog."""
