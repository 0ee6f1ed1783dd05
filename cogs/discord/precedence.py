"""Presses and commands go first: the work that nobody waits for gives way to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from typing import Final

from cogs.discord.assigned import assigned

AT_MOST: Final = 1.0
"""Seconds after which the others go on beside an answer that takes longer, for a slow database,
say, or because it waits for one of them."""


class Precedence:
    """The presses and commands that are being answered, and the work that gives way to them.

    One goes first until its answer is on its way: from then on it waits for Discord, which takes
    this process no time.
    """

    def __init__(self) -> None:
        self._first: set[asyncio.Event] = set()
        """Those that now go first, an event each, which is set when they are done."""
        self._long_step = asyncio.Lock()

    @contextmanager
    def goes_first(self) -> Iterator[None]:
        """A context around the answer to a press or a command."""
        answering = asyncio.Event()
        self._first.add(answering)
        try:
            with assigned(_answering, answering):
                yield
        finally:
            answering.set()
            self._first.discard(answering)

    async def give_way(self) -> None:
        """Wait for those that go first now, AT_MOST seconds. Later ones are not waited for, so that
        however many presses come, the others' work goes on."""
        if not self._first:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(AT_MOST):
                for answering in tuple(self._first):
                    await answering.wait()

    @contextmanager
    def gives_way(self) -> Iterator[None]:
        """A context around work that nobody waits for: its long steps give way."""
        with assigned(_giving_way, self):
            yield

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """A context around a long step of work that gives way: one at a time, before and after
        which presses have their turn."""
        async with self._long_step:
            await self.give_way()
            yield
        await self.give_way()


_answering: Final[ContextVar[asyncio.Event | None]] = ContextVar("answering", default=None)
_giving_way: Final[ContextVar[Precedence | None]] = ContextVar("giving_way", default=None)


def on_its_way() -> None:
    """Note that the present press or command sends its answer now: others need not wait for it any
    more."""
    answering = _answering.get()
    if answering is not None:
        answering.set()


@asynccontextmanager
async def long_step() -> AsyncIterator[None]:
    """A context around a step that takes milliseconds, such as drawing a picture, whoever it is
    for: an answer takes it at once, what gives way takes it in its turn."""
    precedence = _giving_way.get()
    if precedence is None:
        yield
    else:
        async with precedence.step():
            yield
