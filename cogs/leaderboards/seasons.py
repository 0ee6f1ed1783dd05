"""Seasons: the panel for members who manage a server, and the podium (the first three of each
game), which is posted when a season is over.

Seasons end at midnight (UTC). Every hour, and whenever the bot reconnects, the podiums that are due
are posted. The database records which podiums are due and which are posted. So a restart neither
loses nor repeats a podium."""

from __future__ import annotations

import asyncio
import datetime
import logging
import re
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.core.errors import TableError
from bot.leaderboards.model import Line, Podium, SeasonSettings, Sort
from bot.leaderboards.seasons import Season, SeasonKind
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_SEASONS, IN_SETTINGS, on_press
from cogs.discord.connection import PASSING
from cogs.discord.errors import NotUnderstood, logged, must_manage
from cogs.discord.interactions import Interaction, must_reach, scope
from cogs.discord.languages import to_everyone
from cogs.discord.layout import Block, channel_select, line, message, rows, walk
from cogs.discord.presses import Input
from cogs.discord.roles import must_give
from cogs.discord.upkeep import HourlyCog
from cogs.leaderboards.choice import BoardChoice
from cogs.leaderboards.message import board_button
from cogs.leaderboards.names import KINDS, rating, season_title
from cogs.leaderboards.titles import offered, title_blocks
from cogs.table.message.medals import line_mark
from cogs.words import _, counted
from cogs.words.game import game_title
from cogs.words.names import escaped

# Translators: A setting of the server about seasons, or a message about them.

log = logging.getLogger(__name__)

LOOKED_AT: Final = 100
"""The number of a channel's messages that are searched for a podium posted before a crash."""
WHERE: Final = (discord.ChannelType.text, discord.ChannelType.news)
GOLD: Final = discord.Colour(0xE0B021)


class Seasons(HourlyCog):
    """A cog that lets a server choose its seasons, and posts the podiums of the seasons."""

    after = datetime.timedelta(minutes=1)
    """The time after each full hour at which the bot looks for podiums to post. A podium is a
    message with the first three members of each game in a season that has ended. Seasons end at
    midnight (UTC). Podiums that couldn't be posted are tried again every hour."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._posting = asyncio.Lock()
        self._nothing_left_on: datetime.date | None = None
        """The day (UTC) on which a check last posted all podiums that were due, so that no further
        check is needed on this day. None before the first check. Also None if the last check did
        not post all podiums that were due, for example because a server isn't served by this
        process."""

    # Settings

    @on_press(IN_SEASONS)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answers the button to the panel of seasons, and every choice in it."""
        must_manage(interaction)
        guild_id, entered = scope(interaction), Input.by(interaction)
        if match["title"] is not None:
            await self._choose_role(interaction, match["title"], entered)
        elif match["action"] == "open":
            pass
        elif match["action"] == "kind":
            await self.bot.boards.choose_seasons(guild_id, entered.one_of(SeasonKind))
        else:
            channel_id = next(iter(entered.numbers), None)
            must_reach(self.bot, guild_id, channel_id)
            await self.bot.boards.choose_podium_channel(guild_id, channel_id)
        view = await self._panel(guild_id)
        await interaction.response.edit_message(view=view)

    async def _choose_role(self, interaction: Interaction, key: str, entered: Input) -> None:
        title = next((each for each in offered() if each.key == key), None)
        role_id = next(iter(entered.numbers), None)
        if title is None:
            raise NotUnderstood
        if role_id is not None:
            must_give(interaction, role_id)
        await self.bot.titles.choose(scope(interaction), title, role_id)

    async def _panel(self, guild_id: int) -> ui.LayoutView:
        boards, guild = self.bot.boards, self.bot.get_guild(guild_id)
        settings, season = await boards.settings(guild_id), await boards.current_season(guild_id)
        roles = await self.bot.titles.roles(guild_id)
        return seasons_panel(settings, season, title_blocks(guild, roles))

    # Podiums

    def look(self) -> None:
        """Start posting the podiums that are due, unless an earlier check on the same day (UTC)
        left nothing to post."""
        # Seasons end at midnight: if nothing was left today, nothing will be due today.
        if discord.utils.utcnow().date() != self._nothing_left_on:
            super().look()

    async def do_due(self) -> None:
        """Post the podiums that are due in the servers of this process. Each podium is posted only
        once."""
        async with self._posting:
            today = discord.utils.utcnow().date()
            try:
                due = await self.bot.boards.due_podiums()
                here = [each for each in due if self.bot.serves(each.guild_id)]
                posted = [await self._post(podium) for podium in here]
            except TableError as error:
                log.warning("podiums are looked for again in an hour: %s", type(error).__name__)
            else:
                self._nothing_left_on = today if all(posted) and len(here) == len(due) else None

    async def _post(self, podium: Podium) -> bool:
        """Post a podium. Return True if nothing more is to be done about this podium, and False if
        it must be tried again in an hour."""
        boards, guild_id, season = self.bot.boards, podium.guild_id, podium.season.name
        if not podium.games:
            await boards.podium_posted(guild_id, season, 0)
            return True
        if not podium.claimed and not await boards.claim_podium(guild_id, season):
            return True
        try:
            message_id = (
                await self._found(podium) if podium.claimed else None
            ) or await self._sent(podium)
        except discord.NotFound:
            log.info("the channel for podiums of server %s is gone", guild_id)
            await boards.choose_podium_channel(guild_id, None)
        except (discord.HTTPException, *PASSING) as error:
            log.warning(
                "the podium %s of server %s waits another hour: %s",
                season,
                guild_id,
                type(error).__name__,
            )
        # A failure at one server must not stop the podiums of the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"posting the podium {season} of server {guild_id}")
        else:
            await boards.podium_posted(guild_id, season, message_id)
            return True
        return False

    async def _sent(self, podium: Podium) -> int:
        async with to_everyone(self.bot, podium.guild_id):
            view = podium_message(podium)
        return (await self._channel(podium).send(view=view)).id

    async def _found(self, podium: Podium) -> int | None:
        """Return the id of a podium's message if the message is already in the channel: a process
        might have sent it and ended before it stored the id. Otherwise return None."""
        async for posted in self._channel(podium).history(
            limit=LOOKED_AT, after=podium.season.ends
        ):
            if (
                self.bot.user is not None
                and posted.author.id == self.bot.user.id
                and is_podium(posted, podium)
            ):
                return posted.id
        return None

    def _channel(self, podium: Podium) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(podium.channel_id, guild_id=podium.guild_id)


def seasons_panel(
    settings: SeasonSettings, season: Season | None, of_titles: Sequence[Block]
) -> ui.LayoutView:
    """Return the panel of a server's seasons: the present choices, the selects that change the
    choices, and below the selects the blocks `of_titles` about roles for titles. `season` is the
    current season, or None if the server has no seasons."""
    now = _("There are no seasons, so leaderboards show all-time results.")
    if season is not None:
        ends = discord.utils.format_dt(season.ends, "R")
        now = _(
            "**{season}** is under way and ends {when}.",
            season=season_title(season.name),
            when=ends,
        )
    where = _("I won't post the podium anywhere.")
    if settings.podium_channel_id is not None:
        where = _("I'll post the podium in {channel}.", channel=f"<#{settings.podium_channel_id}>")
    kinds = [
        discord.SelectOption(label=_(title), value=kind.value, default=kind is settings.kind)
        for kind, title in KINDS.items()
    ]
    length: ui.Select[Any] = ui.Select(custom_id=IN_SEASONS.id("kind"), options=kinds)
    podium = settings.podium_channel_id
    channel = channel_select(
        IN_SEASONS.id("channel"),
        _("No podium channel"),
        WHERE,
        [] if podium is None else [podium],
    )
    back: ui.Button[Any] = ui.Button(
        label=_("Back"), custom_id=IN_SETTINGS.id("community"), style=discord.ButtonStyle.secondary
    )
    title, of_length, of_podium = _("Seasons"), _("Season length"), _("Podium")
    return message(
        [
            f"## {title}\n{now}\n{where}",
            f"**{of_length}**",
            ui.ActionRow(IN_SEASONS(length)),
            f"**{of_podium}**",
            ui.ActionRow(IN_SEASONS(channel)),
            *of_titles,
            *rows([IN_SETTINGS(back)]),
        ]
    )


def podium_message(podium: Podium) -> ui.LayoutView:
    """Return the message of a podium: the first three of each game in a season, and a button to the
    leaderboards of the season."""
    title = season_title(podium.season.name)
    ended = _("The season is over. Here's the podium:")
    blocks: list[Block] = [f"# 🏆 {title}\n{ended}"]
    for game, lines in podium.games.items():
        steps = [_step(each) for each in lines]
        blocks.append("\n".join([f"### {escaped(game_title(game))}", *steps]))
    blocks += [line(), "-# " + _("A new season has started. All-time leaderboards carry on.")]
    blocks.append(ui.ActionRow(board_button(_boards_of(podium), _("Full standings"))))
    return message(blocks, colour=GOLD)


def _step(step: Line) -> str:
    figure = rating(step.figure, provisional=step.provisional)
    played = counted("{number} game", "{number} games", step.games)
    return f"{line_mark(step, Sort.RATING)} **{escaped(step.name)}** · {figure} · {played}"


def _boards_of(podium: Podium) -> BoardChoice:
    return BoardChoice(0, next(iter(podium.games)), podium.season.name, Sort.RATING)


def is_podium(message_: discord.Message, podium: Podium) -> bool:
    """Return whether a message shows this podium. The message shows it if it has the podium's
    button to the leaderboards of the season."""
    wanted = _boards_of(podium).custom_id("open")
    return any(getattr(part, "custom_id", None) == wanted for part in walk(message_.components))
