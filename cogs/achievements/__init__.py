"""Achievements on Discord."""
