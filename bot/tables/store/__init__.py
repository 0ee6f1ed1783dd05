"""Tables and their games in the database."""
