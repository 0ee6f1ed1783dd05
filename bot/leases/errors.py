"""The error of a process that serves nobody any more."""

from __future__ import annotations


class LeasesLost(Exception):
    """Another process has taken over the shards of this one. Members hear nothing of it, and that
    process answers them."""
