"""A member's hand message: the private message with the member's cards and the buttons for their
moves, and every press on it. The data about this message (table, member, message, page, and the
token with which it can be edited) is called a panel."""
