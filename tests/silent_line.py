"""A connection to a database. A test can make it stop passing data on, without closing it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self

from sqlalchemy import make_url


@dataclass
class SilentLine:
    """A server between the bot and the database server at `url`, which runs inside an `async with`
    block. While the event `passing` is set, the SilentLine passes everything on. While `passing` is
    cleared, the SilentLine passes nothing on, not even the end of a connection. The event `unheard`
    is set when the SilentLine holds back the end of a connection for the first time."""

    url: str
    passing: asyncio.Event = field(default_factory=asyncio.Event)
    _serving: set[asyncio.Task[None]] = field(default_factory=set)
    unheard: asyncio.Event = field(default_factory=asyncio.Event)
    _ends: set[asyncio.StreamWriter] = field(default_factory=set)

    async def __aenter__(self) -> Self:
        self.passing.set()
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for end in self._ends:
            end.transport.abort()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving)

    @property
    def through(self) -> str:
        """Return the address by which a bot reaches the database through this connection."""
        port = self._server.sockets[0].getsockname()[1]
        return make_url(self.url).set(port=port).render_as_string(hide_password=False)

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.CancelledError):
            await self._connected(reader, writer)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._ends.add(writer)
        await self.passing.wait()
        target = make_url(self.url)
        try:
            there = await asyncio.open_connection(target.host, target.port)
        except OSError:
            writer.transport.abort()
            return
        self._ends.add(there[1])
        await asyncio.gather(self._pass_on(reader, there[1]), self._pass_on(there[0], writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        writing = asyncio.ensure_future(self._write(heard, writer))
        try:
            while data := await reader.read(1 << 16):
                heard.put_nowait(data)
            if self.passing.is_set():
                await heard.join()
                writer.transport.abort()
            else:
                self.unheard.set()
        except OSError:
            writer.transport.abort()
        finally:
            writing.cancel()

    async def _write(self, heard: asyncio.Queue[bytes], writer: asyncio.StreamWriter) -> None:
        while True:
            data = await heard.get()
            await self.passing.wait()
            writer.write(data)
            heard.task_done()
