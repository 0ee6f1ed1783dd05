"""The quick player of Dritzak. It decides by thresholds alone (fixed limits on the worth of ranks),
without imagining hidden cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import SUITS, rank_of, suit_of
from games.core import Chance, Move, View
from games.dritzak.rules.options import DritzakOptions, rules_of
from games.moves import by_verb
from games.players.dritzak import greedy
from games.players.dritzak.ranks import SPARED, TWO, WORTH_OF_CARD


def choose(view: View, rng: Chance, overlooked: str | None = None) -> Move:
    """Choose one of the legal moves in `view.moves` by thresholds. The card `overlooked` is treated
    as if it were not in the hand."""
    plays = [move for move in view.moves if move.verb == "play" and overlooked not in move.cards]
    if plays:
        return _play(view, plays)
    offered = by_verb(view.moves)
    if "pickup" in offered and "flip" not in offered:
        return offered["pickup"][0]
    return greedy.choose(view, rng)


def _play(view: View, plays: list[Move]) -> Move:
    """Choose one of these plays. If a play completes the set on the pile, that play is chosen.
    Otherwise the rank of lowest worth is played, with as many of its cards as the thresholds
    allow."""
    zones = {zone.name: zone for zone in view.zones if zone.owner in (None, view.seat)}
    run = _run(zones["pile"].cards)
    sets = [move for move in plays if run and _completes(view, run, move)]
    if sets:
        return max(sets, key=lambda move: len(move.cards))
    worths = [WORTH_OF_CARD[move.cards[0]] for move in plays]
    worth = min(worths)
    own = [move for move, each in zip(plays, worths, strict=True) if each == worth]
    most = max(own, key=lambda move: len(move.cards))
    if worth >= TWO:
        left = len(zones["hand" if view.hand else "face_up"].cards)
        return most if len(most.cards) == left else own[0]
    return own[0] if zones["draw"].cards and worth >= SPARED else most


def _run(pile: Sequence[str | None]) -> list[str]:
    """The cards on top of the pile that have the same rank, from the top down."""
    run: list[str] = []
    for card in reversed(pile):
        if card is None or (run and rank_of(card) != rank_of(run[0])):
            break
        run.append(card)
    return run


def _completes(view: View, run: list[str], move: Move) -> bool:
    """Whether a play completes a set with the cards on top of the pile (DRI-25, DRI-53)."""
    if rank_of(move.cards[0]) != rank_of(run[0]):
        return False
    rules = rules_of(DritzakOptions(**view.facts["options"]), len(view.seats))
    cards = [*run, *move.cards]
    if rules.set_suits >= 0:
        return len({suit_of(card) for card in cards}) == len(SUITS)
    return len(cards) >= rules.set_size
