"""The greedy Durak player. It gets rid of cards that are worth little (`worth`), keeps trumps, and
takes only when beating costs too much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.cards import RANKS, rank_of, suit_of
from games.core import Chance, Move, View
from games.moves import by_verb

TRUMP_WORTH: Final = len(RANKS)
"""How much more a trump is worth than another card of the same rank. So the lowest trump is worth
more than an ace that is no trump."""

JOKER_WORTH: Final = 2 * TRUMP_WORTH

EARLY_COST: Final = 17
"""The highest average `worth` of the cards that the player uses to beat all unbeaten cards while
there is a talon. If the cards needed are worth more, the player takes."""

PATIENCE: Final = 2
"""After this number of bouts in a row without a discard or a draw, the player beats an attack if
the hand can, and doesn't pass it on or take."""

THROW_WORTH: Final = 9
"""While there is a talon, and after a take, only cards below this worth are thrown in."""


def choose(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the greedy player does (see the module).
    `rng` is not used: among equal moves, the first in the list is chosen."""
    offered = by_verb(view.moves)
    for verb, choice in CHOICES.items():
        if verb in offered:
            chosen = choice(view, offered[verb])
            if chosen is not None:
                return chosen
    return view.moves[0]


def worth(view: View, card: str) -> int:
    """How much a card is worth to keep. This is its rank, more for a trump, and most for a joker. A
    card of lower worth is called cheaper."""
    suit = suit_of(card)
    if suit is None:
        return JOKER_WORTH
    return RANKS.index(rank_of(card)) + (TRUMP_WORTH if suit == view.facts["trump"] else 0)


def beats(view: View, card: str, attack: str) -> bool:
    """DUR-20, DUR-21: whether `card` beats the attack card `attack`."""
    suit, attacked = suit_of(card), suit_of(attack)
    if attacked is None:
        return False
    if suit is None:
        return (card == "RJ") == (attacked in "HD")
    if suit == attacked:
        return RANKS.index(rank_of(card)) > RANKS.index(rank_of(attack))
    return bool(suit == view.facts["trump"])


def _table(view: View) -> list[tuple[str, str | None]]:
    zone = view.zone("table")
    return (
        []
        if zone is None
        else [(str(card), cover) for card, cover in zip(zone.cards, zone.covers, strict=True)]
    )


def _has_talon(view: View) -> bool:
    zone = view.zone("talon")
    return zone is not None and bool(zone.cards)


def _accuse(view: View, moves: list[Move]) -> Move | None:
    """Return the move that accuses a wrong card, or None if no legal move accuses such a card. A
    defender's card is wrong if it doesn't beat the card under it. An attack card is wrong if its
    rank is nowhere else on the table, except for the first attack card of the bout."""
    table = _table(view)
    lying = [card for pair in table for card in pair if card is not None]
    for move in moves:
        (accused,) = move.cards
        for attack, cover in table:
            if accused == cover and not beats(view, cover, attack):
                return move
        opened = accused == table[0][0]
        if (
            accused in dict(table)
            and not opened
            and [rank_of(card) for card in lying].count(rank_of(accused)) == 1
        ):
            return move
    return None


def _redeal(view: View, moves: list[Move]) -> Move | None:
    """Return the move that asks for another deal if the hand has no trump and no joker. Otherwise
    return None."""
    return None if any(worth(view, card) >= TRUMP_WORTH for card in view.hand) else moves[0]


def _attack(view: View, moves: list[Move]) -> Move:
    """The move that opens the bout with the cards of the lowest average worth. Of several such
    moves, the one with the most cards is chosen."""
    return min(
        moves,
        key=lambda move: (
            sum(worth(view, card) for card in move.cards) / len(move.cards),
            -len(move.cards),
        ),
    )


def _show(view: View, moves: list[Move]) -> Move | None:
    return None if _goes_round(view) else moves[0]


def _goes_round(view: View) -> bool:
    """Return whether there was no progress in several bouts in a row: no card was discarded or
    drawn (DUR-46)."""
    return int(view.facts["idle_bouts"]) >= PATIENCE


def _pass(view: View, moves: list[Move]) -> Move | None:
    """Return the move that passes the attack on with the cheapest card. Return None if this card is
    a trump or a joker and the talon still has cards. Return None, too, after several bouts in a row
    without progress (DUR-46)."""
    if _goes_round(view):
        return None
    cheapest = min(moves, key=lambda move: worth(view, move.cards[0]))
    return (
        cheapest if worth(view, cheapest.cards[0]) < TRUMP_WORTH or not _has_talon(view) else None
    )


def _beat(view: View, moves: list[Move]) -> Move | None:
    """Return the move that beats an unbeaten card with the cheapest card. Return None if it is
    better to take.

    The player beats if the hand can beat all unbeaten cards and the cards needed don't cost too
    much. The cost doesn't matter once the talon is empty, or after several bouts in a row without
    progress (DUR-46)."""
    plan = _plan(view)
    if plan is None:
        return None
    open_cards = [attack for attack, cover in _table(view) if cover is None]
    dear = _has_talon(view) and sum(plan.values()) > EARLY_COST * len(open_cards)
    if dear and not _goes_round(view):
        return None
    return min(plan, key=lambda move: plan[move]) if plan else None


def _plan(view: View) -> dict[Move, int] | None:
    """Return the cheapest moves that together beat all unbeaten cards. Each move is mapped to its
    cost, which is the worth of the card that it plays. Return None if the hand can't beat all of
    them."""
    free = sorted(view.hand, key=lambda card: worth(view, card))
    plan: dict[Move, int] = {}
    open_cards = [attack for attack, cover in _table(view) if cover is None]
    for attack in sorted(open_cards, key=lambda card: -worth(view, card)):
        card = next((card for card in free if beats(view, card, attack)), None)
        if card is None:
            return None
        free.remove(card)
        plan[Move.make("beat", (attack, card))] = worth(view, card)
    return plan


def _throw(view: View, moves: list[Move]) -> Move | None:
    """Return the move that throws in the cheapest card that fits. Return None if no card fits, or
    if the card is too valuable. A valuable card is thrown in only if the talon is empty and the
    defender hasn't taken. A trump is never thrown in."""
    lying = {rank_of(card) for pair in _table(view) for card in pair if card is not None}
    fitting = [move for move in moves if rank_of(move.cards[0]) in lying]
    if not fitting:
        return None
    cheapest = min(fitting, key=lambda move: worth(view, move.cards[0]))
    most = TRUMP_WORTH if not _has_talon(view) and not view.facts["taking"] else THROW_WORTH
    return cheapest if worth(view, cheapest.cards[0]) < most else None


def _bare(view: View, moves: list[Move]) -> Move:
    return moves[0]


CHOICES: Final[Mapping[str, Callable[[View, list[Move]], Move | None]]] = {
    "accuse": _accuse,
    "redeal": _redeal,
    "keep": _bare,
    "attack": _attack,
    "show": _show,
    "pass": _pass,
    "beat": _beat,
    "take": _bare,
    "throw": _throw,
    "done": _bare,
}
"""For each verb, a function that chooses one of the moves with this verb, or returns None to make
none of them. The verbs are in the order in which they are considered."""
