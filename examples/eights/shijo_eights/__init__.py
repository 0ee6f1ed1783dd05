"""Crazy Eights and Mau-Mau, a game for Shijo as a package of its own."""
