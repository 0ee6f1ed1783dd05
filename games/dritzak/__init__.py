"""Dritzak: shed the hand, then face-up cards, then blind ones. Rule ids (`DRI-20`):
docs/rules/dritzak.md."""

from games.dritzak.game import Dritzak
from games.dritzak.rules.options import DritzakOptions

__all__ = ["Dritzak", "DritzakOptions"]
