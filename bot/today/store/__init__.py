"""Deals that members play privately, in the database."""
