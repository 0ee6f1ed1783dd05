"""Analyses of finished games. An analysis finds the mistakes of each player. It is computed in a
separate process of lower priority, so that no move waits for it, and then stored."""
