"""How a seat leaves the game and how the game ends (DRI-40 to DRI-44)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from games.core import Event, Outcome
from games.dritzak.rules import events
from games.dritzak.rules.holdings import cards_in
from games.dritzak.rules.state import GONE, PLACES, State

IDLE_LIMIT: Final = 300
"""DRI-44: after this number of turns in a row without progress, the game ends."""


def go_out(game: State, seat: int, degree: int) -> list[Event]:
    """DRI-40: record that `seat` has no cards left and is out. If that ends the game, end it.
    Returns the events.

    `degree` is the degree of the seat's walk-off Deegan (a win by a face-down card right after a
    face-down ten), or 0 if there was none. If the game goes on, the caller must pass the turn."""
    game.out = (*game.out, seat)
    game.settle()
    happened = [events.out(seat, len(game.out))]
    first = len(game.out) == 1
    void = first and seat in game.jinxed
    if degree and first and not void:
        # DRI-41: the first out only, and a void win has no honours.
        game.honours = (*game.honours, f"walk-off:{seat}:{degree}")
        happened.append(events.walk_off(seat, degree))
    if first:
        happened += _first_out(game, seat)
    elif len(game.still_in) <= 1:
        happened.append(_end_by_places(game, "last-left"))
    return happened


def _first_out(game: State, seat: int) -> list[Event]:
    """DRI-40, DRI-42: `seat` is the first seat that has no cards left. If that ends the game, end
    it. Returns the events; the list is empty if the game goes on."""
    if seat in game.jinxed:
        return [_void(game)]
    present = [*game.out, *game.still_in]
    jinxed = [other for other in present if other in game.jinxed]
    if jinxed:
        unjinxed = [other for other in present if other not in game.jinxed]
        return [_end(game, [unjinxed, jinxed, game.resigned], "won", "spared")]
    if not game.rules.play_on or len(game.still_in) <= 1:
        return [_end(game, [[seat], game.still_in, game.resigned], "won", "won")]
    return []


def leave(game: State, seat: int) -> list[Event]:
    """DRI-43: `seat` resigns. Its cards are discarded. The game ends when only one seat is left.
    Returns the events. If the game goes on, the caller must pass the turn."""
    cards = [
        *cards_in(game.hands[seat] + game.up[seat]),
        *(card for card in game.down[seat] if card != GONE),
    ]
    game.discard += cards
    game.hands[seat] = game.up[seat] = 0
    game.down[seat] = (GONE,) * PLACES
    game.idle = 0
    game.resigned = (*game.resigned, seat)
    game.opening = tuple(other for other in game.opening if other != seat)
    game.opening_rank = game.opening_rank if game.opening else None
    game.choices = tuple(
        None if other == seat else choice for other, choice in enumerate(game.choices)
    )
    game.settle()
    happened = [events.resigned(seat, len(cards))]
    if len(game.still_in) == 1:
        happened.append(_last_left(game))
    return happened


def _last_left(game: State) -> Event:
    """DRI-40, DRI-43: end the game because only one seat is left. If no seat has gone out before,
    the remaining seat wins. Otherwise the remaining seat is ranked after the seats that went out.
    DRI-42: if a jinxed seat (one whose win doesn't count) would win, the game is void. Returns the
    event."""
    winner = game.still_in[0]
    if not game.out and winner in game.jinxed:
        return _void(game)
    return _end_by_places(game, "last-left")


def no_progress(game: State) -> Event:
    """DRI-44: end the game because there was no progress. All seats that are still in the game
    share a rank, and the outcome is a draw. Returns the event."""
    return _end(
        game, [*([seat] for seat in game.out), game.still_in, game.resigned], "draw", "no-progress"
    )


def _void(game: State) -> Event:
    """DRI-42: end the game as void, because the win of a jinxed seat does not count. All seats get
    rank 1. Returns the event."""
    return _end(game, [range(game.seats)], "void", "jinx")


def _end_by_places(game: State, reason: str) -> Event:
    """DRI-40: end the game. The seats that went out have the first ranks, in the order in which
    they went out. The seats that are still in the game share the next rank. The seats that resigned
    share the last rank. Returns the event, which has `reason`."""
    return _end(game, [*([seat] for seat in game.out), game.still_in, game.resigned], "won", reason)


def _end(
    game: State, groups: Sequence[Sequence[int]], kind: Literal["won", "draw", "void"], reason: str
) -> Event:
    """End the game. The seats of each group share a rank, and the first group has rank 1. Empty
    groups are ignored. Returns the event."""
    ranks = [0] * game.seats
    for rank, group in enumerate((group for group in groups if group), 1):
        for seat in group:
            ranks[seat] = rank
    game.outcome = Outcome(tuple(ranks), kind, game.honours)
    game.phase = "over"
    game.turn = None
    game.opening = ()
    game.opening_rank = None
    game.tens = 0
    game.tens_blind = False
    game.answer = None
    game.choices = (None,) * game.seats
    game.throwers = ()
    game.throws = {}
    game.wins = {}
    game.settle()
    return events.ended(game.outcome, reason)
