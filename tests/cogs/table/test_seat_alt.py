"""Tests of what the description of a picture tells of a seat. It is read aloud."""

from __future__ import annotations

import pytest

from bot.core.placing import places_of
from bot.pictures.outcome import Ending
from bot.pictures.seats import roles_of
from cogs.discord.languages import speaking
from cogs.table.message.alt_text import result_alt, seat_alt
from cogs.table.message.captions import captions_of
from cogs.words.load import words_of
from games.core import SeatView, Zone
from tests.cogs.tables import table, view


@pytest.mark.parametrize(("game", "word"), [("durak", "done"), ("dritzak", "ready")])
def test_a_check_mark_of_a_picture_is_a_word_in_its_description(game: str, word: str) -> None:
    captions = captions_of(table(), words_of(game))
    seat = SeatView(0, 0, 6, ("done",))
    assert roles_of(seat, captions) == "✓"
    assert seat_alt(view(), seat, captions) == f"Ada: 6 cards, {word}"


def test_who_is_out_or_has_left_makes_a_sentence_or_stands_in_brackets() -> None:
    out, left = SeatView(0, 0, 0, out=True), SeatView(1, 1, 0, resigned=True)
    pile = Zone("face_up", 1, "row", ("6S",))
    captions, words = captions_of(table(), words_of("dritzak")), words_of("dritzak")
    assert seat_alt(view(), out, captions) == "Ada is out"
    assert seat_alt(view(), left, captions) == "Berta has left"
    assert seat_alt(view(zones=(pile,)), left, captions) == "Berta (has left); face up: 6♠"
    for language, told in (("de", "Du bist raus"), ("pl", "Ty bez kart")):
        with speaking(language):
            assert seat_alt(view(), out, captions_of(table(), words, me=0)) == told


def test_a_place_has_no_verb_and_no_title_after_its_colon() -> None:
    seats = (SeatView(0, 0, 0), SeatView(1, 1, 0, resigned=True))
    pile = Zone("face_up", 0, "row", ("6S",))
    seen = view(seats=seats, zones=(pile,), waiting_on=())
    captions = captions_of(table(), words_of("dritzak"))
    ending = Ending("Over.", (), places_of((1, 2), "won"))
    assert result_alt(seen, ending, captions).endswith(" 1. Ada; face up: 6♠. 2. Berta has left.")
    fool = Ending("Over.", (), places_of((1, 2), "won"), "fool")
    assert result_alt(seen, fool, captions).endswith(" 2. Berta (has left): fool.")
