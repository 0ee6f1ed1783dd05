"""The settings of servers and members."""
