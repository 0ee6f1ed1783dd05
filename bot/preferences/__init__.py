"""What servers and members have chosen in their settings."""
