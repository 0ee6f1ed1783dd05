"""Draws pictures of any game as PNG, from the zones, roles and facts of a View.

A picture shows no more than its view. The picture of a table is drawn from a spectator's view, and
the picture of a hand from the view of its player."""
