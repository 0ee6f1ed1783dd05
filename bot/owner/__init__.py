"""The orders of the bot's owner: blocking members and servers, a notice on all open tables, and
ending the processes. The package also counts the rows of the whole database for the owner."""
