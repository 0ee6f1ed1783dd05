"""Post the tables of a tournament on Discord, and notify their players."""

from __future__ import annotations

import discord
from discord.utils import format_dt

from bot.core.model import Phase, Table
from bot.tournaments.model import Fixture, Tournament
from bot.tournaments.sittings import members_of
from cogs.discord.client import ShijoBot
from cogs.discord.interactions import link
from cogs.discord.languages import to_everyone
from cogs.discord.layout import short
from cogs.discord.telling import tell
from cogs.discord.threads import A_WEEK
from cogs.edits.found import found_in
from cogs.table.upkeep import sync_of
from cogs.tournaments.places import opened
from cogs.tournaments.words import NO_THREADS, title_of
from cogs.words import _

THREAD_NAME = 100
"""The most characters of a thread's name that Discord allows."""


async def show_tables(bot: ShijoBot, guild: discord.Guild, tournament: Tournament) -> None:
    """Post the tables of this round that are not posted yet, and notify the players of each table
    once. Raises discord.HTTPException and TableErrors."""
    for fixture, table in await opened(bot, tournament):
        if table.phase is Phase.LOBBY:
            await _show(bot, guild, tournament, fixture, table)


async def _show(
    bot: ShijoBot,
    guild: discord.Guild,
    tournament: Tournament,
    fixture: Fixture,
    table: Table,
) -> None:
    if table.message_id is None:
        thread = await _thread(bot, guild, tournament, fixture)
        await (_post(bot, table, guild, thread) if thread else _post_here(bot, table))
        table = await bot.tables.get(table.id)
    if table.message_id is not None and fixture.told < fixture.games:
        await _tell(bot, tournament, fixture, table)


async def _post_here(bot: ShijoBot, table: Table) -> None:
    sync = sync_of(bot)
    sync.post_again(table)
    await sync.queue.sent(table.id)


async def _post(bot: ShijoBot, table: Table, guild: discord.Guild, thread: discord.Thread) -> None:
    sync = sync_of(bot)
    async with sync.messages.holding(table.id) as hold:
        me = bot.user
        place = bot.get_partial_messageable(thread.id, guild_id=guild.id)
        shown = await found_in(place, table, me.id) if me is not None else None
        if shown is None:
            drawn = await sync.public(table)
            shown = await thread.send(**drawn.new)
        await sync.posts.placed(table, shown.id, thread.id)
        hold.shows(table)


async def _thread(
    bot: ShijoBot, guild: discord.Guild, tournament: Tournament, fixture: Fixture
) -> discord.Thread | None:
    """Return the thread in which all games of a fixture are played, and open the thread if it
    doesn't exist. Returns None if the tournament has no threads. Also returns None if the bot may
    not open a thread, and then the tournament records that."""
    if not tournament.rules.threads:
        return None
    channel = guild.get_channel(tournament.channel_id)
    async with to_everyone(bot, guild.id):
        name = _name(tournament, fixture)
    here = [each for each in guild.threads if each.parent_id == tournament.channel_id]
    known = next((each for each in here if each.name == name), None)
    if known is not None:
        return known
    if isinstance(channel, discord.TextChannel):
        allowed = channel.permissions_for(guild.me)
        if allowed.create_public_threads and allowed.send_messages_in_threads:
            return await channel.create_thread(
                name=name,
                type=discord.ChannelType.public_thread,
                auto_archive_duration=A_WEEK,
            )
    await bot.tournaments.note(tournament.id, note=NO_THREADS)
    return None


def _name(tournament: Tournament, fixture: Fixture) -> str:
    """Return the name of a fixture's thread. The tournament's id makes the name unique. In an
    arena, two entrants have only one thread, even if they meet several times."""
    seeds = tournament.seeded
    order = sorted(fixture.seeds) if tournament.rules.is_arena else fixture.seeds
    names = " – ".join(seeds[seed].name or "?" for seed in order)
    if tournament.rules.is_arena:
        return short(names, THREAD_NAME - 9) + f" · {tournament.id}"
    head = _("Round {number}", number=fixture.round)
    return short(f"{head} · {names}", THREAD_NAME - 9) + f" · {tournament.id}"


async def _tell(bot: ShijoBot, tournament: Tournament, fixture: Fixture, table: Table) -> None:
    """Notify both players of their table, once for each game. Each player is notified in the way
    that they chose."""
    if not await bot.tournaments.claim_telling(tournament.id, fixture, fixture.games):
        return
    place = bot.get_partial_messageable(table.channel_id, guild_id=tournament.guild_id)
    members = [each.id for each in members_of(fixture, tournament.seeded, fixture.games)]
    await tell(bot, place, tournament.guild_id, members, lambda: _told(tournament, table))


def _told(tournament: Tournament, table: Table) -> str:
    where = f"[{title_of(tournament.rules)}]({link(table)})"
    if table.again_until is None:
        return _("Your tournament table is open: {table}.", table=where)
    return _(
        "Your tournament table is open: {table}. Press “I'm here” at the table, or you'll "
        "forfeit this game {when}.",
        table=where,
        when=format_dt(table.again_until, "R"),
    )
