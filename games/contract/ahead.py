"""Checks of the moves that a seat may choose before its turn, and of forced moves."""

from __future__ import annotations

from games.contract.playing import Sitting
from games.moves import Move


def check_ahead(sitting: Sitting) -> None:
    """Check `Game.ahead`, the plans that a seat may choose before its turn. The plans must be
    tuples of moves, must differ from each other, and may name only cards in the seat's own zones. A
    seat that the game waits for must have no plans. Raises ContractBroken."""
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
    """Check `Game.forced`. If it is true for a seat that the game waits for, the seat must have
    exactly one legal move. Raises ContractBroken. `check_hidden_swaps` checks that `Game.forced`
    doesn't depend on hidden cards."""
    game = sitting.game
    for seat in game.waiting_on:
        moves = game.legal_moves(seat)
        sitting.hold(
            not game.forced(seat) or len(moves) == 1,
            f"Seat {seat} is said to have only one move, but has {moves}.",
        )
