"""Fair play in the database."""
