"""Limits for visitors of the board's server: how many requests a visitor may make, and how many
sockets a visitor may have open at the same time. Visitors are told apart by their network
addresses."""

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
"""The most requests of one address within a minute. One page needs a few dozen, and several people
may share an address."""
AT_ONCE: Final = 100
"""The most open sockets of one address."""
MOST_KNOWN: Final = 10_000
NETWORK: Final = 64
"""The number of bits at the end of an IPv6 address that can differ within one home. The bits before
them are the home's network prefix."""


class Visitors:
    """Counts the requests and sockets of each network address. With `behind_proxy`, the address is
    the last one in the header X-Forwarded-For, which a trusted proxy writes. `share` multiplies the
    limits, because in the Activity many members share the few addresses of Discord's proxy. `even`
    is a clock in seconds that never goes back."""

    def __init__(
        self, *, behind_proxy: bool, share: int = 1, even: Callable[[], float] = even_time
    ) -> None:
        self._behind_proxy = behind_proxy
        self._share = share
        self._even = even
        self._came: LRUCache[str, tuple[int, int]] = LRUCache(MOST_KNOWN)
        self._here: Counter[str] = Counter()

    def may_come(self, request: web.Request) -> bool:
        """Count a request of this visitor. Returns whether the visitor is still within the limit of
        requests a minute."""
        visitor, minute = self.address(request), int(self._even() // MINUTE)
        last, times = self._came.get(visitor, (minute, 0))
        times = times + 1 if last == minute else 1
        self._came[visitor] = minute, times
        return times <= A_MINUTE * self._share

    @contextmanager
    def staying(self, request: web.Request) -> Iterator[bool]:
        """Count an open socket of this visitor while the context lasts. The context yields whether
        the visitor is still within the limit of open sockets."""
        visitor = self.address(request)
        self._here[visitor] += 1
        try:
            yield self._here[visitor] <= AT_ONCE * self._share
        finally:
            self._here[visitor] -= 1
            if not self._here[visitor]:
                del self._here[visitor]

    def address(self, request: web.Request) -> str:
        """Return the network address under which this visitor's requests are counted. All addresses
        of an IPv6 network prefix count as one, because a single home has many of them. An invalid
        address is `?`."""
        # A proxy may add a line of its own to those that the visitor has forged.
        lines = request.headers.getall("X-Forwarded-For", ())
        told = ",".join(lines).rpartition(",")[2].strip()
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
