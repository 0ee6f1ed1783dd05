"""Messages made from a table or a view, without sending anything."""
