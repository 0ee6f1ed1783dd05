"""Tests of the sentences with which a board tells a reader what happened at a table."""

from __future__ import annotations

from random import Random

import games
from board.scenes import of_table
from bot.core.model import Seat
from bot.preferences.model import MemberSettings
from cogs.doors.telling import told
from tests.cogs.tables import table

SEATS = tuple(Seat(name, 101 + number) for number, name in enumerate(["Ada", "Bo", "Cy"]))


def test_nobody_is_told_that_their_own_hand_was_shown() -> None:
    """On a member's board, the line about the member's own seat names no cards. The lines about
    other seats name the cards of the seat's hand that the member knows. In Durak, these are the
    cards of the hand that everybody has seen."""
    durak = games.load("durak")
    game, rng = durak.new(durak.options(), seats=len(SEATS), seed=b"hand"), Random(1)
    for _ in range(12):
        (seat, *_) = game.waiting_on
        game.play(seat, rng.choice(game.legal_moves(seat)))
    shown = table(game="durak", seats=SEATS, live=game)
    for seat in range(len(SEATS)):
        said = told(of_table(shown, 101 + seat), (), MemberSettings())
        assert said.seats[seat].line.startswith(f"{SEATS[seat].name}: ")
        assert not set(said.seats[seat].line) & set("♠♥♦♣")


def test_a_reader_is_called_you_and_the_others_by_name() -> None:
    dritzak = games.load("dritzak")
    shown = table(game="dritzak", seats=SEATS, live=dritzak.new(seats=3, seed=bytes(32)))
    said = told(of_table(shown, 102), (), MemberSettings(), reader=1)
    assert [each.called for each in said.seats] == ["Ada", "You", "Cy"]
