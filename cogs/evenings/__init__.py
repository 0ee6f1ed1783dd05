"""Evenings: their picture, and a server's weekly game night."""
