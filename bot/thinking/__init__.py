"""Lets bot players choose their moves in separate processes. This package knows players by name and
what their seats see. It knows no rules, tables or Discord."""
