"""The reasons for refused moves: a sentence that a player understands, and the rule."""

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

_FORMS: Final = {
    "target": marked("“target” takes one of the suits S, H, D and C."),
    "discard": marked("“discard” takes cards and nothing else."),
    "give": marked("“give” takes one card."),
}


def refusal(state: State, seat: int, move: Move) -> GameError:
    """The error for a move that is not legal here."""
    if move.verb not in VERBS:
        return InvalidMove(
            marked("Tredici has no move “{verb}”; there are {verbs}."),
            verb=move.verb,
            verbs=", ".join(VERBS),
        )
    if not _well_formed(move):
        return InvalidMove(
            _FORMS.get(move.verb, marked("“{verb}” takes neither cards nor anything else.")),
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
    return IllegalMove(
        marked("Your side does not have all thirteen cards of its target."), rule="TRE-40"
    )


def _target(state: State, seat: int, move: Move) -> IllegalMove:
    side = state.side_of[seat]
    rule = "TRE-33" if state.kische_used else "TRE-02"
    if not state.setup and not state.choosing:
        return IllegalMove(
            marked("A target is chosen before the first turn, and by a side that was purged."),
            rule=rule,
        )
    if state.targets[side] is not None:
        return IllegalMove(marked("Your side has a target."), rule=rule)
    if state.captain(side) != seat:
        return IllegalMove(
            marked("The captain chooses: the first seat of your team that is still in."),
            rule="TRE-02",
        )
    if state.choosing and state.choosing[0] != side:
        return IllegalMove(marked("Another purged side chooses before yours."), rule="TRE-33")
    free = ", ".join(free_suits(state))
    return IllegalMove(
        marked("Another side has {suit}; free are {free}."),
        rule="TRE-33",
        suit=move.other,
        free=free,
    )


def _kische(state: State, seat: int, move: Move) -> IllegalMove:
    call = state.calls.get(state.side_of[seat])
    if state.setup:
        reason = marked("First every side chooses its target.")
    elif state.kische_used:
        reason = marked("Kisché has been called in this game.")
    elif move.verb == "kische":
        reason = marked("Your team has been asked already.")
    elif call is None:
        reason = marked("Nobody in your team has called kisché.")
    elif call.caller == seat:
        reason = marked("You called it yourself: it is for your team to agree or refuse.")
    else:
        reason = marked("You have agreed already.")
    return IllegalMove(reason, rule="TRE-30")


def _give(state: State, seat: int, move: Move) -> IllegalMove:
    if state.gives is None:
        return IllegalMove(marked("Cards are given only when both decks are empty."), rule="TRE-21")
    if seat in state.gives:
        return IllegalMove(marked("You have chosen the card that you give."), rule="TRE-21")
    return _waits(state) or IllegalMove(
        marked("You do not hold {card}."), rule="TRE-21", card=move.cards[0]
    )


def _waits(state: State) -> IllegalMove | None:
    """Whether nobody draws or gives before others have done something, and what."""
    if state.setup:
        return IllegalMove(marked("First every side chooses its target."), rule="TRE-02")
    if state.choosing:
        return IllegalMove(
            marked("Play waits until every purged side has a new target."), rule="TRE-33"
        )
    return None


def _turn(state: State, seat: int, move: Move) -> IllegalMove:
    waits = _waits(state)
    if waits is not None:
        return waits
    if state.gives is not None:
        return IllegalMove(
            marked("Both decks are empty: first every seat with a card gives one."), rule="TRE-21"
        )
    if seat != state.turn:
        return IllegalMove(marked("It is not your turn."), rule="TRE-04")
    if move.verb == "draw":
        return IllegalMove(
            marked("You set nothing aside in your last turn: discard three cards, then you draw."),
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
        reason, rule = marked("You set {owes} aside in your last turn: you draw as many."), "TRE-10"
    elif not hand:
        reason, rule = marked("You have no card to discard: draw."), "TRE-11"
    elif unheld:
        reason, rule = marked("You do not hold {cards}."), "TRE-11"
    else:
        reason, rule = marked("Discard {count} different cards."), "TRE-11"
    return IllegalMove(
        reason, rule=rule, owes=owes, cards=", ".join(unheld), count=min(SWAP, len(hand))
    )


_OWED: Final = {
    REDRAW: (marked("You drew an ace: your whole hand goes when you draw."), "TRE-12"),
    FRESH: (marked("You were purged: you draw a full hand."), "TRE-13"),
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
