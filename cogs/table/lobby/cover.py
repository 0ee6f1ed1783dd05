"""The picture of a table before its game."""

from __future__ import annotations

from functools import partial

import games
from bot.core.model import Phase, Table
from bot.pictures.lobby import Cover, Sitter, cover_picture
from bot.preferences.house_rules import seats_allowed
from cogs.discord.layout import LOBBY_PICTURE
from cogs.edits.drawn import Picture
from cogs.table.message.alt_text import clipped
from cogs.words.game import game_title
from cogs.words.load import words_of
from cogs.words.seats import listed


def lobby_cover(table: Table) -> Picture | None:
    """The picture of a lobby with its description; None while a table is no lobby."""
    if table.phase is not Phase.LOBBY:
        return None
    kind = games.available().get(table.game)
    least = seats_allowed(kind, table.options)[0] if kind is not None else 0
    sitters = tuple(Sitter(seat.name, seat.is_bot) for seat in table.seats)
    title = game_title(table.game)
    free = max(0, least - len(table.seats) - len(table.awaited))
    cover = Cover(title, words_of(table.game).emblem, sitters, free)
    names = [" ".join(each.name.split()) for each in sitters]
    told = f"{title}: {listed(names)}" if names else title
    return Picture(LOBBY_PICTURE, clipped([told]), partial(cover_picture, cover))
