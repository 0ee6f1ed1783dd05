"""Makes a tournament's scheduled event on Discord, and gives the winner's role."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.core.model import FORGOTTEN, Speed
from bot.tournaments.model import Tournament, TournamentRules
from bot.tournaments.standings import winners
from cogs.discord.client import ShijoBot
from cogs.discord.languages import to_everyone
from cogs.discord.roles import Refusal, why_not
from cogs.tournaments.words import (
    NO_EVENT,
    NO_MEMBER,
    title_of,
)

log = logging.getLogger(__name__)

LASTS: Final = timedelta(hours=3)
"""The length of the scheduled event of a tournament."""
LASTS_BY_POST: Final = timedelta(days=14)
"""The length of the scheduled event of a tournament by correspondence."""
USUAL_ROUNDS: Final = 3
"""The assumed number of rounds of a tournament of duplicates. The length of the tournament's
scheduled event on Discord is computed from this number, because nobody has entered yet."""


async def announce(bot: ShijoBot, guild: discord.Guild, tournament: Tournament) -> None:
    """Make the scheduled event of a tournament with a fixed start, once. If the bot may not make
    the event, the tournament records that. If Discord refuses the event for another reason, such as
    too many events in this server, a later call tries again. Raises TableErrors."""
    starts_at = tournament.starts_at
    if starts_at is None or tournament.event_id or starts_at <= discord.utils.utcnow():
        return
    allowed = guild.me.guild_permissions
    if not (allowed.create_events or allowed.manage_events):
        await bot.tournaments.note(tournament.id, note=NO_EVENT)
        return
    try:
        event_id = await _event(bot, guild, tournament, starts_at)
    except discord.Forbidden:
        await bot.tournaments.note(tournament.id, note=NO_EVENT)
    except discord.HTTPException as error:
        log.info("tournament %s has no event yet: %s", tournament.id, error)
    else:
        await bot.tournaments.note(tournament.id, event_id=event_id)


async def _event(
    bot: ShijoBot, guild: discord.Guild, tournament: Tournament, starts_at: datetime
) -> int:
    """Return the id of a tournament's scheduled event. Make the event, unless an earlier process
    has made it and ended before storing its id. Raises discord.HTTPException and TableErrors."""
    async with to_everyone(bot, guild.id):
        name = f"🏆 {title_of(tournament.rules)}"
    if tournament.event_id == 0:
        for event in await guild.fetch_scheduled_events(with_counts=False):
            if event.name == name and event.start_time == starts_at:
                return event.id
    else:
        await bot.tournaments.note(tournament.id, event_id=0)
    made = await guild.create_scheduled_event(
        name=name,
        start_time=starts_at,
        end_time=starts_at + _lasts(tournament.rules),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=f"<#{tournament.channel_id}>",
    )
    return made.id


def _lasts(rules: TournamentRules) -> timedelta:
    if rules.is_arena:
        return timedelta(minutes=rules.minutes)
    if rules.duplicate:
        return USUAL_ROUNDS * timedelta(minutes=rules.minutes)
    return LASTS_BY_POST if rules.speed is Speed.BY_POST else LASTS


async def withdraw(bot: ShijoBot, tournament: Tournament) -> None:
    """Delete the scheduled event of a tournament that was called off before its start."""
    starts_at = tournament.starts_at
    if tournament.event_id and starts_at and starts_at > discord.utils.utcnow():
        try:
            await bot.http.delete_scheduled_event(tournament.guild_id, tournament.event_id)
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("an event of tournament %s stays: %s", tournament.id, type(error).__name__)


async def crown(bot: ShijoBot, guild: discord.Guild, tournament: Tournament) -> str:
    """Give the winners of a tournament their role. Winners who have left the server are left out,
    and so are winners whose data was deleted. Returns an empty text if somebody got the role, and
    also if there is no role or nobody to give it to. Otherwise returns the reason as a key of
    `NOTES`: the bot can't give the role, or all winners have left the server. If the process
    crashes before the tournament records this, the role is given a second time, which does no harm.
    Raises discord.HTTPException."""
    if tournament.role_id is None:
        return ""
    refusal = why_not(guild, tournament.role_id)
    if refusal is not None:
        return refusal.value
    won = [tournament.seeded[seed].member_id for seed in winners(tournament)]
    known = [member_id for member_id in won if member_id != FORGOTTEN]
    try:
        crowned = [await _gave(bot, guild, each, tournament.role_id) for each in known]
    except discord.Forbidden:
        return Refusal.ABOVE.value
    return NO_MEMBER if known and not any(crowned) else ""


async def _gave(bot: ShijoBot, guild: discord.Guild, member_id: int, role_id: int) -> bool:
    """Give a role to a member, and return whether the member is still in the server. Raises
    discord.HTTPException."""
    try:
        await bot.http.add_role(guild.id, member_id, role_id)
    except discord.NotFound:
        return False
    return True
