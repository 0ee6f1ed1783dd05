"""The texts about the rules: a summary, and the reasons for refused moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.cards import suit_of
from games.core import Move
from games.errors import GameError, IllegalMove, InvalidMove, Sentence
from games.sentences import marked
from shijo_hearts.options import HeartsOptions

if TYPE_CHECKING:
    from shijo_hearts.game import Hearts

PASSING = {
    "turn": marked("Pass three cards first: left, right, across. Every fourth deal, keep yours."),
    "left": marked("First pass three cards to your left."),
    "none": marked("Nobody passes any cards."),
}


def lines(rules: HeartsOptions) -> tuple[str, ...]:
    """Return a summary of the rules with these options, one line for each rule."""
    told = [
        PASSING[rules.passing],
        marked("Follow suit if you can. The highest card of the suit led takes the trick."),
        marked("You can't lead a heart until one has been played."),
        marked("Each heart you take is a **point**, and points are bad."),
    ]
    if rules.lady:
        told.append(marked("The **queen of spades** is thirteen points."))
    if rules.jack:
        told.append(marked("The **jack of diamonds** is worth minus ten points."))
    if rules.clubs:
        told.append(marked("The two of clubs leads, and you can't play points on the first trick."))
    told.append(
        marked("Take every point, and you **shoot the moon**: everyone else gets the points.")
        if rules.moon == "others"
        else marked(
            "Take every point, and you **shoot the moon**: the points come off your own score."
        )
    )
    told.append(
        marked("Fewest points after one deal wins.")
        if rules.limit == "deal"
        else Sentence(
            "Once someone has {limit} points, whoever has the fewest wins.", limit=rules.limit
        )
    )
    return tuple(told)


def refusal(game: Hearts, seat: int, move: Move) -> GameError:
    """Return the error for a refused move, with its reason."""
    if move.verb not in {"pass", "play", "go"}:
        return InvalidMove(marked("There's no “{verb}” move in Hearts."), verb=move.verb)
    if game.outcome:
        return IllegalMove(marked("The game is over."), rule="HEA-9")
    phase = game.state.phase
    if phase == "pass":
        if seat not in game.waiting_on:
            return IllegalMove(
                marked("You've passed your cards. Wait for the others."), rule="HEA-2"
            )
        return IllegalMove(marked("Pass three cards from your hand first."), rule="HEA-2")
    if phase == "shown":
        return IllegalMove(marked("This deal is over. Press “Next deal”."), rule="HEA-8")
    return _no_play(game, seat, move)


def _no_play(game: Hearts, seat: int, move: Move) -> IllegalMove:
    state = game.state
    if move.verb != "play":
        return IllegalMove(marked("You can't do that now. Play a card."), rule="HEA-4")
    if seat != state.turn:
        return IllegalMove(marked("It's not your turn."), rule="HEA-4")
    if len(move.cards) != 1 or move.cards[0] not in state.hands[seat]:
        return IllegalMove(marked("Play one card from your hand."), rule="HEA-4")
    return _misfit(game, seat)


def _misfit(game: Hearts, seat: int) -> IllegalMove:
    state = game.state
    if 0 < len(state.trick) < len(state.hands):
        held = {suit_of(card) for card in state.hands[seat]}
        if suit_of(state.trick[0]) in held:
            return IllegalMove(marked("You have to follow suit."), rule="HEA-4")
        return IllegalMove(marked("You can't play points on the first trick."), rule="HEA-3")
    if "play 2C" in game.legal_moves(seat) and not any(state.taken):
        return IllegalMove(marked("Lead the two of clubs."), rule="HEA-3")
    return IllegalMove(marked("No hearts have been played, so you can't lead one."), rule="HEA-5")
