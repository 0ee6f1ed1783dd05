"""The connection to one open board. It receives the page's requests, and sends frames to the
page."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final, Protocol

from aiohttp import WSMsgType, web

from board import frames
from board.requests import NotARequest, Request, read
from board.scenes import Scene
from board.told import Words
from bot.core.background import following
from bot.core.errors import NotSaved, TableError
from bot.core.model import Happening, Table
from bot.doors.model import BoardCounts, Door, Shows
from games.errors import RecordError

log = logging.getLogger(__name__)

SLOW: Final = 10.0
"""The seconds within which a page must receive a frame."""
SURELY: Final = 0.1
"""Some boards may show a move only when it is old enough. A board waits until that time and then
these seconds more, so that the move is certainly old enough."""
PASSING: Final = 5.0
"""Seconds after which a page connects again when the database failed."""
MOST_NEWS: Final = 40
"""The most happenings in a frame. If there are more, the frame has the last ones."""
LOGGED: Final = 12
"""The number of lines in a board's log."""
MOST_WRONG: Final = 5
"""The number of invalid frames after which a socket is closed."""

MOST_WAITING: Final = 100
"""The most answers that wait to be sent. The board's own page hardly asks for anything before it
has its last answer."""


class Desk(Protocol):
    """The interface through which a connection gets the content of boards and has members' requests
    carried out. `words` makes the translated text, `counts` has the counters of boards, and `now`
    is the clock."""

    words: Words
    counts: BoardCounts
    now: Callable[[], datetime]

    async def scene(self, door: Door, step: int) -> Scene:
        """Return the current content of the board to which `door` gives access. `step` matters for
        a replay only: it is the number of moves to show. Raises TableErrors."""
        ...

    async def at_table(self, table: Table, door: Door) -> Scene:
        """Return the content of a board that shows this live table to the member of `door`. Raises
        NotSaved if the database fails."""
        ...

    async def do(self, door: Door, request: Request) -> frames.Frame:
        """Carry out what a member has requested on a board, and store the result. Returns the frame
        that answers the request."""
        ...


class Connection:
    """The connection to one open board. Frames are sent one at a time. If the table changes several
    times before a frame can be sent, one frame shows the newest state and all the events since the
    last frame. `cut` drops the connection at once. `is_framed` tells whether the page is embedded
    in Discord."""

    def __init__(
        self,
        door: Door,
        socket: web.WebSocketResponse,
        cut: Callable[[], None],
        desk: Desk,
        *,
        is_framed: bool = False,
    ) -> None:
        self.door = door
        self.is_framed = is_framed
        self._socket = socket
        self._cut = cut
        self._desk = desk
        self._answers: deque[frames.Frame] = deque()
        self._table: Table | None = None
        self._news: deque[Happening] = deque(maxlen=MOST_NEWS)
        self._log: deque[str] | None = None
        self._game = self._version = 0
        self._anew = False
        self._step = door.sight.step
        self._moves: int | None = None
        self._more_at: datetime | None = None
        self._ending: tuple[TableError, float | None, str] | None = None
        self._wake = asyncio.Event()

    def show(self, table: Table, news: Sequence[Happening] = ()) -> None:
        """Send the page the state of `table`, and `news`. These are the events at the table since
        the last call. If an earlier call passed a newer version of the table, that newer version is
        sent instead."""
        if table.game_number != self._game:
            # Seats have changed: what a seat was told of the last game is nothing to this one.
            self._game = table.game_number
            self._news.clear()
            self._log = None
        if table.version >= self._version:
            self._table, self._version = table, table.version
        self._news.extend(news)
        self._wake.set()

    def look_anew(self, step: int | None = None) -> None:
        """Read the content of the board again, and send it. Used for boards that don't follow the
        live table itself: replays, deals, matches and open hands. For a replay, `step` is the
        number of moves to show (None: the same as before)."""
        self._anew = True
        self._step = self._step if step is None else step
        self._wake.set()

    def launched(self) -> None:
        """Tell the page that its member has launched the Activity for another table."""
        self._answer(frames.launched())

    def hint(self, line: str) -> None:
        """Show the member one line of advice for their seat."""
        self._answer(frames.hint(line))

    def end(self, why: TableError, *, again: float | None = None, where: str = "") -> None:
        """Tell the page the reason `why`, and close the connection. The page may connect again
        after `again` seconds (None: never). `where` is the path of the socket to use then, relative
        to the page (empty: the same path)."""
        self._ending = why, again, where
        self._wake.set()

    async def run(self) -> None:
        """Serve the board until the page disconnects or `end` is called."""
        writing = asyncio.create_task(self._write(), name="shijo-board")
        try:
            await self._read()
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing

    async def _read(self) -> None:
        wrong = 0
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                break
            try:
                request = read(message.data)
            except NotARequest as error:
                wrong += 1
                if wrong == 1:
                    log.info("a board of member %s sent nonsense", self.door.member_id)
                if wrong >= MOST_WRONG:
                    self.end(error)
                else:
                    why = await self._desk.words.refusal(error, self.door, "")
                    self._answer(frames.refused(None, why))
                continue
            with following(f"board {self.door.id}"):
                answer = await self._desk.do(self.door, request)
                self._answer(answer)
                if len(self._answers) > MOST_WAITING:
                    self._drop()
                    return
                if request.do == "step" and answer["is"] == "done":
                    self.look_anew(request.step)

    def _answer(self, frame: frames.Frame) -> None:
        self._answers.append(frame)
        self._wake.set()

    def _drop(self) -> None:
        """Disconnect a page that reads too slowly the frames that are sent to it."""
        self._desk.counts.dropped += 1
        log.info("a board of member %s reads too slowly", self.door.member_id)
        self._cut()

    async def _write(self) -> None:
        try:
            if self._ending is None:
                await self._greet()
            while True:
                await self._woken()
                self._wake.clear()
                if self._ending is not None:
                    await self._say_goodbye(*self._ending)
                    return
                await self._send_newest()
        except TimeoutError:
            self._drop()
        except (ConnectionError, RuntimeError) as error:
            log.debug("a board was left: %s", type(error).__name__)
        except NotSaved as error:
            # The database may answer again: the page comes back.
            await self._say_goodbye(error, again=PASSING)
        except (TableError, RecordError) as error:
            await self._say_goodbye(error)
        # A plug-in's view may raise anything; the page comes again, and the log has the place.
        except Exception as error:  # noqa: BLE001
            log.error(
                "a board of table %s failed: %s",
                self.door.table_id,
                type(error).__name__,
                extra={"error": error},
            )
            self._cut()

    async def _greet(self) -> None:
        greeting = await self._desk.words.greeting(self.door)
        hello = {"is": "hello", "protocol": frames.PROTOCOL, **greeting}
        await self._send(frames.encoded(hello))
        if self.door.sight.shows is Shows.TABLE:
            self.show((await self._desk.scene(self.door, 0)).table)
        else:
            self.look_anew()

    async def _woken(self) -> None:
        """Wait until there is a frame to send. If moves are shown with a delay, the wait also ends
        when the next move may be shown."""
        if self._more_at is None:
            await self._wake.wait()
            return
        left = (self._more_at - self._desk.now()).total_seconds()
        try:
            async with asyncio.timeout(max(left, 0) + SURELY):
                await self._wake.wait()
        except TimeoutError:
            self._anew = True

    async def _send_newest(self) -> None:
        """Send the waiting answers and the newest state. This is a function of its own, so that the
        encoded frame (a local variable) is freed when the function returns. If the variable stayed
        in use, thousands of connections would each keep a frame while they wait for the next
        one."""
        frame = await self._next_state()
        # All boards of a table make their frames before one of them sends. A send wakes the process
        # that reads it, which costs more than a frame, and of several sends at once only the first
        # one does.
        await asyncio.sleep(0)
        await self._send(frame)

    async def _next_state(self) -> bytes:
        """The frame with the state to send next; empty when the page shows the newest state."""
        if self._anew:
            self._anew = False
            return await self._state_of(await self._desk.scene(self.door, self._step))
        table, self._table = self._table, None
        if table is None:
            return b""
        # A page that has just come is told what happened before as its log, and nothing as news.
        news = table.recent[-LOGGED:] if self._log is None else tuple(self._news)
        self._news.clear()
        scene = await self._desk.at_table(table, self.door)
        told = await self._desk.words.told(scene, news, self.door)
        if self._log is None:
            self._log = deque(filter(None, told.news), LOGGED)
            told, news = replace(told, news=()), ()
        self._log.extend(filter(None, told.news))
        log, now = tuple(self._log), self._desk.now()
        return frames.encoded(frames.state(scene, told, news, log, now))

    async def _state_of(self, scene: Scene) -> bytes:
        """Return the frame (the encoded state for the page) that shows `scene`: a replay, a deal, a
        match, or a game that is watched with open hands. The log in the frame lists the last moves.
        The news in the frame list only the moves that are new to the page."""
        recent = scene.table.recent[-LOGGED:]
        if scene.table.game_number != self._game:
            self._game, self._moves = scene.table.game_number, None
        before, self._moves, self._more_at = self._moves, scene.moves, scene.more_at
        new = 0 if before is None else min(max(scene.moves - before, 0), len(recent))
        told = await self._desk.words.told(scene, recent, self.door)
        if scene.note is not None:
            why = await self._desk.words.refusal(scene.note, self.door, "")
            told = replace(told, status=why)
        log, now = [*filter(None, told.news)], self._desk.now()
        known = len(recent) - new
        told = replace(told, news=told.news[known:])
        return frames.encoded(frames.state(scene, told, recent[known:], log, now))

    async def _send(self, frame: bytes) -> None:
        """Send the waiting answers, and then this encoded frame, if it isn't empty."""
        waiting = [*map(frames.encoded, self._answers), *filter(None, [frame])]
        self._answers.clear()
        async with asyncio.timeout(SLOW):
            for each in waiting:
                await self._socket.send_frame(each, WSMsgType.TEXT)
                self._desk.counts.sent += 1

    async def _say_goodbye(
        self, error: TableError | RecordError, again: float | None = None, where: str = ""
    ) -> None:
        why = await self._desk.words.refusal(error, self.door, "")
        with suppress(ConnectionError, TimeoutError, RuntimeError):
            await self._send(frames.encoded(frames.bye(why, again=again, where=where)))
            await self._socket.close()
