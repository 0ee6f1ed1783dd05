"""What `make test` leaves to `make test-all`.

It plays one preset a game of each matrix, ten of each hundred kills, a fifth of each property's
examples, and not the longest journeys. A property is tried in both parts, beyond with all examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeGuard

import pytest
from hypothesis import is_hypothesis_test, settings

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


def is_property(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """Whether Hypothesis looks for examples against it."""
    return isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)


def try_few_examples(items: Iterable[pytest.Item]) -> None:
    """Properties are tried with a fifth of their examples from now on, with two at least."""
    for test in {_function(item) for item in items if is_property(item)}:
        # Hypothesis has no public name for the settings that a test was decorated with.
        own = test._hypothesis_internal_use_settings
        test._hypothesis_internal_use_settings = settings(
            own, max_examples=max(2, own.max_examples // 5)
        )


def _function(item: pytest.Function) -> Any:
    """What all cases of a test share, and all objects of its class."""
    return getattr(item.obj, "__func__", item.obj)
