"""Challenges: `/challenge`, the entry *Challenge to a game* in the menu of a member, and the
answers.

Discord shows a private message only to a member who pressed something. So a challenge is announced
by a line in the channel with one button, and the button opens the private question."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

import games
from bot.challenges.model import Challenge, Standing
from bot.core.errors import TableError
from bot.core.model import Person, Update
from bot.preferences.model import Challenges as Wish
from bot.teams.deals import options_of
from cogs.challenges.message import (
    ANSWERS,
    answered_message,
    draft_panel,
    own_question,
    question,
    tell_channel,
    tell_directly,
    tell_of_end,
)
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_CHALLENGE, on_press
from cogs.discord.errors import OlderShijo, logged
from cogs.discord.interactions import Interaction, link, person
from cogs.discord.languages import to_everyone
from cogs.discord.layout import message, short
from cogs.discord.presses import Input
from cogs.discord.threads import thread_of
from cogs.discord.upkeep import HourlyCog
from cogs.table.lobby.command import THREAD_NAME
from cogs.table.lobby.permitted import must_be_allowed, must_make_duplicate, parent_of
from cogs.table.rules import SPEEDS, game_named, offering_games, suggested_presets
from cogs.words import _, marked
from cogs.words.game import game_title
from cogs.words.names import name_of

log = logging.getLogger(__name__)


class BotChallenged(TableError):
    """Raised when a member challenges a bot."""

    template = marked("You can't challenge a bot. Use “Add bot” in a lobby instead.")


class NotHere(TableError):
    """Raised when the challenged person can't see this channel or isn't in the server."""

    template = marked("{name} can't see this channel.")


class Challenging(HourlyCog):
    """A cog that answers `/challenge`, and every press about a challenge."""

    after = timedelta(seconds=30)
    """The delay after each full hour until the search for challenges that are over."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._menu = app_commands.ContextMenu(
            name=locale_str("Challenge to a game"), callback=self._from_menu
        )
        app_commands.guild_only()(self._menu)

    async def cog_load(self) -> None:
        """Adds *Challenge to a game* to members' menus, and starts the hourly check for challenges
        that nobody answered in time."""
        await super().cog_load()
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Removes *Challenge to a game* from members' menus, and stops the hourly check."""
        self.bot.tree.remove_command(self._menu.name, type=self._menu.type)
        await super().cog_unload()

    @offering_games
    @app_commands.command(
        name=locale_str("challenge"), description=locale_str("Challenge someone to a game")
    )
    @app_commands.rename(
        member=locale_str("member"),
        game=locale_str("game"),
        preset=locale_str("rules"),
        speed=locale_str("speed"),
        duplicate=locale_str("duplicate"),
        teams=locale_str("teams"),
    )
    @app_commands.describe(
        member=locale_str("Your opponent"),
        game=locale_str("The game to play"),
        preset=locale_str("The rules (default: this server's)"),
        speed=locale_str("The speed (default: this server's)"),
        duplicate=locale_str("You both get the same cards and each play them against bots"),
        teams=locale_str("You each lead a team, and both teams play the same cards"),
    )
    @app_commands.choices(speed=list(SPEEDS))
    @app_commands.choices(
        teams=[
            Choice(name=locale_str("Teams of two"), value=2),
            Choice(name=locale_str("Teams of four"), value=4),
        ]
    )
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        member: discord.User,
        game: str,
        preset: str | None = None,
        speed: str | None = None,
        duplicate: bool = False,
        teams: int = 0,
    ) -> None:
        """`/challenge member game [preset] [speed] [duplicate] [teams]`: announces the challenge in
        the channel at once."""
        name = game_named(game)
        if teams or duplicate:
            must_make_duplicate(name, preset, speed)
        if teams:
            options_of(games.load(name), teams)
        draft = await self._made_up(
            interaction, member, name, preset, speed, duplicate=duplicate, team_size=teams
        )
        asked = await self.bot.service.challenges.ask(draft.id)
        await self._tell(interaction, asked)

    @challenge.autocomplete("preset")
    async def _presets(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return await suggested_presets(interaction, typed)

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        """*Challenge to a game* in a member's menu: opens a panel that asks for the game, the rules
        and the speed."""
        played = await self.bot.boards.games(interaction.guild_id or 0)
        known = [name for name in (*played, *games.available()) if name in games.available()]
        draft = await self._made_up(interaction, member, known[0])
        await interaction.response.send_message(view=await self._draft(draft), ephemeral=True)

    @on_press(IN_CHALLENGE)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a component of a challenge: choosing its game, rules or speed, sending
        it, accepting, declining or withdrawing it."""
        challenges, action = self.bot.service.challenges, match["action"]
        if action == "send":
            must_be_allowed(interaction)
            asked = await challenges.ask(match["id"])
            await interaction.response.edit_message(view=message([_("Challenge sent.")]))
            await self._tell(interaction, asked)
        elif action in {"game", "preset", "speed"}:
            chosen = {action: Input.by(interaction).first}
            draft = await challenges.choose(match["id"], **chosen)
            await interaction.response.edit_message(view=await self._draft(draft))
        elif action == "answer":
            await self._ask(interaction, match["id"])
        elif action in ANSWERS:
            await self._answer(interaction, match["id"], ANSWERS[action])
        else:
            raise OlderShijo

    # Asking

    async def _made_up(
        self,
        interaction: Interaction,
        whom: discord.User | discord.Member,
        game: str,
        preset: str | None = None,
        speed: str | None = None,
        *,
        duplicate: bool = False,
        team_size: int = 0,
    ) -> Challenge:
        must_be_allowed(interaction)
        if whom.bot:
            raise BotChallenged
        seen = whom.resolved_permissions if isinstance(whom, discord.Member) else None
        if not isinstance(whom, discord.Member) or (seen is not None and not seen.view_channel):
            raise NotHere(name=name_of(whom))
        return await self.bot.service.challenges.make_up(
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            parent_id=parent_of(interaction.channel),
            by=person(interaction),
            whom=Person(whom.id, name_of(whom)),
            game=game,
            pressed=interaction.id,
            preset=preset,
            speed=speed,
            duplicate=duplicate,
            team_size=team_size,
        )

    async def _draft(self, draft: Challenge) -> discord.ui.LayoutView:
        return draft_panel(draft, await self.bot.tables.preferences.server(draft.guild_id))

    async def _tell(self, interaction: Interaction, asked: Challenge) -> None:
        if await tell_channel(interaction, asked) is Wish.DIRECT:
            self.background.start(tell_directly(self.bot, asked))

    # Answering

    async def _ask(self, interaction: Interaction, challenge_id: str) -> None:
        challenges = self.bot.service.challenges
        asked = await challenges.of(challenge_id, Standing.ASKED)
        if interaction.user.id == asked.by.id:
            view = own_question(asked)
        else:
            asked = await challenges.asked_of(challenge_id, interaction.user.id)
            view = question(asked, await self.bot.tables.preferences.server(asked.guild_id))
        await interaction.response.send_message(view=view, ephemeral=True)

    async def _answer(self, interaction: Interaction, challenge_id: str, answer: Standing) -> None:
        where, challenges = "", self.bot.service.challenges
        if answer is Standing.ACCEPTED:
            asked = await challenges.asked_of(challenge_id, interaction.user.id)
            if asked.team_size or asked.duplicate:
                await self._begin(asked)
            else:
                where = link((await self._accepted(interaction, asked)).table)
            over = await challenges.of(challenge_id, answer)
        else:
            over = await challenges.answer(challenge_id, interaction.user.id, answer)
        await interaction.response.edit_message(view=answered_message(over, where))
        await tell_of_end(self.bot, over, where)

    async def _begin(self, asked: Challenge) -> None:
        """Begin what the two members agreed on: a duplicate (both play the same deals), or a match
        of two teams, which the two members lead. Another cog posts the message about the duplicate
        or the match."""
        service, challenges = self.bot.service, self.bot.service.challenges
        begin: Callable[..., Awaitable[object]] = service.duplicates.begin
        if asked.team_size:
            begin = partial(service.team_matches.open, size=asked.team_size)
        await begin(
            guild_id=asked.guild_id,
            channel_id=asked.channel_id,
            game=asked.game,
            first=asked.by,
            second=asked.whom,
            beside=challenges.accepted(asked),
            must_hold=lambda: challenges.asked_of(asked.id, asked.whom.id),
        )

    async def _accepted(self, interaction: Interaction, asked: Challenge) -> Update:
        """Accept a challenge and open its table, in a thread of its own if the server wants
        threads. Return the update that contains the new table."""
        guild = self.bot.get_guild(asked.guild_id)
        place = guild.get_channel_or_thread(asked.channel_id) if guild else None
        server = await self.bot.tables.preferences.server(asked.guild_id)
        thread, opened = None, False
        if server.threads and isinstance(place, discord.TextChannel) and _may_thread(place):
            async with to_everyone(self.bot, asked.guild_id):
                names = f"{asked.by.name} – {asked.whom.name}"
                name = short(f"{game_title(asked.game)} · {names}", THREAD_NAME)
            start = place.get_partial_message(asked.message_id or 0)
            thread, opened = await thread_of(self.bot, start, name)
        try:
            return await self.bot.service.challenges.accept(
                asked.id,
                interaction.user.id,
                interaction.id,
                channel_id=thread.id if thread else None,
                parent_id=place.id if thread and place else parent_of(place),
            )
        except Exception:
            # In one that was there already, another press may have opened a table.
            if thread is not None and opened:
                await thread.delete()
            raise

    # What nobody answers

    async def do_due(self) -> None:
        """End the challenges that nobody answered for a day, and say so in their channels."""
        try:
            for over in await self.bot.service.challenges.expired(self._serves()):
                await tell_of_end(self.bot, over)
        except TableError as error:
            log.warning("expired challenges wait an hour: %s", type(error).__name__)
        # Nothing that fails here may end in silence.
        except Exception as error:  # noqa: BLE001
            logged(error, "expired challenges")

    def _serves(self) -> Callable[[int], bool]:
        return lambda guild_id: self.bot.get_guild(guild_id) is not None


def _may_thread(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.create_public_threads and allowed.send_messages_in_threads
