"""Keeps track of whether the database answers, and limits how long a query may take.

Discord waits 3 seconds for the answer to a press. So a query that takes longer than `ANSWER_WITHIN`
is abandoned. After that every query fails at once, until the database answers a test query. The bot
sends such a test query several times a second."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from bot.db.engine import DAMAGED, FileGone, ailment_of, is_lost, is_silent
from bot.db.errors import StoreUnusable, reason_of

log = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_WITHIN: Final = 2.0
"""Seconds that the answer to a query may take."""
UNHURRIED: Final = 600.0
"""The most seconds that the answer to a query may take when no member waits for the answer, for
example while the bot starts."""
GRACE: Final = 0.2
"""Seconds added to the time limit of a query. The event loop might have been blocked when the
database's answer came."""
AGAIN_AFTER: Final = 0.1
"""Seconds before a lost connection is made again, or the next test query is sent."""
LOGGED_EVERY: Final = 60.0
"""Seconds between two lines in the log with the same reason why the database can't be used."""

_patience: ContextVar[float | None] = ContextVar("patience", default=None)


@contextmanager
def unhurried() -> Iterator[None]:
    """Return a context in which queries may take longer than usual, for work that no member waits
    for."""
    before = _patience.set(UNHURRIED)
    try:
        yield
    finally:
        _patience.reset(before)


def patience() -> float:
    """Return how many seconds a query may take in the present context: `ANSWER_WITHIN`, or more
    inside `unhurried`."""
    return _patience.get() or ANSWER_WITHIN


class Silent(Exception):
    """Raised when the database does not answer. The exception's text is the reason, for the log."""


class DatabaseHealth:
    """Keeps track of whether the database answers. `place` is the database's address, which is
    named in the log. `beat` sends a test query, which succeeds only if the database can be read and
    written. The functions in the list `recovered` are called when the database answers again."""

    def __init__(self, place: str, beat: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.recovered: list[Callable[[], None]] = []
        self._place = place
        self._beat = beat
        self._reason: str | None = None
        self._ailment: str | None = None
        self._since = 0.0
        self._logged = ("", -math.inf)
        self._watching: asyncio.Task[None] | None = None
        self._given_up: set[asyncio.Task[Any]] = set()

    @property
    def silent(self) -> bool:
        """Whether the database is known not to answer. This is so after a query got no answer,
        until a test query is answered."""
        return self._reason is not None

    @property
    def serves(self) -> bool:
        """Whether the database can be read and written, judged by the queries so far. No new query
        is sent."""
        return self._reason is None and self._ailment is None

    async def ask(self, question: Callable[[], Coroutine[Any, Any, T]], seconds: float) -> T:
        """Send a query to the database, and return the answer. `question` is called to send the
        query. If the connection is lost, `question` is called again. So if `question` changes data,
        the change must be the last step of `question`. Otherwise the data could be changed twice.

        Raises Silent when no answer comes within `seconds`. While the database is known not to
        answer, Silent is raised at once. Other errors of the query are raised unchanged."""
        if self._reason is not None:
            raise Silent(self._reason)
        heard: list[str] = []
        try:
            return await self._in_time(_persistent(question, heard), seconds)
        except TimeoutError:
            reason = heard[-1] if heard else f"it hasn't answered for {seconds:.0f} seconds"
            self._falls_silent(reason)
            raise Silent(reason) from None
        except Exception as error:
            if not is_silent(error):
                self._note(ailment_of(error))
                raise
            self._falls_silent(reason_of(error))
            raise Silent(reason_of(error)) from error

    async def is_well(self) -> bool:
        """Send a test query, and return whether the database can be read and written. After a fault
        of the file or the disk, the result stays False until a write succeeds. After damage to the
        database, it stays False until the process ends."""
        if self._ailment is not None:
            self.complain(self._ailment)
            return False
        try:
            await self.ask(self._beat, ANSWER_WITHIN)
        except (SQLAlchemyError, OSError, Silent) as error:
            self.complain(reason_of(error))
            return False
        return True

    def wrote(self) -> None:
        """Called when a write has succeeded. This shows that the disk has space and is writable."""
        if self._ailment != DAMAGED:
            self._ailment = None

    def _note(self, ailment: str | None) -> None:
        if ailment is not None and self._ailment != DAMAGED:
            self._ailment = ailment
            self.complain(ailment)

    def complain(self, reason: str) -> None:
        """Log that the database can't be used, with this reason. If the database is already known
        to be faulty or silent, the known reason is logged instead. A reason is not logged again
        within a minute, unless another reason was logged in between."""
        now = asyncio.get_running_loop().time()
        # An ailment also says what to do.
        reason = self._ailment or self._reason or reason
        before, when = self._logged
        if reason != before or now - when >= LOGGED_EVERY:
            self._logged = (reason, now)
            log.error("%s", StoreUnusable(place=self._place, reason=reason).detail)

    async def close(self) -> None:
        """Stop the test queries, and cancel the queries that were abandoned."""
        tasks = {*self._given_up, *([] if self._watching is None else [self._watching])}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=GRACE)

    async def _in_time(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Await `work` and return its result. If `work` takes longer than `seconds`, cancel it and
        raise TimeoutError without waiting for its end, because closing a connection that does not
        answer takes seconds."""
        task = asyncio.create_task(work)
        try:
            # No asyncio.timeout: it would wait until the work has been cancelled.
            await asyncio.wait({task}, timeout=seconds + GRACE)
        finally:
            if not task.done():
                self._give_up(task)
        if not task.done():
            raise TimeoutError
        return task.result()

    def _give_up(self, task: asyncio.Task[Any]) -> None:
        task.cancel()
        self._given_up.add(task)
        task.add_done_callback(self._gone)

    def _gone(self, task: asyncio.Task[Any]) -> None:
        self._given_up.discard(task)
        if not task.cancelled():
            task.exception()  # asyncio would log it, and the reason is logged already

    def _falls_silent(self, reason: str) -> None:
        if self._reason is not None:
            return
        self._reason = reason
        self._since = asyncio.get_running_loop().time()
        self.complain(reason)
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        while self._reason is not None:
            await asyncio.sleep(AGAIN_AFTER)
            try:
                await self._in_time(self._beat(), ANSWER_WITHIN)
            except (SQLAlchemyError, OSError, FileGone) as error:
                if not is_silent(error):  # it answers, though not as it should
                    self._reason = None
                else:
                    self.complain(self._reason)
            else:
                self._reason = None
        gap = asyncio.get_running_loop().time() - self._since
        log.warning("The database is answering again, after %d seconds.", gap)
        self._logged = ("", -math.inf)
        for listener in self.recovered:
            listener()


async def _persistent(question: Callable[[], Awaitable[T]], heard: list[str]) -> T:
    """Send a query, and return its answer. If its connection is lost, send the query again after a
    pause, as often as needed. The reason for each lost connection is appended to `heard`. Other
    errors of the query are raised unchanged."""
    while True:
        try:
            return await question()
        except Exception as error:
            if not is_lost(error):
                raise
            heard.append(reason_of(error))
            await asyncio.sleep(AGAIN_AFTER)
