"""Turn a View (what one seat may know of a game) into an array. Each position in the array has a
name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from games.cards import is_card
from games.core import View, Zone
from shijo.explored import TABLE, Explored, _texts

SELF: Final = "self"
"""The name of the viewer's seat. The other seats are `next1`, `next2` … clockwise."""


class Encoding:
    """The layout of the arrays that stand for the views of one game. `names` has a name for each
    position of an array, such as `zone.hand.self.6S`. In these names, the reader's own seat is
    `self`."""

    def __init__(self, found: Explored, seats: int) -> None:
        self._found, self._seats = found, seats
        self.names: tuple[str, ...] = tuple(self._named())
        self._place = {name: place for place, name in enumerate(self.names)}
        self._card = {card: number for number, card in enumerate(found.cards, 1)}
        self._text = {text: number for number, text in enumerate(found.texts, 1)}

    def _named(self) -> Iterator[str]:
        found, everyone = self._found, [SELF, *(f"next{n}" for n in range(1, self._seats))]
        for zone, owned in found.zones:
            for owner in everyone if owned else [TABLE]:
                start = f"zone.{zone}.{owner}"
                yield from (f"{start}.{what}" for what in ("cards", "number", "top"))
                yield from (f"{start}.{card}" for card in found.cards)
                yield from (f"{start}.over.{card}" for card in found.cards)
        for who in everyone:
            start = f"seat.{who}"
            yield from (
                f"{start}.{what}"
                for what in ("cards", "out", "resigned", "waited_on", "partner", "score")
            )
            yield from (f"{start}.{role}" for role in found.roles)
            yield from (f"fact.{name}.{who}" for name in found.by_seat)
        yield from (f"fact.{name}" for name in found.values)
        yield from (f"fact.{name}.{card}" for name in found.of_cards for card in found.cards)

    def of(self, view: View) -> Any:
        """Return a seat's view as an array of `len(names)` float32 numbers, in the order of
        `names`. Each number is a count, a flag (0 or 1) or a value from the view. A card or a text
        in the view is replaced by its place, from 1, in the list of all cards or texts of the
        game."""
        values = np.zeros(len(self.names), np.float32)
        me = view.seat or 0
        for zone in view.zones:
            self._add_zone(values, zone, self._who(zone.owner, me))
        side = view.seats[me].side
        for seat in view.seats:
            start = f"seat.{self._who(seat.seat, me)}"
            score = view.score(seat.seat)
            known = {
                "cards": seat.cards,
                "out": seat.out,
                "resigned": seat.resigned,
                "waited_on": seat.seat in view.waiting_on,
                "partner": seat.side == side,
                "score": score if isinstance(score, int) else 0,
                **dict.fromkeys(seat.roles, 1),
            }
            for what, value in known.items():
                self._put(values, f"{start}.{what}", value)
        for name, value in view.facts.items():
            self._add_fact(values, name, value, me)
        return values

    def _who(self, owner: int | None, me: int) -> str:
        if owner is None:
            return TABLE
        return SELF if owner == me else f"next{(owner - me) % self._seats}"

    def _put(self, values: Any, name: str, value: float) -> None:
        place = self._place.get(name)
        if place is not None:
            values[place] += value

    def _add_zone(self, values: Any, zone: Zone, owner: str) -> None:
        start = f"zone.{zone.name}.{owner}"
        self._put(values, f"{start}.cards", len(zone.cards))
        self._put(values, f"{start}.number", zone.number)
        if zone.cards and zone.cards[-1] is not None:
            self._put(values, f"{start}.top", self._card.get(zone.cards[-1], 0))
        for card in zone.cards:
            self._put(values, f"{start}.{card}", 1)
        for card in zone.covers:
            self._put(values, f"{start}.over.{card}", 1)

    def _add_fact(self, values: Any, name: str, value: Any, me: int) -> None:
        if isinstance(value, (list, tuple)) and len(value) == self._seats:
            for seat, each in enumerate(value):
                self._put(values, f"fact.{name}.{self._who(seat, me)}", self._figure(each))
        self._put(values, f"fact.{name}", self._figure(value))
        for text in _texts(value):
            if is_card(text):
                self._put(values, f"fact.{name}.{text}", 1)

    def _figure(self, value: Any) -> float:
        if isinstance(value, (bool, int, float)):
            return float(value)
        return float(self._card.get(value) or self._text.get(value, 0)) if _is_text(value) else 0.0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
