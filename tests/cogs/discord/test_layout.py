"""Test how buttons are distributed over the rows of a message, and how labels are shortened."""

from __future__ import annotations

import pytest
from discord import ui

from cogs.discord.layout import even_rows, short


@pytest.mark.parametrize(
    ("many", "in_rows"),
    [(0, []), (1, [1]), (3, [3]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (10, [5, 5])],
)
def test_rows_have_equally_many_buttons(many: int, in_rows: list[int]) -> None:
    buttons: list[ui.Button[ui.LayoutView]] = [
        ui.Button(label=str(number)) for number in range(many)
    ]
    rows = even_rows(buttons)
    assert [len(row.children) for row in rows] == in_rows
    assert [button for row in rows for button in row.children] == buttons


def test_a_long_label_is_cut_after_a_whole_word_if_enough_of_it_remains() -> None:
    assert short("Ada  takes\nall", 13) == "Ada takes all"
    assert short("Ada takes everything", 13) == "Ada takes …"
    assert short("Ada Bartholomew-Smith", 13) == "Ada Bartholo…"
    assert short("Bartholomew", 5) == "Bart…"
    assert all(len(short("Ada takes everything", most)) <= most for most in range(1, 25))
