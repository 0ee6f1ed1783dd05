"""A member's hand message (its data is called a panel): the private message with their cards and
the buttons for their moves, and every press on it."""
