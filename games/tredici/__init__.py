"""The card game Tredici: collect all thirteen cards of a suit that you have chosen in secret. Ids
such as `TRE-20` are rules in docs/rules/tredici.md."""

from games.tredici.game import Tredici
from games.tredici.rules.options import TrediciOptions

__all__ = ["Tredici", "TrediciOptions"]
