"""Decides which seats may throw in, and which cards (DUR-11 to DUR-16, DUR-70, DUR-71). Also finds
the plans that a seat may choose before its turn."""

from __future__ import annotations

from games.cards import RANKS, rank_of
from games.durak.rules.state import State
from games.durak.rules.tables import ANY_CARD, DONE, NUMBERS, PASSES, TAKE, TEXT, numbers_in
from games.moves import Move


def within_limit(state: State, more: int = 1) -> bool:
    """DUR-11: return whether `more` attack cards can be added now. All attack cards together must
    not exceed the limit, and the defender must hold at least as many cards as are unbeaten. DUR-24:
    after a take, any number can be added if the option `pile_on` is `unlimited`."""
    if state.taking and state.rules.unlimited:
        return True
    return (
        len(state.attacks) + more <= state.most
        and state.open.bit_count() + more <= state.hands[state.defender].bit_count()
    )


def in_time(state: State) -> bool:
    """DUR-13: return whether cards can be thrown in at this time. If the option `throw_from` is
    `first-beat`, this is possible only after a card of the attack was beaten. If it is `at-once`,
    this is possible from the beginning. DUR-24: after `take`, cards can be thrown in only if the
    option `pile_on` allows it."""
    if state.taking:
        return state.rules.pile_on
    return not state.rules.from_first_beat or state.open.bit_count() < len(state.attacks)


def throwable(state: State) -> int:
    """DUR-12: return a bit mask of all cards that have a rank that can be thrown in now. They
    needn't be in any hand. Empty if no card can be added because of the limit (DUR-11) or the time
    (DUR-13)."""
    return state.ranks if in_time(state) and within_limit(state) else 0


def adders(state: State) -> int:
    """DUR-15, DUR-16: return a bit mask of the seats that could throw in and have not said done.
    The order of the seats (DUR-14) is not considered.

    Each of these seats holds a card that DUR-11 to DUR-13 allow. With `auto_done` off, it needs
    only some card in its hand. Empty if no card can be added now. DUR-73: while cheating is
    allowed, these are all seats with cards that have not said done, except the defender."""
    if state.rules.cheating:
        return state.holding() & ~state.said & ~(1 << state.defender)
    fitting = throwable(state)
    if not fitting:
        return 0
    if not state.rules.auto_done:
        fitting = ANY_CARD
    seats = 0
    asked = state.throwers & ~state.said
    for seat, hand in enumerate(state.hands):
        if hand & fitting and asked >> seat & 1:
            seats |= 1 << seat
    return seats


def offered(state: State) -> int:
    """DUR-14: return a bit mask of the seats that could throw in and whose turn it is to do so.

    With the option `arrival`, these are all seats in `adders` (those that could throw in and
    haven't said `done`). With `priority`, it is a single seat. This is the main attacker if the
    attacker is in `adders`, and otherwise the next seat of `adders` clockwise from the defender."""
    seats = adders(state)
    if not state.rules.priority or not seats:
        return seats
    if seats >> state.attacker & 1:
        return 1 << state.attacker
    return 1 << state.rules.following[state.defender][seats]


def counted_done(state: State) -> int:
    """DUR-16: return a bit mask of the seats that are done. Either they said so, or they count as
    done automatically. Empty before the first attack card."""
    if not state.attacks:
        return 0
    concerned = state.standing & ~(1 << state.defender) if state.rules.cheating else state.throwers
    return (state.said | concerned & ~adders(state)) & state.standing


def lawful_throws(state: State, seat: int) -> int:
    """Return a bit mask of the cards that the seat may lawfully throw in (DUR-11 to DUR-13).
    Whether it is the seat's turn (DUR-14) is not checked."""
    return state.hands[seat] & throwable(state) if state.throwers >> seat & 1 else 0


def wrongful_throws(state: State, seat: int) -> int:
    """Return a bit mask of the cards that a seat may throw in while cheating is allowed.

    DUR-70: an opponent of the defender may throw in any card, as long as the defender has more
    cards than there are to beat. DUR-71: cards that the seat may not play wrongfully again are left
    out."""
    if not state.rules.opponents[state.defender] >> seat & 1:
        return 0
    if state.open.bit_count() >= state.hands[state.defender].bit_count():
        return 0
    return state.hands[seat] & ~state.cheats.barred[seat]


def whom(state: State) -> int:
    """Return a bit mask of the seats that a bout waits for. This is the attacker, the defender, or
    the seats that may still throw in (DUR-14).

    In a position that was set up by hand, it is possible that no seat can add anything. Then the
    bout waits for the main attacker, or if that seat is out, for the next seat clockwise from the
    defender."""
    if not state.attacks:
        return 1 << state.attacker
    if state.open and not state.taking:
        return 1 << state.defender
    seats = offered(state)
    if seats:
        return seats
    others = state.standing & ~(1 << state.defender)
    first = (
        state.attacker
        if others >> state.attacker & 1
        else state.rules.following[state.defender][others]
    )
    return 1 << first if others else 0


def plans(state: State, seat: int) -> list[tuple[Move, ...]]:
    """Return the plans that a seat may choose before its turn. The defender may plan to take
    (DUR-24). If there is no attack card yet, the defender may also plan to pass on with a card
    (DUR-30). A seat that may throw in may plan to say done (DUR-15), or to add all its cards of one
    rank (DUR-12)."""
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
    """Return the plans (moves chosen before one's turn) to throw in all cards of one rank from a
    seat's hand. There is one plan for each rank in the hand, in ascending order. A plan is a tuple
    with a move for each card of the rank. With two decks, the order of the moves doesn't show which
    copies of a card the seat holds."""
    ranks: dict[str, list[Move]] = {}
    cards = sorted(map(TEXT.__getitem__, numbers_in(state.hands[seat])), key=NUMBERS.__getitem__)
    for card in cards:
        ranks.setdefault(rank_of(card), []).append(Move.make("throw", [card]))
    return [tuple(ranks[rank]) for rank in sorted(ranks, key=_height)]


def _height(rank: str) -> int:
    return RANKS.index(rank) if rank in RANKS else len(RANKS)
