"""Makes positions of Durak for tests. Only what matters must be given, and by default hearts are
trumps and seat 0 attacks."""

from __future__ import annotations

from typing import Any

from games.core import Event, Outcome
from games.durak import Durak


def table(
    *hands: str, preset: str = "durnius", options: dict[str, Any] | None = None, **position: Any
) -> Durak:
    """Return a game of Durak with these hands. `hands`, `talon` and `lies` are texts of cards
    separated by spaces. `lies` has the cards on the table: `8S` is an unbeaten attack card, and
    `8S/9S` is an attack card with the card that beats it."""
    lies = [pair.split("/") for pair in position.pop("lies", "").split()]
    seats = len(hands)
    attacker = position.pop("attacker", 0)
    return Durak.from_position(
        {
            "hands": [hand.split() for hand in hands],
            "talon": position.pop("talon", "").split(),
            "trump": position.pop("trump", "H"),
            "attacker": attacker,
            "defender": position.pop("defender", ((attacker or 0) + 1) % seats),
            "table": [[pair[0], pair[1] if len(pair) > 1 else None] for pair in lies],
            "by": position.pop("by", [attacker] * len(lies)),
            **position,
        },
        options=Durak.options(preset, **(options or {})),
    )


def moves(game: Durak, seat: int) -> set[str]:
    return {str(move) for move in game.legal_moves(seat)}


def verbs(game: Durak, seat: int) -> set[str]:
    return {move.verb for move in game.legal_moves(seat)}


def hand(game: Durak, seat: int) -> set[str]:
    return set(game.position()["hands"][seat])


def named(events: list[Event], name: str) -> list[dict[str, Any]]:
    """The public fields of all events with the name `name`."""
    return [dict(event.fields) for event in events if event.name == name]


def play(game: Durak, *steps: str) -> list[Event]:
    """Play steps such as `1 beat 6S 9S` (seat and move) or `2 resign`, and return all events."""
    happened: list[Event] = []
    for step in steps:
        seat, _, move = step.partition(" ")
        happened += game.resign(int(seat)) if move == "resign" else game.play(int(seat), move)
    return happened


def ended(game: Durak) -> Outcome:
    assert game.outcome is not None
    return game.outcome
