"""What servers and members choose."""
