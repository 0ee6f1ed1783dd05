"""Partial moves: the first words of a move that takes more than one press in an open hand.

There are three kinds of partial moves:

- a verb and the cards pressed so far, such as `up 4S JH`
- a verb alone, while the member is asked to confirm the move, such as `kische` (the call that
  reveals all suits)
- `@card` and a card, while the member chooses one of several moves of this card

Each button holds the partial move that the button continues, and works after a restart too. This
module also keeps the partial moves in memory. An open hand can therefore be redrawn while a move is
begun, and presses can come faster than redraws."""

from __future__ import annotations

from collections import Counter
from typing import Final

from cachetools import LRUCache

from bot.core.model import Phase, Table
from cogs.discord.errors import NotUnderstood
from cogs.discord.presses import BEGIN, MODAL, SET, HandId, Input, MoveWords
from cogs.table.hand.offer import card_of
from cogs.words.load import words_of
from games.core import Move, View

PartialMove = tuple[str, ...]

NOTHING: Final[PartialMove] = ()
BACK: Final = "@back"
"""The word in place of the verb in the custom id of the button *Back*. With this button, the member
gives up the move that they have begun."""
CARD: Final = "@card"
"""The word in place of the verb in a partial move and in custom ids. A card comes after this word,
and the member is to choose one of the moves of this card."""

REMEMBERED: Final = 4096
"""The most partial moves in memory. A member whose partial move was dropped needs one more
press."""


def goes_on(view: View | None, partial_move: PartialMove) -> bool:
    """Return whether a legal move of the view continues this partial move. The order of cards
    doesn't matter."""
    if view is None or not partial_move:
        return False
    verb, *cards = partial_move
    if verb == CARD:
        return any(move.cards and [card_of(move)] == cards for move in view.moves)
    if not cards:
        return bool(words_of(view.game).verb(verb).question) and verb in view.moves
    chosen = Counter(cards)
    return any(
        move.verb == verb and len(move.cards) > len(cards) and chosen <= Counter(move.cards)
        for move in view.moves
    )


def ends(view: View | None, partial_move: PartialMove) -> Move | None:
    """Return the legal move that has exactly the verb and the cards of `partial_move`. The order of
    the cards doesn't matter. Returns None if there is no such move, if `partial_move` has no card,
    or if `view` is None."""
    if view is None or len(partial_move) < 2:  # noqa: PLR2004 — a verb and a card
        return None
    verb, *cards = partial_move
    chosen = Counter(cards)
    return next(
        (
            move
            for move in view.moves
            if move.verb == verb and not move.other and Counter(move.cards) == chosen
        ),
        None,
    )


def after_press(before: PartialMove, custom_id: HandId | MoveWords) -> PartialMove:
    """Return the partial move after a press on a button. If the button belongs to the verb of
    `before`, the result continues `before`. Otherwise it continues the partial move in the button's
    custom id. A press on a chosen card takes the card back."""
    verb, *rest = custom_id.words
    if verb == BACK:
        return NOTHING
    if verb == CARD or not rest:
        return custom_id.words
    *shown, card = rest
    chosen = list(before[1:]) if before[:1] == (verb,) else shown
    if custom_id.number < chosen.count(card):
        chosen.remove(card)
    else:
        chosen.append(card)
    return (verb, *chosen) if chosen else NOTHING


def chosen(view: View, words: MoveWords, entered: Input) -> tuple[Move | None, PartialMove]:
    """Return the move that a press in a hand message has chosen, and the partial move after the
    press. If the chosen move is complete, the partial move is NOTHING. If the press only begins a
    move, the first result is None. This function is for messages whose partial moves are not kept
    in memory. Raises NotUnderstood if the chosen move isn't legal."""
    if words.kind == BEGIN:
        partial_move = after_press(NOTHING, words)
        move = ends(view, partial_move)
        if move is not None:
            return move, NOTHING
        return None, partial_move if goes_on(view, partial_move) else NOTHING
    several = words.kind in {SET, MODAL}
    wanted = Move.parse(words.move(list(entered.values if several else entered.values[:1])))
    if wanted not in view.moves:
        raise NotUnderstood
    return wanted, NOTHING


class PartialMoves:
    """Keeps the partial moves of members, one for each table and member. Partial moves are lost at
    a restart."""

    def __init__(self) -> None:
        self._partial_moves: LRUCache[tuple[str, int], PartialMove] = LRUCache(REMEMBERED)

    def of(self, table: Table, member_id: int) -> PartialMove:
        """Return the member's partial move. If no legal move continues the partial move any more,
        delete it and return NOTHING."""
        partial_move = self._partial_moves.get((table.id, member_id), NOTHING)
        if partial_move and not goes_on(_view_of(table, member_id), partial_move):
            self.note(table.id, member_id, NOTHING)
            return NOTHING
        return partial_move

    def note(self, table_id: str, member_id: int, partial_move: PartialMove) -> None:
        """Store the member's partial move. NOTHING deletes the stored one."""
        self._partial_moves.pop((table_id, member_id), None)
        if partial_move:
            self._partial_moves[table_id, member_id] = partial_move


def _view_of(table: Table, member_id: int) -> View | None:
    seat = table.seat_of(member_id)
    return table.view(seat) if seat is not None and table.phase is Phase.PLAYING else None
