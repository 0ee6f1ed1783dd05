"""Keeps messages up to date: draws them, puts their edits into a queue, and makes the edits."""
