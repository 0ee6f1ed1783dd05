"""Analyses of finished games: computed in a process of their own behind all moves, and kept. It
knows records and the analysis of games/analysis; no rules, no Discord, no SQL."""
