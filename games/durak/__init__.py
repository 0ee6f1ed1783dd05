"""The card game Durak. It is played in many ways, so there are many options. Ids such as `DUR-20`
are rules in docs/rules/durak.md."""

from games.durak.game import Durak
from games.durak.rules.options import DurakOptions

__all__ = ["Durak", "DurakOptions"]
