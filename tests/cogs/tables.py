"""Makes tables and views by hand, for tests of the messages that cogs/ makes from them."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.core.model import Phase, Seat, Table
from bot.leaderboards.model import Booked
from bot.preferences.model import MemberSettings
from cogs.table.hand.controls import USUAL
from cogs.table.hand.panel import hand_panel
from cogs.table.message.look import hand_look, table_look
from cogs.table.message.public_message import public
from cogs.table.message.result import UNBOOKED
from games.cards import deck
from games.core import Move, SeatView, View, Zone
from games.opened import turned_up


class Shown:
    """Takes the place of a live game, for tables that are only shown. It has a fixed view for each
    seat."""

    def __init__(self, *views: View) -> None:
        self.views = {view.seat: view for view in views}

    def ahead(self, _seat: int) -> list[tuple[Move, ...]]:
        return []

    def view(self, seat: int | None) -> View:
        return self.views[seat]

    def has_finished(self, seat: int) -> bool:
        view = self.views[seat]
        return view.seats[seat].out and not view.moves

    def opened(self) -> View:
        return turned_up(self.views[None], [view for seat, view in self.views.items() if seat])


def table(*views: View, **fields: Any) -> Table:
    """Return a table with two seats, at which a game of Durak is running. `views` are what the game
    shows to its seats, and to spectators if one of them has the seat None. Without `views`, the
    table has no live game. `fields` replace other values of the table."""
    values: dict[str, Any] = {
        "id": "k3f9",
        "guild_id": 1,
        "channel_id": 2,
        "message_id": 3,
        "host_id": 101,
        "phase": Phase.PLAYING,
        "game": "durak",
        "preset": "classic",
        "options": {},
        "seats": (Seat("Ada", 101, joined_by=1), Seat("Berta", 102, joined_by=2)),
        "version": 41,
        "game_number": 1,
        "secret_hash": "ab" * 32,
        "live": Shown(*views) if views else None,
    }
    return Table(**{**values, **fields})


def view(*moves: str, hand: tuple[str, ...] = (), seat: int | None = 0, **fields: Any) -> View:
    """Return a view of `seat` that has the legal moves `moves`."""
    values: dict[str, Any] = {
        "game": "durak",
        "seat": seat,
        "seats": (SeatView(0, 0, len(hand), ("attacker",)), SeatView(1, 1, 6, ("defender",))),
        "zones": (Zone("hand", seat, "hand", hand),),
        "facts": {"trump": "H"},
        "moves": tuple(Move.parse(move) for move in moves),
        "waiting_on": (0,),
    }
    return View(**{**values, **fields})


def whole_deck(decks: int = 1) -> tuple[str, ...]:
    return tuple(deck() * decks)


def public_of(
    shown: Table, *, text_only: bool = False, booked: Booked = UNBOOKED, **more: Any
) -> ui.LayoutView:
    """Return the public message of the table `shown`. With `text_only`, the message has no picture.
    `booked` are the effects of a finished game on ratings and badges. `more` are further arguments
    of `public`."""
    look = table_look(shown, text_only=text_only, booked=booked)
    return public(shown, look, booked=booked, **more)


def panel_of(
    shown: Table, seat: int, *, wanted: MemberSettings = USUAL, **more: Any
) -> ui.LayoutView:
    """Return the panel that shows the hand of `seat`. Only the member at this seat sees the panel.
    `wanted` are the member's settings. `more` are further arguments of `hand_panel`."""
    return hand_panel(shown, hand_look(shown, seat, wanted), **more)
