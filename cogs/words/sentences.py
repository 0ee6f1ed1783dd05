"""Functions for a game's words (`cogs.words.game`) that make the sentence of an event depend on a
number, on the fields that the event has, or on the reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from cogs.words import _, counted
from cogs.words.generic import SEAT_FIELDS, shown
from cogs.words.seats import Names

Telling = Callable[[Mapping[str, Any], Names], str]
"""A function that makes a sentence about an event. It takes the event's fields, as far as the
reader may know them, and the names of the seats."""
Honour = Callable[[Sequence[str], Names], str]
"""Makes the line of text about an honour (a special feat in a game). The first argument has the
parts that follow the honour's name, such as `2` and `3` in `walk-off:2:3`."""


@dataclass(frozen=True, slots=True)
class ByPerson:
    """The words of an event that depend on the reader. `others` are the words for everyone, and
    `own` for the seat that the event is about. `whom` maps other fields of the event to the words
    for a reader whose seat is in that field. `by_person` makes objects of this class."""

    others: str | tuple[str, str] | Telling
    own: str | Telling
    whom: Mapping[str, str | Telling] = field(default_factory=dict)


def by_person(
    others: str | tuple[str, str] | Telling, own: str | Telling, **whom: str | Telling
) -> ByPerson:
    """Return the words of an event that depend on the reader: the words for everyone (`others`),
    for the seat that the event is about (`own`), and for a seat in another field of the event. For
    example: `by_person(marked("{seat} catches {of}"), marked("you catch {of}"), of=marked("{seat}
    catches you"))`."""
    return ByPerson(others, own, whom)


def by_number(one: str, several: str) -> Telling:
    """Return the function that makes the sentence of an event with a field `count`, in the singular
    or plural. The blank `{who}` is the seat in the event's field `seat`. For example:
    `by_number(*both("{who} draws {number} card", "{who} draws {number} cards"))`."""

    def tell(fields: Mapping[str, Any], names: Names) -> str:
        return counted(one, several, fields["count"], who=names[fields["seat"]])

    return tell


def filled(*sentences: str) -> Telling:
    """Return the function that makes the sentence of an event in which some fields can be missing.
    The function uses the first of `sentences` that the event can fill in: each of its blanks must
    have a field with a value. (A field that is empty, None or 0 counts as missing, except a field
    with a seat, see `SEAT_FIELDS`.) If there is no such sentence, it uses the last one. Seats
    become names, and cards and suits become words. For example: `filled(marked("{seat} plays
    {cards} and names {suit}"), marked("{seat} plays {cards}"))`."""
    wanted = [{name for _text, name, *_rest in Formatter().parse(each)} for each in sentences]

    def tell(fields: Mapping[str, Any], names: Names) -> str:
        here = {
            name for name, value in fields.items() if value or (value == 0 and name in SEAT_FIELDS)
        } | {None}
        found = (each for each, blanks in zip(sentences, wanted, strict=True) if blanks <= here)
        blanks = {name: shown(name, value, names) for name, value in fields.items()}
        return _(next(found, sentences[-1]), **blanks)

    return tell


def of_seat(others: str, own: str) -> Honour:
    """Return the function that makes the line about an honour (a special feat) of one seat. The
    first part of the honour is the seat's number. `own` is for the player in that seat, and
    `others` (with the blank `{name}`) for everyone else. For example: `of_seat(marked("{name} shot
    the moon"), marked("You shot the moon"))`."""

    def tell(parts: Sequence[str], names: Names) -> str:
        seat = int(parts[0])
        return _(own) if seat == names.me else _(others, name=names[seat])

    return tell
