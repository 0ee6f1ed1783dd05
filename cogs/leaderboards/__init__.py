"""Boards, profiles, seasons and honours."""
