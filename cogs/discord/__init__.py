"""The client, and what every press and command shares."""
