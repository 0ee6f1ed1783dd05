"""Makes sentences of the names and values of events and facts. These sentences are for games from
packages (plug-ins) that have no words of their own."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any, Final

from cogs.words import _, counted
from cogs.words.cards import RANK_LETTERS, SUIT_NAMES, rank, suit, text, texts
from cogs.words.names import escaped
from cogs.words.seats import Names
from games.cards import is_card

SEAT_FIELDS: Final = frozenset(
    {
        "seat",
        "attacker",
        "defender",
        "dealer",
        "caller",
        "fool",
        "winner",
        "accused",
        "owner",
        "next",
    }
)
"""The usual names of fields of events and facts that contain a seat."""
SEATS_FIELDS: Final = frozenset(
    {"seats", "holders", "skipped", "left", "out", "done", "winners", "throwers", "resigned"}
)
"""The usual names of fields that contain a list of seats."""
SUIT_FIELDS: Final = frozenset({"suit", "trump", "target"})
"""The usual names of fields that contain a suit."""


def in_words(name: str) -> str:
    """Return an identifier as words, such as `Full hand` for `full_hand`. The words are translated
    if a translation exists."""
    words = name.replace("_", " ").replace("-", " ").strip().capitalize()
    return _(words)


def shown(name: str, value: Any, names: Names, seat_fields: Set[str] = SEAT_FIELDS) -> str:
    """Return the text for a field of an event, or for a fact. The text depends on the field's
    `name` and on the type of `value`. It is used for games without words of their own, and fills
    the blanks of the sentences of all games. Fields in `seat_fields` contain numbers of seats."""
    if isinstance(value, bool) or value is None:
        # Translators: The value of an option or of a fact.
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return names[value] if name in seat_fields else _numbered(name, value, names)
    if isinstance(value, (list, tuple)):
        seats = name in SEATS_FIELDS or name in seat_fields
        if seats and all(isinstance(seat, int) for seat in value):
            return names.listed(value)
        one = name.removesuffix("s")
        return " ".join(shown(one, item, names, seat_fields) for item in value)
    if isinstance(value, Mapping):
        return ", ".join(
            f"{in_words(str(key))}: {shown(str(key), item, names, seat_fields)}"
            for key, item in value.items()
        )
    return _worded(name, str(value))


def _numbered(name: str, value: int, names: Names) -> str:
    if name == "side":
        return names.side(value)
    return str(value)


def _worded(name: str, value: str) -> str:
    if is_card(value):
        return text(value)
    if value in RANK_LETTERS and name.endswith("rank"):
        return rank(value)
    if value in SUIT_NAMES and (name in SUIT_FIELDS or len(value) == 1):
        return suit(value)
    return escaped(value.replace("_", " "))


def told_generically(
    event: str, fields: Mapping[str, Any], names: Names, seat_fields: Set[str] = SEAT_FIELDS
) -> str:
    """Return a sentence for an event without words. It has the seat, the event's name, the cards or
    their number, and then the other fields."""
    rest = dict(fields)
    seat = rest.pop("seat", None)
    cards = rest.pop("cards", None)
    count = rest.pop("count", None)
    parts = [names.label(seat)] if isinstance(seat, int) else []
    parts.append(in_words(event).lower() if parts else in_words(event))
    if isinstance(cards, (list, tuple)) and cards:
        parts.append(
            texts(cards)
            if all(card is None or is_card(str(card)) for card in cards)
            else shown("cards", cards, names, seat_fields)
        )
    elif isinstance(count, int):
        # Translators: After what a player did, in brackets: “Ada draws (2 cards)”.
        parts.append(counted("({number} card)", "({number} cards)", count))
    parts.extend(
        f"({in_words(name).lower()}: {shown(name, value, names, seat_fields)})"
        for name, value in rest.items()
    )
    return " ".join(parts)
