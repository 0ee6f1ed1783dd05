"""Leaderboards, profiles, podiums and honours as Discord shows them, made of the bot room's data
and nothing else."""
