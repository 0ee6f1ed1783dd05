"""The error that ends a process which has lost its leases (the rights to serve shards)."""

from __future__ import annotations


class LeasesLost(Exception):
    """Raised when this process can't serve its shards any more and must start again, usually
    because another process serves them now. Members then notice nothing, because the other process
    answers them."""
