"""Leaderboards, profiles, seasons and the announcements of rare feats."""
