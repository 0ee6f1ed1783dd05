"""What those who watch a game think of how it ends."""
