"""Ask a member who is about to open a second lobby of a game in a channel whether they want to join
the lobby that is already open."""

from __future__ import annotations

import discord
from discord import ui

import games
from bot.core.model import Phase, Table
from bot.preferences.house_rules import seats_allowed
from cogs.discord.components import IN_LOBBY
from cogs.discord.interactions import Interaction, link, may_see, scope
from cogs.discord.layout import LABEL, message, rows, short
from cogs.table.lobby.options_panel import host_name
from cogs.table.message.public_message import title_of
from cogs.words import _
from cogs.words.names import escaped


async def lobby_here(interaction: Interaction, game: str) -> Table | None:
    """Return the newest lobby of `game` that has a free seat, or else the newest one where the
    member already sits. The table is in this channel, or in a thread of this channel that the
    member may see. Tables whose last players are being asked for a next game don't count. Returns
    None if there is no such table. Raises NotSaved if the database fails."""
    tables = interaction.client.tables
    found: list[Table] = [
        await tables.get(listed.id)
        for listed in await interaction.client.service.history.open_tables(scope(interaction))
        if listed.phase is Phase.LOBBY
        and listed.game == game
        and interaction.channel_id in (listed.channel_id, _parent(interaction, listed.channel_id))
        and may_see(interaction, listed.channel_id)
    ]
    kind = games.load(game)
    lobbies = [table for table in found if table.phase is Phase.LOBBY and not table.awaited]
    mine = [table for table in lobbies if table.seat_of(interaction.user.id) is not None]
    free = [
        table
        for table in lobbies
        if table not in mine and len(table.seats) < seats_allowed(kind, table.options)[-1]
    ]
    return next(iter([*free, *mine]), None)


def _parent(interaction: Interaction, channel_id: int) -> int | None:
    """Return the id of the channel to which the thread `channel_id` belongs. Returns None if no
    such thread is known in this server."""
    thread = interaction.guild.get_thread(channel_id) if interaction.guild is not None else None
    return thread.parent_id if thread is not None else None


def question(table: Table, member_id: int) -> ui.LayoutView:
    """Return the message for a member who wants to open a lobby, although `table` is already a
    lobby of the same game in this channel. It asks the member whether to join `table` instead. If
    the member already sits at `table`, it asks whether to open another one anyway."""
    host, game, where = escaped(host_name(table)), title_of(table), link(table)
    another: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Open another table"), custom_id=IN_LOBBY.id(table.id, "another")
    )
    if table.seat_of(member_id) is not None:
        asked = _(
            "You're already in a {game} lobby here: {link}. Open another anyway?",
            game=game,
            link=where,
        )
        return message([asked, *rows([IN_LOBBY(another)])])
    join: ui.Button[ui.LayoutView] = ui.Button(
        label=short(_("Join {name}", name=host_name(table)), LABEL),
        style=discord.ButtonStyle.success,
        custom_id=IN_LOBBY.id(table.id, "join-there"),
    )
    asked = _(
        "**{name}** has a {game} lobby here with free seats: {link}. Join that one instead?",
        name=host,
        game=game,
        link=where,
    )
    return message([asked, *rows([IN_LOBBY(join), IN_LOBBY(another)])])


def joined(table: Table) -> ui.LayoutView:
    """Return the message that tells a member at whose table they sit now."""
    return message(
        [
            _(
                "You're at **{name}**'s table now: {link}",
                name=escaped(host_name(table)),
                link=link(table),
            )
        ]
    )
