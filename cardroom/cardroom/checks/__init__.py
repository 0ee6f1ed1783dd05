"""Checks of request bodies, for mistakes that libraries let pass and Discord refuses."""
