"""The parts of the tests that `make test` leaves to `make test-all`.

Many tests run for each game, each preset and each number of players. In `make test`, they run for
one preset of each game, with the smallest and the largest number of players. Some tests kill
processes. In `make test`, they kill `FEW` processes instead of many. Some tests ("by the book")
compare whole deals with a second implementation of the rules. In `make test`, they compare only a
part of the deals. For some tests (properties), Hypothesis generates examples. `make test` tries a
fifth of these examples, and `make test-all` tries all. The longest journeys run only in
`make test-all`. A behaviour that is the same for every game is tested with one game."""

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
"""The number of processes that a test kills in `make test`."""


def other_presets(kind: type[Game], preset: str) -> Sequence[pytest.MarkDecorator]:
    """Return the pytest marks of a test case with `preset`. The first preset of the game has no
    marks. The marks of all other presets leave the case to `make test-all`."""
    return () if preset == next(iter(kind.Options.presets)) else (BEYOND,)


def cases_of(name: str, kind: type[Game]) -> Iterator[ParameterSet]:
    """Yield a pytest parameter for each preset and each number of players that the preset allows.
    Its id is `name-preset-players`. `make test` runs only the game's first preset, with the
    smallest and the largest number of players. `make test-all` runs the other cases."""
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
    """Return a mark that gives a test the argument `kills`, the number of processes to kill. In
    `make test`, this number is `FEW`. `make test-all` runs the test with `FEW` and with `many`."""
    return pytest.mark.parametrize("kills", [FEW, pytest.param(many, marks=BEYOND)])


def is_property(item: pytest.Item) -> TypeGuard[pytest.Function]:
    """Return whether a test is a property. A property is a test for which Hypothesis generates
    examples."""
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
    """Return the Python function of a test item. All cases of a parametrized test have the same
    function."""
    return getattr(item.obj, "__func__", item.obj)
