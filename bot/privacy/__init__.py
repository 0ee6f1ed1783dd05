"""What is kept about a member: given out, and deleted."""
