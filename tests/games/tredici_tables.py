"""Tables of Tredici for tests. `at` makes a game in a position, from the values that matter for a
test. All other functions look at the events, moves and cards of a game."""

from __future__ import annotations

from typing import Any

from games.cards import SUITS, deck
from games.core import Event, Move
from games.tredici import Tredici

HEARTS = [card for card in deck() if card.endswith("H")]
SPADES = [card for card in deck() if card.endswith("S")]


def at(hands: list[str], *, options: dict[str, Any] | None = None, **position: Any) -> Tredici:
    """Return a game in a position. Each hand and each stack is a text of cards, such as `"3S 4D"`.
    Hands are listed by seat, stacks by side.

    Everything that isn't given has its usual value: the sides collect S, H, D and C in this order,
    the stacks are empty, every seat swaps cards on its turn, and seat 0 is to move."""
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
    """Return the names of the events, in the order of the events."""
    return [event.name for event in events]


def named(events: list[Event], name: str) -> Event:
    """Return the only event with the name `name`. Raise ValueError if there is none or more than
    one."""
    (event,) = [event for event in events if event.name == name]
    return event


def moves(game: Tredici, seat: int, *verbs: str) -> list[Move]:
    """Return the legal moves of a seat. If `verbs` are given, return only the moves with these
    verbs."""
    return [move for move in game.legal_moves(seat) if not verbs or move.verb in verbs]


def stack(game: Tredici, side: int = 0) -> list[str]:
    """The cards on a side's stacks, in the order in which they were put there."""
    return list(game.position()["stacks"][side])


def hand(game: Tredici, seat: int) -> set[str]:
    """The cards in a hand."""
    return set(game.position()["hands"][seat])
