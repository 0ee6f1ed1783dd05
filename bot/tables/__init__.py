"""The session manager. It keeps the tables in memory, each with a lock of its own, and stores their
changes."""
