"""What is stored for boards, profiles and seasons, and follows from finished games."""
