"""Durak with two decks: finds out which of two equal cards is meant.

Nobody can tell the two copies of a card apart, so a move names a card and not a copy. Two copies
differ only if something has happened to one of them: it was shown, it was used to pass an attack
on, or it was thrown in wrongfully.

In a game's state, each copy has its own number (tables.py). A position lists cards in a fixed order
(`as_met`), such as the cards on the table before the hands. The copy that comes later in this order
is called the second copy. If something happened only to the second copy, the position calls the
card `8C#2`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.cards import NUMBER
from games.durak.rules import cheating, defence, throw_ins
from games.durak.rules.state import State
from games.durak.rules.tables import (
    COPY_TEXT,
    DECK_SIZE,
    NO_CARD,
    SECOND,
    TEXT,
    both_copies,
    mask_of,
    names_in,
    numbers_in,
)
from games.moves import Move


def said(state: State, seat: int, move: Move) -> Move:
    """Return a copy of the legal move `move` whose field `cards` also says which of two equal cards
    is meant (`8C#2` is the second copy). The text of the move stays the same."""
    with_copies = Move(move)
    with_copies.verb, with_copies.other = move.verb, move.other
    with_copies.cards = tuple(COPY_TEXT[number] for number in _meant(state, seat, move))
    return with_copies


def _meant(state: State, seat: int, move: Move) -> list[int]:
    hand = state.hands[seat]
    match move.verb:
        case "throw" if state.rules.cheating:
            hand = throw_ins.lawful_throws(state, seat) | throw_ins.wrongful_throws(state, seat)
        case "pass":
            hand = defence.passing_cards(state)
        case "show":
            hand = defence.travel_cards(state)
        case "accuse":
            return [_accused(state, seat, move.cards[0])]
        case "beat":
            target, card = move.cards
            number = next(
                number
                for number in state.attacks
                if state.open >> number & 1 and TEXT[number] == target
            )
            return [number, *_several(state, defence.covering(state, hand, number), (card,))]
    return _several(state, hand, move.cards)


def _several(state: State, among: int, names: Sequence[str]) -> list[int]:
    """Choose which copies of the named cards are played, and return the numbers of these cards.
    `among` is a bit mask of the possible cards. A copy that everyone has seen is preferred. If this
    doesn't decide, a copy that can't be shown any more to pass an attack on is preferred."""
    numbers = []
    for name in names:
        copies = among & both_copies(1 << NUMBER[name])
        for known in (state.shown, state.travelled):
            copies = copies & known or copies
        number = (copies & -copies).bit_length() - 1
        among &= ~(1 << number)
        numbers.append(number)
    return numbers


def _accused(state: State, seat: int, name: str) -> int:
    """DUR-71: return the number of the copy that a seat accuses. If both copies may be accused, it
    is a wrongful one. If neither is wrongful, it is the one that comes first on the table."""
    accusable = cheating.accusable(state, seat)
    copies = [card for card in _lying(state) if accusable >> card & 1 and TEXT[card] == name]
    return next((card for card in copies if cheating.is_wrongful(state, card)), copies[0])


class Numbering:
    """Gives numbers to cards that are read one after the other, each by its name. With two decks,
    the first card with a certain name is the first copy, and the next card with the same name is
    the second copy."""

    def __init__(self, decks: int) -> None:
        self._decks = decks
        self._met: Counter[str] = Counter()

    def number(self, name: str) -> int:
        """Return the number of the next card with the name `name`. When all copies already have
        their numbers, return the number of the last copy."""
        if self._decks == 1:
            return NUMBER[name]
        copy = min(self._met[name], self._decks - 1)
        self._met[name] += 1
        return NUMBER[name] + copy * DECK_SIZE

    def mask(self, names: list[str]) -> int:
        """Return a bit mask of the cards in `names`. With two decks, the first card of a name gets
        the number of the first copy. The next card of the same name gets the number of the second
        copy. Cards of earlier calls count too."""
        if self._decks == 1:
            return mask_of(names)
        cards = 0
        for name in names:
            cards |= 1 << self.number(name)
        return cards


def as_met(state: State) -> Iterator[int]:
    """Yield the numbers of all cards in the order in which a position lists them: the table pair by
    pair, the hands, the talon, the discard pile."""
    yield from _lying(state)
    for hand in state.hands:
        yield from numbers_in(hand)
    yield from state.talon[state.drawn :]
    yield from numbers_in(state.discard)


def _lying(state: State) -> Iterator[int]:
    for pair in zip(state.attacks, state.covers, strict=True):
        yield from (card for card in pair if card != NO_CARD)


def second_copies(state: State) -> int:
    """Return a bit mask of second copies. A card is a second copy if a position lists another copy
    of the same card before it."""
    met = second = 0
    for number in as_met(state):
        first = 1 << number % DECK_SIZE
        if met & first:
            second |= 1 << number
        met |= first
    return second


def copy_texts(state: State, cards: int) -> list[str]:
    """Return the names of the cards in the bit mask `cards`, in the order of games/cards.py. Names
    of second copies end in `#2`. With one deck, there are no second copies."""
    if not cards or state.rules.decks == 1:
        return names_in(cards)
    second = second_copies(state)
    texts = [
        (number % DECK_SIZE, TEXT[number] + SECOND * (second >> number & 1))
        for number in numbers_in(cards)
    ]
    return [text for _, text in sorted(texts)]
