"""Checks of request bodies: what Discord refuses although libraries send it."""
