"""The reasons for refused moves. Each has the id of the rule and a sentence that a player
understands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.cards import SUITS
from games.core import GameError, IllegalMove, InvalidMove, Move
from games.sentences import marked
from games.tredici.rules.flow import VERBS
from games.tredici.rules.hands import SWAP, cards_of
from games.tredici.rules.kische import free_suits
from games.tredici.rules.state import FRESH, REDRAW, State

# Translators: Why a move isn't allowed in Tredici.

_FORMS: Final = {
    "target": marked("After “target”, type a suit: S, H, D or C."),
    "discard": marked("Type just the cards after “discard”."),
    "give": marked("After “give”, type one card."),
}


def refusal(state: State, seat: int, move: Move) -> GameError:
    """Return the error for an illegal move of `seat`. It is an InvalidMove if the text isn't a move
    of this game, and otherwise an IllegalMove."""
    if move.verb not in VERBS:
        return InvalidMove(
            marked("There's no “{verb}” move in Tredici. Use {verbs}."),
            verb=move.verb,
            verbs=", ".join(VERBS),
        )
    if not _well_formed(move):
        return InvalidMove(
            _FORMS.get(move.verb, marked("Don't type anything after “{verb}”.")),
            verb=move.verb,
        )
    if state.outcome is not None:
        return IllegalMove("The game is over.", rule="TRE-41")
    if seat in state.resigned:
        return IllegalMove("You've left this game.", rule="TRE-42")
    return _REFUSE[move.verb](state, seat, move)


def _well_formed(move: Move) -> bool:
    if move.verb == "target":
        return not move.cards and move.other in SUITS
    if move.verb == "discard":
        return bool(move.cards) and not move.other
    if move.verb == "give":
        return len(move.cards) == 1 and not move.other
    return not move.cards and not move.other


def _tredici(state: State, seat: int, move: Move) -> IllegalMove:
    return IllegalMove(marked("You don't have all thirteen cards of your suit."), rule="TRE-40")


def _target(state: State, seat: int, move: Move) -> IllegalMove:
    side = state.side_of[seat]
    rule = "TRE-33" if state.kische_used else "TRE-02"
    if not state.setup and not state.choosing:
        return IllegalMove(
            marked("You can only choose a suit before the first turn or after being purged."),
            rule=rule,
        )
    if state.targets[side] is not None:
        return IllegalMove(marked("You already have a suit."), rule=rule)
    if state.captain(side) != seat:
        return IllegalMove(
            marked(
                "Your captain chooses the suit. The captain is the first player in your team "
                "who's still in the game."
            ),
            rule="TRE-02",
        )
    if state.choosing and state.choosing[0] != side:
        return IllegalMove(
            marked("Another purged player chooses a suit before you."), rule="TRE-33"
        )
    free = ", ".join(free_suits(state))
    return IllegalMove(
        marked("Someone else has {suit}. You can still choose {free}."),
        rule="TRE-33",
        suit=move.other,
        free=free,
    )


def _kische(state: State, seat: int, move: Move) -> IllegalMove:
    call = state.calls.get(state.side_of[seat])
    if state.setup:
        reason = marked("Everyone has to choose a suit first.")
    elif state.kische_used:
        reason = marked("Kisché has already been called, and it only works once per game.")
    elif move.verb == "kische":
        reason = marked("Your team is already considering a kisché.")
    elif call is None:
        reason = marked("Nobody in your team has called kisché.")
    elif call.caller == seat:
        reason = marked("You called kisché, so it's up to your team to agree or refuse.")
    else:
        reason = marked("You've already agreed to this kisché.")
    return IllegalMove(reason, rule="TRE-30")


def _give(state: State, seat: int, move: Move) -> IllegalMove:
    if state.gives is None:
        return IllegalMove(
            marked("You only give up cards when the deck and the discard pile are both empty."),
            rule="TRE-21",
        )
    if seat in state.gives:
        return IllegalMove(marked("You've already chosen a card to give up."), rule="TRE-21")
    return _waits(state) or IllegalMove(
        marked("You don't have {card}."), rule="TRE-21", card=move.cards[0]
    )


def _waits(state: State) -> IllegalMove | None:
    """Return the reason why a seat can't draw or give a card yet: sides must choose a suit first.
    Returns None when no side must choose."""
    if state.setup:
        return IllegalMove(marked("Everyone has to choose a suit first."), rule="TRE-02")
    if state.choosing:
        return IllegalMove(marked("Wait until every purged player has a new suit."), rule="TRE-33")
    return None


def _turn(state: State, seat: int, move: Move) -> IllegalMove:
    waits = _waits(state)
    if waits is not None:
        return waits
    if state.gives is not None:
        return IllegalMove(
            marked(
                "The deck and the discard pile are empty, so everyone with cards gives one "
                "up first."
            ),
            rule="TRE-21",
        )
    if seat != state.turn:
        return IllegalMove(marked("It's not your turn."), rule="TRE-04")
    if move.verb == "draw":
        return IllegalMove(
            marked("You set nothing aside last turn, so discard three cards first. Then draw."),
            rule="TRE-11",
        )
    return _discard(state, seat, move)


def _discard(state: State, seat: int, move: Move) -> IllegalMove:
    owes = state.owes[seat]
    hand = cards_of(state.hands[seat])
    unheld = [card for card in move.cards if card not in hand]
    if owes in _OWED:
        reason, rule = _OWED[owes]
    elif owes > 0:
        reason, rule = marked("Draw as many cards as you set aside last turn ({owes})."), "TRE-10"
    elif not hand:
        reason, rule = marked("You have no cards to discard, so draw instead."), "TRE-11"
    elif unheld:
        reason, rule = marked("You don't have {cards}."), "TRE-11"
    elif len(hand) == 1:
        reason, rule = marked("Discard your last card."), "TRE-11"
    else:
        reason, rule = marked("Discard exactly {count} cards."), "TRE-11"
    return IllegalMove(
        reason, rule=rule, owes=owes, cards=", ".join(unheld), count=min(SWAP, len(hand))
    )


_OWED: Final = {
    REDRAW: (marked("You drew an ace, so you swap your whole hand for a new one."), "TRE-12"),
    FRESH: (marked("You were purged, so you draw a full hand."), "TRE-13"),
}

_REFUSE: Final[dict[str, Callable[[State, int, Move], IllegalMove]]] = {
    "target": _target,
    "draw": _turn,
    "discard": _turn,
    "give": _give,
    "kische": _kische,
    "agree": _kische,
    "refuse": _kische,
    "tredici": _tredici,
}
