"""Evenings: a picture of each evening, and a server's weekly game night."""
