"""Queries and statements for finished games."""
