"""The choice of face-up cards, and the decision which seat starts (DRI-03, DRI-10 to DRI-12)."""

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
"""DRI-10: the ranks from the lowest to the highest, when the starting seat is decided. The special
ranks 2 and 10 are the highest."""

BEATEN_BY: Final = {"rock": "paper", "paper": "scissors", "scissors": "rock"}
"""For each sign, the sign that beats it."""
SIGNS: Final = tuple(BEATEN_BY)
THROWS: Final = tuple(Move.make("throw", other=sign) for sign in SIGNS)

WINS_NEEDED: Final = 2
"""DRI-12: how many rounds a seat must win against one opponent to start."""
PAIR: Final = 2


def choices_of(game: State, seat: int) -> list[Move]:
    """DRI-03: return the moves by which a seat chooses three of its cards as face-up cards. There
    is one move for each possible choice."""
    cards = texts_in(game.hands[seat])
    picks = dict.fromkeys(combinations(cards, min(PLACES, len(cards))))
    return [Move.make("up", pick) for pick in picks]


def choose(game: State, seat: int, move: Move) -> list[Event]:
    """DRI-03: a seat secretly chooses its face-up cards. After the last choice, all choices are
    shown, and it is decided which seat starts. Returns the events."""
    choice = holding_of(NUMBER[card] for card in move.cards)
    game.choices = (*game.choices[:seat], choice, *game.choices[seat + 1 :])
    game.wait()
    return [events.chose(seat, list(move.cards)), *show_choices(game)]


def show_choices(game: State) -> list[Event]:
    """DRI-03: if every seat has chosen its face-up cards, show the choices and decide which seat
    starts. Returns the events; the list is empty if a choice is missing."""
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
    """DRI-10: find the lowest rank in any hand and the seats that hold it. Set `opening_rank` and
    `opening` of the game to them. (The special ranks 2 and 10 count as highest.)"""
    held = {seat: by_rank(game.hands[seat]) for seat in game.still_in}
    for rank in STARTING_ORDER:
        holders = tuple(seat for seat in game.still_in if held[seat][rank])
        if holders:
            game.opening_rank, game.opening = rank, holders
            return
    game.opening_rank, game.opening = None, ()


def run_from(game: State, seat: int) -> list[int]:
    """DRI-11: return the run of `seat`. It begins with this seat and goes on clockwise, as long as
    each seat holds the lowest rank. Seats that are out of the game are left out. Empty if `seat`
    itself doesn't hold that rank."""
    start = game.still_in.index(seat)
    run = []
    for other in (*game.still_in[start:], *game.still_in[:start]):
        if other not in game.opening:
            break
        run.append(other)
    return run


def holders_who_may_start(game: State) -> list[int]:
    """DRI-11: return the seats that may start. The run of a seat is this seat and the next seats
    clockwise, as long as each of them holds the lowest rank (`run_from`). The result has the seats
    whose run has the most cards of the lowest rank. The result has several seats if there is a
    tie."""
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
    """DRI-10 to DRI-12: decide which seat starts. If several seats are tied, they begin to throw
    rock, paper, scissors. If nobody has a hand, the first seat that is still in the game starts.
    Returns the events."""
    find_opening(game)
    tied = holders_who_may_start(game) or [game.still_in[0]]
    if len(tied) == 1:
        return [start_with(game, tied[0])]
    game.phase = "throw"
    _begin_throws(game, tied)
    return [events.tied(tied, game.opening_rank, game.opening)]


def start_with(game: State, seat: int) -> Event:
    """DRI-13: give `seat` the first turn, and return the event. `opening` becomes the run of
    `seat`: the seats from `seat` on, clockwise, up to the first seat that doesn't hold the lowest
    rank. If a seat of the run plays another rank than the lowest one on its first turn, this will
    be announced as poor form."""
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
    """DRI-12: let the seats `throwers` throw rock, paper, scissors for the right to start. Each has
    0 wins."""
    game.throwers = tuple(throwers)
    game.throws = {}
    game.wins = dict.fromkeys(throwers, 0)
    game.wait()


def throws_of(game: State, seat: int) -> list[Move]:
    """DRI-12: return the three moves by which a seat throws a sign. For every second thrower, the
    order of the moves is different. If the order were the same for all, players who always choose
    the first move, or always the last, would be tied for ever."""
    first = game.throwers.index(seat) % 2
    return [*THROWS[first:], *THROWS[:first]]


def throw(game: State, seat: int, sign: str) -> list[Event]:
    """DRI-12: a seat throws a sign (rock, paper or scissors). After the last throw, all signs are
    shown. Returns the events."""
    game.throws[seat] = sign
    game.wait()
    return [events.throw(seat, sign), *_show_throws(game)]


def _show_throws(game: State) -> list[Event]:
    """DRI-12: if all seats have thrown, decide this round of rock, paper, scissors. Returns the
    events; the list is empty if a throw is missing."""
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
    """DRI-12: `seat` has left the game. If it was one of the throwers, go on without it: if one
    thrower is left, that seat starts. If two are left, they begin again with 0 wins. If more are
    left, the round goes on. Returns the events."""
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
    """DRI-01: shuffle and deal. First each seat gets its three face-down cards, then each seat gets
    its hand.

    The hand has six cards (five if six seats play with one deck). From these cards, the seat will
    choose its face-up cards."""
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
