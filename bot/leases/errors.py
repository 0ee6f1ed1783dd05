"""The error of a process that serves nobody any more."""

from __future__ import annotations

from games.errors import ReadableError


class LeasesLost(ReadableError):
    """Another process serves what this one served."""

    def __init__(self) -> None:
        super().__init__("Another process serves this now.")
