"""Epaulettes: the insult at the end of a game, and the match that is played for them."""

from __future__ import annotations

from games.cards import RANKS, rank_of
from games.core import Event
from games.durak.rules.options import DECKS
from games.durak.rules.state import State
from games.durak.rules.tables import SUITS_OF_ALL, TEXT


def honours(state: State, happened: list[Event], fool: int) -> list[str]:
    """The honours of the game that ends now; `fool` is NOBODY when there is none that could wear
    epaulettes."""
    match state.rules.options.epaulettes:
        case "off":
            return []
        case "insult":
            return _insult(state, happened, fool)
        case "match":
            return _match(state, happened, fool)


def _takes(state: State, fool: int) -> bool:
    return state.taking and fool == state.defender


def _insult(state: State, happened: list[Event], fool: int) -> list[str]:
    """DUR-60: one when the fool takes, and the last attack card is of the lowest rank.

    Two, if the one before is as well, from the same attacker.
    """
    if not _takes(state, fool) or not state.rules.lowest >> state.attacks[-1] & 1:
        return []
    twice = (
        len(state.attacks) > 1
        and state.rules.lowest >> state.attacks[-2] & 1
        and state.by[-2] == state.by[-1]
    )
    count = 2 if twice else 1
    happened.append(Event("epaulettes", {"seat": fool, "count": count, "by": state.by[-1]}))
    return [f"epaulettes:{fool}:{count}"]


def _match(state: State, happened: list[Event], fool: int) -> list[str]:
    """DUR-61: the loser may wear a rank more.

    The side that confers an ace has won the match, and so has the one whose opponents have all
    left.
    """
    if _takes(state, fool):
        side = state.rules.sides[fool]
        rank = next_rank(state, side)
        if rank_of(TEXT[state.attacks[-1]]) == rank and _without_only_trumps(state, side):
            state.wears = tuple(
                rank if place == side else worn for place, worn in enumerate(state.wears)
            )
            happened.append(
                Event("wears", {"side": side, "rank": rank, "seat": fool, "by": state.by[-1]})
            )
    worn = [f"wears:{side}:{rank}" for side, rank in enumerate(state.wears) if rank is not None]
    lost = [
        side for side, rank in enumerate(state.wears) if rank == RANKS[-1] or _all_left(state, side)
    ]
    for side in lost[:1]:
        happened.append(Event("match", {"side": 1 - side}))
        worn.append(f"match:{1 - side}")
    return worn


def next_rank(state: State, side: int) -> str:
    """DUR-61: the rank that a side would wear next: the deck's lowest, then one higher each
    time."""
    worn = state.wears[side]
    if worn is None:
        return DECKS[state.rules.options.deck_for(state.seats)][1]
    return RANKS[RANKS.index(worn) + 1]


def _without_only_trumps(state: State, loser: int) -> bool:
    """DUR-61: whether the winners' attack cards include one that is no trump."""
    return any(
        not SUITS_OF_ALL[state.trump] >> card & 1
        for card, seat in zip(state.attacks, state.by, strict=True)
        if state.rules.sides[seat] != loser
    )


def _all_left(state: State, side: int) -> bool:
    return all(
        state.resigned >> seat & 1 for seat in range(state.seats) if state.rules.sides[seat] == side
    )
