"""The players of Tredici: `greedy`, with which others are compared, and the levels up to the
master."""
