"""Pictures of the right size without content, for journeys that don't look at pictures.

The description of a picture's content (the Scene) is still made, so that a view that may not be
shown is still refused. Only painting and packing are left out, because they take most of the time.
Tests that look at pictures have the mark `painted`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache

import pytest

from bot.pictures.paint import NOTATION, png
from bot.pictures.scene import Scene
from bot.preferences.model import Deck


def leave_unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, let the bot's modules make empty pictures instead of painted ones, until
    `monkeypatch` is undone. Cards' emoji and charts are still painted."""
    for name, module in tuple(sys.modules.items()):
        if name.startswith("bot.pictures") and vars(module).get("png") is png:
            monkeypatch.setattr(module, "png", _unpainted)


def _unpainted(scene: Scene, _deck: Deck, _letters: Mapping[str, str] = NOTATION) -> bytes:
    return _empty(scene.wide, scene.high)


@lru_cache(maxsize=1000)
def _empty(wide: int, high: int) -> bytes:
    return png(Scene(wide, high, ()), Deck.FOUR_COLOURS)
