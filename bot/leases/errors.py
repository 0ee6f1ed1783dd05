"""The error raised when a process no longer serves any shard."""

from __future__ import annotations


class LeasesLost(Exception):
    """Another process has taken over the shards of this one. Members don't notice this, because the
    other process answers them."""
