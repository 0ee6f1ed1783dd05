"""The command `/hand`, and every press on a hand message."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Awaitable, Callable
from functools import cached_property, partial

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.core.errors import (
    CannotTakeBack,
    NoEmotes,
    NotAhead,
    NotSeated,
    StaleTable,
    TableError,
    WrongPhase,
)
from bot.core.model import Emote, Panel, Phase, Table, Update
from bot.core.scope import pocket_of
from cogs.discord.components import IN_HAND, PICK_TABLE, on_press
from cogs.discord.connection import PASSING
from cogs.discord.errors import NotAtATable, OlderShijo, sentence
from cogs.discord.interactions import Interaction, everywhere, person, scope
from cogs.discord.languages import named_in
from cogs.discord.layout import QUIET, message
from cogs.discord.presses import (
    ADVICE,
    AHEAD,
    BACKWARDS,
    BEGIN,
    MODAL,
    PAGE,
    SET,
    TALK,
    HandId,
    Input,
    own_message,
    page_of,
)
from cogs.edits.answers import Drawn, finished, replaced, replied
from cogs.edits.sending import panel_of
from cogs.table.drawn import drawn_ending, drawn_panel
from cogs.table.finished import aftermath_of
from cogs.table.hand.advice import advice_line
from cogs.table.hand.ahead import plan_in
from cogs.table.hand.controls import modal
from cogs.table.hand.panel import emotes_are_offered, emotes_message, moved_down
from cogs.table.hand.partial_move import NOTHING, PartialMoves, after_press, ends, goes_on
from cogs.table.lobby.open_tables import table_options
from cogs.table.message.own_ending import own_ending
from cogs.table.upkeep import TableCog, TableUpkeep
from cogs.words import _
from cogs.words.load import words_of
from games.errors import GameError

log = logging.getLogger(__name__)


class Hands(TableCog):
    """A cog that shows members their hand messages, and plays the moves that they press."""

    @cached_property
    def partial_moves(self) -> PartialMoves:
        """Return the moves that members have begun in their hand messages and not completed yet."""
        return self.bot.cog(TableUpkeep).partial_moves

    @app_commands.command(
        name=named_in("a command", "hand"),
        description=locale_str("See your hand privately"),
    )
    @everywhere
    async def hand(self, interaction: Interaction) -> None:
        """`/hand`: shows the member's hand at the newest table in this channel where they sit. If
        there is no such table here, shows the hand at the member's only table. If the member sits
        at several tables elsewhere, lets them choose one. Raises NotAtATable if the member sits at
        no table in this server (or chat), and at none in their pocket (their private place, where
        they play alone)."""
        where, member_id = self.bot.tables.where, interaction.user.id
        places = dict.fromkeys((scope(interaction), pocket_of(member_id)))
        tables = [table for place in places for table in await where.seated(place, member_id)]
        if not tables:
            raise NotAtATable
        here = [table for table in tables if table.channel_id == interaction.channel_id]
        if here or len(tables) == 1:
            await self.open(interaction, (here or tables)[0], shows_table=True)
        else:
            await interaction.response.send_message(view=which(tables), ephemeral=True)

    async def open(
        self, interaction: Interaction, table: Table, *, shows_table: bool = False
    ) -> None:
        """Answer with the member's hand in a new ephemeral message. With `shows_table`, the message
        has a button that moves the table's message to the end of this channel. This button
        disappears when the hand message is redrawn. Raises NotSeated."""
        seat = seat_of(table, interaction)
        self.partial_moves.note(table.id, interaction.user.id, NOTHING)
        if table.is_pocket:
            older = await self._older(interaction, table)
            self._move_down(older, await self.sync.show_own(interaction, table, new=True))
            return
        async with self.sync.messages.holding(table.id, interaction.user.id) as hold:
            drawn = await self._drawn(table, seat, interaction.user.id, shows_table=shows_table)
            shown = await replied(interaction, drawn, ephemeral=True)
            hold.shows(table)
            older = await self._older(interaction, table)
            await self._remember(interaction, table, shown)
            self._move_down(older, shown)
        self.sync.make_sure(table)

    def _move_down(self, older: Panel | None, shown: int | None) -> None:
        if older is not None and older.message_id != shown:
            self.sync.hands.move_down(older, Drawn(moved_down()))

    async def _older(self, interaction: Interaction, table: Table) -> Panel | None:
        try:
            return await self.sync.hands.last(table.id, interaction.user.id)
        except TableError as error:
            # The newer hand is shown all the same.
            log.debug("the panels of table %s can't be read: %s", table.id, type(error).__name__)
            return None

    @on_press(PICK_TABLE)
    async def picked(self, interaction: Interaction, _match: re.Match[str]) -> None:
        """Answer the choice of a table after `/hand`."""
        table = await self.bot.tables.get(Input.by(interaction).first)
        await self.open(interaction, table, shows_table=True)

    @on_press(IN_HAND)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a hand message."""
        own_message(interaction)
        custom_id = HandId.read(match)
        if custom_id.kind == MODAL and interaction.type is discord.InteractionType.component:
            await self._ask(interaction, custom_id)
        elif custom_id.words == (ADVICE,):
            await self._advise(interaction, custom_id)
        elif custom_id.words[0] == AHEAD:
            await self._choose_ahead(interaction, custom_id)
        elif custom_id.words == (BACKWARDS,):
            await self._take_back(interaction, custom_id)
        elif custom_id.words[0] == TALK:
            await self._talk(interaction, custom_id)
        elif custom_id.kind == BEGIN:
            await self._go_on(interaction, custom_id)
        elif custom_id.words == (PAGE,):
            await self._turn(interaction, custom_id.table, Input.by(interaction).number)
        else:
            values = list(Input.by(interaction).values)
            several = custom_id.kind in {SET, MODAL}
            await self._play(
                interaction, custom_id, custom_id.move(values if several else values[:1])
            )

    async def _turn(self, interaction: Interaction, table_id: str, page: int) -> None:
        """Show the page `page` of the hand message."""
        panel = own_message(interaction)
        async with self.sync.messages.holding(table_id, interaction.user.id) as hold:
            table = await self.bot.tables.get(table_id)
            await self._redraw(interaction, table, page=page)
            hold.shows(table)
        await self._remember(interaction, table, panel.id, page)

    async def _ask(self, interaction: Interaction, custom_id: HandId) -> None:
        table = await self.bot.tables.get(custom_id.table)
        view = table.view(seat_of(table, interaction))
        form = (
            modal(
                view,
                custom_id.words[0],
                str(custom_id),
                self.bot.tables.preferences.known_member(interaction.user.id),
            )
            if view is not None
            else None
        )
        if form is None:
            panel = own_message(interaction)
            await self._redraw(
                interaction, table, notice=sentence(StaleTable()), page=page_of(panel)
            )
            await self._remember(interaction, table, panel.id, page_of(panel))
        else:
            await interaction.response.send_modal(form)

    async def _talk(self, interaction: Interaction, custom_id: HandId) -> None:
        """Offer the emotes in a separate message. When the member presses an emote, delete this
        message and show the emote at the member's seat. Raises NoEmotes if no emotes are offered to
        the member now."""
        table = await self.bot.tables.get(custom_id.table)
        seat = seat_of(table, interaction)
        match custom_id.words[1:]:
            case ():
                view, wanted = (
                    table.view(seat),
                    self.bot.tables.preferences.known_member(interaction.user.id),
                )
                if view is None or not emotes_are_offered(table, view, wanted):
                    raise NoEmotes
                await interaction.response.send_message(view=emotes_message(table), ephemeral=True)
            case (name,) if name in [each.value for each in Emote]:
                await self.bot.tables.emote(table.id, interaction.user.id, Emote(name))
                await interaction.response.defer()
                with contextlib.suppress(discord.NotFound, *PASSING):  # dismissed, or it stays
                    await interaction.delete_original_response()
            case _:
                raise OlderShijo

    async def _advise(self, interaction: Interaction, custom_id: HandId) -> None:
        """Show the move that the adviser (a bot player) recommends, and the reason, in the hand
        message. At first the message says that the adviser is thinking, because this can take
        seconds. The adviser thinks in another process, where bot players whose turn it is come
        first. If there is no hint, or the table has changed meanwhile, the message says why. So it
        never goes on saying that the adviser is thinking."""
        member_id, panel = interaction.user.id, own_message(interaction)
        table = await self.bot.tables.get(custom_id.table)
        await self._redraw(interaction, table, notice=_("🎓 Thinking…"), page=page_of(panel))
        try:
            finding, version = await self.bot.tables.advise(table.id, member_id)
        except TableError as refusal:
            finding, version, notice = None, table.version, sentence(refusal)
        async with self.sync.messages.holding(table.id, member_id) as hold:
            table = await self.bot.tables.get(table.id)
            seat = seat_of(table, interaction)
            view = table.view(seat)
            if finding is not None:
                current = view is not None and table.version == version
                notice = sentence(StaleTable())
                if current and view is not None:
                    notice = advice_line(view, finding, words_of(table.game))
            draw = partial(self._drawn, table, seat, member_id, notice, page_of(panel))
            await finished(interaction, draw)
            hold.shows(table)
        await self._remember(interaction, table, panel.id, page_of(panel))

    async def _go_on(self, interaction: Interaction, custom_id: HandId) -> None:
        """Answer a press that begins a move, continues a move, or takes a part of a move back. A
        complete move is played."""
        member_id, panel = interaction.user.id, own_message(interaction)
        table = await self.bot.tables.get(custom_id.table)
        view = table.view(seat_of(table, interaction))
        # No await between here and the note: fast presses must all count.
        partial_move = after_press(self.partial_moves.of(table, member_id), custom_id)
        move = ends(view, partial_move)
        if move is not None:
            # In the order of the presses, which can say how the cards lie.
            await self._play(interaction, custom_id, " ".join(partial_move))
            return
        notice, page = "", page_of(panel)
        if partial_move and not goes_on(view, partial_move):
            partial_move, notice = NOTHING, sentence(StaleTable())
        self.partial_moves.note(table.id, member_id, partial_move)
        async with self.sync.messages.holding(table.id, member_id) as hold:
            table = await self.bot.tables.get(table.id)
            await self._redraw(interaction, table, notice=notice, page=page)
            hold.shows(table)
        await self._remember(interaction, table, panel.id, page)

    async def _play(self, interaction: Interaction, custom_id: HandId, move: str) -> None:
        """Play a move. If the move is refused, the hand message shows the reason, and the partial
        move stays."""
        await self._command(
            interaction,
            custom_id,
            lambda: self.bot.tables.move(
                custom_id.table, interaction.user.id, move, custom_id.version
            ),
        )

    async def _take_back(self, interaction: Interaction, custom_id: HandId) -> None:
        """Take the member's last move back, or agree that another player takes a move back."""
        await self._command(
            interaction,
            custom_id,
            lambda: self.bot.tables.take_back(
                custom_id.table, interaction.user.id, custom_id.version
            ),
        )

    async def _command(
        self,
        interaction: Interaction,
        custom_id: HandId,
        command: Callable[[], Awaitable[Update]],
    ) -> None:
        """Run a command that changes the table for everyone, and answer with the new hand message.
        If the command is refused, the message shows the reason."""
        member_id = interaction.user.id
        async with (
            self.sync.messages.holding(custom_id.table),
            self.sync.messages.holding(custom_id.table, member_id) as hold,
        ):
            panel, notice, page = own_message(interaction), "", 0
            try:
                table = (await command()).table
                self.partial_moves.note(table.id, member_id, NOTHING)
            except (GameError, StaleTable, WrongPhase, CannotTakeBack) as refusal:
                table = await self.bot.tables.get(custom_id.table)
                notice, page = sentence(refusal), page_of(panel)
            await self._redraw(interaction, table, notice=notice, page=page)
            hold.shows(table)
        await self._remember(interaction, table, panel.id, page)

    async def _choose_ahead(self, interaction: Interaction, custom_id: HandId) -> None:
        """Choose moves before the member's turn, or withdraw them. No other member's message
        changes."""
        tables, member_id, panel = self.bot.tables, interaction.user.id, own_message(interaction)
        plan, notice = plan_in(custom_id, Input.by(interaction).values), ""
        async with self.sync.messages.holding(custom_id.table, member_id) as hold:
            try:
                table = await tables.choose_ahead(custom_id.table, member_id, plan)
            except (NotAhead, WrongPhase) as refusal:
                table, notice = await tables.get(custom_id.table), sentence(refusal)
            await self._redraw(interaction, table, notice=notice, page=page_of(panel))
            hold.shows(table)
        await self._remember(interaction, table, panel.id, page_of(panel))

    async def open_below(self, interaction: Interaction, ended: Table) -> None:
        """Show the member's hand in the table's new game in a further message, below the answer to
        the member's press. `ended` is the table at the end of the last game. After a press on
        *Start*, it is the table in the new game.

        If the member has an older hand message, it then says how the game `ended` ended for them.
        If that game isn't over, the older message says that the hand is in a newer message. Do
        nothing if the member has no seat. If the connection to Discord fails or Discord refuses the
        message, only the log says so."""
        member_id = interaction.user.id
        async with self.sync.messages.holding(ended.id, member_id) as hold:
            table = await self.bot.tables.get(ended.id)
            seat = table.seat_of(member_id)
            if seat is None:
                return
            older = await self._older(interaction, table)
            drawn = await self._drawn(table, seat, member_id)
            try:
                shown = await interaction.followup.send(**drawn.new, ephemeral=True, wait=True)
            except (discord.HTTPException, *PASSING) as error:
                log.info("no hand below table %s: %s", table.id, type(error).__name__)
                return
            hold.shows(table)
            await self._remember(interaction, table, shown.id)
        if older is not None:
            self.sync.hands.move_down(older, await self._ended(ended, member_id))

    async def _ended(self, table: Table, member_id: int) -> Drawn:
        """Draw the message that tells a member how the game ended for them, without the button for
        another game."""
        seat = table.seat_of(member_id)
        if seat is None:
            return Drawn(moved_down())
        after = await aftermath_of(self.bot, table, seat)
        ending = own_ending(table, seat, after.booked)
        if ending is None:
            return Drawn(moved_down())
        wanted = self.bot.tables.preferences.known_member(member_id)
        return await drawn_ending(table, ending, wanted, after.insight, again=False)

    async def answer_rematch(self, interaction: Interaction, table: Table, *, plays: bool) -> None:
        """Carry out a player's answer to the question whether they play the next game. If `plays`
        is true, the player gets a new hand message, below the table's message. If not, the pressed
        message says that the player sits out. Raises TableErrors."""
        tables, member_id = self.bot.tables, interaction.user.id
        own_message(interaction)
        async with self.sync.messages.holding(table.id):
            if plays:
                joined = await tables.join(table.id, person(interaction), interaction.id)
                await self.open(interaction, joined.table)
                return
            async with self.sync.messages.holding(table.id, member_id) as hold:
                table = (await tables.leave(table.id, member_id)).table
                view = message([_("You're sitting out this game.")], colour=QUIET)
                await interaction.response.edit_message(view=view)
                hold.shows(table)

    async def _redraw(
        self, interaction: Interaction, table: Table, *, notice: str = "", page: int = 0
    ) -> None:
        seat = seat_of(table, interaction)
        drawn = await self._drawn(table, seat, interaction.user.id, notice, page)
        await replaced(interaction, drawn)

    async def _drawn(
        self,
        table: Table,
        seat: int,
        member_id: int,
        notice: str = "",
        page: int = 0,
        *,
        shows_table: bool = False,
    ) -> Drawn:
        """Draw the hand message of a member in this seat, in which `notice` is a line about the
        last press. If the member plays in a pocket (alone, in a place without the bot) and no game
        is running, draw the table's message instead."""
        if table.is_pocket and table.phase is not Phase.PLAYING:
            return await self.sync.public(table)
        return await drawn_panel(
            table,
            seat,
            notice=notice,
            page=page,
            wanted=self.bot.tables.preferences.known_member(member_id),
            partial_move=self.partial_moves.of(table, member_id),
            aftermath=await aftermath_of(self.bot, table, seat),
            shows_table=shows_table,
            has_board=self.bot.has_board,
        )

    async def _remember(
        self, interaction: Interaction, table: Table, message_id: int | None, page: int = 0
    ) -> None:
        """Keep the member's hand message up to date from now on. `page` is the page that it shows,
        and `table` the state that it shows now."""
        await self.sync.follow(panel_of(interaction, table, message_id, page), table)


def seat_of(table: Table, interaction: Interaction) -> int:
    """Return the seat of the member who pressed. Raises NotSeated if the member doesn't sit at the
    table."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        raise NotSeated
    return seat


def which(tables: list[Table]) -> ui.LayoutView:
    """Return the message that asks at which of several tables the member wants to see their
    hand."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=PICK_TABLE.id(),
        placeholder=_("Which table?"),
        options=table_options(tables),
    )
    return message([_("You're at several tables. Which one?"), ui.ActionRow(PICK_TABLE(select))])
