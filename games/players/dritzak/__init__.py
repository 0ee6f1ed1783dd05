"""Players of Dritzak: its levels, and `greedy`, with which others are compared."""
