"""Tredici: collect all thirteen cards of a suit that you chose in secret."""

from games.tredici.game import Tredici
from games.tredici.rules.options import TrediciOptions

__all__ = ["Tredici", "TrediciOptions"]
