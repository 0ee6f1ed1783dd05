"""Durak: the rules of three sources in one game with options (docs/rules/durak.md)."""

from games.durak.game import Durak
from games.durak.rules.options import DurakOptions

__all__ = ["Durak", "DurakOptions"]
