"""Whole deals of Tredici are the same, move by move, in the engine and in a second engine that was
written from the rules alone.

The second engine covers TRE-02 and TRE-03, TRE-10 to TRE-15, TRE-20 to TRE-23, TRE-30, TRE-32,
TRE-33 and TRE-40 to TRE-42.
"""

from __future__ import annotations

from random import Random

import pytest

from games.tredici import Tredici
from games.tredici.rules.options import TrediciOptions
from tests.beyond import BEYOND
from tests.games.tredici_by_the_book import TrediciByTheBook

ANSWERS = {"kische", "agree", "refuse"}


def any_deal(rng: Random) -> tuple[TrediciOptions, Tredici]:
    """Return random options of Tredici, and a game with these options. The number of seats and the
    dealer are random, too."""
    teams = rng.choice([0, 0, 2, 3, 4])
    seats = rng.randint(max(4, teams), 12) if teams else rng.randint(2, 4)
    options = TrediciOptions.model_validate(
        {"teams": teams, "reshuffle": rng.random() < 0.5, "call": rng.choice(["manual", "auto"])}
    )
    dealer = rng.choice([None, rng.randrange(seats)])
    return options, Tredici.new(options, seats=seats, seed=rng.randbytes(8), dealer=dealer)


def same_words(move: str) -> str:
    verb, *named = move.split()
    return " ".join([verb, *sorted(named)])


class Whim:
    """Chooses random moves for all seats of a game. Chance decides how often they call kisché or
    tredici, choose hearts or resign."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.leaving = rng.choice([0, 0, 0.01])
        self.kische = rng.choice([0.005, 0.05, 0.3])
        self.tredici = rng.choice([0.02, 1])
        self.hearts = rng.choice([0, 0.8])

    def choose(self, game: Tredici, legal: dict[int, set[str]]) -> tuple[int, str]:
        chances = [(self.tredici, {"tredici"}), (self.kische, ANSWERS)]
        for chance, verbs in chances:
            out_of_turn = sorted((seat, move) for seat in legal for move in legal[seat] & verbs)
            if out_of_turn and self.rng.random() < chance:
                return self.rng.choice(out_of_turn)
        seat = self.rng.choice(sorted(game.waiting_on))
        if "target H" in legal[seat] and self.rng.random() < self.hearts:
            return seat, "target H"
        return seat, self.rng.choice(sorted(legal[seat] - ANSWERS - {"tredici"}))


def assert_alike(game: Tredici, book: TrediciByTheBook) -> None:
    if book.outcome is not None:
        assert game.outcome is not None
        assert (list(game.outcome.ranks), game.outcome.kind) == book.outcome
        return
    assert game.outcome is None
    position = game.position()
    assert [sorted(hand) for hand in position["hands"]] == [sorted(hand) for hand in book.hands]
    for key in ("stacks", "targets", "draw", "discard", "turn", "full_hand"):
        assert position[key] == getattr(book, key), key
    if not book.setting_up:
        still_in = [seat for seat in range(book.seats) if seat not in book.resigned]
        assert [position["owes"][seat] for seat in still_in] == [
            book.owes[seat] for seat in still_in
        ]


@pytest.mark.parametrize(
    "seed", [*range(15), *(pytest.param(each, marks=BEYOND) for each in range(15, 50))]
)
def test_the_engine_plays_by_the_book(seed: int) -> None:
    rng = Random(seed)
    options, game = any_deal(rng)
    book = TrediciByTheBook(options, Tredici.sides_of(options, game.seats), game.position())
    whim = Whim(rng)
    while game.outcome is None:
        legal = {
            seat: {same_words(move) for move in game.legal_moves(seat)}
            for seat in range(game.seats)
        }
        assert legal == {seat: book.legal(seat) for seat in range(game.seats)}
        if rng.random() < whim.leaving:
            seat = rng.choice([seat for seat in range(game.seats) if seat not in book.resigned])
            events = game.resign(seat)
            book.resign(seat)
        else:
            seat, move = whim.choose(game, legal)
            events = game.play(seat, move)
            book.play(seat, move)
        called = [event.fields["kind"] for event in events if event.name == "kische-called"]
        assert called == book.kinds[len(book.kinds) - len(called) :]
        assert_alike(game, book)
