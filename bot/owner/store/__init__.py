"""The owner's orders in the database, and counts over the whole of it."""
