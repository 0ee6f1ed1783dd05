"""Simple Eights, a plug-in game for Shijo."""
