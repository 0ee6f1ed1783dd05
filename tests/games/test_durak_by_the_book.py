"""The moves of Durak compared with a second implementation of its rules, at each position of games
with random options and players."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.durak import Durak, DurakOptions
from games.shuffle import Stream
from tests.games.durak_by_the_book import Book
from tests.games.options import any_values

LEAVERS = 60
"""On average, one in this many steps of a random game is a resignation."""

LONG = 400
"""The number of moves after which the test stops a random game."""


def fitting(values: dict[str, Any], seats: int) -> DurakOptions:
    """Return options with these values. A value that can't be combined with another value or with
    `seats` seats is replaced by a value that can."""
    chosen = dict(values)
    sizes = {"pairs": (4, 6), "threes": (6,)}
    if seats not in sizes.get(chosen["teams"], ()):
        chosen["teams"] = "off"
    if chosen["teams"] == "off" and chosen["next_attacker"] == "winners":
        chosen["next_attacker"] = "lowest-trump"
    if (chosen["teams"] == "off" and seats > 2) or (chosen["teams"] == "pairs" and seats > 4):
        chosen["epaulettes"] = "insult"
    chosen["decks"] = 2 if seats > 8 else chosen["decks"]
    cards = 0 if chosen["deck"] == "auto" else int(chosen["deck"]) * chosen["decks"]
    if 0 < cards < 6 * seats + chosen["jokers"]:
        chosen["deck"] = "auto"
    chosen["jokers"] = chosen["jokers"] and chosen["deck"] != "24"
    chosen["passing"] = chosen["passing"] or chosen["travel"] != "off"
    return DurakOptions(**chosen)


def words(move: str) -> tuple[str, ...]:
    verb, *cards = move.split()
    return (verb, *(cards if verb == "beat" else sorted(cards)))


def assert_cards_are_kept(game: Durak, position: dict[str, Any], cards: list[str]) -> None:
    """Check that each card is in exactly one place. While the talon has cards, check that every
    seat still in the game holds at least six cards when a bout begins. Check that the game waits
    for somebody until it has an outcome."""
    lying = [card for pair in position["table"] for card in pair if card]
    held = [card for hand in position["hands"] for card in hand]
    discarded = position["discard"]
    if discarded is None:
        discarded = [card for card in cards if card not in {*lying, *held, *position["talon"]}]
    assert sorted([*lying, *held, *position["talon"], *discarded]) == cards
    gone = {seat for group in position["out"] for seat in group} | {*position.get("resigned", ())}
    if not lying and position["talon"]:
        assert all(
            len(hand) >= 6 for seat, hand in enumerate(position["hands"]) if seat not in gone
        )
    assert (game.outcome is None) == bool(game.waiting_on)


@settings(max_examples=100)
@given(
    values=any_values(DurakOptions),
    seats=st.integers(2, 10),
    seed=st.binary(min_size=4, max_size=4),
)
def test_every_position_allows_what_a_second_reading_of_the_rules_allows(
    values: dict[str, Any], seats: int, seed: bytes
) -> None:
    """At each position of a random game, a second implementation of the rules waits on the same
    seats and allows them the same moves (DUR-04, DUR-10 to DUR-16, DUR-20 to DUR-24, DUR-30 to
    DUR-33, DUR-51, DUR-70 to DUR-73)."""
    options = fitting(values, seats)
    game = Durak.new(options, seats=seats, seed=seed)
    rng = Stream(b"moves" + seed)
    start = game.position()
    cards = sorted([*(card for hand in start["hands"] for card in hand), *start["talon"]])
    for _ in range(LONG):
        position = game.position()
        assert_cards_are_kept(game, position, cards)
        if game.outcome is not None:
            return
        book = Book(position, options, Durak.sides_of(options, seats))
        assert game.waiting_on == book.waits_on()
        for seat in range(seats):
            assert {words(move) for move in game.legal_moves(seat)} == book.moves(seat)
        if rng.randrange(LEAVERS) == 0:
            game.resign(rng.choice(book.still_in))
            continue
        acting = [seat for seat in range(seats) if game.legal_moves(seat)]
        seat = rng.choice(sorted(game.waiting_on) if rng.randrange(4) else acting)
        moves = game.legal_moves(seat)
        passes = [move for move in moves if move.verb in ("pass", "show")]
        game.play(seat, rng.choice(passes or moves))
