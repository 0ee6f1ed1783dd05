"""`/play` without a game: the open tables here, and a button for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import discord
from discord import ui

import games
from bot.core.model import Listed, Phase, Table
from bot.core.scope import server_in
from cogs.discord.components import PICK_MORE, RUN_COMMAND, Item
from cogs.discord.layout import (
    MOST_BUTTONS,
    OPTION_LABEL,
    OPTIONS,
    Block,
    line,
    message,
    rows,
    short,
)
from cogs.words import _, counted
from cogs.words.game import game_title
from cogs.words.names import escaped
from cogs.words.people import bot_sign

LISTED: Final = 20
"""The most tables in one message."""
NAMES: Final = 6
"""The most names of players that the list of tables shows for each table. Other names are replaced
by `…`."""


def tables_panel(tables: Sequence[Listed], guild_id: int) -> ui.LayoutView:
    """Return the message that lists the open tables of a server, with links. If `guild_id` is below
    0 (a member's private scope), the message lists the tables of this member. At most `LISTED`
    tables are listed. If there are any tables, a select opens the menu *More…* of a table. At the
    end there is one button for each game. A press on it opens a new table of that game."""
    lines = [_told(table, guild_id) for table in tables[:LISTED]]
    if len(tables) > LISTED:
        # Translators: The end of a list of tables.
        lines.append(counted("and {number} more", "and {number} more", len(tables) - LISTED))
    blocks: list[Block] = [
        "## " + _("Open tables"),
        "\n".join(lines) or _("There's no table here yet. Open one:"),
    ]
    if tables:
        blocks += [ui.ActionRow(_choice(tables)), line(), _("Or open a new table:")]
    return message([*blocks, *rows(_games())])


def _told(table: Listed, guild_id: int) -> str:
    place = f"https://discord.com/channels/{server_in(guild_id) or '@me'}/{table.channel_id}"
    where = f"{place}/{table.message_id}" if table.message_id else place
    return (
        f"- [{game_title(table.game)}]({where}) · {_state(table)} · {_names(table, escaped)} · "
        f"<#{table.channel_id}>"
    )


# Translators: What is going on at a table, after its name.
def _state(table: Listed | Table) -> str:
    states = {
        Phase.LOBBY: _("lobby"),
        Phase.PLAYING: _("in progress"),
    }
    return states.get(table.phase, _("finished"))


def _names(table: Listed | Table, shown: Callable[[str], str] = str) -> str:
    named = [
        f"{bot_sign(seat.name)} {shown(seat.name)}" if seat.is_bot else shown(seat.name)
        for seat in table.seats[:NAMES]
    ]
    return ", ".join([*named, *(["…"] if len(table.seats) > NAMES else [])])


def table_options(tables: Sequence[Listed | Table]) -> list[discord.SelectOption]:
    """Return the options of a select for these tables, with the game, the players and what is going
    on. The value of an option is the table's id."""
    return [
        discord.SelectOption(
            label=short(f"{game_title(table.game)} · {_names(table)}", OPTION_LABEL),
            value=table.id,
            description=_state(table),
        )
        for table in tables[:OPTIONS]
    ]


def _choice(tables: Sequence[Listed]) -> Item:
    select: ui.Select[Any] = ui.Select(
        custom_id=PICK_MORE.id(),
        placeholder=_("More about a table…"),
        options=table_options(tables),
    )
    return PICK_MORE(select)


def _games() -> list[Item]:
    return [
        RUN_COMMAND(
            ui.Button(
                label=short(_(kind.title)),
                style=discord.ButtonStyle.success,
                custom_id=RUN_COMMAND.id("play", name),
            )
        )
        for name, kind in list(games.available().items())[:MOST_BUTTONS]
    ]
