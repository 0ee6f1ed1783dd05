"""A game of one move, for evenings with many games. The player in the first seat chooses how the
game ends."""

from __future__ import annotations

from typing import Any, ClassVar

from games.core import (
    Deed,
    Event,
    GameError,
    GameOptions,
    IllegalMove,
    InvalidMove,
    Move,
    Outcome,
    Position,
)
from games.view import SeatView, View
from tests.plain_game import PlainGame


class StrawsOptions(GameOptions):
    presets: ClassVar[dict[str, Any]] = {"straws": {}}


class Straws(PlainGame):
    """A game in which seat 0 makes the only move. `fool N` puts seat N last, and `first N` puts
    seat N first. `row N` ranks all seats in order from seat N on. `draw` ends the game in a draw.
    `walk N` lets seat 0 win by a walk-off (a special way to win) of degree N."""

    name, title, version, players = "straws", "Straws", 1, range(2, 13)
    Options: ClassVar[type[GameOptions]] = StrawsOptions
    summary = "Draw straws."
    deed_names: ClassVar[tuple[str, ...]] = ("walk-off",)

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        if event.name != "walk-off":
            return ()
        return (Deed(event.fields["seat"], "walk-off", degree=event.fields["degree"]),)

    @property
    def waiting_on(self) -> frozenset[int]:
        return frozenset() if self.outcome else frozenset({0})

    def legal_moves(self, seat: int) -> list[Move]:
        if seat not in self.waiting_on:
            return []
        numbers = {
            "fool": range(self.seats),
            "first": range(self.seats),
            "row": range(self.seats),
            "walk": range(1, 6),
        }
        each = [
            Move.make(verb, other=str(number)) for verb, some in numbers.items() for number in some
        ]
        return [Move.make("draw"), *each]

    def _apply(self, seat: int, move: Move) -> list[Event]:
        number, everyone = int(move.other or 0), range(self.seats)
        ranks = {
            "fool": [1 + (other == number) for other in everyone],
            "first": [1 + (other != number) for other in everyone],
            "row": [1 + (other - number) % self.seats for other in everyone],
            "draw": [1 for _ in everyone],
            "walk": [1 + (other != 0) for other in everyone],
        }[move.verb]
        self.outcome = Outcome(tuple(ranks), "draw" if move.verb == "draw" else "won")
        events = [Event("drawn", {"seat": seat})]
        return (
            [*events, Event("walk-off", {"seat": 0, "degree": number})]
            if move.verb == "walk"
            else events
        )

    def _refusal(self, seat: int, move: Move) -> GameError:
        known = move.verb in {"fool", "first", "row", "draw", "walk"}
        return (
            IllegalMove("It is over.", rule="STR-1")
            if known
            else InvalidMove("No {verb}.", verb=move.verb)
        )

    def resign(self, seat: int) -> list[Event]:
        self.outcome = Outcome(tuple(2 if other == seat else 1 for other in range(self.seats)))
        return [Event("resigned", {"seat": seat})]

    def view(self, seat: int | None) -> View:
        return View(
            self.name,
            seat,
            tuple(SeatView(number, number, 0) for number in range(self.seats)),
            (),
            moves=tuple(self.legal_moves(seat)) if seat is not None else (),
            waiting_on=tuple(self.waiting_on),
            ranks=self.outcome.ranks if self.outcome else None,
        )

    def position(self) -> Position:
        return {}
