"""Constant tables of Durak: cards as bits, which card beats which, all moves, and the most common
events. Each event is made only once and is used in many games, so nobody may change its fields.

A set of cards is an integer (a bit mask) with one bit for each card's number (games/cards.py). With
two decks, the second copy of a card has the number of the first one plus `DECK_SIZE`. Where it
matters which copy is meant, the text of the second copy ends in `SECOND`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Final

from games.cards import BLACK_JOKER, CARDS, NUMBER, RANKS, RED_JOKER, SUITS
from games.core import Event
from games.moves import Move

SUIT_SIZE: Final = len(RANKS)
SUIT: Final = (1 << SUIT_SIZE) - 1
"""All cards of the first suit."""

DECK_SIZE: Final = len(CARDS)
"""The number of cards in a deck, jokers included."""

SECOND: Final = "#2"
"""The end of a card's text, or of a rank, when the second copy is meant."""

TEXT: Final = CARDS * 2
"""The text of each card number. Both copies of a card have the same text."""

COPY_TEXT: Final = CARDS + tuple(card + SECOND for card in CARDS)
"""The text of each card number. The text of a second copy ends in `SECOND`."""

NUMBERS: Final = {text: number for number, text in enumerate(COPY_TEXT)}
"""The number of each card text. If the text ends in `SECOND`, it is the number of the second
copy."""

EVERY_CARD: Final = (1 << DECK_SIZE) - 1
"""All cards of one deck."""

ANY_CARD: Final = -1
"""A bit mask in which every bit is set. It stands for all cards of any number of decks."""

JOKERS: Final = 1 << RED_JOKER | 1 << BLACK_JOKER
SUIT_MASKS: Final = tuple(SUIT << SUIT_SIZE * suit for suit in range(len(SUITS)))
"""The cards of each suit, in the order of `SUITS`."""

SUITS_OF_ALL: Final = tuple(suit | suit << DECK_SIZE for suit in SUIT_MASKS)
"""The cards of each suit in two decks, in the order of `SUITS`."""

RED: Final = SUIT_MASKS[SUITS.index("H")] | SUIT_MASKS[SUITS.index("D")]
BLACK: Final = SUIT_MASKS[SUITS.index("S")] | SUIT_MASKS[SUITS.index("C")]
COLOURS: Final = (RED | RED << DECK_SIZE, BLACK | BLACK << DECK_SIZE)
"""The red cards and the black cards of two decks."""

JOKERS_OF_ALL: Final = JOKERS | JOKERS << DECK_SIZE

NO_CARD: Final = -1

MOST_SEATS: Final = 10

OUT: Final = tuple(Event("out", {"seat": seat}) for seat in range(MOST_SEATS))
"""For each seat, the event that it is out."""

BOUT: Final = tuple(
    tuple(
        Event("bout", {"attacker": attacker, "defender": defender})
        for defender in range(MOST_SEATS)
    )
    for attacker in range(MOST_SEATS)
)
"""For each attacker and defender, the event that a bout begins."""


def mask_of(names: Iterable[str]) -> int:
    """The bit mask of the cards whose names are in `names` (`7H`)."""
    mask = 0
    for name in names:
        mask |= 1 << NUMBER[name]
    return mask


def joined(mask: int, names: Iterable[str]) -> int:
    """Return the bit mask `mask` with these cards added. If a card is already there, its second
    copy is added."""
    for name in names:
        bit = 1 << NUMBER[name]
        mask |= bit << DECK_SIZE if mask & bit else bit
    return mask


def without(mask: int, names: Iterable[str]) -> int:
    """Return the bit mask `mask` without these cards. If both copies of a card are there, the
    second copy is removed."""
    for name in names:
        bit = 1 << NUMBER[name]
        mask &= ~(bit << DECK_SIZE if mask >> DECK_SIZE & bit else bit)
    return mask


def numbers_in(mask: int) -> Iterator[int]:
    """Yield the numbers of the cards in the bit mask `mask`, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names_in(mask: int) -> list[str]:
    """The names of the cards in the bit mask `mask`, in the order of games/cards.py. Two copies of
    a card are neighbours."""
    if mask >> DECK_SIZE:
        return [TEXT[number] for number in sorted(numbers_in(mask), key=_beside_its_copy)]
    names = []
    while mask:
        low = mask & -mask
        names.append(CARDS[low.bit_length() - 1])
        mask ^= low
    return names


def _beside_its_copy(number: int) -> tuple[int, int]:
    return number % DECK_SIZE, number


def both_copies(mask: int) -> int:
    """Return a bit mask with the cards in `mask` (first copies) and the second copies of the same
    cards."""
    return mask | mask << DECK_SIZE


def folded(mask: int) -> int:
    """The bit mask `mask` in which every second copy is replaced by the first copy of the same
    card."""
    return (mask | mask >> DECK_SIZE) & EVERY_CARD


def paired(mask: int) -> int:
    """Return a normal form of the bit mask `mask`, for two decks. The number of copies of each card
    stays the same, but if there is only one copy, it becomes the first copy. So two sets that look
    the same to players give the same result."""
    return folded(mask) | (mask & mask >> DECK_SIZE) << DECK_SIZE


def suit_of(number: int) -> int:
    """Return the suit of the card with the number `number`, as an index into `SUITS`. The card must
    not be a joker."""
    return number % DECK_SIZE // SUIT_SIZE


def _same_rank(number: int) -> int:
    """Return a bit mask of all cards of one deck that have the same rank as this card, a number.
    DUR-21: the jokers share one rank."""
    if 1 << number & JOKERS:
        return JOKERS
    return sum(1 << number % SUIT_SIZE + SUIT_SIZE * suit for suit in range(len(SUITS)))


RANK_MASKS: Final = tuple(_same_rank(number) for number in range(DECK_SIZE))
"""For each card of one deck, all cards of its rank in one deck."""

ALL_OF_RANK: Final = tuple(map(both_copies, RANK_MASKS * 2))
"""For each card of two decks, all cards of its rank in two decks."""


def _beaters(number: int, trump: int) -> int:
    if 1 << number & JOKERS:
        return 0  # DUR-21: a joker played as an attack cannot be beaten
    suit = number // SUIT_SIZE
    higher = SUIT_MASKS[suit] & -(1 << number + 1)
    trumps = 0 if suit == trump else SUIT_MASKS[trump]
    joker = RED_JOKER if 1 << number & RED else BLACK_JOKER
    return higher | trumps | 1 << joker


BEATERS: Final = tuple(
    tuple(_beaters(number, trump) for number in range(DECK_SIZE)) for trump in range(len(SUITS))
)
"""DUR-20, DUR-21: for each trump suit and attack card, the cards of one deck that beat it."""

ALL_BEATERS: Final = tuple(tuple(map(both_copies, cards * 2)) for cards in BEATERS)
"""For each trump suit and attack card, the cards of two decks that beat it. An equal card doesn't
beat it."""


class _OfSuit(dict[int, tuple[Move, ...]]):
    """A cache for one verb and one suit. The key is a bit mask of cards of this suit. The value has
    the move for each of these cards."""

    def __init__(self, moves: tuple[Move, ...]) -> None:
        self.moves = moves

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        made = self[mask] = tuple(self.moves[place] for place in numbers_in(mask))
        return made


class MoveTable(dict[int, tuple[Move, ...]]):
    """The moves of one verb. `table[cards]` has one move for each card in the bit mask `cards`.

    The moves are in the order of the cards' numbers. If both copies of a card are in the set, there
    is only one move for them. Results are kept for up to `KEPT` sets of cards."""

    def __init__(self, verb: str, *first: str) -> None:
        self.by_card = tuple(Move.make(verb, (*first, card)) for card in CARDS)
        self.suits = [
            _OfSuit(self.by_card[start : start + SUIT_SIZE])
            for start in range(0, len(CARDS), SUIT_SIZE)
        ]

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        if mask > EVERY_CARD:
            return self[folded(mask)]
        spades, hearts, diamonds, clubs, jokers = self.suits
        moves = (
            *spades[mask & SUIT],
            *hearts[mask >> 13 & SUIT],
            *diamonds[mask >> 26 & SUIT],
            *clubs[mask >> 39 & SUIT],
            *jokers[mask >> 52],
        )
        if len(self) < KEPT:
            self[mask] = moves
        return moves


KEPT: Final = 1024
"""How many sets of cards a table keeps with their moves. This is sufficient for nearly all sets of
cards with which a hand can beat or throw in, and needs little memory."""

ATTACKS: Final = MoveTable("attack")
THROWS: Final = MoveTable("throw")
PASSES: Final = MoveTable("pass")
SHOWS: Final = MoveTable("show")
ACCUSALS: Final = MoveTable("accuse")
BEATS: Final = tuple(MoveTable("beat", card) for card in CARDS) * 2
"""For each attack card, the table of the moves that beat this card. The index is the number of the
attack card. The key in a table is a bit mask of beating cards."""

TAKE: Final = Move.make("take")
DONE: Final = Move.make("done")
REDEAL: Final = Move.make("redeal")
KEEP: Final = Move.make("keep")


@cache
def sets_of_rank(mask: int, most: int) -> tuple[Move, ...]:
    """Return the attacks with one or more of the cards in `mask`, at most `most`. The cards in
    `mask` must have one rank. Moves with fewer cards come first."""
    names = names_in(mask)
    moves = (
        ATTACKS.by_card[NUMBER[cards[0]]] if size == 1 else Move.make("attack", cards)
        for size in range(1, most + 1)
        for cards in combinations(names, size)
    )
    return tuple(moves) if mask <= EVERY_CARD else tuple(dict.fromkeys(moves))


class OfMoves(dict[Move, Event]):
    """A cache of events for one seat. `events[move]` is the event that this seat has made the move.
    An event depends only on the seat and the move, and is made when it is first needed."""

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
"""For each seat, the events of its moves `attack`, `throw`, `beat`, `take`, `done`, `keep` and
`redeal`."""
