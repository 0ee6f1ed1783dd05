"""`/learn`: the lists of lessons and every press in a lesson.

Nothing is stored during a lesson: each button holds the lesson, the number of finished steps, and
the move. So a restart doesn't interrupt a lesson."""

from __future__ import annotations

import re

from discord import app_commands
from discord.app_commands import locale_str

import games
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_LESSON, IN_LESSONS, on_press
from cogs.discord.errors import NotUnderstood
from cogs.discord.interactions import Interaction, everywhere, person
from cogs.discord.presses import Input, MoveWords, own_message
from cogs.edits.answers import Drawn, replaced, replied
from cogs.lessons.lists import drawn_games, lessons_message
from cogs.lessons.message import drawn_lesson, right, wrong
from cogs.table.hand.partial_move import NOTHING, PartialMove, chosen
from cogs.table.lobby.command import Lobbies
from cogs.table.rules import game_named, offering_games
from games.core import Game
from games.teaching import LessonStage, NoSuchLesson, lesson_of, stage


class Lessons(ShijoCog):
    """A cog that teaches games, in private."""

    @offering_games
    @app_commands.command(
        name=locale_str("learn"), description=locale_str("Learn a game, lesson by lesson")
    )
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("The game (default: choose from a list)"))
    @everywhere
    async def learn(self, interaction: Interaction, game: str | None = None) -> None:
        """`/learn [game]`: shows the member the lessons of a game. Without `game`, it shows the
        list of games."""
        drawn = await self._list(interaction, None if game is None else game_named(game))
        await replied(interaction, drawn, ephemeral=True)

    @on_press(IN_LESSONS)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a button of a list, or on a button that leads to a list, a lesson or a
        table."""
        own_message(interaction)
        action, game, lesson = match["action"], match["game"], match["lesson"]
        if action == "play" and game:
            await self.bot.cog(Lobbies).practise(interaction, games.load(game).name)
        elif action == "begin" and game and lesson:
            kind = games.load(game)
            await self._show(interaction, kind, stage(kind, lesson_of(kind, lesson), 0))
        elif action in {"game", "home"}:
            await self._answer(interaction, await self._list(interaction, game))
        else:
            raise NotUnderstood

    async def _list(self, interaction: Interaction, game: str | None) -> Drawn:
        """Return the lessons of a game. If `game` is None, return the list of games. Raises
        NoSuchLesson if the game has no lessons."""
        progress = await self.bot.service.lessons.by(interaction.user.id)
        if game is None:
            wanted = await self.bot.tables.preferences.member(interaction.user.id)
            return await drawn_games(progress, text_only=wanted.text_only)
        kind = games.load(game)
        if not kind.lessons:
            raise NoSuchLesson
        return Drawn(lessons_message(kind, progress))

    @on_press(IN_LESSON)
    async def tried(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a move in a lesson. The right move leads to the next step. After a
        wrong move, the lesson shows the consequence of the move."""
        own_message(interaction)
        kind = games.load(match["game"])
        now = stage(kind, lesson_of(kind, match["lesson"]), int(match["done"]))
        if now.step is None:
            raise NoSuchLesson
        view = now.game.view(now.lesson.seat)
        words, entered = MoveWords.read(match["move"]), Input.by(interaction)
        move, partial_move = chosen(view, words, entered)
        if move is None:
            await self._show(interaction, kind, now, partial_move=partial_move)
        elif move == now.step.move:
            await self._right(interaction, kind, now)
        else:
            consequence = now.step.consequence(move)
            if consequence is None:
                raise NotUnderstood
            await self._show(interaction, kind, now, notice=wrong(consequence))

    async def _right(self, interaction: Interaction, kind: type[Game], before: LessonStage) -> None:
        lesson = before.lesson
        now = stage(kind, lesson, before.done + 1)
        if now.step is None:
            await self.bot.service.lessons.finished(interaction.user.id, kind.name, lesson.name)
        notice = right(lesson.steps[before.done].why)
        await self._show(interaction, kind, now, notice=notice)

    async def _show(
        self,
        interaction: Interaction,
        kind: type[Game],
        now: LessonStage,
        *,
        notice: str = "",
        partial_move: PartialMove = NOTHING,
    ) -> None:
        wanted = await self.bot.tables.preferences.member(interaction.user.id)
        drawn = await drawn_lesson(
            kind, now, person(interaction), wanted=wanted, notice=notice, partial_move=partial_move
        )
        await self._answer(interaction, drawn)

    async def _answer(self, interaction: Interaction, drawn: Drawn) -> None:
        await replaced(interaction, drawn)
