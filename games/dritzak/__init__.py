"""The card game Dritzak: first get rid of your hand, then of your face-up cards, and at last of
face-down cards that nobody has seen. Ids such as `DRI-20` are rules in docs/rules/dritzak.md."""

from games.dritzak.game import Dritzak
from games.dritzak.rules.options import DritzakOptions

__all__ = ["Dritzak", "DritzakOptions"]
