"""Matches of two teams. The cog keeps the message of each match up to date, notifies the players
for whom the match waits, and updates hand messages after the moves of other players. It answers
every press in these messages.

A hand is shown to its member alone. The match and the table at which a member plays are read from
the database, never from the pressed button."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import timedelta
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
from discord import ui

from bot.core.errors import TableError
from bot.core.model import FORGOTTEN
from bot.teams.deals import TeamSitting
from bot.teams.model import MatchOver, MatchStage, NotInMatch, OthersMoved, TeamMatch, board_of
from bot.today.duplicate import duplicate_of
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_TEAM_DEAL, IN_TEAMS, on_press
from cogs.discord.errors import NotUnderstood, logged, sentence
from cogs.discord.interactions import Interaction, person, scope, url_of
from cogs.discord.latest import Latest
from cogs.discord.presses import own_message
from cogs.discord.telling import tell
from cogs.discord.upkeep import HourlyCog
from cogs.edits.answers import Drawn, answered, finished, ready
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.teams.hand import deals_played, drawn_hand, next_message
from cogs.teams.message import (
    JOIN,
    end_shown,
    ended,
    going_message,
    off_message,
    over_message,
    resigning,
    waiting_message,
    your_turn,
)
from cogs.today.open_hands import OpenHands, Shown
from cogs.today.posted import keep_posted
from cogs.today.pressing import asked_for
from games.errors import GameError

log = logging.getLogger(__name__)


PAUSE: Final = 6.0
"""Seconds between two edits of a match's message while both tables play."""


class Teams(HourlyCog):
    """A cog that shows each match of two teams in its channel, and gives each member of a match
    their hand message. Each match has one message in the channel from its lobby to its end."""

    after = timedelta(seconds=50)
    """The delay after each full hour until the search for matches whose time is over."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._matches = bot.service.team_matches
        self._shows: Latest[int] = Latest(self.background, "team-match", self._shown)
        self._edits: Latest[int] = Latest(self.background, "team-match", self._posted, PAUSE)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._hands = OpenHands(bot)
        self._told: dict[int, frozenset[int]] = {}
        """For each match, the members who were told that the match waits for them, and who haven't
        moved since."""
        self._matches.listeners.append(self._changed)

    async def cog_unload(self) -> None:
        """Cancel running work and waiting edits."""
        self._edits.close()
        await super().cog_unload()

    async def do_due(self) -> None:
        """End matches whose time is up, and show changes that an earlier process had no time to
        show."""
        try:
            for each in await self._matches.settle_due(self.bot.tables.served.shards):
                # Also a match that is played: a member who had their hand open at their turn, and
                # has left since, is told now.
                if each.message_id is None or each.stage is not MatchStage.LOBBY:
                    self._changed(each)
        except TableError as error:
            logged(error, "the team matches")

    def _changed(self, match: TeamMatch) -> None:
        self._shows.want(match.number)

    # The message

    async def _shown(self, number: int) -> None:
        match = await self._matches.get(number)
        if match.message_id is None or match.stage is not MatchStage.PLAYING:
            await self._posted(number)
            match = await self._matches.get(number)
        else:
            self._edits.want(number)
        channel = self.bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id)
        where = url_of(match.guild_id, match.channel_id, match.message_id)
        if match.stage is MatchStage.PLAYING:
            await self._follow(match)
            await self._call(match, channel, where)
        elif not match.is_open:
            await self._end(match, channel, where)

    async def _posted(self, number: int) -> None:
        """Show a match in its message. Calls for the same match wait for each other, so that an
        older state never overwrites a newer one."""
        async with self._locks.setdefault(number, asyncio.Lock()):
            match = await self._matches.get(number)
            its = re.compile(f"A:{number}:.*")
            message_id = await keep_posted(
                self.bot,
                self.bot.get_partial_messageable(match.channel_id, guild_id=match.guild_id),
                match.guild_id,
                match.message_id,
                lambda custom_id: its.fullmatch(custom_id) is not None,
                lambda: self._drawn(match),
            )
            if message_id != match.message_id:
                await self._matches.placed(match, message_id)

    async def _drawn(self, match: TeamMatch) -> ui.LayoutView:
        if match.stage is MatchStage.OFF:
            return off_message(match)
        deal, played = await self._matches.deal(match), await self._matches.games(match)
        if match.stage is MatchStage.LOBBY:
            return waiting_message(match, deal)
        if match.stage is MatchStage.OVER:
            return over_message(match, deal, played, await self._matches.rated(match))
        return going_message(match, deal, played, await self._matches.awaited(match, played))

    async def _end(self, match: TeamMatch, channel: discord.PartialMessageable, where: str) -> None:
        """End the display of a match that is over or was called off: replace the open hands of its
        members. If the match is over, also tell the members so. They are told only once. `where` is
        the link to the match's message."""
        self._told.pop(match.number, None)
        for member_id in self._hands.members(match.number):
            draw = partial(ready, end_shown(match, where))
            await self._hands.edit(match.number, member_id, draw)
            self._hands.forget(match.number, member_id)
        if await self._matches.claim_telling(match) and match.stage is MatchStage.OVER:
            members = [one.person.id for one in match.players if one.person.id != FORGOTTEN]
            await tell(self.bot, channel, match.guild_id, members, lambda: ended(match, where))

    async def _call(
        self, match: TeamMatch, channel: discord.PartialMessageable, where: str
    ) -> None:
        """Notify the players for whom the match waits. Players who have their hand or their board
        open, or who were already notified, are left out. `where` is the link to the match's
        message."""
        awaited = await self._matches.awaited(match, await self._matches.games(match))
        due = {one.person.id for some in awaited.values() for one in some} - {FORGOTTEN}
        known = self._told.get(match.number, frozenset()) & due
        at_boards = self.bot.service.doors.present.members_at(board_of(match.number))
        new = due - known - {*self._hands.members(match.number)} - at_boards
        if new:
            text = partial(your_turn, match, where)
            await tell(self.bot, channel, match.guild_id, sorted(new), text)
        self._told[match.number] = known | new

    # Hands

    async def _follow(self, match: TeamMatch) -> None:
        """Update the open hand messages of a match's members with the other players' moves."""
        for member_id in self._hands.members(match.number):
            try:
                sitting = await self._matches.hand(match.number, member_id)
            except MatchOver:
                return  # just now: the end is shown next
            except NotInMatch:
                self._hands.forget(match.number, member_id)
                continue
            before = self._hands.shown(match.number, member_id)
            if before is not None and _state(sitting) != before:
                draw = partial(self._drawn_hand, match, sitting, member_id, after=before[0])
                await self._hands.edit(match.number, member_id, draw, _state(sitting))

    async def _drawn_hand(
        self,
        match: TeamMatch,
        sitting: TeamSitting | None,
        member_id: int,
        *,
        after: int | None,
        notice: str = "",
        page: int = 0,
        partial_move: PartialMove = NOTHING,
    ) -> Drawn:
        """Draw the message with a member's hand in a match. `sitting` is the deal at the table
        where the member plays (None: all deals at this table are played). `after` is the number of
        the deal that the hand message showed before. If that deal is over, the message only says
        that there is a next one. `notice` is a line about the last press, `page` the page of moves
        to show (from 0), and `partial_move` the move that the member has begun."""
        if sitting is None:
            return await ready(deals_played())
        if after is not None and sitting.deal.day != after:
            return await ready(next_message(match))
        return await drawn_hand(
            sitting,
            has_board=self.bot.has_board,
            wanted=self.bot.tables.preferences.known_member(member_id),
            notice=notice,
            page=page,
            partial_move=partial_move,
        )

    async def _show_hand(
        self,
        interaction: Interaction,
        match: TeamMatch,
        *,
        after: int | None = None,
        notice: str = "",
        page: int = 0,
        partial_move: PartialMove = NOTHING,
    ) -> None:
        """Answer a press with the member's hand in the match. `after` is the number of the deal in
        whose message the member pressed (None: the member pressed in another message). `notice` is
        a line about the press, `page` the page of moves to show (from 0), and `partial_move` the
        move that the member has begun."""
        member = interaction.user.id
        try:
            sitting = await self._matches.hand(match.number, member)
        except MatchOver:
            if after is None:
                raise
            sitting = None
        self._hands.note(match.number, interaction, _state(sitting))
        await finished(
            interaction,
            lambda: self._drawn_hand(
                match,
                sitting,
                member,
                after=after,
                notice=notice,
                page=page,
                partial_move=partial_move,
            ),
        )

    # Presses

    @on_press(IN_TEAMS)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a button about a match."""
        number, action = int(match["number"]), match["action"]
        played = await self._matches.get(number)
        if played.guild_id != scope(interaction):
            raise MatchOver
        if not played.is_open:
            # Its message still offers to play: perhaps Discord refused to change it.
            self._shows.want(number)
            raise MatchOver
        member = interaction.user.id
        if action == "hand":
            played.player(member)
            await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
            await self._show_hand(interaction, played)
        elif action == "resign":
            played.player(member)
            await interaction.response.send_message(view=resigning(played), ephemeral=True)
        elif action in (*JOIN, "leave", "off", "resign-yes"):
            await self._decide(interaction, number, action)
        else:
            raise NotUnderstood

    async def _decide(self, interaction: Interaction, number: int, action: str) -> None:
        """Carry out a member's decision about the match with this `number`. `action` names the
        decision: the member joins one of the two teams, leaves, calls the match off, or resigns."""
        who = person(interaction)
        await answered(interaction, interaction.response.defer())
        if action in JOIN:
            await self._matches.join(number, who, JOIN.index(action))
        elif action == "leave":
            await self._matches.leave(number, who.id)
        elif action == "off":
            await self._matches.call_off(number, who.id)
        else:
            await self._matches.resign(number, who.id)
            self._hands.forget(number, who.id)
            await interaction.delete_original_response()

    @on_press(IN_TEAM_DEAL)
    async def moved(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in a member's hand that plays a move, chooses a part of a move, or turns
        to another page of moves."""
        own_message(interaction)
        day, member, seen = int(match["deal"]), interaction.user.id, int(match["done"])
        number = duplicate_of(day)
        played = await self._matches.get(number)
        sitting = await self._matches.hand(number, member)
        if sitting is None or sitting.deal.day != day:
            raise OthersMoved
        is_now = len(sitting.played.steps) == seen
        view = sitting.game.view(sitting.seat)
        asked = await asked_for(interaction, match, view, is_now=is_now)
        if asked is None:
            return
        if asked.stale:
            await self._show_hand(interaction, played, after=day, notice=sentence(OthersMoved()))
            return
        if asked.move is None:
            await self._show_hand(
                interaction, played, after=day, page=asked.page, partial_move=asked.partial_move
            )
            return
        notice = ""
        try:
            await self._matches.move(number, member, day, str(asked.move), seen)
        except (GameError, OthersMoved) as refusal:
            notice = sentence(refusal)
        await self._show_hand(interaction, played, after=day, notice=notice)


def _state(sitting: TeamSitting | None) -> Shown:
    """Return what a hand message shows: the number of the deal, and how many moves were made in
    this deal. Returns (0, 0) when all deals are played."""
    return (0, 0) if sitting is None else (sitting.deal.day, len(sitting.played.steps))
