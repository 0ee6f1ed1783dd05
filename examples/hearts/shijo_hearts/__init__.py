"""Hearts, a plug-in game for Shijo."""
