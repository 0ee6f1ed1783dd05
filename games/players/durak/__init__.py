"""Players of Durak: `greedy`, against which others are measured, and four levels."""
