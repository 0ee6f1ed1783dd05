"""What `make test` leaves to `make test-all`.

It plays one preset a game of each matrix, ten of each hundred kills, and not the longest journeys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from games.core import Game

BEYOND: Final = pytest.mark.beyond
FEW: Final = 10
"""Kills in `make test`."""


def other_presets(kind: type[Game], preset: str) -> Sequence[pytest.MarkDecorator]:
    """The marks of a case with that preset: beyond, unless it is the game's first."""
    return () if preset == next(iter(kind.Options.presets)) else (BEYOND,)


def kills(many: int) -> pytest.MarkDecorator:
    """Runs a test with `FEW` kills, and beyond that with `many`."""
    return pytest.mark.parametrize("kills", [FEW, pytest.param(many, marks=BEYOND)])
