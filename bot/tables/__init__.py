"""The session manager: the tables in memory, each behind its own lock."""
