"""Collects the content of a message about a game (view, words, names and picture) once for each
redraw. Both the text and the picture are made from this content."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Self

from bot.core.model import Phase, Table
from bot.leaderboards.model import Booked
from bot.pictures.hand import hand_picture
from bot.pictures.result import result_picture
from bot.pictures.table import table_picture
from bot.preferences.model import MemberSettings, Order
from cogs.discord.layout import HAND_PICTURE, RESULT_PICTURE, TABLE_PICTURE
from cogs.edits.answers import Picture
from cogs.table.hand.choices import held
from cogs.table.hand.controls import USUAL
from cogs.table.message.alt_text import hand_alt, result_alt, table_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.opened import in_order
from cogs.table.message.result import UNBOOKED, ending_of
from cogs.table.message.table_text import names_of
from cogs.words.game import GameWords
from cogs.words.load import words_at, words_for, words_of
from cogs.words.seats import Names
from games.core import View


@dataclass(frozen=True, slots=True)
class Look:
    """The content of a message about a game for one reader. `view` is what the reader may know of
    the game, `words` are the game's words, and `names` the names of the seats. `picture` is the
    picture (None: everything is told in words)."""

    view: View
    words: GameWords
    names: Names
    picture: Picture | None

    @property
    def in_words(self) -> Self:
        """Return this content without the picture."""
        return replace(self, picture=None)


def table_look(table: Table, *, text_only: bool = False, booked: Booked = UNBOOKED) -> Look | None:
    """Return the content of a table's public message: the running game, or the finished game with
    all hands open and its effects on the leaderboards (`booked`). Returns None when there is no
    game, or when the cards of the finished game are no longer known. The content has a picture
    unless `text_only`."""
    words, outcome = words_of(table.game), table.outcome
    if table.phase is Phase.PLAYING and (view := table.view(None)) is not None:
        captions = captions_of(table, words)
        draw = partial(table_picture, view, captions)
        shown = None if text_only else Picture(TABLE_PICTURE, table_alt(view, captions), draw)
        return _look(view, USUAL.order, names_of(table, view), shown)
    if outcome is not None and (last := table.opened()) is not None:
        view, captions = in_order(last, words), captions_of(table, words, opened=True)
        ending = ending_of(table, outcome, view, words, captions, booked)
        draw, alt = partial(result_picture, view, ending, captions), result_alt
        shown = None if text_only else Picture(RESULT_PICTURE, alt(view, ending, captions), draw)
        return _look(view, USUAL.order, names_of(table, view), shown)
    return None


def _look(view: View, order: Order, names: Names, shown: Picture | None) -> Look:
    return Look(view, words_at(view.game, order, names), names, shown)


def hand_look(table: Table, seat: int, wanted: MemberSettings = USUAL) -> Look | None:
    """Return the content of the hand message of a seat, in the member's preferred order of cards
    and with the member's deck (`wanted`). Returns None when no game is running. The content has a
    picture unless the member wants text only."""
    view = table.view(seat) if table.phase is Phase.PLAYING else None
    if view is None:
        return None
    words, shown = words_for(view.game, wanted.order), None
    if not wanted.text_only:
        hand, captions = held(view, words), captions_of(table, words, me=seat)
        draw = partial(hand_picture, view, hand, captions, wanted.deck)
        shown = Picture(HAND_PICTURE, hand_alt(view, hand, captions), draw)
    return _look(view, wanted.order, names_of(table, view, seat), shown)


def own_look(table: Table, seat: int, wanted: MemberSettings = USUAL) -> Look | None:
    """Return the content of the message about a game that only one member sees. While the game is
    running, the content is the hand of `seat` (`hand_look`). Afterwards it is the finished game
    (`table_look`)."""
    look = hand_look(table, seat, wanted)
    return look if look is not None else table_look(table, text_only=wanted.text_only)
