"""Players of Dritzak: its levels, and the anchor `greedy`."""
