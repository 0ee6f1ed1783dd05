"""Telling somebody of a tournament: by a mention, or by a direct message if they chose that;
and moderators of fixtures that go on only when they have decided them, once each."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

import discord

from bot.preferences.model import Mentions as Wish
from bot.tournaments.model import Fixture, Tournament, TournamentStage
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.languages import to_everyone, to_member
from cogs.tournaments.words import name_of, title_of
from cogs.words import _
from cogs.words.names import escaped
from cogs.words.seats import listed

log = logging.getLogger(__name__)


async def tell(
    bot: ShijoBot,
    place: discord.PartialMessageable,
    guild_id: int,
    members: Iterable[int],
    text: Callable[[], str],
) -> None:
    """Tell members, by their ids, each in the way they chose: in one message at `place`, which is
    sent only if it mentions somebody, or each for themselves. `text` makes the sentence in the
    language that is spoken then. Raises discord.HTTPException."""
    mentioned = []
    for member_id in members:
        wish = (await bot.tables.preferences.member(member_id)).mentions
        if wish is Wish.ON:
            mentioned.append(member_id)
        elif wish is Wish.DIRECT:
            await _by_message(bot, guild_id, member_id, text)
    if mentioned:
        async with to_everyone(bot, guild_id):
            said = text()
        only = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(each) for each in mentioned]
        )
        mentions = " ".join(f"<@{each}>" for each in mentioned)
        await place.send(f"{mentions} {said}", allowed_mentions=only)


async def _by_message(
    bot: ShijoBot, guild_id: int, member_id: int, text: Callable[[], str]
) -> None:
    guild = bot.get_guild(guild_id)
    async with to_member(bot, member_id, guild.preferred_locale if guild else None):
        said = text()
    try:
        channel = await bot.create_dm(discord.Object(member_id))
        await channel.send(said)
    except (discord.HTTPException, *PASSING) as error:
        # A member who takes no direct messages finds the news in the tournament's message as well.
        log.info("a member is not told by message: %s", type(error).__name__)


async def tell_moderators(bot: ShijoBot, guild: discord.Guild, tournament: Tournament) -> None:
    """Tell those who may manage the server of each fixture that waits for them: by the roles that
    say so, or the server's owner where none can be mentioned. Raises discord.HTTPException and
    TableErrors."""
    channel = guild.get_channel(tournament.channel_id)
    if tournament.stage is not TournamentStage.PLAYING or channel is None:
        return
    if not channel.permissions_for(guild.me).send_messages:
        return  # the tournament's message says so
    for fixture in tournament.waiting:
        # The players were told of games up to `games`; the next number stands for the moderators.
        if fixture.waits and await bot.tournaments.claim_telling(
            tournament.id, fixture, fixture.games + 1
        ):
            await _tell(bot, guild, channel, tournament, fixture)


async def _tell(
    bot: ShijoBot,
    guild: discord.Guild,
    channel: discord.abc.GuildChannel,
    tournament: Tournament,
    fixture: Fixture,
) -> None:
    def text() -> str:
        return _(
            "{title}: {names} are stuck because too many of their games were cut "
            "short. Decide it under “For moderators…” on the tournament's message.",
            title=escaped(title_of(tournament.rules)),
            names=listed([f"**{name_of(tournament, seed)}**" for seed in fixture.seeds]),
        )

    place = bot.get_partial_messageable(tournament.channel_id, guild_id=guild.id)
    roles = _roles(guild, channel)
    if not roles:
        await tell(bot, place, guild.id, [guild.owner_id] if guild.owner_id else [], text)
        return
    async with to_everyone(bot, guild.id):
        said = text()
    only = discord.AllowedMentions(everyone=False, users=False, roles=roles)
    await place.send(f"{' '.join(role.mention for role in roles)} {said}", allowed_mentions=only)


def _roles(guild: discord.Guild, channel: discord.abc.GuildChannel) -> list[discord.Role]:
    """The roles of members who may manage the server, those that the bot can mention."""
    any_role = channel.permissions_for(guild.me).mention_everyone
    return [
        role
        for role in guild.roles
        if (role.permissions.manage_guild or role.permissions.administrator)
        and not (role.managed or role.is_default())
        and (role.mentionable or any_role)
    ]
