"""The gateway: the connection over which a bot receives events."""
