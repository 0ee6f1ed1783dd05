"""The deal of the day on Discord. Every member plays the same deal alone against bot players. A
list then shows the members' results, with the best one first."""
