"""The expected number of moves and share of draws of a game, as they are known before the deal.
They come from tables that `python -m benchmarks expected` measures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from benchmarks import expected as command
from games.expected import Expected, cell_of, expected_in
from tests.games.options import any_values
from tests.games.plugins import EXAMPLES, installed

every_table = pytest.mark.parametrize("game", command.MEASURED)


@every_table
@given(data=st.data())
def test_every_way_of_playing_has_been_measured(game: str, data: st.DataObject) -> None:
    kind = games.load(game)
    values: dict[str, Any] = data.draw(any_values(kind.Options))
    options, seats = kind.Options(**values), data.draw(st.sampled_from(kind.players))
    expected = kind.expected(options, seats)
    if command.fits(kind, options, seats):
        assert expected is not None
        assert expected.moves > 20
        assert 0 <= expected.draws <= 1


@every_table
def test_the_table_is_what_the_command_writes(game: str) -> None:
    file = Path(games.__file__).parent / game / "told" / "measured.py"
    table = command.table_of(game)
    assert file.read_text(encoding="utf-8") == command.written(game, table.MEASURED)
    cells = [(way, seats) for way, seats, _ in command.cells(game)]
    assert set(table.MEASURED) == {way for way, _ in cells}
    assert sum(len(row.split()) for row in table.MEASURED.values()) == len(cells)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("dritzak", 6, {}), ("tredici", 2, {}), ("tredici", 3, {"reshuffle": False})],
)
def test_games_are_as_they_were_measured(game: str, seats: int, options: dict[str, Any]) -> None:
    kind = games.load(game)
    chosen = kind.options(**options)
    expected = kind.expected(chosen, seats)
    assert expected is not None
    moves, draws = command.measure(kind, chosen, seats, 12)
    assert moves == pytest.approx(expected.moves, rel=0.3)
    assert draws == pytest.approx(expected.draws, abs=0.3)
    assert command.measure(kind, chosen, seats, 3) == command.measure(kind, chosen, seats, 3)


def test_cells_are_read_as_they_are_written() -> None:
    rows = {"alone": f"{cell_of(2, 47, 0.0)} {cell_of(12, 171, 0.55)}"}
    assert expected_in(rows, "alone", 2) == Expected(47, 0.0)
    assert expected_in(rows, "alone", 12) == Expected(171, 0.55)
    assert expected_in(rows, "alone", 1) is None
    assert expected_in(rows, "4 teams", 2) is None


def test_of_a_plug_in_nothing_is_known(tmp_path: Path) -> None:
    with installed(EXAMPLES / "simple-eights", tmp_path):
        eights = games.load("simple-eights")
        assert eights.expected(eights.options(), 2) is None
