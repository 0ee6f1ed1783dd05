"""The progress of members in the lessons that teach the games."""
