"""Lets bot players choose their moves in separate processes. This package knows the names of bot
players and what their seats see. It does not know rules, tables or Discord."""
