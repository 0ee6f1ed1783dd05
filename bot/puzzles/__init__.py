"""The daily puzzle of each server: chosen from its own finished games and from the set that comes
with the games. It knows puzzles as data; no rules, no Discord, no SQL."""
