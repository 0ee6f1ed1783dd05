"""The deal of Durak: the hands, the trump, deals that are repeated, and the seat that attacks
first."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.durak.rules.options import HAND_SIZE
from games.durak.rules.rules import Rules
from games.durak.rules.state import NOBODY, Opening, State
from games.durak.rules.tables import (
    COLOURS,
    JOKERS_OF_ALL,
    SUIT_MASKS,
    SUITS_OF_ALL,
    folded,
    numbers_in,
    suit_of,
)
from games.shuffle import Stream

LOPSIDED: Final = 5
"""DUR-04: with at least this number of cards of one suit, a seat may ask for another deal."""


class Deal(NamedTuple):
    """The result of a deal. `hands` has for each seat a bit mask of its cards. `talon` has the
    numbers of the cards in the talon; the trump card is the last. `trump` is the trump suit as an
    index into `SUITS`. `shown` is a bit mask of cards in hands that everyone has seen. It has the
    last card dealt if no talon is left, and otherwise nothing."""

    hands: list[int]
    talon: tuple[int, ...]
    trump: int
    shown: int


def shuffle_and_deal(rules: Rules, stream: Stream, dealer: int, standing: int) -> Deal:
    """DUR-01: shuffle, and deal six cards to each seat in the bit mask `standing` (the seats that
    are in the game). The cards are dealt one at a time, and the dealer is the last in each round.
    The next card is the trump card.

    DUR-03: if the option `misdeal` is `six-of-a-colour`, a deal is repeated as long as all cards of
    some hand have the same colour."""
    deal = _deal(rules, stream, dealer, standing)
    if rules.options.misdeal == "six-of-a-colour":
        while any(hand and not hand & ~colour for hand in deal.hands for colour in COLOURS):
            deal = _deal(rules, stream, dealer, standing)
    return deal


def _deal(rules: Rules, stream: Stream, dealer: int, standing: int) -> Deal:
    cards = list(numbers_in(rules.deck))
    stream.shuffle(cards)
    dealt_to = [seat for seat in (*rules.rounds[dealer], dealer) if standing >> seat & 1]
    hands = [0] * rules.seats
    for place, seat in enumerate(dealt_to):
        for card in cards[place : HAND_SIZE * len(dealt_to) : len(dealt_to)]:
            hands[seat] |= 1 << card
    talon = cards[HAND_SIZE * len(dealt_to) :]
    if not talon:
        last = cards[-1]
        return Deal(hands, (), suit_of(last), 1 << last)
    turned = _turn_up(talon, stream)
    return Deal(hands, (*talon, turned), suit_of(turned), 0)


def _turn_up(talon: list[int], stream: Stream) -> int:
    """Take the trump card from the talon, and return it. DUR-02: if this card is a joker, the joker
    goes back to a random place in the talon, and the next card is turned up."""
    turned = talon.pop(0)
    while 1 << turned & JOKERS_OF_ALL:
        following = talon.pop(0)
        talon.insert(stream.randrange(len(talon) + 1), turned)
        turned = following
    return turned


def first_attacker(
    hands: list[int], trump: int, opening: Opening, dealer: int, standing: int, rules: Rules
) -> int:
    """DUR-05: return the seat that attacks first. `standing` is a bit mask of the seats in the
    game.

    If `opening` names a seat, this seat attacks, or if it is no longer in the game, the next seat
    clockwise. Otherwise (`opening.seat` is NOBODY) the seat with the lowest trump attacks. First
    only the seats in `opening.among` are compared, and if none of them has a trump, all seats. If
    nobody has a trump, the next seat clockwise from the dealer attacks."""
    if opening.seat != NOBODY:
        return (
            opening.seat
            if standing >> opening.seat & 1
            else rules.following[opening.seat][standing]
        )
    held = hands if rules.decks == 1 else [folded(hand) for hand in hands]
    for seats in (opening.among, standing):
        among = seats & standing
        holders: dict[int, int] = {}
        # With two decks two may hold the lowest trump: then the first from the dealer's left does.
        for seat in (*rules.rounds[dealer], dealer):
            trumps = held[seat] & SUIT_MASKS[trump]
            if trumps and among >> seat & 1:
                holders.setdefault(trumps & -trumps, seat)
        if holders:
            return holders[min(holders)]
    return rules.following[dealer][standing]


def is_lopsided(hand: int) -> bool:
    """DUR-04: return whether five or more cards of a hand have the same suit. Jokers have no suit
    (DUR-03)."""
    return any((hand & suit).bit_count() >= LOPSIDED for suit in SUITS_OF_ALL)


def lopsided(state: State) -> int:
    """DUR-04: return a bit mask of the seats in the game that have five or more cards of one
    suit."""
    seats = 0
    for seat, hand in enumerate(state.hands):
        if is_lopsided(hand):
            seats |= 1 << seat
    return seats & state.standing


def asked(state: State) -> int:
    """DUR-04: return a bit mask of the seats that must still answer whether they want another
    deal."""
    return 0 if state.redeal is None else lopsided(state) & ~state.redeal.kept
