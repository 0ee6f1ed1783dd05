"""Players of Durak: `greedy`, with which others are compared, and four levels."""
