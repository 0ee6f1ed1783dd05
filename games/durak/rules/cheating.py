"""Cheating in Durak: which cards a seat may accuse, and what follows from an accusation
(DUR-71)."""

from __future__ import annotations

from games.core import Event
from games.durak.rules import bout, throw_ins
from games.durak.rules.state import State
from games.durak.rules.tables import ACCUSALS, NO_CARD, NUMBERS, TEXT, both_copies, folded
from games.moves import Move


def accusable(state: State, seat: int) -> int:
    """DUR-71: return a bit mask of the cards that a seat may accuse. The seat may accuse the
    unbeaten attack cards of other seats. Unless the seat is the defender, it may also accuse the
    cards that the defender has played since anybody last added a card. A seat that is out may
    accuse. A seat that has left may not, and neither may a seat whose accusation in this bout was
    wrong."""
    cheats = state.cheats
    if (cheats.accusers | state.resigned) >> seat & 1:
        return 0
    cards = 0 if seat == state.defender else cheats.covers
    for card, maker in zip(state.attacks, state.by, strict=True):
        if maker != seat and state.open >> card & 1:
            cards |= 1 << card
    return cards


def accusals(state: State, seat: int) -> list[Move]:
    """Return the moves by which a seat may accuse a card. There is one move for each card."""
    return [*ACCUSALS[accusable(state, seat)]]


def accuse(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-71: a seat accuses a card. If the card was played wrongfully, it goes back into its
    owner's hand, and the owner may not play it wrongfully again in this bout. If not, the accuser
    may not accuse again in this bout. If seats have said `done` or `take` before, that stays valid.
    Returns the events."""
    cheats = state.cheats
    card = NUMBERS[move.cards[0]]
    accused = state.by[state.attacks.index(card)] if state.open >> card & 1 else state.defender
    wrongful = is_wrongful(state, card)
    if wrongful:
        _undo(state, card, accused)
    else:
        state.cheats = cheats._replace(accusers=cheats.accusers | 1 << seat)
    happened = [
        Event(
            "accuse",
            {"seat": seat, "cards": [TEXT[card]], "accused": accused, "wrongful": wrongful},
        )
    ]
    if wrongful and (state.taking or not state.open):
        bout.settle(state, happened)
    elif wrongful:
        state.waiting = throw_ins.whom(state)
    return happened


def is_wrongful(state: State, card: int) -> bool:
    """Return whether it was against the rules to play this card. Either it was thrown in
    wrongfully, or it lies over a card that it does not beat."""
    if state.open >> card & 1:
        return bool(state.cheats.wrongful >> card & 1)
    return not state.beats(card, state.attacks[state.covers.index(card)])


def _undo(state: State, card: int, owner: int) -> None:
    """Take a card back from the table into its owner's hand. If the owner has left the game, the
    card goes to the discard pile (DUR-45)."""
    bit = 1 << card
    if state.open & bit:
        place = state.attacks.index(card)
        del state.attacks[place], state.covers[place], state.by[place]
        state.open &= ~bit
    else:
        place = state.covers.index(card)
        state.covers[place] = NO_CARD
        state.open |= 1 << state.attacks[place]
    if state.resigned >> owner & 1:
        state.discard |= bit
        state.progress = True
    else:
        state.hands[owner] |= bit
        barred = list(state.cheats.barred)
        barred[owner] |= bit if state.rules.decks == 1 else both_copies(folded(bit))
        state.cheats = state.cheats._replace(barred=tuple(barred))
    state.cheats = state.cheats._replace(
        wrongful=state.cheats.wrongful & ~bit, covers=state.cheats.covers & ~bit
    )
    state.ranks = 0
    for number in (*state.attacks, *state.covers):
        if number != NO_CARD:
            state.ranks |= state.rules.rank_masks[number]
