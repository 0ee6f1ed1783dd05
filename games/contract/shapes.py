"""Checks of types. Everything that a game returns must have the type that the contract states.
These checks run before all others."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from games.cards import is_card
from games.contract.playing import Sitting, called, seats_and_spectator
from games.core import Amount, Event, Move, SeatView, View, Zone
from games.view import Layout

LAYOUTS: Final = get_args(Layout)
"""The layouts that a zone may have."""

Sound = Callable[[Any], bool]
"""A function that says whether a value has the right type."""


def _number(value: Any) -> bool:
    return type(value) is int


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _seat(value: Any) -> bool:
    return value is None or _number(value)


def _card(value: Any) -> bool:
    return value is None or (isinstance(value, str) and is_card(value))


def _tuple_of(sound: Sound) -> Sound:
    return lambda value: isinstance(value, tuple) and all(map(sound, value))


def _is(kind: type) -> Sound:
    return lambda value: isinstance(value, kind)


def _ranks(value: Any) -> bool:
    return value is None or _tuple_of(_number)(value)


Fields = Mapping[str, tuple[Sound, str]]
"""For each field: a function that checks the type of its value, and the type in words."""

OF_VIEW: Final[Fields] = {
    "game": (_text, "a text"),
    "seat": (_seat, "a seat or None"),
    "seats": (_tuple_of(_is(SeatView)), "a tuple of SeatViews"),
    "zones": (_tuple_of(_is(Zone)), "a tuple of Zones"),
    "facts": (_is(Mapping), "a mapping"),
    "moves": (_tuple_of(_is(Move)), "a tuple of Moves"),
    "waiting_on": (_tuple_of(_number), "a tuple of seats"),
    "ranks": (_ranks, "a tuple of whole numbers or None"),
    "amounts": (_tuple_of(_is(Amount)), "a tuple of Amounts"),
    "pause": (_flag, "True or False"),
}
OF_SEAT: Final[Fields] = {
    "seat": (_number, "a whole number"),
    "side": (_number, "a whole number"),
    "cards": (_number, "a whole number"),
    "roles": (_tuple_of(_text), "a tuple of texts"),
    "out": (_flag, "True or False"),
    "resigned": (_flag, "True or False"),
}
OF_ZONE: Final[Fields] = {
    "name": (_text, "a text"),
    "owner": (_seat, "a seat or None"),
    "layout": (lambda value: value in LAYOUTS, f"one of {', '.join(LAYOUTS)}"),
    "cards": (_tuple_of(_card), "a tuple of cards and None"),
    "covers": (_tuple_of(_card), "a tuple of cards and None"),
    "gaps": (_tuple_of(_number), "a tuple of whole numbers"),
    "number": (_number, "a whole number"),
    "most": (_seat, "a whole number or None"),
}
OF_EVENT: Final[Fields] = {
    "name": (lambda value: _text(value) and bool(value), "a text"),
    "fields": (_is(Mapping), "a mapping"),
    "secret": (lambda value: value is None or isinstance(value, Mapping), "a mapping or None"),
    "seats": (_tuple_of(_number), "a tuple of seats"),
}


def check_shapes(sitting: Sitting) -> None:
    """Check the types of everything in a game's views. Raises ContractBroken."""
    game, hold = sitting.game, sitting.hold
    for viewer in seats_and_spectator(game):
        view: Any = game.view(viewer)
        what = f"the view of {called(viewer)}"
        hold(isinstance(view, View), f"What {called(viewer)} sees isn't a View: {view!r}.")
        _check_fields(sitting, view, OF_VIEW, what)
        for seat in view.seats:
            _check_fields(sitting, seat, OF_SEAT, f"seat {seat.seat!r} in {what}")
        for zone in view.zones:
            _check_fields(sitting, zone, OF_ZONE, f"the zone {zone.name!r} in {what}")
        hold(_is_json(view.facts), f"The facts in {what} are more than JSON can say: {view.facts}.")
        hold(
            view.pause == game.pause,
            f"The pause in {what} is {view.pause}, and that of the game {game.pause!r}.",
        )


def check_event_shapes(sitting: Sitting, event: Event) -> None:
    """Check that the fields of an event have the types of the contract, that JSON can hold them,
    and that the event is only for existing seats. Raises ContractBroken."""
    what = f"the event {event.name!r}"
    _check_fields(sitting, event, OF_EVENT, what)
    said = [dict(event.fields), dict(event.secret or {}), event.seats]
    sitting.hold(_is_json(said), f"The event {event.name} is more than JSON can say: {event}.")
    there = range(sitting.game.seats)
    sitting.hold(
        set(event.seats) <= set(there), f"The event {event.name} is for seats that aren't there."
    )


def _check_fields(sitting: Sitting, whole: Any, fields: Fields, what: str) -> None:
    for name, (sound, words) in fields.items():
        value = getattr(whole, name)
        sitting.hold(sound(value), f"The {name} of {what} must be {words}, not {value!r}.")


def _is_json(data: Any) -> bool:
    try:
        json.dumps(data, default=dict)
    except (TypeError, ValueError):
        return False
    return True
