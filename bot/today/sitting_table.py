"""Presents a deal that a member plays privately as a table, so that it can be shown like a
table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import games
from bot.core.model import Happening, Phase, Seat, Table
from bot.today.model import MEMBER, Deal, Sitting, outcome_of
from games.core import Game
from games.teaching import Made


def deal_id(day: int) -> str:
    """Return the id of a deal for use in place of a table's id. `day` is the number of the deal."""
    return f"day-{day}"


def table_of(sitting: Sitting) -> Table:
    """Present a member's game of a deal as a table, with the member and the bot players in its
    seats. After the end, the ranks of the outcome are the places by which members are compared."""
    bots = (sitting.deal.bot(seat) for seat in range(1, sitting.game.seats))
    seats = (
        Seat(sitting.played.name, sitting.played.member_id),
        *(Seat(each.name, strength=each.level) for each in bots),
    )
    table = as_table(sitting.deal, seats, sitting.game, sitting.made)
    return table if table.outcome is None else replace(table, outcome=outcome_of(sitting.record))


def as_table(
    deal: Deal, seats: Sequence[Seat], game: Game, made: Sequence[Made], seat: int = MEMBER
) -> Table:
    """Present a privately played deal as a table. `seat` is the seat of the member who sees it, and
    `made` are the moves so far with their events."""
    kind = games.load(deal.header.game)
    return Table(
        id=deal_id(deal.day),
        guild_id=0,
        channel_id=0,
        message_id=None,
        host_id=seats[seat].member_id or 0,
        phase=Phase.PLAYING if game.outcome is None else Phase.OVER,
        game=kind.name,
        preset=next(iter(kind.Options.presets)),
        options=deal.header.options,
        seats=tuple(seats),
        version=len(made),
        game_number=1,
        secret_hash=deal.seal,
        recent=tuple(
            Happening(each.seat, each.move, stand_in=False, events=each.events) for each in made
        ),
        outcome=game.outcome,
        live=game,
    )
