"""The reasons for refused moves. Each has the id of the rule and a sentence that a player
understands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from games.cards import RANKS, rank_of
from games.core import GameError, IllegalMove, InvalidMove
from games.dritzak.rules.holdings import COPIES, NUMBER, RANK, contains, holding_of
from games.dritzak.rules.start import SIGNS
from games.dritzak.rules.state import PLACES, State
from games.dritzak.rules.turns import zone_in_use
from games.moves import Move
from games.sentences import marked

# Translators: Why a move isn't allowed in Dritzak.

Reason = Callable[[State, int, Move], GameError]


def refusal(game: State, seat: int, move: Move) -> GameError:
    """Return the error for an illegal move of `seat`. It is an InvalidMove if the text isn't a move
    of this game, and otherwise an IllegalMove."""
    malformed = _malformed(move)
    if malformed:
        return malformed
    if game.outcome is not None:
        return IllegalMove("The game is over.", rule="DRI-40")
    if seat in game.resigned:
        return IllegalMove("You've left this game.", rule="DRI-43")
    if seat in game.out:
        return IllegalMove(marked("You have no cards left, so you're done."), rule="DRI-40")
    return _REASONS[move.verb](game, seat, move)


def leaving_refused(game: State, seat: int) -> GameError:
    """The error that says why `seat` may not resign."""
    if not 0 <= seat < game.seats:
        return InvalidMove(marked("There's no seat {seat} at this table."), seat=seat)
    if game.outcome is not None:
        return IllegalMove("The game is over.", rule="DRI-43")
    if seat in game.resigned:
        return IllegalMove(marked("You've already left this game."), rule="DRI-43")
    return IllegalMove(
        marked("You have no cards left. You're done, and your place is safe."), rule="DRI-43"
    )


def _malformed(move: Move) -> InvalidMove | None:
    """Return an InvalidMove if the game has no such verb, or if the verb has the wrong parts.
    Returns None for any other move."""
    wanted = _SHAPES.get(move.verb)
    if wanted is None:
        return InvalidMove(
            marked("There's no “{verb}” move in Dritzak. Use {verbs}."),
            verb=move.verb,
            verbs=", ".join(_SHAPES),
        )
    with_cards, others = wanted
    if bool(move.cards) is with_cards and move.other in others:
        return None
    if move.verb == "flip":
        return InvalidMove(marked("Say which card: flip 1, flip 2 or flip 3."))
    if move.verb == "throw":
        return InvalidMove(marked("Throw rock, paper or scissors."))
    if with_cards:
        return InvalidMove(marked("Type just the cards after “{verb}”."), verb=move.verb)
    return InvalidMove(marked("Don't type anything after “{verb}”."), verb=move.verb)


def _not_chosen(game: State, seat: int) -> IllegalMove | None:
    """Return the error for a seat that wants to play before it may. There are three reasons:
    face-up cards are still being chosen, rock, paper, scissors must first decide who starts, or it
    is another seat's turn. Returns None when it is the turn of `seat`."""
    if game.phase == "choose":
        return IllegalMove(
            marked("Everyone has to choose their face-up cards first."), rule="DRI-03"
        )
    if game.phase == "throw":
        return IllegalMove(
            marked("Play rock, paper, scissors first to see who starts."),
            rule="DRI-12",
        )
    if seat != game.turn:
        return IllegalMove(marked("It's not your turn."), rule="DRI-20")
    return None


def _up(game: State, seat: int, move: Move) -> GameError:
    if game.phase != "choose":
        return IllegalMove(
            marked("Everyone has already chosen their face-up cards."), rule="DRI-03"
        )
    if game.choices[seat] is not None:
        return IllegalMove(marked("You've already chosen. Wait for the others."), rule="DRI-03")
    missing = _missing(game.hands[seat], move)
    if missing:
        return IllegalMove(marked("You don't have {card}."), rule="DRI-03", card=missing)
    return IllegalMove(
        marked("Choose exactly {count} cards to put face up."), rule="DRI-03", count=PLACES
    )


def _throw(game: State, seat: int, move: Move) -> GameError:
    if game.phase != "throw":
        return IllegalMove(
            marked("Nobody's playing rock, paper, scissors right now."), rule="DRI-12"
        )
    if seat not in game.throwers:
        # Translators: In rock, paper, scissors, which decides who starts.
        return IllegalMove(marked("Only the tied players throw again."), rule="DRI-12")
    return IllegalMove(
        marked("You've already thrown rock, paper or scissors. Wait for the others."), rule="DRI-12"
    )


def _play(game: State, seat: int, move: Move) -> GameError:
    early = _not_chosen(game, seat)
    if early:
        return early
    zone = zone_in_use(game, seat)
    if zone == "face_down":
        return IllegalMove(
            marked("You only have face-down cards left. Turn one of them over."), rule="DRI-29"
        )
    missing = _missing(game.hands[seat] if zone == "hand" else game.up[seat], move)
    if missing and _missing(game.hands[seat] + game.up[seat], move):
        return IllegalMove(marked("You don't have {card}."), rule="DRI-20", card=missing)
    if missing:
        return IllegalMove(
            (
                marked(
                    "You can't play {card} yet. You can only play face-up cards if your hand "
                    "and the deck were empty when your turn started."
                )
            ),
            rule="DRI-27",
            card=missing,
        )
    ranks = {rank_of(card) for card in move.cards}
    if len(ranks) > 1:
        return IllegalMove(marked("Cards you play together must share a rank."), rule="DRI-20")
    return _too_low(game, move.cards[0])


def _too_low(game: State, card: str) -> IllegalMove:
    """Return the error for a card that may not be played on the present pile."""
    seven = RANK["7"]
    if game.top == seven and RANK[rank_of(card)] > seven:
        return IllegalMove(
            marked("{card} is too high. After a 7, play a 7 or lower, or a 10."),
            rule="DRI-51",
            card=card,
        )
    return IllegalMove(
        marked("{card} is lower than the {top} on the pile, and it isn't a 2 or a 10."),
        rule="DRI-21",
        card=card,
        top=RANKS[game.top],
    )


def _pickup(game: State, seat: int, move: Move) -> GameError:
    early = _not_chosen(game, seat)
    if early:
        return early
    return IllegalMove(marked("There's no pile to pick up. Play a card."), rule="DRI-23")


def _flip(game: State, seat: int, move: Move) -> GameError:
    early = _not_chosen(game, seat)
    if early:
        return early
    if zone_in_use(game, seat) != "face_down":
        return IllegalMove(
            marked(
                "You can't turn over face-down cards until your hand and face-up cards are gone."
            ),
            rule="DRI-20",
        )
    return IllegalMove(marked("Card {place} is already gone."), rule="DRI-29", place=move.other)


def _shijo(game: State, seat: int, move: Move) -> GameError:
    early = _not_chosen(game, seat)
    if early:
        return early
    if not game.rules.shijo:
        return IllegalMove(marked("There's no Shijo at this table."), rule="DRI-60")
    if zone_in_use(game, seat) != "face_down":
        return IllegalMove(
            marked("You can only ask the Shijo before you turn over a face-down card."),
            rule="DRI-60",
        )
    return IllegalMove(marked("The Shijo only answers once a turn."), rule="DRI-60")


def _missing(holding: int, move: Move) -> str | None:
    """Return the first card that `move` names more often than the seat has it. `holding` has the
    cards that the seat may play, as one integer (games.dritzak.rules.holdings). Returns None if the
    seat has all cards of the move."""
    for card, count in Counter(move.cards).items():
        number = NUMBER.get(card)
        if number is None or not contains(holding, holding_of([number] * min(count, COPIES))):
            return card
    return None


_PLACES: Final = tuple(str(place) for place in range(1, PLACES + 1))
_SHAPES: Final = {
    "up": (True, ("",)),
    "throw": (False, SIGNS),
    "play": (True, ("",)),
    "pickup": (False, ("",)),
    "flip": (False, _PLACES),
    "shijo": (False, ("",)),
}
"""The form of a move with each verb. The first value says whether cards belong to the move. The
second value lists what the move may name besides cards (an empty text stands for nothing)."""

_REASONS: Final[dict[str, Reason]] = {
    "up": _up,
    "throw": _throw,
    "play": _play,
    "pickup": _pickup,
    "flip": _flip,
    "shijo": _shijo,
}
