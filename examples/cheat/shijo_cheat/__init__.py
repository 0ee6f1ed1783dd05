"""Cheat, a game for Shijo as a package of its own."""
