"""What the attacking side does in a bout of Durak (an attack and its defence): open the attack,
throw cards in, or say done."""

from __future__ import annotations

from games.core import Event
from games.durak.rules import bout
from games.durak.rules.state import State
from games.durak.rules.tables import (
    ATTACKS,
    DONE,
    EVERY_CARD,
    NO_CARD,
    NUMBERS,
    OF_MOVES,
    TEXT,
    THROWS,
    paired,
    sets_of_rank,
)
from games.durak.rules.throw_ins import lawful_throws, offered, wrongful_throws
from games.moves import Move


def openings(state: State) -> list[Move]:
    """DUR-10: return the moves that open an attack. There is a move for each single card. If the
    option `opening` is `several`, there are also moves with several cards of one rank, up to the
    limit (DUR-11)."""
    hand = state.hands[state.attacker]
    if hand > EVERY_CARD:
        hand = paired(hand)
    if state.rules.single:
        return [*ATTACKS[hand]]
    most = min(state.most, state.hands[state.defender].bit_count())
    moves: list[Move] = []
    rest = hand
    while rest:
        group = rest & state.rules.rank_masks[(rest & -rest).bit_length() - 1]
        moves += sets_of_rank(group, min(most, group.bit_count()))
        rest ^= group
    return moves


def replies(state: State, seat: int) -> list[Move]:
    """Return the moves of an attacking seat after the attack was opened: to throw a card in, or to
    say done. Empty if it isn't the seat's turn."""
    # Without an open card for the defender to answer, those whose turn it is are waited on. In a
    # position that was set up so that the bout should have ended, that is somebody who can only say
    # so.
    turns = offered(state) if state.open and not state.taking else state.waiting
    if not turns >> seat & 1:
        return []
    if state.said >> seat & 1:
        return [DONE]
    cards = lawful_throws(state, seat)
    if state.rules.cheating:
        cards |= wrongful_throws(state, seat)
    return [*THROWS[cards], DONE]


def lay(state: State, seat: int, card: int) -> None:
    """Put an attack card on the table. DUR-15: every seat that was done may act again."""
    bit = 1 << card
    state.hands[seat] &= ~bit
    state.shown &= ~bit
    state.attacks.append(card)
    state.covers.append(NO_CARD)
    state.by.append(seat)
    state.open |= bit
    state.ranks |= state.rules.rank_masks[card]
    state.said = 0


def attack(state: State, seat: int, move: Move) -> list[Event]:
    """Open an attack with the cards of the move. Returns the events."""
    for name in move.cards:
        lay(state, seat, NUMBERS[name])
    state.waiting = 1 << state.defender
    return [OF_MOVES[seat][move]]


def lie_as_named(state: State, text: str) -> None:
    """Sort the cards that have just opened an attack in the order in which `text`, the text of the
    move, names them.

    No rule requires this, but a player who types `attack 7D 7S` means that the diamond comes first.
    `Move.cards` doesn't show this order, because its cards are sorted."""
    verb, *words = text.split()
    if verb == "attack":
        state.attacks.sort(key=lambda card: words.index(TEXT[card]))


def throw(state: State, seat: int, move: Move) -> list[Event]:
    """Throw a card in. Returns the events. While cheating is allowed, it is also noted whether the
    card is wrongful (DUR-70). From then on, cards that the defender played before can no longer be
    accused (DUR-72)."""
    card = NUMBERS[move.cards[0]]
    happened = [OF_MOVES[seat][move]]
    if state.rules.cheating:
        wrong = 0 if lawful_throws(state, seat) >> card & 1 else 1 << card
        state.cheats = state.cheats._replace(wrongful=state.cheats.wrongful | wrong, covers=0)
    lay(state, seat, card)
    if state.taking:
        bout.settle(state, happened)
    else:
        state.waiting = 1 << state.defender
    return happened


def done(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-15: the seat says that it adds no card for now. This can end the bout if all cards are
    beaten or the defender takes. Returns the events."""
    happened = [OF_MOVES[seat][move]]
    state.said |= 1 << seat
    if state.taking or not state.open:
        bout.settle(state, happened)
    return happened
