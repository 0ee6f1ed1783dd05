"""Matches of two teams: members play the same deals at two tables."""
