"""Tables of Tredici for tests: positions in which only what matters must be given, and functions to
look at what follows."""

from __future__ import annotations

from typing import Any

from games.cards import SUITS, deck
from games.core import Event, Move
from games.tredici import Tredici

HEARTS = [card for card in deck() if card.endswith("H")]
SPADES = [card for card in deck() if card.endswith("S")]


def at(hands: list[str], *, options: dict[str, Any] | None = None, **position: Any) -> Tredici:
    """The game in a position. Hands and stacks are words (`"3S 4D"`), one for each seat and side.

    Everything that isn't given has its usual value: targets S H D C in turn, empty stacks, every
    seat swaps, seat 0 is at turn."""
    settings = Tredici.options(**(options or {}))
    sides = Tredici.sides_of(settings, len(hands))[-1] + 1
    given = {
        "stacks": [""] * sides,
        "targets": list(SUITS[:sides]),
        "draw": "",
        "discard": "",
        "turn": 0,
        "owes": ["swap"] * len(hands),
        "full_hand": 7,
        "kische": "unused",
        **position,
        "hands": hands,
    }
    for key in ("hands", "stacks"):
        given[key] = [cards.split() for cards in given[key]]
    for key in ("draw", "discard"):
        given[key] = given[key].split()
    return Tredici.from_position(given, options=settings)


def names(events: list[Event]) -> list[str]:
    """The names of the events, in order."""
    return [event.name for event in events]


def named(events: list[Event], name: str) -> Event:
    """Return the only event of this name. Raise ValueError if there is none or more than one."""
    (event,) = [event for event in events if event.name == name]
    return event


def moves(game: Tredici, seat: int, *verbs: str) -> list[Move]:
    """The legal moves of a seat; if verbs are given, only moves with these verbs."""
    return [move for move in game.legal_moves(seat) if not verbs or move.verb in verbs]


def stack(game: Tredici, side: int = 0) -> list[str]:
    """The cards on a side's stacks, in the order in which they were put there."""
    return list(game.position()["stacks"][side])


def hand(game: Tredici, seat: int) -> set[str]:
    """The cards in a hand."""
    return set(game.position()["hands"][seat])
