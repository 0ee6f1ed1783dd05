"""The owner's orders in the database, and counts of rows in the whole database."""
