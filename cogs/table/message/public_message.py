"""Make the table's public message, in every phase: lobby, game, result, closed."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

import games
from bot.core.model import Phase, Table
from bot.guesses.service import are_open
from bot.leaderboards.model import Booked
from cogs.discord.components import ON_TABLE, Item
from cogs.discord.layout import QUIET, Block, clip, gap, line, message, rows
from cogs.edits.answers import Picture
from cogs.table.lobby.message import lobby_blocks
from cogs.table.message.look import Look
from cogs.table.message.menu import guess_select, watch_button
from cogs.table.message.over import folded_blocks, over_blocks
from cogs.table.message.result import UNBOOKED
from cogs.table.message.story import lately_lines, recent_lines
from cogs.table.message.table_lines import (
    learning_line,
    removed_lines,
    score_line,
    vacation_lines,
    watching_line,
)
from cogs.table.message.table_text import (
    GAP,
    middle_lines,
    names_of,
    seat_lines,
    unseen_facts,
    unwritten_lines,
    waited_on_line,
)
from cogs.words import _
from cogs.words.cards import retold
from cogs.words.game import GameWords, game_title
from cogs.words.load import words_of
from cogs.words.names import escaped, tidy
from cogs.words.seats import Names, listed
from games.core import Game, View

MIDDLE_TEXT: Final = 900
SEATS_TEXT: Final = 1400
STANDING_TEXT: Final = 400
RECENT_TEXT: Final = 900
NAMES_TEXT: Final = 400


def public(
    table: Table,
    look: Look | None,
    *,
    booked: Booked = UNBOOKED,
    bulletin: str = "",
    cover: Picture | None = None,
    folded: bool = False,
) -> ui.LayoutView:
    """Return the public message of a table. `look` is the content of the message (None: no game, or
    the cards are no longer known). `booked` are the effects of a finished game on the leaderboards.
    `bulletin` is the notice of the bot's owner, which is shown above an open table. `cover` is the
    picture of a lobby. A `folded` result has only a few lines."""
    above = f"📣 {bulletin}" if bulletin else None
    match table.phase:
        case Phase.LOBBY:
            return message([above, *lobby_blocks(table, title_of(table), cover)])
        case Phase.PLAYING:
            return message([above, *(_shut(table) if look is None else _playing(table, look))])
        case Phase.OVER if folded:
            return message(folded_blocks(table, title_of(table), booked, again=True), colour=QUIET)
        case Phase.OVER:
            words, names = words_of(table.game), look.names if look else names_of(table)
            recently = _recently(table, words, names)
            return message(over_blocks(table, title_of(table), recently, look, booked))
        case _:
            return message(_shut(table), colour=QUIET)


def kind_of(table: Table) -> type[Game] | None:
    """Return the class of the table's game. Returns None when the game is not installed (any
    more)."""
    return games.available().get(table.game)


def title_of(table: Table) -> str:
    """Return the title of the table's game in the reader's language."""
    return game_title(table.game)


def lobby_with_people(table: Table) -> str:
    """Return the title of a lobby's game and the names of its members and bot players, as plain
    text: `Durak lobby with Ada and Berta`."""
    title, names = title_of(table), listed([tidy(seat.name) for seat in table.seats])
    if not names:
        return title
    # Translators: A table whose game hasn't started. Some games' names are words for people
    # (“fool”), so a name and people must not read as “The fool: Ada and Berta”.
    return _("{game} lobby with {names}", game=title, names=names)


# A game


def _playing(table: Table, look: Look) -> list[Block]:
    return [
        *_board(table, look),
        clip("\n".join(standing(table, look.view, look.names)), STANDING_TEXT),
        clip("\n".join(lately_lines(table, look.words, look.names)), RECENT_TEXT),
        *rows(
            [
                _on_table(table, "hand", _("My hand"), discord.ButtonStyle.primary),
                *(
                    [_on_table(table, "back", _("I'm back"), discord.ButtonStyle.success)]
                    if _absent(table) or table.asleep
                    else []
                ),
                _on_table(table, "rules", _("Rules"), discord.ButtonStyle.secondary),
                _on_table(table, "resign", _("Resign"), discord.ButtonStyle.secondary),
                _on_table(table, "more", _("More…"), discord.ButtonStyle.secondary),
                *([] if table.is_private else [watch_button(table, _("Watch"))]),
            ]
        ),
        *_guessing(table, look),
    ]


def _guessing(table: Table, look: Look) -> list[Block]:
    """Return the select in which spectators guess how the game ends. It is shown only during the
    first moves of a game that accepts guesses. Later the list is empty and the select is in the
    message for watching, so that the table and a hand fit on one screen."""
    opening = len(table.recent) <= len(table.seats)
    if table.is_private or not opening or not are_open(table, look.view):
        return []
    return list[Block](rows([guess_select(table)]))


def _board(table: Table, look: Look) -> list[Block]:
    """Return the blocks with the cards on the table and whose move it is. If there is a picture,
    the text has only the facts that the picture doesn't show."""
    view, words, names = look.view, look.words, look.names
    title, waited_on = escaped(title_of(table)), waited_on_line(view, names, table)
    if look.picture is not None:
        facts = unseen_facts(view, words, names)
        head = GAP.join(filter(None, (f"**{title}**", waited_on, facts)))
        return [
            clip(head, MIDDLE_TEXT),
            look.picture.block,
            clip("\n".join(unwritten_lines(names, table)), NAMES_TEXT),
        ]
    return [
        f"## {title}\n" + clip("\n".join(middle_lines(view, words, names)), MIDDLE_TEXT),
        line(),
        clip("\n".join(seat_lines(view, words, names, table)), SEATS_TEXT),
        waited_on,
    ]


def _absent(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.absent]


def standing(table: Table, view: View, names: Names) -> list[str]:
    """Return the lines about a table beside its cards: the explanation of a learning table, who may
    watch, the score of the match, the absent members, the votes to remove a player, stopped clocks,
    members on vacation, and members who were removed."""
    lines = [*learning_line(table), *watching_line(table), score_line(table)]
    away = [
        seat for seat in _absent(table) if not (view.seats[seat].resigned or view.seats[seat].out)
    ]
    if away:
        lines.append(_("💤 Away: {names}. A bot is filling in.", names=names.listed(away)))
    for number, seat in enumerate(table.seats):
        if seat.votes and not view.seats[number].resigned:
            voters = [
                other for other, each in enumerate(table.seats) if each.member_id in seat.votes
            ]
            lines.append(
                _(
                    "🗳️ {voters} voted to remove {name}.",
                    voters=names.listed(voters),
                    name=names[number],
                )
            )
    if table.asleep:
        lines.append(
            _(
                "😴 Nobody's been here for a while, so the clocks are paused until someone "
                "presses “I'm back”."
            )
        )
    lines += vacation_lines(table, names)
    lines += removed_lines(table, view, names)
    return [each for each in lines if each]


def _recently(table: Table, words: GameWords, names: Names) -> list[Block]:
    lines = recent_lines(table, words, names)
    return [gap(), clip("\n".join(lines), RECENT_TEXT)] if lines else []


def _on_table(table: Table, action: str, label: str, style: discord.ButtonStyle) -> Item:
    return ON_TABLE(ui.Button(label=label, style=style, custom_id=ON_TABLE.id(table.id, action)))


# Neither


def _shut(table: Table) -> list[Block]:
    head = f"## {escaped(title_of(table))}"
    if table.phase is Phase.QUARANTINED:
        return [
            head,
            _(
                "⚠️ This game can't go on. {reason} The game is saved, and the bot's owner can "
                "see what went wrong.",
                reason=retold(table.reason),
            ),
            "-# "
            + _("A moderator can close this table. So can any player, after a day without a move."),
            *rows(
                [_on_table(table, "close", _("Close the table…"), discord.ButtonStyle.secondary)]
            ),
        ]
    lines = (
        [_("This table is closed."), retold(table.reason)]
        if table.reason
        else [_("This table is closed.")]
    )
    if table.outcome is not None and table.outcome.kind == "void":
        lines.append(_("The unfinished game doesn't count."))
    return [head, " ".join(lines)]
