"""The players of Tredici, from greedy, by which others are measured, to the master."""
