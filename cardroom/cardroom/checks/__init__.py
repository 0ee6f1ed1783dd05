"""Checks of request bodies: what Discord refuses, though libraries let it pass."""
