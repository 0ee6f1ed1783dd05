"""A game of one seat against all others. Its sides have unequal sizes, and it keeps every promise
of the contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import games
from games.contract import Case, ContractBroken, check_case, check_game
from games.core import Game, Outcome, View
from tests.games.mutants import changed
from tests.games.plugins import PLUGINS, installed


@pytest.fixture(scope="module")
def giants(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(PLUGINS / "stakes", tmp_path_factory.mktemp("site")):
        yield games.load("giants")


def test_one_against_all_others_keeps_every_promise(giants: type[Game]) -> None:
    assert games.broken() == {}
    check_game(giants)


@pytest.mark.parametrize(
    ("leaving", "ranks"), [([0], (2, 1, 1, 1)), ([1, 2, 3], (1, 2, 2, 2))], ids=str
)
def test_a_side_wins_when_the_other_has_left_whatever_their_sizes(
    giants: type[Game], leaving: list[int], ranks: tuple[int, ...]
) -> None:
    game = giants.new(seats=4, seed=b"")
    for seat in leaving:
        assert game.outcome is None
        game.resign(seat)
    assert game.outcome == Outcome(ranks)
    assert [each.side for each in game.view(None).seats] == [0, 1, 1, 1]


def test_a_view_that_counts_the_giant_among_the_others_is_found(giants: type[Game]) -> None:
    def on_one_side(view: Any, self: Any, seat: int | None) -> View:
        seen: View = view(self, seat)
        return replace(seen, seats=tuple(replace(each, side=1) for each in seen.seats))

    mutant = changed(view=on_one_side)(giants)
    with pytest.raises(ContractBroken, match="tells of other sides"):
        check_case(Case(mutant, giants.options(), 4), every=2)
