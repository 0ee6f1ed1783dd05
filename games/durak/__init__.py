"""Durak, one game with options for the many ways in which it is played. Rule ids (`DUR-20`):
docs/rules/durak.md."""

from games.durak.game import Durak
from games.durak.rules.options import DurakOptions

__all__ = ["Durak", "DurakOptions"]
