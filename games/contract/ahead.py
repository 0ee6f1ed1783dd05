"""Promises about what is known of a move before it is made."""

from __future__ import annotations

from games.contract.playing import Sitting


def check_forced(sitting: Sitting) -> None:
    """Who is said to have only one move has one. (That everybody knows it is checked where hidden
    cards are exchanged.)"""
    game = sitting.game
    for seat in game.waiting_on:
        moves = game.legal_moves(seat)
        sitting.hold(
            not game.forced(seat) or len(moves) == 1,
            f"Seat {seat} is said to have only one move, and has {moves}.",
        )
