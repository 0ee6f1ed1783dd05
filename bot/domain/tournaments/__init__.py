"""Tournaments as data: who plays, who meets whom, and what came of it. Nothing here waits, asks a
database or a clock: the same tournament always gives the same next round and standings."""
