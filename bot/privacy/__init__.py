"""Data about a member: exported and deleted."""
