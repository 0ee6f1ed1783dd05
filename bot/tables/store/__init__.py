"""The SQL about tables and their games."""
