"""Tournaments in the database."""
