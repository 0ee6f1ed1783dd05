"""Messages with their pictures.

Pictures are drawn off the event loop. When one can't be drawn, the message says the same in words,
and the game goes on.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import discord
from discord import ui

from bot.analysis.practice import OwnMistake
from bot.domain.model import OpenedGame, Person, Phase, Table
from bot.domain.preferences import MemberSettings, ServerSettings
from bot.domain.puzzles import Daily
from bot.domain.standings import Booked
from cogs.gateway.layout import Block
from cogs.views.begun import NOTHING, Beginning
from cogs.views.drawing import png_or_none
from cogs.views.hand_controls import USUAL
from cogs.views.hand_panel import hand_panel
from cogs.views.lesson import lesson_shown, table_of
from cogs.views.look import Look, Picture, hand_look, replay_look, table_look
from cogs.views.pocket import pocket_message
from cogs.views.practice import practice_message
from cogs.views.practice import table_of as position_of
from cogs.views.public_message import UNCHANGED, public
from cogs.views.puzzle import puzzle_look, puzzle_message
from cogs.views.replay import moment_at, replay_message
from cogs.views.result import UNBOOKED
from games.core import Game
from games.players.finding import Tried
from games.teaching import Stage

Shown = TypeVar("Shown", Look, Look | None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message ready to be sent once: its components and files.

    `left_out`: it would have a picture, which there was no time for.
    """

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()
    left_out: bool = False

    @property
    def new(self) -> dict[str, Any]:
        """The arguments for sending it as a new message."""
        return {"view": self.view, "files": list(self.files)}

    @property
    def edit(self) -> dict[str, Any]:
        """The arguments for replacing an older message and its files, which Discord would keep
        otherwise."""
        return {"view": self.view, "attachments": list(self.files)}


async def drawn_public(
    table: Table,
    *,
    text_only: bool = False,
    in_haste: bool = False,
    server: ServerSettings = UNCHANGED,
    booked: Booked = UNBOOKED,
    bulletin: str = "",
) -> Drawn:
    """The table's public message with its picture, which is left out `in_haste`; see `public`."""
    look = table_look(table, text_only=text_only, booked=booked)
    message = partial(public, table, server=server, booked=booked, bulletin=bulletin)
    if in_haste and look is not None and look.picture is not None:
        return Drawn(message(look.in_words), left_out=True)
    return await _drawn(look, message, table.id)


async def drawn_replay(
    finished: OpenedGame,
    number: int,
    analysed: Sequence[Block] = (),
    *,
    text_only: bool = False,
) -> Drawn:
    """A finished game after `number` steps, with all hands open and what its analysis says there.
    Raises RecordError when it does not replay."""
    moment = await asyncio.to_thread(moment_at, finished, number)
    look = replay_look(finished, moment.game, text_only=text_only)
    return await _drawn(
        look, partial(replay_message, finished, moment, analysed), finished.about.table_id
    )


async def drawn_puzzle(daily: Daily, *, text_only: bool = False) -> Drawn:
    """The puzzle of a day with its picture; see `puzzle_message`."""
    look = puzzle_look(daily, text_only=text_only)
    return await _drawn(look, partial(puzzle_message, daily), "puzzle")


async def drawn_panel(
    table: Table,
    seat: int,
    *,
    notice: str = "",
    page: int = 0,
    wanted: MemberSettings = USUAL,
    begun: Beginning = NOTHING,
) -> Drawn:
    """The hand panel of a seat with its picture, in the owner's deck; see `hand_panel`. A game in a
    member's pocket has the table in it; see `pocket_message`."""
    if table.is_pocket and table.phase is Phase.PLAYING:
        around = table_look(table, text_only=wanted.text_only)
        hand = hand_look(table, seat, wanted)
        whole = partial(pocket_message, table, notice=notice, page=page, begun=begun)
        return await _drawn_both(whole, around, hand, f"table {table.id}")
    panel = partial(hand_panel, table, notice=notice, page=page, begun=begun)
    return await _drawn(hand_look(table, seat, wanted), panel, table.id)


async def drawn_lesson(
    kind: type[Game],
    now: Stage,
    learner: Person,
    *,
    wanted: MemberSettings = USUAL,
    notice: str = "",
    begun: Beginning = NOTHING,
) -> Drawn:
    """A lesson after so many of its steps, with the pictures of the table and of the hand; see
    `lesson_message`."""
    table = table_of(kind, now, learner.id, learner.name)
    around = table_look(table, text_only=wanted.text_only)
    hand = hand_look(table, now.lesson.seat, wanted)
    show = partial(lesson_shown, kind, now, table, notice=notice, begun=begun)
    return await _drawn_both(show, around, hand, f"lesson {now.lesson.name} of {kind.name}")


async def drawn_practice(
    own: OwnMistake, chosen: Tried | None, *, wanted: MemberSettings = USUAL
) -> Drawn:
    """A mistake of one's own with the pictures of the table and of the hand, as that seat saw them;
    see `practice_message`."""
    table = position_of(own)
    around = table_look(table, text_only=wanted.text_only)
    hand = hand_look(table, own.decision.seat, wanted)
    show = partial(practice_message, own, chosen, table)
    return await _drawn_both(show, around, hand, f"practice {table.id}")


async def _drawn_both(
    show: Callable[[Look | None, Look | None], ui.LayoutView],
    around: Look | None,
    hand: Look | None,
    what: str,
) -> Drawn:
    """A message with the pictures of a table and of a hand; in words when one can't be drawn."""
    files: list[discord.File] = []
    for look in (around, hand):
        if look is not None and look.picture is not None:
            file = await _file(look.picture, what)
            if file is None:
                return Drawn(show(around and around.in_words, hand and hand.in_words))
            files.append(file)
    return Drawn(show(around, hand), tuple(files))


async def _file(shown: Picture, what: str) -> discord.File | None:
    png = await png_or_none(shown.draw, what)
    return None if png is None else discord.File(io.BytesIO(png), shown.file)


async def _drawn(look: Shown, message: Callable[[Shown], ui.LayoutView], table_id: str) -> Drawn:
    """The message of a look with its picture; in words when the picture can't be drawn."""
    if look is None or look.picture is None:
        return Drawn(message(look))
    file = await _file(look.picture, f"table {table_id}")
    return Drawn(message(look.in_words)) if file is None else Drawn(message(look), (file,))
