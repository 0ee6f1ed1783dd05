"""The error of a process that serves nobody any more."""

from __future__ import annotations


class LeasesLost(Exception):
    """Another process serves what this one served. Members hear nothing of it, and that process
    answers them."""
