"""The commands and presses at a table."""
