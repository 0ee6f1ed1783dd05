"""Players of Durak: greedy, which others are measured by, and four levels that remember."""
