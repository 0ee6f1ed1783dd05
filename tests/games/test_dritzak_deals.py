"""Whole deals of Dritzak are the same, move by move, in the engine and in a second engine that was
written from the rules alone.

The second engine covers DRI-01, DRI-03, DRI-10 to DRI-13, DRI-20 to DRI-29, DRI-40 to DRI-44 and
DRI-50 to DRI-53.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.core import OptionsError
from games.dritzak import Dritzak, DritzakOptions
from tests.beyond import the_first
from tests.games.dritzak_by_the_book import DritzakByTheBook, rank


def any_deal(rng: Random) -> tuple[DritzakOptions, Dritzak]:
    """Return random options of Dritzak, and a game with these options and two to ten seats. Some
    seats have the handicap `jinx`, with which a win doesn't count."""
    while True:
        seats = rng.randint(2, 10)
        options = DritzakOptions(
            decks=rng.choice(["auto", "auto", "1", "2", "3", "4"]),
            deal=rng.choice(["hidden", "open"]),
            set_rule=rng.choice(["any-four", "all", "unique-suits"]),
            **{
                name: rng.random() < 0.5
                for name in ("skip", "sevens", "reversal", "play_on", "shijo")
            },
        )
        handicaps = {seat: {"jinx"} for seat in range(seats) if rng.random() < 0.1}
        try:
            return options, Dritzak.new(
                options, seats=seats, seed=rng.randbytes(8), handicaps=handicaps
            )
        except OptionsError:
            continue


def same_words(move: str) -> str:
    verb, *named = move.split()
    return " ".join([verb, *sorted(named)])


def assert_alike(game: Dritzak, book: DritzakByTheBook) -> None:
    if book.outcome is not None:
        assert game.outcome is not None
        assert (
            list(game.outcome.ranks),
            game.outcome.kind,
            list(game.outcome.honours),
        ) == book.outcome
        return
    assert game.outcome is None
    position = game.position()
    for key, zones in (("hands", book.hands), ("face_up", book.face_up)):
        assert [sorted(cards) for cards in position[key]] == [sorted(cards) for cards in zones]
    assert position["face_down"] == book.face_down
    assert position["draw"] == book.draw
    assert sorted(position["discard"]) == sorted(book.discard)
    assert [rank(card) for card in position["pile"]] == [rank(card) for card in book.pile]
    assert sorted(position["pile"]) == sorted(book.pile)
    assert (position["phase"], position["turn"]) == (book.phase, book.turn)
    assert position["direction"] == book.direction
    assert position["out"] == [[seat] for seat in book.out]


@pytest.mark.parametrize("seed", the_first(5, range(30)))
def test_the_engine_plays_by_the_book(seed: int) -> None:
    rng = Random(seed)
    options, game = any_deal(rng)
    book = DritzakByTheBook(options, game.position())
    leaving = rng.choice([0, 0, 0.005, 0.03])
    patience = rng.choice([0.1, 0.9])
    while game.outcome is None:
        legal = {
            seat: {same_words(move) for move in game.legal_moves(seat)}
            for seat in range(game.seats)
        }
        assert legal == {seat: book.legal(seat) for seat in range(game.seats)}
        assert game.waiting_on == {seat for seat in legal if legal[seat]}
        if rng.random() < leaving:
            seat = rng.choice(book.still_in())
            events: Any = game.resign(seat)
            book.resign(seat)
        else:
            seat = rng.choice(sorted(game.waiting_on))
            open_to = sorted(legal[seat])
            if len(open_to) > 1 and rng.random() < patience:
                open_to = [move for move in open_to if move != "pickup"]
            move = rng.choice(open_to)
            events = game.play(seat, move)
            book.play(seat, move)
        assert [
            event.fields["seat"] for event in events if event.name == "poor-form"
        ] == book.poor_form
        assert_alike(game, book)
