"""Tests of how the picture of a replay calls its reader: *you* in their own replay, and by name in
a replay for everyone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

import games
from bot.core.model import FinishedGame, FinishedSeat, OpenedGame
from bot.core.played import PlayedMoves
from cogs.history.replay_message import replay_look
from games.core import Game, Outcome
from games.players import VERSION
from games.record import Header, Record
from tests.present import present

PEOPLE = ("Nora", "Pavel", "Aiko", "Berta")


def finished(game: str) -> OpenedGame:
    seats = tuple(FinishedSeat(name, 1, None, 1, False) for name in PEOPLE)
    about = FinishedGame("t", 1, game, 2, datetime(2026, 1, 1, tzinfo=UTC), "won", seats)
    record = Record(Header(game, 1, {}, len(PEOPLE), bytes(32)), ())
    played = PlayedMoves({}, (), frozenset(), VERSION)
    return OpenedGame(about, record, None, Outcome((1,) * len(PEOPLE)), played, bytes(32))


def states(name: str) -> Iterator[Game]:
    """Yield a game that is played at random, after each of its moves."""
    kind, rng = games.load(name), random.Random(5)
    live = kind.new(kind.options(), seats=len(PEOPLE), seed=bytes(32))
    while live.outcome is None:
        seat = rng.choice(sorted(live.waiting_on))
        live.play(seat, rng.choice(live.legal_moves(seat)))
        yield live


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_the_picture_of_ones_own_replay_calls_the_reader_you_as_its_words_do(name: str) -> None:
    shown = finished(name)
    for live in states(name):
        for me, own_name in enumerate(PEOPLE):
            alt = present(replay_look(shown, live, me).picture).alt
            assert own_name not in alt
            assert ("Your move." in alt) is (me in live.waiting_on)
        public = present(replay_look(shown, live).picture).alt
        assert "You" not in public
        assert all(each in public for each in PEOPLE)
