"""Matches of two teams, whose members play the same deals at two tables."""
