"""Queries and statements of fair play."""
