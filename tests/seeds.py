"""The seeds of a test. A test that fails prints its seeds, so that the same deals and choices can
be repeated."""

from __future__ import annotations

import random
import secrets
import sys
from collections import deque
from typing import Any, Final

import pytest

import games
from games.core import Game

LAST: Final = 3
"""The number of seeds that are kept for deals, and also for random choices. A test can use
thousands of seeds, but a test that fails does so with one of the last seeds."""


class Seeds:
    """The seeds that the running test has used for deals and for random choices."""

    def __init__(self) -> None:
        self.deals: deque[str] = deque(maxlen=LAST)
        self.choices: deque[str] = deque(maxlen=LAST)

    def forget(self) -> None:
        """Forget the seeds, because the next test begins."""
        self.deals.clear()
        self.choices.clear()

    def __str__(self) -> str:
        return "\n".join([*self.choices, *self.deals])

    def heard_from(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on, note the seeds of all deals and of all random generators that tests make."""
        monkeypatch.setattr(random.Random, "__init__", self._generator(random.Random.__init__))
        for kind in games.available().values():
            monkeypatch.setattr(kind, "new", classmethod(self._deal(kind)))

    def _generator(self, begun: Any) -> Any:
        def init(generator: random.Random, seed: Any = None) -> None:
            if str(sys._getframe(1).f_globals.get("__name__")).startswith("test"):
                seed = secrets.randbits(32) if seed is None else seed
                self.choices.append(f"random.Random({seed!r})")
            begun(generator, seed)

        return init

    def _deal(self, kind: type[Game]) -> Any:
        dealt: Any = vars(kind)["new"].__func__

        def new(cls: type[Game], *options: Any, seed: bytes, **others: Any) -> Game:
            self.deals.append(f"{kind.name}: bytes.fromhex({seed.hex()!r})")
            game: Game = dealt(cls, *options, seed=seed, **others)
            return game

        return new


SEEDS: Final = Seeds()
