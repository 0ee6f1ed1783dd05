"""Finds the hidden card that decided a game. An opponent had held this card since the deal, and the
seat that moved could not see it. By what the seat knew, the seat was ahead. With all hands open, it
was behind."""

from __future__ import annotations

from typing import Final

from games.analysis.findings import FULL, Decision
from games.analysis.kinds import kinds_of
from games.cards import RANKS
from games.core import Game, View
from games.record import Record, replay

AHEAD: Final = FULL * 6 // 10
"""A seat with at least this chance is ahead."""
BEHIND: Final = FULL * 4 // 10
"""A seat with at most this chance is behind."""


def held_against(decision: Decision, record: Record) -> str:
    """Return the hidden card that decided a game against the seat of `decision`, or an empty text.
    The only candidate is the highest of the strong cards in all hands. `Kinds.prized` says which
    cards are strong.

    The candidate counts only if an opponent has held it since the deal and the seat couldn't see
    it. In addition, the seat's chance must have been good by what the seat knew (`AHEAD`), but bad
    with all hands open (`BEHIND`)."""
    if decision.known.before < AHEAD or decision.opened.before > BEHIND:
        return ""
    moments = replay(record)
    game, _, _ = next(moments)
    held = _hands(game)
    for _ in range(decision.step):
        next(moments)
        held = {seat: cards & _hands(game)[seat] for seat, cards in held.items()}
    view, prized = game.view(decision.seat), kinds_of(record.header.game).prized
    cards = [card for hand in _hands(game).values() for card in hand if prized(card, view.facts)]
    best = max(sorted(cards), key=_strength, default="")
    side = view.seats[decision.seat].side
    against = {seat for seat, hand in held.items() if best in hand}
    opposed = any(view.seats[seat].side != side for seat in against)
    return best if opposed and best not in _known(view) else ""


def _hands(game: Game) -> dict[int, frozenset[str]]:
    """Return a dict from each seat to the set of the cards in its hand."""
    return {seat.seat: frozenset(game.view(seat.seat).hand) for seat in game.view(None).seats}


def _known(view: View) -> set[str]:
    return {card for zone in view.zones for card in zone.cards if card is not None}


def _strength(card: str) -> int:
    """Return the place of a card's rank in `RANKS`. A joker gets a higher number than any rank."""
    return RANKS.index(card[:-1]) if card[:-1] in RANKS else len(RANKS)
