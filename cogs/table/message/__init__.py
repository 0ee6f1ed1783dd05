"""A table as a message: its words, its picture, its end."""
