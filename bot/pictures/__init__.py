"""Pictures as PNG, drawn from a view's zones, roles and facts, for any game.

A picture shows no more than its view: the table's is a spectator's, a hand's is its owner's.
"""
