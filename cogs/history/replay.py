"""Finished games: replaying them step by step, analysing and checking them."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from contextlib import suppress
from functools import partial
from typing import Final

import discord

from bot.core.errors import NoFinishedGame
from bot.core.model import OpenedGame
from bot.core.played import MovesError
from bot.core.scope import pocket_of
from bot.thinking.proof import Verdict
from cogs.analysis.message import analysis_message, progress_message, replay_blocks
from cogs.discord.away import is_away
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_REPLAY, LED_REPLAY, Item, on_press
from cogs.discord.connection import PASSING
from cogs.discord.errors import CONTENT, tell
from cogs.discord.interactions import (
    Interaction,
    all_may_see,
    may_moderate,
    may_see,
    person,
    scope,
)
from cogs.discord.languages import to_everyone
from cogs.discord.layout import clip, rows
from cogs.discord.presses import Input
from cogs.edits.answers import Drawn, answered
from cogs.edits.answers import finished as answer_with
from cogs.history.proof import checked, header_file, players_proof
from cogs.history.replay_message import (
    alone,
    drawn_replay,
    for_all_button,
    led,
    more_buttons,
    own_replay_button,
)
from cogs.history.result_message import as_it_ended, drawn_result
from cogs.table.finished import booked_of
from cogs.table.message.menu import board_button
from cogs.words import _
from games.analysis import Analysis
from games.analysis.line import LineMove, line_from
from games.record import dumps

log = logging.getLogger(__name__)

PROGRESS_EVERY: Final = 3.0
"""Seconds between two reports of an analysis's progress."""
GAME: Final = re.compile(r"([A-Za-z0-9_-]{1,32}):([0-9]{1,9})")
"""The form of the text that stands for a finished game in selects: the table's id, a colon, and the
game's number."""


class Replays(ShijoCog):
    """A cog that replays finished games, and checks their shuffles."""

    async def show(self, interaction: Interaction, game: str, step: int = 0) -> None:
        """Answer with the replay of a finished game at a step (0: the beginning, after the deal).
        `game` is the text that stands for the game in selects (see `GAME`). Raises NoFinishedGame
        if there is no such game, or if the member may not see the game's channel."""
        finished = await self._finished(interaction, game)
        drawn = await self._drawn(interaction, finished, step)
        await interaction.response.send_message(**drawn.new, ephemeral=True)

    async def _drawn(
        self, interaction: Interaction, finished: OpenedGame, step: int, action: str = ""
    ) -> Drawn:
        text_only = self.bot.tables.preferences.known_member(interaction.user.id).text_only
        me = finished.about.seat_of(interaction.user.id)
        step = min(step, len(finished.record.steps))
        analysis = await self.bot.analyses.kept(finished)
        line = await _better_line(finished, analysis, step) if action == "line" else []
        analysed = [
            *replay_blocks(finished, analysis, step, line, me),
            *rows(
                [
                    *([for_all_button(finished, step)] if _may_lead(interaction, finished) else []),
                    *self._to_board(finished, step),
                    *more_buttons(finished, moderates=_moderates(interaction, finished)),
                ]
            ),
        ]
        return await drawn_replay(
            finished, step, alone(finished), analysed, me=me, text_only=text_only
        )

    def _to_board(self, finished: OpenedGame, step: int) -> list[Item]:
        if not self.bot.has_board:
            return []
        about = finished.about
        return [board_button(about.table_id, "replay", about.number, step)]

    async def _lead(
        self, interaction: Interaction, finished: OpenedGame, step: int, *, begins: bool = False
    ) -> None:
        """Show everyone a step of a replay that the pressing member leads. With `begins`, post the
        replay as a new message, otherwise edit the pressed message."""
        step = min(step, len(finished.record.steps))
        turning = led(finished, interaction.user.id, person(interaction).name)
        async with to_everyone(self.bot, interaction.guild_id):
            below = rows([own_replay_button(finished, step)])
            drawn = await drawn_replay(finished, step, turning, below)
            if begins:
                await interaction.response.send_message(**drawn.new)
            else:
                await interaction.response.edit_message(**drawn.edit)

    async def _analyse(self, interaction: Interaction, table_id: str, number: int) -> None:
        """Answer a press with the analysis of a game, for the member alone. First acknowledge the
        press, because it can take long to compute the analysis. Raises StillPlayed, NoFinishedGame
        and the errors of `Analyses.of`."""
        here = await self._place_of(interaction, table_id)
        finished = await self.bot.analyses.finished(table_id, number, here)
        _must_see(interaction, finished)
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        analysis = await self._computed(interaction, finished)
        text_only = self.bot.tables.preferences.known_member(interaction.user.id).text_only
        me = finished.about.seat_of(interaction.user.id)
        await answer_with(
            interaction, partial(analysis_message, finished, analysis, me, text_only=text_only)
        )

    async def _computed(self, interaction: Interaction, finished: OpenedGame) -> Analysis:
        """Return the analysis of a game. While the analysis is computed, edit the answer to show
        the progress. Raises the errors of `Analyses.of`."""
        analyses = self.bot.analyses
        work = asyncio.ensure_future(analyses.of(finished, interaction.user.id))
        try:
            while not (await asyncio.wait([work], timeout=PROGRESS_EVERY))[0]:
                view = progress_message(finished, analyses.progress_of(finished))
                await interaction.edit_original_response(view=view)
        except (discord.HTTPException, *PASSING) as error:
            # The analysis itself is told all the same, if Discord can be reached by then.
            log.info("The progress of an analysis is not told: %s", type(error).__name__)
        return await work

    @on_press(IN_REPLAY)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in a replay or on a result. In a replay, a press asks for another step,
        for the record as a file, for an analysis, or to show the replay to everyone. On a result, a
        press asks for the replay, for the check of the shuffle, or for the whole result."""
        game, action = f"{match['table']}:{match['number']}", match["action"]
        if action == "open":
            await self.show(interaction, game, int(match["step"]))
            return
        if action == "analyse":
            await self._analyse(interaction, match["table"], int(match["number"]))
            return
        if action == "inspect":
            await self.show(interaction, game, Input.by(interaction).number)
            return
        finished = await self._finished(interaction, game)
        if action == "check":
            await self._check(interaction, finished)
        elif action == "result":
            await self._result(interaction, finished)
        elif action == "record":
            await interaction.response.send_message(file=record_file(finished), ephemeral=True)
        elif action == "all":
            if not _may_lead(interaction, finished):
                raise NoFinishedGame
            await self._lead(interaction, finished, int(match["step"]), begins=True)
        else:
            jumps = action in {"jump", "chapter"}
            step = Input.by(interaction).number if jumps else int(match["step"])
            drawn = await self._drawn(interaction, finished, step, action)
            await interaction.response.edit_message(**drawn.edit)

    @on_press(LED_REPLAY)
    async def stepped_for_all(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in a replay that everyone sees. If the leader of the replay pressed, the
        replay moves to another step. Any other member is told who leads the replay."""
        if interaction.user.id != int(match["leader"]):
            await tell(
                interaction,
                _(
                    "<@{id}> is running this replay. Press “Replay on my own” to step through "
                    "it yourself.",
                    id=match["leader"],
                ),
            )
            return
        finished = await self._get(interaction, match["table"], int(match["number"]))
        jumps = match["action"] in {"jump", "chapter"}
        step = Input.by(interaction).number if jumps else int(match["step"])
        await self._lead(interaction, finished, step)

    async def _result(self, interaction: Interaction, finished: OpenedGame) -> None:
        """Show the member alone the whole result of a game whose message was folded to a few
        lines."""
        table = await self.bot.tables.get(finished.about.table_id)
        ended = as_it_ended(table, finished)
        booked = await booked_of(self.bot, ended)
        text_only = self.bot.tables.preferences.known_member(interaction.user.id).text_only
        drawn = await drawn_result(ended, booked, text_only=text_only)
        await interaction.response.send_message(**drawn.new, ephemeral=True)

    async def _check(self, interaction: Interaction, finished: OpenedGame) -> None:
        """Tell the member alone whether the shuffle is right, with the proof as a file. After that,
        add whether the bot players made the moves that they had to make. This second check takes
        seconds if the bot players thought long."""
        file = header_file(finished)
        told = checked(finished)
        await interaction.response.send_message(
            told, files=[] if file is None else [file], ephemeral=True
        )
        if file is None or not (finished.played.bots or finished.played.stood_in):
            return
        try:
            found: list[Verdict] | MovesError = await self.bot.tables.thoughts.check(finished)
        except MovesError as error:
            found = error
        content = f"{told}\n{players_proof(finished, found)}"
        with suppress(discord.NotFound):  # the member may have dismissed it
            await interaction.edit_original_response(content=clip(content, CONTENT))

    async def _finished(self, interaction: Interaction, game: str) -> OpenedGame:
        named = GAME.fullmatch(game.strip())
        if named is None:
            raise NoFinishedGame
        return await self._get(interaction, named[1], int(named[2]))

    async def _place_of(self, interaction: Interaction, table_id: str) -> int:
        """Return the scope where a finished game is stored. If the game's table is in the member's
        pocket (their private place, where they play alone), this is the pocket. Otherwise it is the
        scope of the server or chat where the member presses."""
        pocket = pocket_of(interaction.user.id)
        table = await self.bot.tables.get(table_id)
        return pocket if table.guild_id == pocket else scope(interaction)

    async def _get(self, interaction: Interaction, table_id: str, number: int) -> OpenedGame:
        here = await self._place_of(interaction, table_id)
        finished = await self.bot.service.history.finished(table_id, number, here)
        _must_see(interaction, finished)
        return finished


def _moderates(interaction: Interaction, finished: OpenedGame) -> bool:
    return may_moderate(interaction, finished.about.channel_id)


def _must_see(interaction: Interaction, finished: OpenedGame) -> None:
    """Raise NoFinishedGame if the member may not see the channel of the game."""
    if not may_see(interaction, finished.about.channel_id):
        raise NoFinishedGame


def _may_lead(interaction: Interaction, finished: OpenedGame) -> bool:
    """Return whether a finished game may be shown to everyone in the channel where the member
    presses. The channel must be in a server that has the bot. Everyone there must also be allowed
    to see the channel in which the game was played."""
    if interaction.guild_id is None or is_away(interaction):
        return False
    return all_may_see(interaction, finished.about.channel_id)


async def _better_line(
    finished: OpenedGame, analysis: Analysis | None, step: int
) -> list[LineMove]:
    """Return the moves with which the game could have gone on if the best move had been made at
    that step. Return an empty list if `analysis` is None, or if it has no decision at that step."""
    for decision in () if analysis is None else analysis.decisions:
        if decision.step == step:
            best = decision.known.best
            return await asyncio.to_thread(line_from, finished.record, step, best)
    return []


def record_file(finished: OpenedGame) -> discord.File:
    """Return the record of a game as a text file, which `shijo replay` can read."""
    about = finished.about
    name = f"{about.game}-{about.table_id}-{about.number}.txt"
    return discord.File(io.BytesIO(dumps(finished.record).encode()), filename=name)
