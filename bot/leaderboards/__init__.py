"""Boards, profiles and seasons: all that follows from finished games."""
