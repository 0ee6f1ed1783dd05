"""The deal of the day: the same cards against the same bots for everybody."""
