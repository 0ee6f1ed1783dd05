"""The open boards of this process. They are kept up to date when their tables change."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from aiohttp import web

from board import frames
from board.connection import Connection
from board.members import Members
from board.requests import Request
from board.scenes import Scene, Scenes
from board.told import Words
from bot.core.background import Background
from bot.core.clock import LimitReached
from bot.core.errors import NoEmotes, NotSeated, StaleTable, TableError
from bot.core.model import Emote, Person, Table, Update
from bot.core.shards import serves
from bot.doors.model import Door, DoorShut, Shows
from bot.guesses.model import GuessesClosed
from bot.service import Service
from bot.teams.model import TeamMatch, board_of
from bot.today.model import Sitting
from bot.today.sitting_table import deal_id
from games.errors import GameError
from games.sentences import marked

log = logging.getLogger(__name__)

AT_ONCE: Final = 8
"""The most open boards of one member."""
LOOKED_AFTER: Final = 60.0
"""Seconds between two checks whether the doors of the open boards are still open."""
COME_AGAIN: Final = 1.0
"""Seconds after which a page connects again when this process ends."""
LOOK_FURTHER: Final = 0.3
"""Seconds after which a page connects again when another process serves its table."""
AT_PROCESS: Final = "at/{name}/socket"
"""The path of the socket of one of several processes, relative to the page's address."""


class TooManyBoards(TableError):
    """The error with which a new board is closed because its member has reached the limit of open
    boards."""

    template = marked("You have too many game pages open. Close one, then reload this page.")


class ServedElsewhere(TableError):
    """The error with which a board is closed or refused because another process serves its
    table."""

    template = marked("Looking for your table…")


class Restarts(TableError):
    """The error with which a board is closed because this process is ending. Another process will
    take its place."""

    template = marked("The bot is restarting. Your game is saved and will carry on in a moment.")


class Hub:
    """Keeps the open boards of this process, sends them the changes of their tables, and carries
    out their members' requests.

    A door is one member's access to a board. The parameters are functions, and all but `guessed`
    take a door. `may_act` raises a TableError when the door's member may not act now. `belongs`
    returns whether the door's member is still in the table's server. `named` returns the door's
    member with the name that they have in that server, or raises a TableError. `served_by` returns
    the name of the other process that serves the door's table (empty if it is unknown). `guessed`
    takes a table and a member's id, and updates the member's messages on Discord after a guess on
    the board."""

    def __init__(
        self,
        service: Service,
        words: Words,
        may_act: Callable[[Door], None],
        belongs: Callable[[Door], Awaitable[bool]],
        named: Callable[[Door], Awaitable[Person]],
        served_by: Callable[[Door], Awaitable[str]],
        guessed: Callable[[Table, int], None],
    ) -> None:
        self.words = words
        self.now: Callable[[], datetime] = service.now
        self.counts = service.doors.counts
        self._tables = tables = service.tables
        self._doors = doors = service.doors
        self._guesses = service.guesses
        self._scenes = Scenes(service)
        self._may_act = may_act
        self._belongs = belongs
        self._named = named
        self._served_by = served_by
        self._guessed = guessed
        self._members = Members(LOOKED_AFTER)
        self._open: dict[str, set[Connection]] = {}
        self._background = Background()
        self._closed = False
        self._watch: asyncio.Task[None] | None = None
        tables.listen(self.changed)
        doors.shut.append(self.shut)
        doors.launched.append(self.launched)
        doors.told_more.append(self.told_more)
        service.guesses.listeners.append(self._show_guess)
        service.today.listeners.append(self._deal_went_on)
        service.team_matches.listeners.append(self._match_went_on)

    def __len__(self) -> int:
        return sum(map(len, self._open.values()))

    def changed(self, update: Update) -> None:
        """Update the boards that show a table which has changed."""
        for connection in self._of_table(update.table.id):
            match connection.door.sight.shows:
                case Shows.TABLE:
                    connection.show(update.table, update.happenings)
                case Shows.HANDS:
                    connection.look_anew()

    def told_more(self, table: Table) -> None:
        """Send the state of `table` again to the boards that show it, because a text about the
        table was added while the table's version stayed the same."""
        for connection in self._of_table(table.id):
            if connection.door.sight.shows is Shows.TABLE:
                connection.show(table)

    def _show_guess(self, table: Table, member_id: int) -> None:
        """Send a member's new guess to all boards of this table that the member has open. The guess
        might have been made on Discord or on another board."""
        self._background.start(self._show_newest(table.id, member_id))

    async def _show_newest(self, table_id: str, member_id: int) -> None:
        """Send the newest state of a table to all its boards that this member has open."""
        own = [each for each in self._of_table(table_id) if each.door.member_id == member_id]
        if not own:
            return
        table = await self._tables.get(table_id)
        for connection in own:
            if connection.door.sight.shows is Shows.TABLE:
                connection.show(table)
            else:
                connection.look_anew()

    def _deal_went_on(self, sitting: Sitting) -> None:
        """Update all boards on which a member has this deal open, after a move of the member in the
        deal. `sitting` is the member's game of the deal."""
        for connection in self._of_table(deal_id(sitting.deal.day)):
            if connection.door.member_id == sitting.played.member_id:
                connection.look_anew()

    def _match_went_on(self, match: TeamMatch) -> None:
        """Update the boards of a team match that has changed."""
        for connection in self._of_table(board_of(match.number)):
            connection.look_anew()

    def shut(self, doors: list[str]) -> None:
        """Close the boards whose sessions have ended. `doors` are the ids of these sessions."""
        for connection in self._all():
            if connection.door.id in doors:
                connection.end(DoorShut())

    def launched(self, member_id: int) -> None:
        """Called when a member has launched the Activity. The member may have the Activity open
        already, with another table. Discord might then leave the open page as it is. So each open
        page of the member in Discord is asked to change to the new table, if it doesn't show this
        table yet."""
        for connection in self._all():
            if connection.door.member_id == member_id and connection.is_framed:
                self._background.start(self._lead_on(connection))

    async def _lead_on(self, connection: Connection) -> None:
        """Ask the page of this connection to change to another table, if its member has launched
        the Activity for another table since the page was opened. Does nothing for pages outside
        Discord, and when the database fails: the member can launch the Activity again."""
        try:
            if connection.is_framed and await self._doors.launch_since(connection.door):
                connection.launched()
        except TableError as error:
            log.debug("a launch can't be read: %s", type(error).__name__)

    async def serve(
        self,
        door: Door,
        socket: web.WebSocketResponse,
        cut: Callable[[], None],
        *,
        is_framed: bool = False,
    ) -> None:
        """Run one open board until its socket is closed: send the states of the table, and carry
        out the member's requests. `cut` drops the connection at once. `is_framed` tells whether the
        page is embedded in Discord."""
        connection = Connection(door, socket, cut, self, is_framed=is_framed)
        if self._closed:
            connection.end(Restarts(), again=COME_AGAIN)
        elif not self._serves(door):
            await self._send_away(connection)
        elif self._of(door.member_id) >= AT_ONCE:
            connection.end(TooManyBoards())
        else:
            self._open.setdefault(door.table_id, set()).add(connection)
            self.counts.open = len(self)
            self._doors.present.came(door)
            self._look_after()
        try:
            await self._lead_on(connection)
            await connection.run()
        finally:
            self._forget(connection)

    async def scene(self, door: Door, step: int) -> Scene:
        """Return the current content of the board to which `door` gives access. `step` matters for
        a replay only: it is the number of moves to show. Raises TableErrors."""
        return await self._scenes.of(door, step)

    async def at_table(self, table: Table, door: Door) -> Scene:
        """Return the content of a board that shows this live table to the member of `door`. Raises
        NotSaved if the database fails."""
        return await self._scenes.at_table(table, door.member_id)

    async def do(self, door: Door, request: Request) -> frames.Frame:
        """Carry out what a member has requested on a board, and store the result. Returns the frame
        that answers the request, also when it is refused."""
        if request.do == "here":  # nothing but whether anybody answers
            return frames.done(request.number, 0)
        try:
            answer = await self._do(door, request)
        except (TableError, GameError) as refusal:
            kind = refusal.kind if isinstance(refusal, LimitReached) else "refused"
            self.counts.requests[kind] += 1
            why = await self.words.refusal(refusal, door, "")
            return frames.refused(request.number, why)
        self.counts.requests["done"] += 1
        return answer

    async def _do(self, door: Door, request: Request) -> frames.Frame:
        self._may_act(door)
        self._doors.present.acted(door)
        if request.do == "rules":
            told = await self.words.rules((await self.scene(door, 0)).table, door)
            return frames.text(request.number, *told)
        if request.do == "guess":
            return await self._guess(door, request)
        if door.sight.shows is not Shows.TABLE or request.do == "step":
            return await self._do_elsewhere(door, request)
        if request.do == "ahead":
            return await self._choose(door, request)
        if request.do == "hint":
            # An adviser may think for longer than a page waits for an answer.
            self._background.start(self._advise(door))
            return frames.done(request.number, 0)
        update = await self._change(door, request)
        return frames.done(request.number, update.table.version)

    async def _change(self, door: Door, request: Request) -> Update:
        """Carry out a request that changes a live table for everybody: a move, an emote, a move
        taken back, another game, or the member's return. Returns the table's update. Raises
        TableErrors and GameErrors."""
        table_id, member_id = door.table_id, door.member_id
        match request.do:
            case "again":
                return await self._again(door, request.luck)
            case "emote" if request.emote in [each.value for each in Emote]:
                return await self._tables.emote(table_id, member_id, Emote(request.emote))
            case "emote":
                raise NoEmotes
            case "take_back":
                return await self._tables.take_back(table_id, member_id, request.version)
            case "back":
                return await self._tables.back(table_id, member_id)
        return await self._tables.move(table_id, member_id, request.move, request.version)

    async def _do_elsewhere(self, door: Door, request: Request) -> frames.Frame:
        """Carry out a request on a board without a live table: a step of a replay, or a move in a
        deal. A move is also shown on the member's other boards of that deal. Returns the frame that
        answers the request."""
        if request.do == "step" and door.sight.shows is Shows.REPLAY:
            return frames.done(request.number, request.step)
        if request.do != "move":
            raise NotSeated
        try:
            made = await self._scenes.move(door, request.move, request.version)
        finally:
            for connection in self._like(door):
                connection.look_anew()
        return frames.done(request.number, made)

    async def _choose(self, door: Door, request: Request) -> frames.Frame:
        """Store the moves that a member chooses in advance, before their turn. Only the member's
        own boards show the choice. Returns the frame that answers the request."""
        table = await self._tables.choose_ahead(door.table_id, door.member_id, request.moves)
        for connection in self._like(door):
            connection.show(table)
        return frames.done(request.number, table.version)

    async def _advise(self, door: Door) -> None:
        """Ask the game's adviser for the best move of the member of `door`, and show the answer on
        that member's boards of the table. A refusal is shown in the same way."""
        try:
            finding, version = await self._tables.advise(door.table_id, door.member_id)
            table = await self._tables.get(door.table_id)
            if table.version != version:
                raise StaleTable
            line = await self.words.hint(table, finding, door)
        except TableError as refusal:
            line = await self.words.refusal(refusal, door, "")
        for connection in self._like(door):
            connection.hint(line)

    async def _guess(self, door: Door, request: Request) -> frames.Frame:
        """Store a spectator's guess about how the game ends. Only the member's own boards and
        messages show the guess. Returns the frame that answers the request."""
        if door.sight.shows not in (Shows.TABLE, Shows.HANDS):
            raise GuessesClosed
        who = await self._named(door)
        # Discord's answer takes a while. The guess is about the table as it is now.
        table = await self._tables.get(door.table_id)
        if table.game_number != request.game or table.is_private:
            raise StaleTable
        await self._guesses.guess(table, who, request.seat, self.words.question(table))
        self._guessed(table, who.id)
        return frames.done(request.number, table.version)

    async def _again(self, door: Door, luck: int) -> Update:
        """Start another game at the door's table, for the member of the door. `luck` is a random
        number from the page, which is mixed into the shuffle. Returns the table's update."""
        table = await self._tables.get(door.table_id)
        known = [*table.seats, *table.awaited]
        name = next((each.name for each in known if each.member_id == door.member_id), None)
        if name is None:
            raise NotSeated
        return await self._tables.rematch(table.id, Person(door.member_id, name), luck)

    def _serves(self, door: Door) -> bool:
        """Return whether this process serves the table of `door`. The answer comes from memory,
        without a question to the database."""
        served = self._tables.served
        return served.hold() and serves(served.shards, door.guild_id)

    async def _send_away(self, connection: Connection) -> None:
        """Close a connection whose table another process serves, and name that process to the page
        if it is known."""
        name = await self._served_by(connection.door)
        where = AT_PROCESS.format(name=name) if name else ""
        connection.end(ServedElsewhere(), again=LOOK_FURTHER, where=where)

    async def close(self) -> None:
        """Tell all boards that this process ends, and close them."""
        self._closed = True
        self._background.cancel()
        self._scenes.close()
        if self._watch is not None:
            self._watch.cancel()
        for connection in self._all():
            connection.end(Restarts(), again=COME_AGAIN)
        await asyncio.sleep(0)

    def _of_table(self, table_id: str) -> tuple[Connection, ...]:
        return tuple(self._open.get(table_id, ()))

    def _like(self, door: Door) -> list[Connection]:
        """Return the open boards of the member of `door` that show the same as this door's page,
        for example the same table or the same replay."""
        which = door.member_id, door.sight
        here = self._of_table(door.table_id)
        return [each for each in here if (each.door.member_id, each.door.sight) == which]

    def _all(self) -> list[Connection]:
        return [each for open_here in self._open.values() for each in open_here]

    def _of(self, member_id: int) -> int:
        return sum(each.door.member_id == member_id for each in self._all())

    def _forget(self, connection: Connection) -> None:
        table_id = connection.door.table_id
        here = self._open.get(table_id, set())
        if connection not in here:
            return
        here.discard(connection)
        if not here:
            self._open.pop(table_id, None)
        self.counts.open = len(self)
        self._doors.present.went(connection.door)

    def _look_after(self) -> None:
        if self._watch is None:
            self._watch = asyncio.create_task(self._looking(), name="shijo-boards")

    async def _looking(self) -> None:
        while True:
            await asyncio.sleep(LOOKED_AFTER)
            try:
                await self.look()
            # One fault must not end all looks to come: doors would be open for ever.
            except Exception as error:  # noqa: BLE001
                log.error(
                    "the doors of open boards were not looked after: %s",
                    type(error).__name__,
                    extra={"error": error},
                )

    async def look(self) -> None:
        """Close each board whose session has ended, whose member has left the server, or whose
        table another process serves now."""
        try:
            self.shut(await self._doors.ended({each.door.id for each in self._all()}))
            await self._ask_who_left()
            for connection in self._all():
                if not self._serves(connection.door):
                    await self._send_away(connection)
        except TableError as error:
            log.debug("the doors of open boards can't be read: %s", type(error).__name__)

    async def _ask_who_left(self) -> None:
        # This process can't say who is in a server that another process serves.
        own = [each.door for each in self._all() if self._serves(each.door)]
        doors = {(door.guild_id, door.member_id): door for door in own}
        for member in self._members.due(doors.keys()):
            self._members.asked(member)
            if not await self._belongs(doors[member]):
                guild_id, member_id = member
                await self._doors.close_all(member_id, guild_id)
