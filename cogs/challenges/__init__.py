"""Challenges of one member to another."""
