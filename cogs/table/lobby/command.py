"""Lobbies: `/play`, and the buttons of a lobby."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

import games
from bot.core.errors import NotSeated
from bot.core.model import Phase, Seat, Speed, Table, Update
from bot.core.scope import is_pocket, is_private, pocket_of
from bot.preferences.house_rules import seats_allowed
from bot.preferences.model import ServerSettings
from cogs.discord.away import is_away, manages
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_LOBBY, on_press
from cogs.discord.connection import CUT, is_cut
from cogs.discord.errors import ANSWERED, OlderShijo
from cogs.discord.interactions import Interaction, everywhere, may_see, person, pressed_table, scope
from cogs.discord.languages import language_of, to_everyone
from cogs.discord.layout import QUIET, message, rows, short, walk
from cogs.discord.presses import Input
from cogs.discord.threads import A_WEEK
from cogs.edits.answers import Drawn, replaced, replied
from cogs.table.hand.command import Hands
from cogs.table.lobby.bots import Questions, is_asked
from cogs.table.lobby.message import buttons_of_seated
from cogs.table.lobby.open_tables import tables_panel
from cogs.table.lobby.options_panel import options_panel
from cogs.table.lobby.permitted import may_open_thread, must_be_allowed, parent_of
from cogs.table.lobby.same_game import joined, lobby_here, question
from cogs.table.lobby.settings import settings_panel
from cogs.table.message.public_message import title_of
from cogs.table.rules import game_named, offering_games, rules_message
from cogs.table.upkeep import TableCog
from cogs.words import _
from cogs.words.names import escaped
from games.players import default

BEGINNER: Final = "beginner"
"""The strength of the bot player for a member who has just learned a game."""
THREAD_NAME: Final = 100
"""The most characters of a thread's name that Discord allows."""


class Lobbies(TableCog):
    """A cog that opens tables and gives members seats."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.questions = Questions()

    @offering_games
    @app_commands.command(
        name=locale_str("play"), description=locale_str("Open a table for a card game")
    )
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("The game (leave empty to see the open tables)"))
    @everywhere
    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """`/play [game]`: opens a table with the member as its host, and answers with the table's
        lobby. If the channel already has a lobby of that game, asks first whether the member wants
        to join that lobby. Without a game, answers with the open tables in channels that the member
        may see, and with the games."""
        if game is not None:
            await self.begin(interaction, game_named(game))
            return
        found = await self.bot.service.history.open_tables(scope(interaction))
        seen = [table for table in found if may_see(interaction, table.channel_id)]
        view = tables_panel(seen, scope(interaction))
        await interaction.response.send_message(view=view, ephemeral=True)

    async def begin(
        self,
        interaction: Interaction,
        game: str,
        *,
        like: Table | None = None,
    ) -> None:
        """Open a lobby of a game. With `like`, the lobby has the rules of that table, and also its
        speed if the server still allows this speed. If the channel already has a lobby of that
        game, ask first whether the member wants to join that lobby. If the member already has a
        table of that game in their pocket, show this table instead. Raises MayNotPost if the bot
        may not post in the channel, and the TableErrors of opening a table."""
        must_be_allowed(interaction)
        mine = await self._in_pocket(interaction, game)
        if mine is not None:
            await self.bot.cog(Hands).open(interaction, mine)
            return
        server = await self.bot.tables.preferences.server(scope(interaction))
        allowed = server.wants_tables_in(
            interaction.channel_id or 0, parent_of(interaction.channel)
        )
        there = await lobby_here(interaction, game) if allowed else None
        if there is not None:
            await interaction.response.send_message(
                view=question(there, interaction.user.id), ephemeral=True
            )
            return
        table = await self._open(interaction, game, like)
        async with self.sync.messages.holding(table.id) as hold:
            if table.is_private:
                table = await self._fill(table)
            await self._post(interaction, table)
            hold.shows(table)

    async def _in_pocket(self, interaction: Interaction, game: str) -> Table | None:
        """Return the member's open table of that game in their pocket (where they play alone in
        places without the bot). Returns None if the bot is in this place or there is no such table.
        The table is looked up because its message might be far up in a channel, or gone."""
        if not is_away(interaction):
            return None
        return await self._open_in(scope(interaction), interaction.user.id, game)

    async def practise(self, interaction: Interaction, game: str) -> None:
        """Start a game of the member against bot players of the strength `BEGINNER`. (If the game
        doesn't offer this strength, the bot players have the strongest one.) The table is in the
        member's pocket: only the member sees it, and it has no clock. If the member already has a
        table of that game in their pocket, show this table instead. Raises TableErrors."""
        here = pocket_of(interaction.user.id)
        mine = await self._open_in(here, interaction.user.id, game)
        if mine is not None:
            await self.bot.cog(Hands).open(interaction, mine)
            return
        table = await self._open(interaction, game, here=here)
        async with self.sync.messages.holding(table.id) as hold:
            table = await self._fill(table, default(game, BEGINNER))
            started = await self.bot.tables.start(table.id, table.host_id, interaction.id)
            await self.sync.show_own(interaction, started.table, new=True)
            hold.shows(started.table)

    async def _open_in(self, here: int, member_id: int, game: str) -> Table | None:
        """Return the open table of that game where the member sits, in the scope `here`. Returns
        None if there is no such table."""
        tables = await self.bot.tables.where.seated(here, member_id)
        return next((table for table in tables if table.game == game), None)

    async def _fill(self, table: Table, strength: str | None = None) -> Table:
        """Seat bot players at a new table until it has as many players as the game needs at least.
        `strength` is the strength of the bot players (None: the usual strength). Returns the
        changed table."""
        least = seats_allowed(games.load(table.game), table.options)[0]
        for _seat in range(len(table.seats), least):
            table = (await self.bot.tables.invite_bot(table.id, table.host_id, strength)).table
        return table

    async def _seats_filled(self, table_id: str, member_id: int) -> None:
        """Seat as many bot players as the game needs, if the host starts the game and nobody else
        has joined."""
        table = await self.bot.tables.get(table_id)
        if member_id == table.host_id and table.host_is_alone:
            await self._fill(table)

    async def _open(
        self,
        interaction: Interaction,
        game: str,
        like: Table | None = None,
        *,
        here: int | None = None,
    ) -> Table:
        """Open a table in this channel with the member as host. If the table `like` is given, the
        new table has the rules of `like`, and also its speed if the server still allows this speed.
        `here` is the scope of the new table (None: the scope of the press)."""
        here = scope(interaction) if here is None else here
        if is_private(here):
            await self._settle_in(interaction, here)
        server = await self.bot.tables.preferences.server(here)
        update = await self.bot.tables.opening.create(
            guild_id=here,
            channel_id=here if is_pocket(here) else interaction.channel_id or 0,
            parent_id=parent_of(interaction.channel),
            host=person(interaction),
            game=game,
            interaction_id=interaction.id,
            preset=like.preset if like else None,
            options=like.options if like else None,
            speed=_speed(here, like, server),
        )
        return update.table

    async def _settle_in(self, interaction: Interaction, here: int) -> None:
        """Store the member's language as the language of the scope `here`, whose tables only this
        member sees. If `here` is a pocket (a chat that the bot isn't in), also store that tables
        there have no clock, because the bot can't send reminders there."""
        preferences = self.bot.tables.preferences
        chosen = (await preferences.member(interaction.user.id)).language
        wanted: dict[str, Any] = {"language": language_of(chosen, interaction.locale)}
        if is_pocket(here):
            wanted["speeds"] = (Speed.NONE,)
        now = await preferences.server(here)
        if any(getattr(now, name) != value for name, value in wanted.items()):
            await preferences.change_server(here, **wanted)

    async def _post(self, interaction: Interaction, table: Table) -> None:
        """Post a new table's lobby in this channel. If the server's settings ask for threads, post
        it in a new thread. At a table in a member's pocket, show the lobby to this member alone."""
        if table.is_pocket:
            await self.sync.show_own(interaction, table, new=True)
            return
        server = await self.bot.tables.preferences.server(scope(interaction))
        if server.threads and may_open_thread(interaction):
            await self._post_in_thread(interaction, table)
        else:
            await self._post_here(interaction, table)

    async def _post_in_thread(self, interaction: Interaction, table: Table) -> None:
        """Answer with a line that announces the table, open a thread under it, and post the lobby
        in that thread."""
        async with self.sync.messages.holding(table.id) as hold:
            try:
                said = await _said(interaction, lambda: self._line(table))
                channel: Any = interaction.channel
                async with to_everyone(self.bot, table.guild_id):
                    name = short(f"{title_of(table)} · {table.seats[0].name}", THREAD_NAME)
                thread = await channel.get_partial_message(said).create_thread(
                    name=name, auto_archive_duration=A_WEEK
                )
                drawn = await self.sync.public(table)
                shown = await thread.send(**drawn.new)
            except (*CUT, discord.HTTPException) as error:
                await self._lost(table, error)
                raise
            await self.sync.posts.placed(table, shown.id, thread.id)
            hold.shows(table)

    async def _line(self, table: Table) -> Drawn:
        """Draw the message "… opened a table" for everyone, which is posted before the thread of a
        new table is opened."""
        async with to_everyone(self.bot, table.guild_id):
            name, game = escaped(table.seats[0].name), title_of(table)
            return Drawn(
                message([_("🃏 **{name}** opened a table: {game}.", name=name, game=game)])
            )

    async def _post_here(self, interaction: Interaction, table: Table) -> None:
        async with self.sync.messages.holding(table.id) as hold:
            try:
                shown = await _said(interaction, lambda: self.sync.public(table))
            except (*CUT, discord.HTTPException) as error:
                await self._lost(table, error)
                raise
            if shown is not None:
                await self.sync.posts.placed(table, shown)
            hold.shows(table)

    async def _lost(self, table: Table, error: BaseException) -> None:
        """Handle the `error` because of which the first message of a new table was not posted. If
        Discord refused the message, close the table, because nobody could see it. If the connection
        was cut, post the message again, unless the message is found in the channel."""
        if is_cut(error):
            self.sync.post_again(table)
        else:
            await self.bot.tables.close(table.id, table.host_id)

    @on_press(IN_LOBBY)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a lobby's button or select."""
        table = await pressed_table(interaction, match["table"])
        table_id, action = table.id, match["action"]
        told = await self._told(interaction, table, action)
        if told is not None:
            await interaction.response.send_message(view=told, ephemeral=True)
        elif action == "join-there":
            update = await self.bot.tables.join(table_id, person(interaction), interaction.id)
            await interaction.response.edit_message(view=joined(update.table))
        elif action == "add-bot" and is_asked(table):
            seat_held(table, interaction.user.id)
            usual = await self.bot.tables.usual_level(table)
            await self.questions.ask(interaction, table, usual)
        elif action == "bot":
            await self._seat_bot(interaction, table, match["detail"] or "")
        elif action == "another":
            await self._open_another(interaction, table.game)
        elif in_settings(interaction, table_id):
            await self._set(interaction, table, action, match["detail"] or "")
        else:
            async with self.sync.messages.holding(table_id) as hold:
                update = await self._change(interaction, table_id, action, match["detail"] or "")
                await self.sync.answer(interaction, update.table, hold)
            if action == "start":
                await self._deal(interaction, update.table)

    async def _open_another(self, interaction: Interaction, game: str) -> None:
        """Open a table although the channel already has a lobby of the game. Replace the question
        that the member has answered, and post the new lobby as a further message."""
        must_be_allowed(interaction)
        table = await self._open(interaction, game)
        # Translators: The answer to a member who asked for another table.
        told = message([_("Here's another table.")])
        try:
            await replaced(interaction, Drawn(told))
        except (*CUT, discord.HTTPException) as error:
            await self._lost(table, error)
            raise
        await self._post(interaction, table)

    async def _told(
        self, interaction: Interaction, table: Table, action: str
    ) -> ui.LayoutView | None:
        """Return the private message that answers a press which changes nothing at the table, such
        as a press on the rules or the settings. Returns None for any other press."""
        member_id = interaction.user.id
        if action == "rules":
            return rules_message(table.game, table)
        if action == "options":
            return options_panel(table, member_id, manages=manages(interaction))
        if action == "settings":
            server = await self.bot.tables.preferences.server(scope(interaction))
            return settings_panel(table, member_id, server)
        if action == "join" and _hosts(table, member_id):
            told = _(
                "You're already in. It's your table! Press *Add bot* for company, "
                "*Start* to deal, or ⚙️ for the rules."
            )
            return message([told, *rows(buttons_of_seated(table))])
        return None

    async def _set(self, interaction: Interaction, table: Table, action: str, detail: str) -> None:
        """Answer a press in the settings of a table (the private message behind ⚙️): make the
        change, and show it in that message. `action` and `detail` are parts of the custom id, and
        name the change."""
        changed = (await self._change(interaction, table.id, action, detail)).table
        if action == "leave":
            view = message([_("You've left the table.")], colour=QUIET)
        else:
            server = await self.bot.tables.preferences.server(scope(interaction))
            view = settings_panel(changed, interaction.user.id, server)
        await interaction.response.edit_message(view=view)

    async def _deal(self, interaction: Interaction, table: Table) -> None:
        """Finish a press on *Start*. Delete the open questions about bot players, and send a new
        message with the hand of the member who pressed the button. At a table in a member's pocket,
        which only this member sees, no new message is sent. The message of such a table shows the
        hand already."""
        await self.questions.put_away(table.id)
        if table.phase is Phase.PLAYING and not table.is_pocket:
            await self.bot.cog(Hands).open_below(interaction, table)

    async def _seat_bot(self, interaction: Interaction, table: Table, who: str) -> None:
        """Seat the bot player with the name `who`, or a bot player of the strength `who`. Then show
        the message that asks for a bot player again, so that the member can add another."""
        before = {seat.name for seat in table.seats}
        update = await self.bot.tables.invite_bot(table.id, interaction.user.id, who)
        names = [seat.name for seat in update.table.seats if seat.name not in before]
        usual = await self.bot.tables.usual_level(update.table)
        await self.questions.ask_again(interaction, update.table, usual, " ".join(names))

    async def _change(
        self, interaction: Interaction, table_id: str, action: str, detail: str
    ) -> Update:
        tables, member_id = self.bot.tables, interaction.user.id
        match action:
            case "join":
                work = tables.join(table_id, person(interaction), interaction.id)
            case "leave":
                work = tables.leave(table_id, member_id)
            case "add-bot":
                work = tables.invite_bot(table_id, member_id)
            case "remove-bot":
                work = tables.dismiss_bot(table_id, member_id)
            case "preset":
                work = tables.choose(table_id, member_id, preset=Input.by(interaction).first)
            case "speed":
                work = tables.choose(table_id, member_id, speed=Input.by(interaction).first)
            case "learning":
                learning = not (await tables.get(table_id)).learning
                work = tables.choose(table_id, member_id, learning=learning)
            case "handicap":
                seat = seat_held(await tables.get(table_id), member_id)
                work = tables.handicap(table_id, member_id, detail, detail not in seat.handicaps)
            case "start":
                await self._seats_filled(table_id, member_id)
                work = tables.start(table_id, member_id, interaction.id)
            case _:
                raise OlderShijo
        return await work


def _hosts(table: Table, member_id: int) -> bool:
    """Return whether the member is seated as the host of a table whose game hasn't begun. The host
    can press *Join* by mistake, because everyone sees the same buttons."""
    seated = table.seat_of(member_id) is not None
    return seated and member_id == table.host_id and table.phase is Phase.LOBBY


def in_settings(interaction: Interaction, table_id: str) -> bool:
    """Return whether a press was made in the settings of a table (the private message behind ⚙️).
    These have no button that starts the game."""
    pressed = interaction.message
    if pressed is None or not pressed.flags.ephemeral:
        return False
    start = IN_LOBBY.id(table_id, "start")
    return all(getattr(part, "custom_id", "") != start for part in walk(pressed.components))


async def _said(interaction: Interaction, public: Callable[[], Awaitable[Drawn]]) -> int | None:
    """Call `public` to draw a message for everyone, and post the message as the answer to the
    press. If the press is already answered, post it as a further message. Return the message's id,
    or None if the answer's id is unknown."""
    drawn = await public()
    if interaction.response.is_done() or ANSWERED in interaction.extras:
        sent = await interaction.followup.send(**drawn.new, wait=True)
        return int(sent.id)
    return await replied(interaction, drawn)


def _speed(here: int, like: Table | None, server: ServerSettings) -> Speed | None:
    """Return the speed of a new table. If `like` (the table that is copied) is given and the server
    still allows the speed of this table, return this speed. Otherwise return no clock if `here` is
    a private scope (a member's direct messages or pocket). Anywhere else return None, which means
    the server's usual speed."""
    if like is not None and like.speed in server.allowed_speeds:
        return like.speed
    return Speed.NONE if is_private(here) else None


def seat_held(table: Table, member_id: int) -> Seat:
    """Return the seat of a member at a table. Raises NotSeated if the member doesn't sit there."""
    number = table.seat_of(member_id)
    if number is None:
        raise NotSeated
    return table.seats[number]
