"""What servers and members have chosen."""
