"""Matches of two teams."""
