"""The players of Tredici, from `greedy`, against which others are measured, to the master."""
