"""What `make test` leaves to `make test-all`.

It plays one preset a game of each matrix, the least and the most players, ten of each hundred
kills, a third of the deals that are played by the book, a fifth of each property's examples, and
not the longest journeys. What is the same for every game is shown with one. A property is tried in
both parts, beyond with all examples.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, TypeGuard

import pytest
from _pytest.mark import ParameterSet
from hypothesis import is_hypothesis_test, settings

from games.contract import every_case
from games.core import Game

BEYOND: Final = pytest.mark.beyond
FEW: Final = 10
"""Kills in `make test`."""


def other_presets(kind: type[Game], preset: str) -> Sequence[pytest.MarkDecorator]:
    """The marks of a case with that preset: beyond, unless it is the game's first."""
    return () if preset == next(iter(kind.Options.presets)) else (BEYOND,)


def cases_of(name: str, kind: type[Game]) -> Iterator[ParameterSet]:
    """Each preset with each number of players that can play it, named after them: beyond, unless it
    is the game's first preset with the fewest or the most."""
    for preset, group in groupby(every_case(kind), key=itemgetter(0)):
        cases = [case for _, case in group]
        for case in cases:
            at_an_end = case in (cases[0], cases[-1])
            marks = other_presets(kind, preset) if at_an_end else (BEYOND,)
            yield pytest.param(case, id=f"{name}-{preset}-{case.seats}", marks=marks)


def the_first(few: int, cases: Iterable[Any]) -> list[Any]:
    """Cases of a test, of which the first few show what it is about: the others are beyond."""
    return [case if number < few else _beyond(case) for number, case in enumerate(cases)]


def _beyond(case: Any) -> ParameterSet:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=BEYOND)


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
