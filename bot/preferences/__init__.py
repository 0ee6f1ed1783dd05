"""The settings that servers and members have chosen."""
