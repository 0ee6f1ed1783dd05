"""Pictures of a table, a hand or a result as PNG, drawn from a view's zones, roles and facts, for
any game.

A picture shows no more than its view: the table's is a spectator's, a hand's is its owner's.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.pictures.before import lies_before, title_of
from bot.pictures.fonts import written
from bot.pictures.hand import hand_scene, playable
from bot.pictures.outcome import Ending
from bot.pictures.paint import png
from bot.pictures.result import is_shown_apart, open_zones, result_scene, with_telling_counters
from bot.pictures.scene import Captions, Scene
from bot.pictures.seats import name_of
from bot.pictures.table import runs_back, table_scene
from bot.pictures.zones import PILE_SHOWN, figure_of
from bot.preferences.model import Deck
from games.view import View

__all__ = [
    "PILE_SHOWN",
    "Captions",
    "Ending",
    "Scene",
    "figure_of",
    "hand_picture",
    "hand_scene",
    "is_shown_apart",
    "lies_before",
    "name_of",
    "open_zones",
    "playable",
    "result_picture",
    "result_scene",
    "runs_back",
    "table_picture",
    "table_scene",
    "title_of",
    "with_telling_counters",
    "written",
]


def table_picture(view: View, captions: Captions, deck: Deck = Deck.FOUR_COLOURS) -> bytes:
    """The table as a PNG, 800 pixels wide. Raises ValueError unless `view` is a spectator's."""
    return png(table_scene(view, captions), deck, captions.letters)


def result_picture(
    view: View, ending: Ending, captions: Captions, deck: Deck = Deck.FOUR_COLOURS
) -> bytes:
    """The end of a game as a PNG, 800 pixels wide. Raises ValueError unless `view` is a
    spectator's."""
    return png(result_scene(view, ending, captions), deck, captions.letters)


def hand_picture(
    view: View, hand: Sequence[str], captions: Captions, deck: Deck = Deck.FOUR_COLOURS
) -> bytes:
    """The hand of `view.seat` as a PNG, 800 pixels wide, in the order of `hand`; below the hand,
    the other cards in front of that seat. Raises ValueError for a spectator's view, or when `hand`
    isn't that of the view."""
    return png(hand_scene(view, hand, captions), deck, captions.letters)
