"""The events of Durak: their names, their fields, and the commonest ones made in advance.

An event's fields are shared between games: nobody may change them.
"""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.moves import Move

EVENTS: Final = {
    "dealt": "seat, count; secret to the seat: cards. A hand was dealt (again).",
    "trump": "cards, suit. The trump card was turned up.",
    "redeal": "seat. The seat called for another deal (DUR-04).",
    "keep": "seat. The seat plays with the hand it has (DUR-04).",
    "bout": "attacker, defender. A bout begins.",
    "attack": "seat, cards. The attack was opened.",
    "throw": "seat, cards. A card was thrown in.",
    "beat": (
        "seat, attack, cards. The attack card was beaten (or, cheating, covered) with the other."
    ),
    "pass": "seat, cards, defender. The attack was passed on to the new defender.",
    "show": "seat, cards, defender. The attack was passed on by showing a trump.",
    "take": "seat. The defender gives up.",
    "done": "seat. The seat adds nothing now.",
    "accuse": (
        "seat, cards, accused, wrongful. The accused's card was accused; wrongful: it went "
        "back to their hand."
    ),
    "bout-repelled": "seat, cards. The defender beat everything; the cards were discarded.",
    "bout-taken": "seat, cards. The defender took the cards.",
    "bout-void": "cards. A leaver's bout was broken off; the cards were discarded.",
    "drew": "seat, count, and trump when the last card was among them; secret to the seat: cards.",
    "out": "seat. The seat has got rid of its cards.",
    "resigned": "seat, count. The seat left; its cards were discarded.",
    "epaulettes": (
        "seat, count, by. The fool wears one epaulette, or two, from the last attacker (DUR-60)."
    ),
    "wears": (
        "side, rank, seat, by. In a match, the fool's side wears this rank from now on (DUR-61)."
    ),
    "match": "side. The side has won the match (DUR-61).",
    "ended": "fool, ranks, kind, honours. The game is over; fool is null when there is none.",
}
"""Every event's fields, and what it says."""

MOST_SEATS: Final = 10


class OfMoves(dict[Move, Event]):
    """One seat's events that say no more than their move: `events[move]`. Made when first asked
    for."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __missing__(self, move: Move) -> Event:
        fields: dict[str, object] = {"seat": self.seat}
        # The text names cards, where the parts may say which copy of one is meant.
        cards = move.split()[1:]
        if move.verb == "beat":
            fields["attack"] = cards.pop(0)
        if cards:
            fields["cards"] = cards
        made = self[move] = Event(move.verb, fields)
        return made


OF_MOVES: Final = tuple(OfMoves(seat) for seat in range(MOST_SEATS))
"""By seat, the events of the moves `attack`, `throw`, `beat`, `take`, `done`, `keep` and
`redeal`."""

OUT: Final = tuple(Event("out", {"seat": seat}) for seat in range(MOST_SEATS))
"""By seat."""

BOUT: Final = tuple(
    tuple(
        Event("bout", {"attacker": attacker, "defender": defender})
        for defender in range(MOST_SEATS)
    )
    for attacker in range(MOST_SEATS)
)
"""By attacker and defender."""
