"""The deal of the day on Discord."""
