"""Tests of what the description of a picture tells of a seat. It is read aloud."""

from __future__ import annotations

import pytest

from bot.pictures.seats import roles_of
from cogs.table.message.alt_text import seat_alt
from cogs.table.message.captions import captions_of
from cogs.words.load import words_of
from games.core import SeatView
from tests.cogs.tables import table, view


@pytest.mark.parametrize(("game", "word"), [("durak", "done"), ("dritzak", "ready")])
def test_a_check_mark_of_a_picture_is_a_word_in_its_description(game: str, word: str) -> None:
    captions = captions_of(table(), words_of(game))
    seat = SeatView(0, 0, 6, ("done",))
    assert roles_of(seat, captions) == "✓"
    assert seat_alt(view(), seat, captions) == f"Ada: 6 cards, {word}"
