"""Construct puzzles of Tredici. Each is a position near the end of a game of four players. Each
player collects a suit of their own, and has at most three cards in hand."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import RANKS
from games.core import Chance
from games.puzzles import Puzzle
from games.puzzles.tredici import FULL_HAND, LACKING, puzzle_in
from games.shuffle import Stream
from games.tredici import Tredici

SEATS = 4
DECKS = range(1, 8)
"""The possible numbers of cards in the drawing deck plus the discard pile, in a position in which
all hands are full. One number is chosen at random."""
MOST_LACKED = 12
OWED = (0, 0, 0, 1, 2)
"""How many cards the hand of another seat is short of a full hand. One entry is chosen at random
for each of these seats."""


def composed(rng: Chance) -> Tredici | None:
    """Make a random position in which the first seat is to move and lacks one or two cards of its
    suit. Returns None when the cards can't be distributed so."""
    suits = list("SHDC")
    rng.shuffle(suits)
    lacked = [1 + rng.randrange(LACKING), *[1] * (SEATS - 1)]
    left = SEATS * FULL_HAND + DECKS[rng.randrange(len(DECKS))] - sum(lacked)
    while left:
        seat = 1 + rng.randrange(SEATS - 1)
        if lacked[seat] < MOST_LACKED:
            lacked[seat] += 1
            left -= 1
    out, stacks = [], []
    for suit, lacks in zip(suits, lacked, strict=True):
        cards = [f"{rank}{suit}" for rank in RANKS]
        rng.shuffle(cards)
        out += cards[:lacks]
        stacks.append(cards[lacks:])
    rng.shuffle(out)
    owed = [0, *(OWED[rng.randrange(len(OWED))] for _ in range(SEATS - 1))]
    hands = []
    for suit, owes in zip(suits, owed, strict=True):
        hand = [card for card in out if card[-1] != suit][: FULL_HAND - owes]
        if len(hand) < FULL_HAND - owes:
            return None
        hands.append(hand)
        out = [card for card in out if card not in hand]
    cut = rng.randrange(len(out) + 1)
    position = {
        "hands": hands,
        "stacks": stacks,
        "targets": suits,
        "draw": out[:cut],
        "discard": out[cut:],
        "turn": 0,
        "owes": [f"draw {owes}" if owes else "swap" for owes in owed],
        "full_hand": FULL_HAND,
        "kische": "used",
    }
    options = Tredici.options(reshuffle=False, call="auto")
    return Tredici.from_position(position, options=options)


def puzzles() -> Iterator[Puzzle]:
    """Yield puzzles without end, the same puzzles on every run."""
    rng = Stream(b"puzzle tredici")
    while True:
        game = composed(rng)
        puzzle = None if game is None else puzzle_in(game, 0)
        if puzzle is not None:
            yield puzzle
