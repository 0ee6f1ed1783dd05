"""Compose the content of boards. A scene is the part of a table's state that one reader may see.
Each kind of board (table, open hands, replay, deal, match) has a function here."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.core.background import Background
from bot.core.errors import NotSeated, TableError, TooEarly, WrongPhase
from bot.core.model import Phase, Table
from bot.core.scope import sitting_of
from bot.doors.model import Door, Shows
from bot.guesses.model import Guess
from bot.history.moments import moment_at, table_at
from bot.service import Service
from bot.tables.watching import Watched
from bot.teams.deals import steps_at
from bot.teams.deals import table_of as team_table
from bot.teams.model import AllPlayed, OthersMoved
from bot.today.duplicate import DEALS, place_of
from bot.today.duplicates import Duplicates
from bot.today.model import BEYOND_DAYS, DayOver, Sitting
from bot.today.service import Today
from bot.today.sitting_table import table_of
from games.analysis.advising import adviser_of
from games.view import View

ASKED_AGAIN: Final = timedelta(seconds=5)
"""The time after which a board asks again for open hands that may not be shown yet. Open hands of a
rated game are shown a minute late, and so not in the first minute."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The content of a board for one reader. `view` is the game as the reader may see it (None:
    there is no game), `seat` the reader's seat (None: a spectator), and `moves` the number of moves
    shown. `can` are the names of the requests, besides moves, that the reader may make.

    `steps` is a pair for a replay: the number of the shown step, and the number of the last step.
    `late` tells whether open hands are shown with a minute's delay, and `more_at` when the next
    move can be shown (None: not known). `note` is the reason why open hands can't be shown yet.

    `chances` are the seats' chances of winning in thousandths (None: unknown, or hidden from this
    reader). `guess` is a spectator's guess about a running game. `right` tells whether that guess
    was right, after the game (None: no guess that counts). `deal` is a pair for a match or a
    duplicate: the number of the shown deal, and how many deals there are."""

    table: Table
    view: View | None
    seat: int | None
    moves: int = 0
    can: Sequence[str] = ("rules",)
    steps: tuple[int, int] | None = None
    late: bool | None = None
    note: TableError | None = None
    more_at: datetime | None = None
    chances: Sequence[int] | None = None
    guess: Guess | None = None
    deal: tuple[int, int] | None = None
    right: bool | None = None


def of_table(table: Table, member_id: int) -> Scene:
    """Return what a player or spectator sees of a live table. After the end of the game this
    includes the hands of all seats."""
    seat, view = table.seat_of(member_id), None
    if table.phase is Phase.OVER:
        view = table.opened()
    elif table.phase is Phase.PLAYING:
        view = table.view(seat)
    return Scene(table, view, seat, can=_possible(table, member_id))


def _possible(table: Table, member_id: int) -> list[str]:
    """Return the names of the requests, besides moves, that a member may make now."""
    possible, seat = ["rules"], table.seat_of(member_id)
    of_last_game = table.awaited if table.phase is Phase.LOBBY else table.seats
    goes_on = table.phase is Phase.OVER or bool(table.awaited)
    if goes_on and any(each.member_id == member_id for each in of_last_game):
        # A tournament itself opens the next game of those who met there.
        possible += ["again"] if sitting_of(table.id) is None else []
    playing = seat is not None and table.phase is Phase.PLAYING
    if playing and table.learning and adviser_of(table.game) is not None:
        view = table.view(seat)
        possible += ["hint"] if view is not None and view.moves else []
    if playing and (table.seats[seat or 0].absent or table.asleep):
        possible.append("back")
    return possible


def watched_by(table: Table, watched: Watched) -> Scene:
    """Return what a spectator sees of a running game when all hands are open. `watched` is the game
    as this spectator may see it. If `watched` is a minute old (`watched.late`), everything newer is
    removed from the table that is shown, such as clocks and emotes."""
    seats = tuple(replace(seat, ahead=None) for seat in table.seats)
    shown = replace(table, live=watched.game, recent=watched.recent, takes_back=None, seats=seats)
    if watched.late:
        # Nothing beside the cards may tell of what has happened since.
        silent = tuple(replace(seat, said=None) for seat in seats)
        shown = replace(shown, clocks={}, reserves={}, seats=silent, chapters=0, remarks=False)
    view = _without_moves(watched.game.opened())
    return Scene(shown, view, None, watched.moves, late=watched.late, more_at=watched.more_at)


def _beside_hands(table: Table, member_id: int) -> Scene:
    """Return what a board with open hands shows while no game is going on. After a game, its last
    moves are told too."""
    moves = len(table.record.steps) if table.record is not None else 0
    return replace(of_table(table, member_id), moves=moves, can=("rules",))


def _without_moves(view: View) -> View:
    return replace(view, moves=(), amounts=())


class Scenes:
    """Makes the scenes of boards. A scene is the part of a table's state that one reader may see.
    This class also plays moves in deals and team matches."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._tables = service.tables
        self._today = service.today
        self._background = Background()

    async def of(self, door: Door, step: int) -> Scene:
        """Return the current content of the board to which `door` gives access. `step` matters for
        a replay only: it is the number of moves to show. Raises TableErrors if the member may not
        see the content, or if the content no longer exists."""
        match door.sight.shows:
            case Shows.HANDS:
                return await self._hands(door)
            case Shows.REPLAY:
                return await self._replay(door, step)
            case Shows.DEAL:
                return await self._deal(door)
            case Shows.MATCH:
                return await self._match(door)
            case Shows.TABLE:
                return await self.at_table(await self._tables.get(door.table_id), door.member_id)

    async def at_table(self, table: Table, member_id: int) -> Scene:
        """Return what a player or spectator sees of a live table. A spectator also sees their own
        guess about the end of the game."""
        return await self._with_guess(of_table(table, member_id), member_id)

    async def _hands(self, door: Door) -> Scene:
        table = await self._tables.get(door.table_id)
        return await self._with_guess(await self._watched(table, door.member_id), door.member_id)

    async def _watched(self, table: Table, member_id: int) -> Scene:
        if table.phase is not Phase.PLAYING:
            return _beside_hands(table, member_id)
        try:
            watched = await self._tables.watching.of(table.id, member_id)
        except WrongPhase:
            table = await self._tables.get(table.id)
            if table.phase is Phase.PLAYING:
                raise
            return _beside_hands(table, member_id)  # its game has ended meanwhile
        except TooEarly as early:
            seats = tuple(replace(seat, ahead=None) for seat in table.seats)
            closed, again = replace(table, seats=seats), self._service.now() + ASKED_AGAIN
            return Scene(closed, table.view(None), None, late=True, note=early, more_at=again)
        chances = await self._service.open_chances.of(watched)
        return replace(watched_by(table, watched), chances=chances)

    async def _with_guess(self, scene: Scene, member_id: int) -> Scene:
        """Return the scene with the member's guess added, if the member is a spectator who may
        guess. Returns other scenes unchanged."""
        table, guesses = scene.table, self._service.guesses
        if table.is_private or table.seat_of(member_id) is not None:
            return scene
        if table.phase is Phase.OVER:
            return replace(scene, right=await guesses.was_right(table, member_id))
        if table.phase is not Phase.PLAYING:
            return scene
        return replace(scene, guess=await guesses.of(table, member_id))

    async def _replay(self, door: Door, step: int) -> Scene:
        number = door.sight.number
        finished = await self._service.history.finished(door.table_id, number, door.guild_id)
        moment = await asyncio.to_thread(moment_at, finished, step)
        table = table_at(await self._tables.get(door.table_id), finished, moment)
        view, steps = _without_moves(moment.game.opened()), (moment.number, moment.last)
        return Scene(table, view, None, moment.number, ("rules", "step"), steps)

    async def _deal(self, door: Door) -> Scene:
        number = door.sight.number
        if number < BEYOND_DAYS and number != self._today.day:
            raise DayOver
        sitting = await self._plays(number).sitting(door.member_id, number)
        if sitting is None:
            raise DayOver
        table, place = table_of(sitting), place_of(number)
        scene = of_table(table, door.member_id)
        deal = (place, DEALS) if place else None
        return replace(scene, moves=table.version, can=("rules",), deal=deal)

    async def _match(self, door: Door) -> Scene:
        """Return the content of a board that shows a match of two teams: the deal that the member's
        table plays now. Raises AllPlayed when no deal is left."""
        sitting = await self._service.team_matches.hand(door.sight.number, door.member_id)
        if sitting is None:
            raise AllPlayed
        table = team_table(sitting)
        scene = of_table(table, door.member_id)
        deal = table.game_number, DEALS
        return replace(scene, moves=table.version, can=("rules",), deal=deal)

    async def move(self, door: Door, move: str, version: int) -> int:
        """Play `move` for the member of `door`, in a deal or a team match. `version` is the version
        of the table that the member saw. After the last move of a deal played alone, the analysis
        of the member's play is started. Returns the new version. Raises TableErrors and GameErrors,
        and then nothing has changed."""
        number = door.sight.number
        if door.sight.shows is Shows.MATCH:
            return await self._move_in_match(door, move, version)
        if door.sight.shows is not Shows.DEAL:
            raise NotSeated
        sitting = await self._plays(number).move(door.member_id, number, move, version)
        if sitting.played.result is not None and sitting.played.judged is None:
            self._background.start(self._judge(sitting))
        return len(sitting.played.steps)

    async def _move_in_match(self, door: Door, move: str, version: int) -> int:
        matches, number = self._service.team_matches, door.sight.number
        place, seen = steps_at(version)
        deals = (await matches.get(number)).deals
        if place >= len(deals):
            raise OthersMoved
        await matches.move(number, door.member_id, deals[place], move, seen)
        return version + 1

    async def _judge(self, sitting: Sitting) -> None:
        await self._today.judge(sitting)

    def _plays(self, number: int) -> Today | Duplicates:
        return self._today if number < BEYOND_DAYS else self._service.duplicates

    def close(self) -> None:
        """Cancel all work that runs in the background."""
        self._background.cancel()
