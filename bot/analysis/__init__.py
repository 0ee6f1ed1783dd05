"""Analyses of finished games: they find each player's mistakes. An analysis is computed in a
separate process of lower priority, so that no move waits for it, and then stored."""
