"""Simulates a process that is killed before one of its writes. Nothing that it does afterwards is
saved."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.store.tables import Store


class Killed(Exception):
    """Raised at a write instead of saving, when the simulated process has been killed."""


class Life:
    """Lets a simulated process write to `store` a given number of times, and raises Killed at each
    later write."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self._write = store.write
        self._left: int | None = None
        self.writes = 0
        monkeypatch.setattr(store, "write", self._written)

    def begin(self, writes: int | None = None) -> None:
        """Start a process that can make `writes` writes and is then killed. Without `writes`, the
        process isn't killed."""
        self._left = writes

    async def _written(self, *statements: Any) -> None:
        if self._left == 0:
            raise Killed
        if self._left is not None:
            self._left -= 1
        await self._write(*statements)
        self.writes += 1
