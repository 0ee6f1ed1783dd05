"""Messages made from a table or a view; nothing is sent here."""
