"""The SQL of tournaments."""
