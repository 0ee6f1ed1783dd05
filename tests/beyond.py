"""The parts of the tests that `make test` leaves to `make test-all`.

`make test` plays one preset of each game in every matrix, with the least and the most players; ten
of each hundred kills; a third of the deals that are played by the book; a fifth of each property's
examples; and all journeys but the longest. A behaviour that is the same for every game is shown
with one game. A property is tested in both parts, with all examples in `make test-all`."""

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
    """Return the pytest marks of a case with `preset`. They leave it to `make test-all`, unless the
    preset is the first of the game, which has no marks."""
    return () if preset == next(iter(kind.Options.presets)) else (BEYOND,)


def cases_of(name: str, kind: type[Game]) -> Iterator[ParameterSet]:
    """Yield a pytest parameter for each preset and each number of players that can play it, with
    the id `name-preset-players`. `make test` runs only the first preset with the fewest and the
    most players, and leaves the others to `make test-all`."""
    for preset, group in groupby(every_case(kind), key=itemgetter(0)):
        cases = [case for _, case in group]
        for case in cases:
            at_an_end = case in (cases[0], cases[-1])
            marks = other_presets(kind, preset) if at_an_end else (BEYOND,)
            yield pytest.param(case, id=f"{name}-{preset}-{case.seats}", marks=marks)


def the_first(few: int, cases: Iterable[Any]) -> list[Any]:
    """Return `cases` (the parameters of a test) as a list. The first `few` run in `make test`, all
    others in `make test-all` alone."""
    return [case if number < few else _beyond(case) for number, case in enumerate(cases)]


def _beyond(case: Any) -> ParameterSet:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=BEYOND)


def kills(many: int) -> pytest.MarkDecorator:
    """Return a mark that gives a test the argument `kills`, the number of processes to kill. It is
    `FEW`, and in `make test-all` the test runs again with `many`."""
    return pytest.mark.parametrize("kills", [FEW, pytest.param(many, marks=BEYOND)])


def is_property(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """Whether a test is a property, for which Hypothesis generates examples."""
    return isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)


def try_few_examples(items: Iterable[pytest.Item]) -> None:
    """Reduce the number of examples that Hypothesis tries for each property to a fifth, but at
    least two."""
    for test in {_function(item) for item in items if is_property(item)}:
        # Hypothesis has no public name for the settings that a test was decorated with.
        own = test._hypothesis_internal_use_settings
        test._hypothesis_internal_use_settings = settings(
            own, max_examples=max(2, own.max_examples // 5)
        )


def _function(item: pytest.Function) -> Any:
    """Return the Python function of a test item. All cases of a parametrized test share it."""
    return getattr(item.obj, "__func__", item.obj)
