"""Notifies moderators of fixtures that go on only after a moderator's decision. Moderators are
notified once for each fixture."""

from __future__ import annotations

import discord

from bot.tournaments.model import Fixture, Tournament, TournamentStage
from cogs.discord.client import ShijoBot
from cogs.discord.languages import to_everyone
from cogs.discord.permitted import own_permissions
from cogs.discord.telling import tell
from cogs.tournaments.words import name_of, title_of
from cogs.words import _
from cogs.words.names import escaped
from cogs.words.seats import listed


async def tell_moderators(bot: ShijoBot, guild: discord.Guild, tournament: Tournament) -> None:
    """Tell moderators about each fixture that waits for a moderator's decision, once for each
    fixture. The message mentions the roles that may manage the server. If no such role can be
    mentioned, it mentions the server's owner. Does nothing if the bot may not write in the channel.
    Raises discord.HTTPException and TableErrors."""
    allowed = own_permissions(guild, tournament.channel_id)
    if tournament.stage is not TournamentStage.PLAYING or allowed is None:
        return
    if not allowed.send_messages:
        return  # the tournament's message says so
    for fixture in tournament.waiting:
        # The players were told of games up to `games`; the next number stands for the moderators.
        if fixture.waits and await bot.tournaments.claim_telling(
            tournament.id, fixture, fixture.games + 1
        ):
            await _tell(bot, guild, _roles(guild, allowed), tournament, fixture)


async def _tell(
    bot: ShijoBot,
    guild: discord.Guild,
    roles: list[discord.Role],
    tournament: Tournament,
    fixture: Fixture,
) -> None:
    def text() -> str:
        return _(
            "{title}: {names} are stuck because too many of their games were cut short. To "
            "decide their match, press “For moderators…” under the tournament message.",
            title=escaped(title_of(tournament.rules)),
            names=listed([f"**{name_of(tournament, seed)}**" for seed in fixture.seeds]),
        )

    place = bot.get_partial_messageable(tournament.channel_id, guild_id=guild.id)
    if not roles:
        await tell(bot, place, guild.id, [guild.owner_id] if guild.owner_id else [], text)
        return
    async with to_everyone(bot, guild.id):
        said = text()
    only = discord.AllowedMentions(everyone=False, users=False, roles=roles)
    await place.send(f"{' '.join(role.mention for role in roles)} {said}", allowed_mentions=only)


def _roles(guild: discord.Guild, allowed: discord.Permissions) -> list[discord.Role]:
    """Return the roles that let members manage the server and that the bot can mention. `allowed`
    are the bot's permissions in the channel of the message."""
    return [
        role
        for role in guild.roles
        if (role.permissions.manage_guild or role.permissions.administrator)
        and not (role.managed or role.is_default())
        and (role.mentionable or allowed.mention_everyone)
    ]
