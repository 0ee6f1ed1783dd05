"""Fair play, for moderators and for removed members."""
