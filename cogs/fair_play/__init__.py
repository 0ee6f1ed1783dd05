"""Fair play: pages for moderators, and appeals of members who were removed from a game."""
