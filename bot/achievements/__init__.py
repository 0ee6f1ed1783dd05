"""Achievements: what members have done that is worth a badge."""
