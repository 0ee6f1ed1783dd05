"""A stand-in for Discord on real sockets: as much of its REST API and gateway as an evening at one
table needs."""

from tests.standin.server import Press, StandIn

__all__ = ["Press", "StandIn"]
