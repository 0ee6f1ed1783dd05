"""A table as a message on Discord: its public message before, during and after a game, its picture
with alt text, and the text about the end of a game."""
