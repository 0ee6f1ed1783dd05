"""The session manager: one live table after another, each behind its lock."""
