"""Promises about moves before they are made."""

from __future__ import annotations

from games.contract.playing import Sitting
from games.moves import Move


def check_ahead(sitting: Sitting) -> None:
    """The choices before a seat's turn are distinct and use only the seat's own cards; a seat that
    the game waits for has none."""
    game, hold = sitting.game, sitting.hold
    for seat in range(game.seats):
        plans = game.ahead(seat)
        told = f"What seat {seat} may choose before its turn"
        hold(
            isinstance(plans, list)
            and all(isinstance(plan, tuple) and plan for plan in plans)
            and all(isinstance(move, Move) for plan in plans for move in plan),
            f"{told} isn't a list of tuples of Moves: {plans!r}.",
        )
        hold(len(plans) == len(set(plans)), f"{told} has something twice: {plans}.")
        hold(
            not plans or (game.outcome is None and seat not in game.waiting_on),
            f"{told} isn't before its turn: {plans}.",
        )
        named = {card for plan in plans for move in plan for card in move.cards}
        view = game.view(seat)
        own = {card for zone in view.zones if zone.owner == seat for card in zone.cards}
        hold(named <= own, f"{told} names cards it doesn't have: {sorted(named - own)}.")


def check_forced(sitting: Sitting) -> None:
    """A seat that is called forced has exactly one move. (Another check, with hidden cards
    exchanged, shows that everybody knows this move.)"""
    game = sitting.game
    for seat in game.waiting_on:
        moves = game.legal_moves(seat)
        sitting.hold(
            not game.forced(seat) or len(moves) == 1,
            f"Seat {seat} is said to have only one move, but has {moves}.",
        )
