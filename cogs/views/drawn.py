"""Messages with their pictures. A picture is drawn off the event loop; one that can't be drawn
costs nobody the game, since the same message can say everything in words."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.domain.model import Finished, Phase, Table
from bot.domain.preferences import MemberSettings, ServerSettings
from bot.domain.standings import Booked
from bot.pictures import hand_picture, result_picture, table_picture
from cogs.gateway.errors import logged
from cogs.gateway.layout import HAND_PICTURE, RESULT_PICTURE, TABLE_PICTURE
from cogs.views.begun import NOTHING, Beginning
from cogs.views.captions import captions_for, captions_of
from cogs.views.hand_choices import held
from cogs.views.hand_controls import USUAL
from cogs.views.hand_panel import hand_panel, has_picture
from cogs.views.opened import in_order
from cogs.views.over import open_view
from cogs.views.public_message import UNCHANGED, public
from cogs.views.replay import moment_at, replay_message
from cogs.views.result import UNBOOKED, ending_of
from cogs.words.load import words_for, words_of

PICTURED: Final = (Phase.PLAYING, Phase.OVER)
"""The phases in which the table's message has a picture."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A message that is ready to be sent, once: its components, and the files that they show."""

    view: ui.LayoutView
    files: tuple[discord.File, ...] = ()

    @property
    def new(self) -> dict[str, Any]:
        """What sends it as a new message."""
        return {"view": self.view, "files": list(self.files)}

    @property
    def edit(self) -> dict[str, Any]:
        """What puts it in the place of an older one, whose files go: Discord would keep them."""
        return {"view": self.view, "attachments": list(self.files)}


async def drawn_public(
    table: Table,
    *,
    text_only: bool = False,
    server: ServerSettings = UNCHANGED,
    booked: Booked = UNBOOKED,
) -> Drawn:
    """The table's public message as it stands, as `public` makes it."""
    view = table.view(None) if table.phase in PICTURED and not text_only else None
    if view is None:
        return Drawn(public(table, text_only=True, server=server, booked=booked))
    words = words_of(table.game)
    opened, outcome = open_view(table, words), table.outcome
    captions = captions_of(table, words, opened=opened is not None)
    if opened is None or outcome is None:
        file, draw = TABLE_PICTURE, partial(table_picture, view, captions)
    else:
        ending = ending_of(table, outcome, opened, words, captions, booked)
        file, draw = RESULT_PICTURE, partial(result_picture, opened, ending, captions)
    png = await _drawn(draw, table.id)
    if png is None:
        return Drawn(public(table, text_only=True, booked=booked))
    return Drawn(public(table, booked=booked), (discord.File(io.BytesIO(png), file),))


async def drawn_replay(finished: Finished, number: int, *, text_only: bool = False) -> Drawn:
    """A finished game after that many steps, with all hands open. Raises RecordError when it does
    not replay."""
    moment, about = await asyncio.to_thread(moment_at, finished, number), finished.about
    if text_only:
        return Drawn(replay_message(finished, moment, text_only=True))
    words = words_of(about.game)
    captions = captions_for((player.name for player in about.players), words, opened=True)
    view = in_order(moment.game.opened(), words)
    png = await _drawn(lambda: table_picture(view, captions), about.table_id)
    if png is None:
        return Drawn(replay_message(finished, moment, text_only=True))
    files = (discord.File(io.BytesIO(png), TABLE_PICTURE),)
    return Drawn(replay_message(finished, moment), files)


async def drawn_panel(
    table: Table,
    seat: int,
    *,
    notice: str = "",
    page: int = 0,
    wanted: MemberSettings = USUAL,
    begun: Beginning = NOTHING,
) -> Drawn:
    """The hand panel of a seat, as `hand_panel` makes it, with the deck that its owner wants, or
    none."""
    panel = partial(hand_panel, table, seat, notice=notice, page=page, begun=begun)
    view = table.view(seat) if table.phase is Phase.PLAYING and not wanted.text_only else None
    if view is None or not has_picture(view):
        return Drawn(panel(wanted=wanted))
    words = words_for(table.game, wanted.order)
    captions, hand = captions_of(table, words), held(view, words)
    png = await _drawn(lambda: hand_picture(view, hand, captions, wanted.deck), table.id)
    if png is None:
        in_words = wanted.model_copy(update={"text_only": True})
        return Drawn(panel(wanted=in_words))
    return Drawn(panel(wanted=wanted), (discord.File(io.BytesIO(png), HAND_PICTURE),))


async def _drawn(draw: Callable[[], bytes], table_id: str) -> bytes | None:
    try:
        return await asyncio.to_thread(draw)
    # Whatever a plug-in's view may hold, the game goes on in words; the log has the reason.
    except Exception as error:  # noqa: BLE001
        logged(error, f"drawing table {table_id}")
        return None
