"""The deal of the day on Discord. Every member plays the same deal alone against bot players, and
their results are compared."""
