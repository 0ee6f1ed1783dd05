"""The service for guesses. Members who watch a game can guess how it ends, but only early in the
game. A guess stays private until the end. Whoever guessed right is then named, and gets nothing
else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from bot.core.model import Person, Phase, Table
from bot.db.database import Database
from bot.guesses import store as guesses
from bot.guesses.model import Guess, GuessesClosed, PlaysHere, Question, Tally
from games.view import View


def are_open(table: Table, view: View | None) -> bool:
    """Return whether guesses about the end of the table's game are accepted now. `view` is the
    spectator's view of the game.

    The game must be running, it must have at least two sides, and the table must not be a learning
    table. Guesses are no longer accepted when a player is out, has resigned, or is nearly out. A
    player is nearly out when the game reports tension for a seat (`Tense` in games.view), or when a
    seat has no card left and no card can be drawn."""
    if view is None or table.phase is not Phase.PLAYING or table.learning:
        return False
    if len({seat.side for seat in view.seats}) <= 1:
        return False
    pressing = any(tense.seat is not None for tense in view.tension)
    gone = any(seat.out or seat.resigned for seat in view.seats)
    return not (pressing or gone or _has_played_all(view))


def _has_played_all(view: View) -> bool:
    """Return whether some seat has no card left, while no card can be drawn any more."""
    none_to_draw = any(tense.name == "deck-empty" for tense in view.tension)
    holders = {zone.owner for zone in view.zones if zone.cards}
    return none_to_draw and any(seat.seat not in holders for seat in view.seats)


class Guesses:
    """Stores and looks up the guesses of all spectators. Takes the database and the clock (aware
    UTC). Every method raises NotSaved when the database fails."""

    def __init__(self, store: Database, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self.listeners: list[Callable[[Table, int], None]] = []
        """Functions that are called with the table and the member's id after each guess."""

    async def guess(self, table: Table, who: Person, seat: int, question: Question) -> None:
        """Store a spectator's guess that the player at `seat` will win or come last, depending on
        `question`. A later guess replaces an earlier one. Raises PlaysHere for a member who sits at
        the table, and GuessesClosed when no guesses are accepted now or the table has no seat
        `seat`."""
        if table.seat_of(who.id) is not None:
            raise PlaysHere
        if not are_open(table, table.view(None)) or not 0 <= seat < len(table.seats):
            raise GuessesClosed
        await self._store.write(guesses.guessed(table, who, seat, question, self._now()))
        for listener in self.listeners:
            listener(table, who.id)

    async def of(self, table: Table, member_id: int) -> Guess | None:
        """Return a spectator's guess about the table's present game. If the spectator has not
        guessed yet, `seat` of the result is None. Return None for a member who sits at the
        table."""
        if table.seat_of(member_id) is not None:
            return None
        own = await guesses.of_member(self._store, table.id, table.game_number, member_id)
        return Guess(own, are_open(table, table.view(None)))

    async def was_right(self, table: Table, member_id: int) -> bool | None:
        """Return whether a member's guess about the table's game was right. Return None when the
        member made no guess, when the game is not over, or when it has no winner or doesn't
        count."""
        found = await guesses.judged(self._store, table.id, table.game_number)
        return next((each.right for each in found if each.member_id == member_id), None)

    async def right(self, table: Table) -> tuple[str, ...]:
        """Return the names of the members whose guess about the table's game was right."""
        found = await guesses.judged(self._store, table.id, table.game_number)
        return tuple(each.name for each in found if each.right)

    async def tally(self, guild_id: int, member_id: int) -> Tally:
        """Return how many guesses a member has made in a server, and how many of them were right.
        Only guesses about finished games that have a winner and count are included."""
        return await guesses.tally(self._store, guild_id, member_id)
