"""Boards, profiles and seasons: everything that is computed from finished games."""
