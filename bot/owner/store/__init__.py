"""Queries and statements for the owner's orders, and counts of the whole database."""
