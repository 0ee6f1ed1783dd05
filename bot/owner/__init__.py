"""The orders of the bot's owner: blocking members and servers, a notice on all open tables, and
ending the processes. Also counts of the whole database for the owner."""
