"""The events of Durak: their names and fields."""

from __future__ import annotations

from typing import Final

EVENTS: Final = {
    "dealt": "seat, count; secret to the seat: cards. A hand was dealt (again).",
    "trump": (
        "cards, suit, and seat when the card is in that hand (DUR-01). The trump card was turned "
        "up."
    ),
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
"""For each event, the names of its fields, and what has happened."""
