"""The gateway: the connection over which a bot hears what happens."""
