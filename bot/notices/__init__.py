"""Notices of new tables, for members who asked for them."""
