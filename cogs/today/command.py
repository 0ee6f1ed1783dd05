"""`/puzzle`: today's deal and puzzle, and every press in the deal.

A press can be answered without anything from memory: each button holds the day, the number of steps
made so far, and the move."""

from __future__ import annotations

import asyncio
import logging
import re
from datetime import timedelta
from functools import partial
from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.core.errors import TableError
from bot.today.duplicate import DuplicateOver, duplicate_of
from bot.today.model import BEYOND_DAYS, MEMBER, DayOver, MovedOn, Sitting
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_DAY, IN_DEAL, on_press
from cogs.discord.errors import NotUnderstood, sentence
from cogs.discord.interactions import Interaction, everywhere, person, scope
from cogs.discord.languages import to_everyone
from cogs.discord.latest import Latest
from cogs.discord.presses import own_message
from cogs.discord.upkeep import HourlyCog
from cogs.edits.answers import Drawn, answered, finished, ready
from cogs.puzzles.command import DailyPuzzles
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.today.board import past_message, today_message
from cogs.today.duplicate_message import waits_for_other
from cogs.today.duplicates import DuplicatesUpkeep
from cogs.today.message import drawn_deal, shared
from cogs.today.open_hands import OpenHands, Shown
from cogs.today.pressing import asked_for
from cogs.words.names import escaped, name_of
from games.errors import GameError

log = logging.getLogger(__name__)

PUZZLE: Final = {
    "puzzle": DailyPuzzles.show,
    "solved": DailyPuzzles.share,
    "archive": DailyPuzzles.archive,
}
"""The functions that answer the buttons about the puzzle, by action."""


class Today(HourlyCog):
    """A cog that deals the day's cards to each member alone, and shows the result. If the member
    plays the deal on a board (the page in a browser), the deal's open message on Discord is updated
    too."""

    after = timedelta(seconds=10)
    """The time after each full hour at which deals are sealed. To seal a deal means to publish its
    hash before anybody plays the deal."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._open = OpenHands(bot)
        self._follows: Latest[tuple[int, int]] = Latest(self.background, "deal", self._followed)
        bot.service.today.listeners.append(self._went_on)

    @app_commands.command(
        name=locale_str("puzzle"), description=locale_str("Today's deal and today's puzzle")
    )
    @everywhere
    async def puzzle(self, interaction: Interaction) -> None:
        """`/puzzle`: shows today's deal and puzzle to the member only."""
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        await self._home(interaction)

    async def do_due(self) -> None:
        """Prepare the deals of today and tomorrow: choose each deal and publish its seal (the hash
        of its secret) before anybody plays it."""
        try:
            await self.bot.service.today.seal_due()
        except TableError as error:
            log.warning("the deal of the day waits an hour: %s", type(error).__name__)

    @on_press(IN_DAY)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a button about a day's deal."""
        day, action = int(match["day"]), match["action"]
        if day >= BEYOND_DAYS:
            await self._duplicate(interaction, day, action)
            return
        if action in PUZZLE:
            await PUZZLE[action](self.bot.cog(DailyPuzzles), interaction)
            return
        today = self.bot.service.today
        if action != "yesterday" and day != today.day:
            raise DayOver
        if action == "share":
            await self._share(interaction, day)
            return
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        if action == "play":
            await self._shown(
                interaction, await today.begin(scope(interaction), person(interaction))
            )
        elif action == "home":
            await self._home(interaction)
        elif action == "yesterday":
            # The press may come days later, and then another day is yesterday.
            await self._past(interaction, today.day - 1)
        else:
            raise NotUnderstood

    @on_press(IN_DEAL)
    async def moved(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a move of the deal."""
        own_message(interaction)
        today, member = self.bot.service.today, interaction.user.id
        day, seen = int(match["day"]), int(match["done"])
        played = today if day < BEYOND_DAYS else self.bot.service.duplicates
        sitting = None
        if day == today.day or day >= BEYOND_DAYS:
            sitting = await played.sitting(member, day)
        if sitting is None:
            raise DayOver
        is_now = len(sitting.played.steps) == seen
        asked = await asked_for(interaction, match, sitting.game.view(MEMBER), is_now=is_now)
        if asked is None:
            return
        if not is_now:
            await self._shown(interaction, sitting, notice=sentence(MovedOn()))
            return
        if asked.move is None:
            await self._shown(
                interaction, sitting, page=asked.page, partial_move=asked.partial_move
            )
            return
        notice = ""
        self._open.forget(day, member)  # this press shows it itself
        try:
            sitting = await played.move(member, day, str(asked.move), seen)
        except (GameError, MovedOn) as refusal:
            notice = sentence(refusal)
            sitting = await played.sitting(member, day) or sitting
        await self._shown(interaction, sitting, notice=notice)

    async def _shown(
        self,
        interaction: Interaction,
        sitting: Sitting,
        *,
        notice: str = "",
        page: int = 0,
        partial_move: PartialMove = NOTHING,
    ) -> None:
        """Answer a press with the member's deal as it is now (`sitting`). After the deal's end,
        show the result, first without the analysis and then with it. `notice` is a line about the
        last press, `page` the page of moves to show (from 0), and `partial_move` the move that the
        member has begun."""
        wanted = self.bot.tables.preferences.known_member(interaction.user.id)
        judging = sitting.played.result is not None and sitting.played.judged is None

        async def draw() -> Drawn:
            return await drawn_deal(
                sitting,
                wanted=wanted,
                notice=notice,
                page=page,
                partial_move=partial_move,
                judging=judging,
                has_board=self.bot.has_board,
            )

        await finished(interaction, draw)
        if judging:
            await self._judged(interaction, sitting)
        else:
            self._open.note(sitting.deal.day, interaction, _state(sitting))

    def _went_on(self, sitting: Sitting) -> None:
        """Update the open message of a deal after the member has played on a board, or after the
        deal was analysed."""
        day, member_id = sitting.deal.day, sitting.played.member_id
        if self._open.shown(day, member_id) is not None:
            self._follows.want((day, member_id))

    async def _followed(self, key: tuple[int, int]) -> None:
        day, member_id = key
        shown, sitting = self._open.shown(day, member_id), None
        if shown is not None:
            sitting = await self.bot.service.today.sitting(member_id, day)
        if sitting is None or shown == _state(sitting):
            return
        draw = partial(
            drawn_deal,
            sitting,
            wanted=self.bot.tables.preferences.known_member(member_id),
            judging=self.bot.service.today.will_judge(sitting),
            has_board=self.bot.has_board,
        )
        await self._open.edit(day, member_id, draw, _state(sitting))

    async def _judged(self, interaction: Interaction, sitting: Sitting) -> None:
        today = self.bot.service.today
        await today.judge(sitting)
        again = await today.sitting(sitting.played.member_id, sitting.deal.day) or sitting
        wanted = self.bot.tables.preferences.known_member(interaction.user.id)
        await finished(interaction, lambda: drawn_deal(again, wanted=wanted))

    async def _duplicate(self, interaction: Interaction, deal: int, action: str) -> None:
        """Answer a press on *Play* in the message of a duplicate: show the member's next deal, or
        say that the member has played all deals. `deal` is the number of one of the duplicate's
        deals. Raises NotUnderstood if `action` isn't `play`, and DuplicateOver if the duplicate is
        over."""
        if action != "play":
            raise NotUnderstood
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        duplicates, number = self.bot.service.duplicates, duplicate_of(deal)
        try:
            sitting = await duplicates.play(number, person(interaction))
        except DuplicateOver:
            # Its message still offers to play: perhaps Discord refused to change it.
            self.bot.cog(DuplicatesUpkeep).want(number)
            raise
        if sitting is not None:
            await self._shown(interaction, sitting)
            return
        duplicate = await duplicates.get(number)
        view = waits_for_other(duplicate, interaction.user.id)
        await finished(interaction, lambda: ready(view))

    async def _share(self, interaction: Interaction, day: int) -> None:
        sitting = await self.bot.service.today.sitting(interaction.user.id, day)
        if sitting is None or sitting.played.result is None:
            raise DayOver
        async with to_everyone(self.bot, scope(interaction)):
            view = shared(sitting.played, escaped(name_of(interaction.user)))
            await answered(interaction, interaction.response.send_message(view=view))

    async def _home(self, interaction: Interaction) -> None:
        today, member = self.bot.service.today, interaction.user.id
        day = today.day
        deal, tomorrow = await asyncio.gather(today.deal(day), today.deal(day + 1))
        sitting = await today.sitting(member, day)
        own = None if sitting is None else sitting.played
        done = own is not None and own.result is not None
        board = await today.board(scope(interaction), day) if done else None
        streak, _ = await today.streak(member)
        view = today_message(deal, own, board, streak, tomorrow)
        await finished(interaction, lambda: ready(view))

    async def _past(self, interaction: Interaction, day: int) -> None:
        today, here = self.bot.service.today, scope(interaction)
        deal = await today.past(day)
        board = await today.board(here, day)
        worst = await today.costliest(here, day)
        costly = None if worst is None else await today.sitting(worst.member_id, day)
        view = past_message(deal, board, costly)
        await finished(interaction, lambda: ready(view))


def _state(sitting: Sitting) -> Shown:
    """Return the number of the deal that a message shows, and the number of its state. The state's
    number is the number of moves made so far, and rises by one more when the deal is analysed."""
    played = sitting.played
    return sitting.deal.day, len(played.steps) + (played.judged is not None)
