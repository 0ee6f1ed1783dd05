"""Lessons: `/learn`, and the presses in a lesson."""
