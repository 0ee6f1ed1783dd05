"""A reverse proxy, one address in front of several processes. It sends requests that name a process
to that process, and all others to each process in turn."""

from __future__ import annotations

import asyncio
import itertools
import re
import socket
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final, Self

from bot.core.background import Background

NAMED: Final = re.compile(rb"/t/[\w-]+/at/(?P<name>[a-z0-9-]+)/")
HEAD: Final = b"\r\n\r\n"


class Proxy:
    """A proxy that listens inside its context. `ports` has the port of each process, by the name of
    the process. `sent` lists each request that was passed on, as (name of the process, path)."""

    def __init__(self, names: str) -> None:
        self.ports: Mapping[str, int] = {name: free_port() for name in names}
        self.sent: list[tuple[str, str]] = []
        self._turns = itertools.cycle(itertools.permutations(names))
        self._background = Background()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self._background.cancel()
        await self._background.finish()

    @property
    def url(self) -> str:
        """Return the address at which pages reach the boards through this proxy."""
        return f"http://localhost:{self.port}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._background.start(self._along(reader, writer))
        with suppress(asyncio.CancelledError):
            await task

    async def _along(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one request on to a process. Then pass on all further data in both directions, until
        the connection ends."""
        try:
            head = await reader.readuntil(HEAD)
            path = head.split(b" ", 2)[1]
            named = NAMED.match(path)
            names = [named["name"].decode()] if named else next(self._turns)
            upstream = await self._first(names, path.decode())
            if upstream is None:
                writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
                return
            there, back = upstream
            is_socket = b"upgrade: websocket" in head.lower()
            # Each request finds its process anew, as behind a real proxy.
            back.write(head if is_socket else head[:-2] + b"Connection: close" + HEAD)
            await asyncio.gather(_poured(reader, back), _poured(there, writer))
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()

    async def _first(
        self, names: Iterable[str], path: str
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        """Connect to the first of the processes `names` that accepts a connection, and add the
        process and `path` to `sent`. Return the connection's two streams, or None if no process
        accepts."""
        for name in names:
            with suppress(ConnectionError):
                line = await asyncio.open_connection("127.0.0.1", self.ports[name])
                self.sent.append((name, path))
                return line
        return None


async def _poured(source: asyncio.StreamReader, into: asyncio.StreamWriter) -> None:
    try:
        while found := await source.read(1 << 16):
            into.write(found)
            await into.drain()
    except ConnectionError:
        return
    finally:
        into.close()


def free_port() -> int:
    """Return a port of this machine on which no process listens."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port
