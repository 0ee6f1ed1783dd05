"""Achievements: badges that members earn by their games, lessons, deals of the day and puzzles."""
