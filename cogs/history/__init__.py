"""Finished games: lists, replays, proofs."""
