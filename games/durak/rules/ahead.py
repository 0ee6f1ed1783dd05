"""What a seat may choose before its turn."""

from __future__ import annotations

from games.cards import RANKS, rank_of
from games.durak.rules.state import State
from games.durak.rules.tables import DONE, NUMBERS, PASSES, TAKE, TEXT, numbers_in
from games.moves import Move


def plans(state: State, seat: int) -> list[tuple[Move, ...]]:
    """The defender: to take (DUR-24), or, before a card lies, to pass on with a card (DUR-30). Who
    may throw in: to be done (DUR-15), or to add all cards of a rank (DUR-12)."""
    bit = 1 << seat
    if state.outcome is not None or state.redeal is not None or (state.waiting & bit):
        return []
    if seat == state.defender:
        return [] if state.taking else [(TAKE,), *((move,) for move in _passes(state))]
    if not state.throwers & bit or not state.hands[seat]:
        return []
    return [(DONE,), *_ranks(state, seat)]


def _passes(state: State) -> list[Move]:
    may = state.rules.passing and (state.bout_over or state.rules.options.first_bout_passing)
    passes = PASSES[state.hands[state.defender]] if may and not state.attacks else ()
    return sorted(set(passes), key=lambda move: NUMBERS[move.cards[0]])


def _ranks(state: State, seat: int) -> list[tuple[Move, ...]]:
    """The cards of the hand as throws, those of a rank together, by rising rank. They are in the
    order of their texts: of two copies of a card nobody can tell which is which."""
    ranks: dict[str, list[Move]] = {}
    cards = sorted(map(TEXT.__getitem__, numbers_in(state.hands[seat])), key=NUMBERS.__getitem__)
    for card in cards:
        ranks.setdefault(rank_of(card), []).append(Move.make("throw", [card]))
    return [tuple(ranks[rank]) for rank in sorted(ranks, key=_height)]


def _height(rank: str) -> int:
    return RANKS.index(rank) if rank in RANKS else len(RANKS)
