"""Analyses of finished games: computed in a separate process, which yields to all moves, and then
stored. It knows records and the analysis of games/analysis; no rules, no Discord, no SQL."""
