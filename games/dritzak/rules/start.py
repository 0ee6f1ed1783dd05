"""The choice of face-up cards, and which seat starts (DRI-03, DRI-10 to DRI-12)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from games.core import Event
from games.dritzak.rules import events
from games.dritzak.rules.holdings import (
    EVERY_RANK,
    NUMBER,
    TEN,
    TWO,
    by_rank,
    count_of_rank,
    holding_of,
    rest_of,
    texts_in,
)
from games.dritzak.rules.state import PLACES, State
from games.moves import Move
from games.shuffle import Stream

STARTING_ORDER: Final = (*(rank for rank in EVERY_RANK if rank not in (TWO, TEN)), TWO, TEN)
"""DRI-10: the ranks in the order in which they are asked for; the special ones last."""

BEATEN_BY: Final = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
"""Each sign and the one that it loses to."""
SIGNS: Final = tuple(BEATEN_BY)
THROWS: Final = tuple(Move.make("throw", other=sign) for sign in SIGNS)

WINS_NEEDED: Final = 2
"""DRI-12: best of three."""
PAIR: Final = 2


def choices_of(game: State, seat: int) -> list[Move]:
    """DRI-03: the moves that choose three of the cards dealt to a seat as its face-up cards, one
    for every choice."""
    cards = texts_in(game.hands[seat])
    picks = dict.fromkeys(combinations(cards, min(PLACES, len(cards))))
    return [Move.make("up", pick) for pick in picks]


def choose(game: State, seat: int, move: Move) -> list[Event]:
    """DRI-03: choose the face-up cards of a seat in secret. After the last choice, all choices are
    shown and the starting seat is determined. Returns the events."""
    choice = holding_of(NUMBER[card] for card in move.cards)
    game.choices = (*game.choices[:seat], choice, *game.choices[seat + 1 :])
    game.wait()
    return [events.chose(seat, list(move.cards)), *show_choices(game)]


def show_choices(game: State) -> list[Event]:
    """DRI-03: once every seat has chosen its face-up cards, show the choices and determine the
    starting seat. Returns the events."""
    if game.waiting_on:
        return []
    for seat in game.still_in:
        choice = game.choices[seat] or 0
        game.up[seat] += choice
        game.hands[seat] -= choice
    shown = [list(texts_in(game.choices[seat] or 0)) for seat in game.still_in]
    game.choices = (None,) * game.seats
    return [events.up_shown(game.still_in, shown), *work_out_start(game)]


def find_opening(game: State) -> None:
    """DRI-10: find the lowest rank held in any hand and the seats that hold it, and set them as
    `opening_rank` and `opening` of the state."""
    held = {seat: by_rank(game.hands[seat]) for seat in game.still_in}
    for rank in STARTING_ORDER:
        holders = tuple(seat for seat in game.still_in if held[seat][rank])
        if holders:
            game.opening_rank, game.opening = rank, holders
            return
    game.opening_rank, game.opening = None, ()


def run_from(game: State, seat: int) -> list[int]:
    """DRI-11: the run of `seat`: the seat and those that follow it clockwise, up to the first seat
    that doesn't hold the lowest rank. Seats that are out of the game are passed over. Empty if
    `seat` doesn't hold that rank."""
    start = game.still_in.index(seat)
    run = []
    for other in (*game.still_in[start:], *game.still_in[:start]):
        if other not in game.opening:
            break
        run.append(other)
    return run


def holders_who_may_start(game: State) -> list[int]:
    """DRI-11: the seats that may start: those whose run (`run_from`) can play the most cards of the
    lowest rank; several when they are tied."""
    counts = {
        holder: sum(
            count_of_rank(game.hands[other], game.opening_rank or 0)
            for other in run_from(game, holder)
        )
        for holder in game.opening
    }
    highest = max(counts.values(), default=0)
    return [seat for seat, count in counts.items() if count == highest]


def work_out_start(game: State) -> list[Event]:
    """DRI-10 to DRI-12: determine the seat that starts, or the seats that throw rock, paper,
    scissors for it. If nobody has a hand, the first seat still in the game starts. Returns the
    events."""
    find_opening(game)
    tied = holders_who_may_start(game) or [game.still_in[0]]
    if len(tied) == 1:
        return [start_with(game, tied[0])]
    game.phase = "throw"
    _begin_throws(game, tied)
    return [events.tied(tied, game.opening_rank, game.opening)]


def start_with(game: State, seat: int) -> Event:
    """Give `seat` the first turn, and return the event. If it holds the lowest rank, this seat and
    the seats right after it that hold it too must play that rank in their first turns. Anything
    else is poor form (DRI-13)."""
    started = events.starts(seat, game.opening_rank, game.opening)
    game.phase = "play"
    game.turn = seat
    game.opening = tuple(run_from(game, seat))
    if not game.opening:
        game.opening_rank = None
    game.throwers = ()
    game.throws = {}
    game.wins = {}
    game.wait()
    return started


def _begin_throws(game: State, throwers: Sequence[int]) -> None:
    """DRI-12: let `throwers` begin to throw (rock, paper, scissors) for the right to start; all
    have 0 wins."""
    game.throwers = tuple(throwers)
    game.throws = {}
    game.wins = dict.fromkeys(throwers, 0)
    game.wait()


def throws_of(game: State, seat: int) -> list[Move]:
    """DRI-12: the moves of a seat that throws for the start: the three signs. Every second thrower
    has another sign first, so that players who always choose the first move, or always the last,
    are not tied for ever."""
    first = game.throwers.index(seat) % 2
    return [*THROWS[first:], *THROWS[:first]]


def throw(game: State, seat: int, sign: str) -> list[Event]:
    """DRI-12: a seat throws a sign; the signs are secret until all seats have thrown. Returns the
    events."""
    game.throws[seat] = sign
    game.wait()
    return [events.throw(seat, sign), *_show_throws(game)]


def _show_throws(game: State) -> list[Event]:
    """DRI-12: decides the round of throws once all seats have thrown. Returns the events."""
    if game.waiting_on:
        return []
    throws = game.throws
    signs = set(throws.values())
    left = game.throwers
    game.throws = {}
    if len(signs) == PAIR:
        # Exactly two of the three signs show: one of them loses.
        left = tuple(seat for seat in left if BEATEN_BY[throws[seat]] not in signs)
        if len(game.throwers) == PAIR:
            game.wins[left[0]] += 1
            left = left if game.wins[left[0]] >= WINS_NEEDED else game.throwers
        else:
            _begin_throws(game, left)
    shown = events.throws_shown(throws, left, [game.wins[seat] for seat in left])
    if len(left) == 1:
        return [shown, start_with(game, left[0])]
    game.wait()
    return [shown]


def drop_out(game: State, seat: int) -> list[Event]:
    """DRI-12: go on with the throws for the start after the thrower `seat` has left the game. If
    one thrower remains, it starts; if two remain, they throw as a new pair. Returns the events."""
    if seat not in game.throwers:
        return []
    left = tuple(other for other in game.throwers if other != seat)
    if len(left) == 1:
        return [start_with(game, left[0])]
    if len(left) == PAIR:
        _begin_throws(game, left)
        return []
    game.throwers = left
    game.throws.pop(seat, None)
    game.wins.pop(seat, None)
    game.wait()
    return _show_throws(game)


def deal(game: State, seed: bytes) -> None:
    """DRI-01: shuffle, and give each seat in turn its face-down cards from the left, then each its
    hand.

    The hand includes the six (with a short deal five) cards from which the seat will choose its
    face-up cards."""
    stream = Stream(seed)
    cards = rest_of(game.rules.decks, ())
    stream.shuffle(cards)
    for seat in range(game.seats):
        game.down[seat] = tuple(cards[PLACES * seat : PLACES * (seat + 1)])
    cards = cards[PLACES * game.seats :]
    dealt = game.rules.dealt
    for seat in range(game.seats):
        game.hands[seat] = holding_of(cards[dealt * seat : dealt * (seat + 1)])
    game.draw = cards[: dealt * game.seats - 1 : -1]
    game.seed, game.read = seed, stream.read
