"""Lists and records of finished games. Some time after a game, the message with its result is
shortened."""
