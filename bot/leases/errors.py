"""The error that ends a process which has lost its leases (the rights to serve shards)."""

from __future__ import annotations


class LeasesLost(Exception):
    """Another process now serves the shards of this process, so this process must start again.
    Members notice nothing, because the other process answers them."""
