"""Why Tredici has no puzzles (docs/puzzles.md): which cards somebody discards changes nothing until
they are drawn again, and that is many draws away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.core import Event, Move
from games.shuffle import Stream
from games.tredici import Tredici

LEAST_BETWEEN = 52 - 2 * 7 - 2 * 13
"""Cards that two full hands and two full suits leave for the deck and the pile."""


def begun(seats: int, seed: bytes, rng: Stream, *, reshuffle: bool = True) -> Tredici:
    """A game in which everybody has a target of their own choice."""
    game = Tredici.new(Tredici.options(reshuffle=reshuffle), seats=seats, seed=seed)
    for seat in range(seats):
        moves = game.legal_moves(seat)
        game.play(seat, moves[rng.randrange(len(moves))])
    return game


def turns(game: Tredici) -> list[Move]:
    """The moves of the seat at turn, who calls nothing."""
    return [each for each in game.legal_moves(game.turn) if each.verb in ("draw", "discard")]


def told(events: list[Event]) -> list[tuple[str, object]]:
    """What happened but for which cards were discarded."""
    return [(each.name, each.fields) for each in events if each.name != "discarded"]


@given(st.integers(2, 4), st.binary(min_size=4, max_size=4), st.binary(min_size=4, max_size=4))
def test_until_the_deck_is_out_nothing_depends_on_what_is_discarded(
    seats: int, seed: bytes, other: bytes
) -> None:
    """Two games of one deal, in which everybody discards as chance has it, go alike."""
    first = begun(seats, seed, Stream(seed))
    second = first.copy()
    chance, another = Stream(seed), Stream(other)
    while first.outcome is None:
        moves, more = turns(first), turns(second)
        assert len(moves) == len(more)
        if len(first.draw) < 7:  # the most that a turn draws
            return
        seat = first.turn
        one = first.play(seat, moves[chance.randrange(len(moves))])
        two = second.play(seat, more[another.randrange(len(more))])
        assert told(one) == told(two)
        assert first.draw == second.draw
        assert (first.turn, first.owes, first.asides) == (second.turn, second.owes, second.asides)
        assert [len(each) for each in first.stacks] == [len(each) for each in second.stacks]


@given(st.binary(min_size=4, max_size=4))
def test_without_a_shuffle_a_discard_comes_back_after_twelve_draws_at_least(seed: bytes) -> None:
    """Two players: two turns and more before any card that is discarded can matter again."""
    chance = Stream(seed)
    game = begun(2, seed, chance, reshuffle=False)
    discarded: dict[str, int] = {}
    drawn = 0
    for _ in range(120):
        if game.outcome is not None:
            return
        moves = turns(game)
        for event in game.play(game.turn, moves[chance.randrange(len(moves))]):
            known = event.seen_by(game.turn) | event.seen_by(1 - game.turn)
            if event.name == "discarded":
                discarded |= dict.fromkeys(known["cards"], drawn)
            elif event.name == "drew":
                for card in known["cards"]:
                    between = drawn - discarded.pop(card, drawn - LEAST_BETWEEN)
                    assert between >= LEAST_BETWEEN
                    drawn += 1
