"""What leaderboards, profiles, podiums and honours look like on Discord: made of the bot room's data and nothing else."""
