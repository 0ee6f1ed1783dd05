"""Pictures as PNG, drawn from a view's zones, roles and facts, for any game.

A picture shows no more than its view: the table's picture is drawn from a spectator's view, the
picture of a hand from the view of the hand's owner.
"""
