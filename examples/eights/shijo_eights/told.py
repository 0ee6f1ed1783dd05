"""The texts about the rules: a summary, and the reasons for refused moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.cards import rank_of
from games.core import Move
from games.errors import GameError, IllegalMove, InvalidMove, Sentence
from games.sentences import marked
from shijo_eights.options import EightsOptions

if TYPE_CHECKING:
    from shijo_eights.game import CrazyEights

VERBS = frozenset({"play", "draw", "pass", "call", "catch"})
OUT_OF_TURN = {
    "call": marked("You can only call when you have two cards left."),
    "catch": marked("There's nobody to catch right now."),
}
DRAWING = {
    "draw": marked("You've already drawn. Play a card, or pass."),
    "pass": marked("Draw before you pass."),
}


def lines(rules: EightsOptions) -> tuple[str, ...]:
    """Return a summary of the rules with these options, one line for each rule."""

    def ranks(name: str) -> Sentence:
        return Sentence(rules.label(name, getattr(rules, name)))

    told = [
        marked("Match the top card by suit or rank. First to run out of cards wins."),
        Sentence(
            "Everyone gets {cards} cards from a deck of {deck}.",
            deck=rules.deck,
            cards=rules.cards,
        ),
        Sentence(
            "All {ranks} are wild, so they always fit, and you **name** the next suit.",
            ranks=ranks("wild"),
        ),
    ]
    if not rules.wild_on_wild:
        told.append(marked("You can't play a wild card on another."))
    told.append(
        marked("Can't play? **Draw** a card, then play it or **pass**.")
        if rules.draw == "1"
        else marked("Can't play? **Draw** up to three cards, then play one or **pass**.")
    )
    if rules.attack != "none":
        told.append(
            Sentence(
                "All {ranks} make the next player draw two and miss a turn.",
                ranks=ranks("attack"),
            )
        )
        if rules.stack:
            told.append(
                marked("Answer with a card of the same rank, and the next player draws the total!")
            )
    if rules.skip != "none":
        told.append(Sentence("All {ranks} make the next player miss a turn.", ranks=ranks("skip")))
    if rules.reverse != "none":
        told.append(Sentence("All {ranks} change the direction of play.", ranks=ranks("reverse")))
    if rules.call:
        told.append(
            marked(
                "With two cards left, **call** “last card” before you play. If you forget, "
                "anyone can **catch** you until the next player moves, and you draw two."
            )
        )
    told.append(marked("When the deck runs out a third time, fewest cards wins."))
    return tuple(told)


def refusal(game: CrazyEights, seat: int, move: Move) -> GameError:
    """Return the error for a refused move, with its reason."""
    if move.verb not in VERBS:
        return InvalidMove(marked("There's no “{verb}” move in Crazy Eights."), verb=move.verb)
    if game.outcome:
        return IllegalMove(marked("The game is over."), rule="EIG-10")
    if move.verb in {"call", "catch"}:
        return IllegalMove(OUT_OF_TURN[move.verb], rule="EIG-8")
    if seat != game.state.turn:
        return IllegalMove(marked("It's not your turn."), rule="EIG-2")
    if move.verb in {"draw", "pass"}:
        return IllegalMove(DRAWING[move.verb], rule="EIG-4")
    return _no_play(game, seat, move)


def _no_play(game: CrazyEights, seat: int, move: Move) -> IllegalMove:
    if len(move.cards) != 1 or move.cards[0] not in game.state.hands[seat]:
        return IllegalMove(marked("Play one card from your hand."), rule="EIG-2")
    (card,) = move.cards
    return _misplaced_wish(game, seat, card) if game.fits(card) else _misfit(game, card)


def _misplaced_wish(game: CrazyEights, seat: int, card: str) -> IllegalMove:
    if rank_of(card) != game.settings.wild:
        return IllegalMove(marked("Only a wild card lets you name a suit."), rule="EIG-3")
    if len(game.state.hands[seat]) == 1:
        return IllegalMove(marked("You don't name a suit with your last card."), rule="EIG-3")
    return IllegalMove(marked("Name the next suit."), rule="EIG-3")


def _misfit(game: CrazyEights, card: str) -> IllegalMove:
    if game.state.owed:
        answer = marked("Play a card of the same rank, or draw.")
        reason = answer if game.settings.stack else marked("You have to draw your two cards.")
        return IllegalMove(reason, rule="EIG-5")
    if rank_of(card) == game.settings.wild:
        return IllegalMove(marked("You can't play a wild card on another wild card."), rule="EIG-3")
    if game.state.suit is not None:
        return IllegalMove(marked("That isn't the suit that was named."), rule="EIG-3")
    return IllegalMove(marked("That card doesn't match the suit or the rank."), rule="EIG-2")
