"""Limits for visitors of the board's server, by their addresses: how many requests they may make,
and how many sockets they may have open at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from typing import Final

from aiohttp import web
from cachetools import LRUCache

from bot.core.clock import even_time

MINUTE: Final = 60.0
A_MINUTE: Final = 600
"""The most requests of one address within a minute: a page takes a few dozen, and several people
may share an address."""
AT_ONCE: Final = 100
"""The most sockets of one address."""
MOST_KNOWN: Final = 10_000
NETWORK: Final = 64
"""The bits of an IPv6 address that belong to one home."""


class Visitors:
    """Counts visitors by their network addresses. With `behind_proxy`, a proxy in front of this
    server writes a visitor's address at the end of X-Forwarded-For; without a proxy, anybody could
    forge that header. `share` multiplies the limit of an address, for visitors who come through the
    few addresses of Discord's proxy. `even` is a clock in seconds."""

    def __init__(
        self, *, behind_proxy: bool, share: int = 1, even: Callable[[], float] = even_time
    ) -> None:
        self._behind_proxy = behind_proxy
        self._share = share
        self._even = even
        self._came: LRUCache[str, tuple[int, int]] = LRUCache(MOST_KNOWN)
        self._here: Counter[str] = Counter()

    def may_come(self, request: web.Request) -> bool:
        """Whether another request of this visitor is answered within the current minute."""
        visitor, minute = self.address(request), int(self._even() // MINUTE)
        last, times = self._came.get(visitor, (minute, 0))
        times = times + 1 if last == minute else 1
        self._came[visitor] = minute, times
        return times <= A_MINUTE * self._share

    @contextmanager
    def staying(self, request: web.Request) -> Iterator[bool]:
        """A context in which a visitor's socket is open; it yields whether this visitor may have
        one more."""
        visitor = self.address(request)
        self._here[visitor] += 1
        try:
            yield self._here[visitor] <= AT_ONCE * self._share
        finally:
            self._here[visitor] -= 1
            if not self._here[visitor]:
                del self._here[visitor]

    def address(self, request: web.Request) -> str:
        """The address under which a visitor is counted. For IPv6 it is the network's prefix,
        because one home has many addresses."""
        told = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        name = told if self._behind_proxy and told else request.remote or ""
        try:
            address = ip_address(name)
        except ValueError:
            return "?"
        # A server that listens on IPv6 sees visitors over IPv4 as ::ffff:192.0.2.1.
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        if isinstance(address, IPv6Address) and mapped is None:
            return str(int(address) >> NETWORK)
        return str(mapped or address)
