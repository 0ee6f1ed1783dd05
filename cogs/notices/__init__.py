"""Notices of new tables."""
