"""Exporting and deleting the data about a member."""
