"""The texts about the rules: a summary, and the reasons for refused moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core import Move
from games.errors import GameError, IllegalMove, InvalidMove
from games.sentences import marked
from shijo_cheat.options import CheatOptions

if TYPE_CHECKING:
    from shijo_cheat.game import Cheat


def lines(rules: CheatOptions) -> tuple[str, ...]:
    """Return a summary of the rules with these options, one line for each rule."""
    return (
        marked("Play one to four cards **face down**, and claim a rank for all of them."),
        marked(
            "The first player claims aces, the next one twos, and so on up to "
            "kings. Then it's aces again."
        )
        if rules.order == "up"
        else marked("The leader names any rank. Everyone after them claims the same one."),
        marked(
            "The claim doesn't have to be true! But anyone can **doubt** you, whether it's "
            "their turn or not."
        ),
        marked(
            "Get caught cheating, and you take the whole pile. Doubt an honest claim, and "
            "you take it too."
        ),
        marked("Anyone can doubt a claim until the next player has played.")
        if rules.ask == "next"
        else marked("Play goes on once everyone else trusts the claim."),
        marked("First to get rid of all their cards wins, if their last claim stands."),
    )


TOO_EARLY = {
    "claim": marked("Play a card first, then make your claim."),
    "go": marked("No cards have been turned over yet."),
    "doubt": marked("There's no claim to doubt."),
    "trust": marked("There's no claim to answer."),
}


def refusal(game: Cheat, seat: int, move: Move) -> GameError:
    """Return the error for an illegal move, with its reason."""
    phase = game.state.phase
    if move.verb not in {"lay", *TOO_EARLY}:
        return InvalidMove(marked("There's no “{verb}” move in Cheat."), verb=move.verb)
    if game.outcome:
        return IllegalMove(marked("The game is over."), rule="CHE-6")
    if phase == "shown":
        return IllegalMove(marked("Look at the cards, then press “Continue”."), rule="CHE-4")
    if phase == "answer":
        return _in_answer(game, seat, move)
    if seat != game.state.turn:
        return IllegalMove(marked("It's not your turn."), rule="CHE-2")
    return _of_the_turn(game, seat, move)


def _in_answer(game: Cheat, seat: int, move: Move) -> IllegalMove:
    if seat == game.state.claimant:
        return IllegalMove(
            marked("You've made your claim. Now it's up to the others."), rule="CHE-3"
        )
    if seat in game.state.trusting:
        return IllegalMove(marked("You've already let this claim stand."), rule="CHE-3")
    if seat not in game.waiting_on or move.verb == "claim":
        return IllegalMove(
            marked("It's not your turn, but you can still doubt the last play."), rule="CHE-3"
        )
    return IllegalMove(marked("Doubt the claim, or let it stand."), rule="CHE-3")


def _of_the_turn(game: Cheat, seat: int, move: Move) -> IllegalMove:
    if move.verb == "claim" and game.state.laid:
        return IllegalMove(marked("Claim the rank that's due."), rule="CHE-5")
    if move.verb in TOO_EARLY:
        return IllegalMove(TOO_EARLY[move.verb], rule="CHE-2")
    if len(move.cards) != 1 or move.cards[0] not in game.state.hands[seat]:
        return IllegalMove(marked("Play cards from your hand, one at a time."), rule="CHE-2")
    return IllegalMove(marked("Four cards is the limit. Make your claim."), rule="CHE-2")
