"""Positions of Dritzak for tests, in which only what matters must be given."""

from __future__ import annotations

from typing import Any

from games.core import Event
from games.dritzak import Dritzak


def table(
    *hands: str, preset: str | None = None, options: dict[str, Any] | None = None, **position: Any
) -> Dritzak:
    """Return a game of Dritzak with these hands, in which seat 0 is to move by default. `hands`,
    `draw` and `pile` are texts of cards separated by spaces. `up` and `down` map a seat to its
    face-up and face-down cards; `-` is an empty place."""
    seats = len(hands)
    up = position.pop("up", {})
    down = position.pop("down", {})
    return Dritzak.from_position(
        {
            "hands": [hand.split() for hand in hands],
            "face_up": [up.get(seat, "").split() for seat in range(seats)],
            "face_down": [
                [None if card == "-" else card for card in down.get(seat, "- - -").split()]
                for seat in range(seats)
            ],
            "draw": position.pop("draw", "").split(),
            "pile": position.pop("pile", "").split(),
            **position,
        },
        options=Dritzak.options(preset, **(options or {})),
    )


def moves(game: Dritzak, seat: int = 0) -> set[str]:
    return {str(move) for move in game.legal_moves(seat)}


def hand(game: Dritzak, seat: int = 0) -> list[str]:
    return sorted(game.position()["hands"][seat])


def named(events: list[Event], name: str) -> list[dict[str, Any]]:
    return [dict(event.fields) for event in events if event.name == name]
