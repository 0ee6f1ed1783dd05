"""Reads a press in the hand message of a deal of the day, or of a deal in a duplicate or a team
match. The press can ask for a move, for a part of a move, or for another page of the message."""

from __future__ import annotations

import re
from dataclasses import dataclass

from discord import InteractionType

from cogs.discord.errors import NotUnderstood
from cogs.discord.interactions import Interaction
from cogs.discord.presses import MODAL, PAGE, Input, MoveWords
from cogs.edits.answers import answered
from cogs.table.hand.controls import modal
from cogs.table.hand.partial_move import NOTHING, PartialMove, chosen
from games.core import Move, View


@dataclass(frozen=True, slots=True)
class Asked:
    """What a member has asked for by a press in a hand message. `move` is the move if it is
    complete, and None if not. `partial_move` is the part of a move chosen so far, and `page` is the
    page to show. `stale` is true if the pressed message was outdated."""

    move: Move | None = None
    partial_move: PartialMove = NOTHING
    page: int = 0
    stale: bool = False


async def asked_for(
    interaction: Interaction, match: re.Match[str], view: View, *, is_now: bool
) -> Asked | None:
    """Return what a press in a hand message asks for, and acknowledge the press. Returns None if
    the press was answered with a form to be filled in.

    `match` is the match of the custom id, and `view` the present state of the deal. `is_now` says
    whether the pressed message is up to date. The result of a press in an outdated message is
    marked as stale. A move that names cards and is legal now is never stale.

    Raises NotUnderstood if the press asks for a form or a move that isn't possible now. In an
    outdated message, a move that isn't possible raises no error and gives an empty stale
    `Asked`."""
    words = MoveWords.read(match["move"])
    if words.kind == MODAL and interaction.type is InteractionType.component:
        wanted = interaction.client.tables.preferences.known_member(interaction.user.id)
        form = modal(view, words.words[0], match.string, wanted)
        if form is None:
            raise NotUnderstood
        await interaction.response.send_modal(form)
        return None
    entered = Input.by(interaction)
    await answered(interaction, interaction.response.defer())
    if words.words == (PAGE,):
        return Asked(page=entered.number, stale=not is_now)
    try:
        move, partial_move = chosen(view, words, entered)
    except NotUnderstood:
        if is_now:
            raise
        return Asked(stale=True)
    return Asked(move, partial_move, stale=not (is_now or (move is not None and move.cards)))
