"""Checks of the habits of bot players. Each check tells whether a move is the action that a habit
avoids or prefers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.cards import rank_of, suit_of
from games.core import Move, View
from games.players.durak.greedy import worth

Deed = Callable[[View, Move], bool | None]
"""A function that tells whether a move is a certain deed (the action that a habit avoids or
prefers). The function returns None if the seat couldn't choose between the deed and another
action."""


def early(view: View, zone: str) -> bool:
    pile = view.zone(zone)
    return bool(pile and pile.cards)


def verb(name: str, zone: str = "talon") -> Deed:
    """Return a check of whether a move has the verb `name`. The check returns None if the zone
    `zone` has no cards, or if the seat can't choose between this verb and another verb."""

    def deed(view: View, move: Move) -> bool | None:
        verbs = {each.verb for each in view.moves}
        return move.verb == name if {name} < verbs and early(view, zone) else None

    return deed


def plays_the_black_twin(view: View, move: Move) -> bool | None:
    """Return whether the move plays a black card. Return None if the move isn't an attack, a throw
    or a pass with a single plain card (no trump), or if the talon is empty. Also return None if the
    seat couldn't choose between a black and a red plain card of the same rank."""
    if len(move.cards) != 1 or move.verb not in {"attack", "throw", "pass"}:
        return None
    suits = {
        suit_of(each.cards[0])
        for each in view.moves
        if each.verb == move.verb
        and len(each.cards) == 1
        and rank_of(each.cards[0]) == rank_of(move.cards[0])
    } - {view.facts["trump"], None}
    choice = suits & {"H", "D"} and suits & {"S", "C"}
    plain = suit_of(move.cards[0]) in suits
    return (
        suit_of(move.cards[0]) in {"S", "C"} if choice and plain and early(view, "talon") else None
    )


def takes_a_beatable_card(view: View, move: Move) -> bool | None:
    return verb("take")(view, move) if any(each.verb == "beat" for each in view.moves) else None


def passes_cheaply(view: View, move: Move) -> bool | None:
    """Return whether the move passes the attack on. Return None if the talon is empty, or if the
    seat can't choose between passing and another move. Also return None if the seat can't pass with
    a cheap card, which is a plain card (no trump) or a trump up to the eight."""
    passes = [each for each in view.moves if each.verb == "pass"]
    cheap = any(worth(view, each.cards[0]) <= 19 for each in passes)
    return verb("pass")(view, move) if cheap else None


def beats_with(least: int, most: int) -> Deed:
    """Return a check of whether a move beats a plain card (no trump) with a card whose `worth` is
    from `least` to `most`. `worth` is a card's rank, and more for a trump. The check returns None
    if the seat has no such move, if the talon is empty, or if there isn't exactly one attack card
    on the table."""

    def deed(view: View, move: Move) -> bool | None:
        lies = view.zone("table")
        few = lies is not None and len(lies.cards) == 1 and early(view, "talon")

        def dear(each: Move) -> bool:
            own = [worth(view, card) for card in each.cards]
            return each.verb == "beat" and own[0] < 13 and least <= own[1] <= most

        return dear(move) if few and any(map(dear, view.moves)) else None

    return deed


def spends_a_trump(view: View, move: Move) -> bool | None:
    """Return whether the move spends a trump. If the only card on the table is no trump and only
    trumps can beat it, return whether the move beats the card. Otherwise return whether the move
    throws in a trump. Return None if the talon is empty, or if no trump can be spent in these
    ways."""

    def spends(each: Move) -> bool:
        return worth(view, each.cards[-1]) >= 13

    beats = [each for each in view.moves if each.verb == "beat" and worth(view, each.cards[0]) < 13]
    throws = [each for each in view.moves if each.verb == "throw" and spends(each)]
    lies = view.zone("table")
    few = lies is not None and len(lies.cards) == 1 and early(view, "talon")
    if few and beats and all(map(spends, beats)):
        return move in beats
    return move in throws if throws and early(view, "talon") else None


def throws_a_large_card(view: View, move: Move) -> bool | None:
    def large(each: Move) -> bool:
        return each.verb == "throw" and 6 < worth(view, each.cards[0]) < 13

    return large(move) if early(view, "talon") and any(map(large, view.moves)) else None


def leads_the_lowest(view: View, move: Move) -> bool | None:
    worths = {worth(view, each.cards[0]) for each in view.moves if each.verb == "attack"}
    if len(worths) < 2 or not early(view, "talon"):
        return None
    return worth(view, move.cards[0]) == min(worths)


def plays_several(view: View, move: Move) -> bool | None:
    several = any(len(each.cards) > 1 for each in view.moves if each.verb == "play")
    return len(move.cards) > 1 if several and early(view, "draw") else None


def burns_a_large_pile(view: View, move: Move) -> bool | None:
    pile, tens = view.zone("pile"), {"10H", "10S", "10D", "10C"}
    if pile is None or len(pile.cards) < 4 or not early(view, "draw"):
        return None
    return bool(tens & {*move.cards}) if any(tens & {*each.cards} for each in view.moves) else None


def plays_a_heart(view: View, move: Move) -> bool | None:
    """Tell whether a move that plays one card plays a heart. Return None for other moves, if the
    draw pile is empty, or if the seat had no choice between a heart and another suit of the same
    rank."""
    if move.verb != "play" or len(move.cards) > 1 or not early(view, "draw"):
        return None
    rank = rank_of(move.cards[0])
    ways = {each.cards for each in view.moves if len(each.cards) == 1}
    others = {card[0][-1] for card in ways if rank_of(card[0]) == rank}
    return suit_of(move.cards[0]) == "H" if {"H"} < others else None


def collects(suit: str) -> Deed:
    """Return a check of whether a move chooses `suit` as the target (the suit to collect). The
    check returns None for a move that doesn't choose a target."""
    return lambda view, move: move.other == suit if move.verb == "target" else None


DEEDS: Final[Mapping[str, Mapping[str, tuple[Deed, int]]]] = {
    "durak": {
        "hoards-trumps": (spends_a_trump, 2),
        "keeps-aces": (beats_with(11, 12), 3),
        "never-passes": (verb("pass"), 3),
        "always-passes": (passes_cheaply, 3),
        "piles-on": (verb("throw"), 3),
        "holds-back": (throws_a_large_card, 3),
        "spares-the-lowest": (leads_the_lowest, 2),
        "never-takes": (takes_a_beatable_card, 2),
        "red-first": (plays_the_black_twin, 3),
    },
    "dritzak": {
        "one-at-a-time": (plays_several, 3),
        "all-at-once": (plays_several, 3),
        "burns": (burns_a_large_pile, 3),
        "keeps-hearts": (plays_a_heart, 3),
    },
    "tredici": {
        f"fond-of-{name}": (collects(suit), 2)
        for name, suit in (("spades", "S"), ("hearts", "H"), ("diamonds", "D"), ("clubs", "C"))
    },
}
"""For each game and habit of a bot player, a pair of a check and a number of seats. The check tells
whether a move is the action that the habit avoids or prefers. The tests look for the habit at
tables with this number of seats."""
