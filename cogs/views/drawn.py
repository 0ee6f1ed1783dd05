"""Messages with their pictures. A picture is drawn off the event loop; one that can't be drawn
costs nobody the game, since the same message can say everything in words."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import discord
from discord import ui

from bot.domain.model import OpenedGame, Table
from bot.domain.preferences import MemberSettings, ServerSettings
from bot.domain.standings import Booked
from cogs.gateway.errors import logged
from cogs.views.begun import NOTHING, Beginning
from cogs.views.hand_controls import USUAL
from cogs.views.hand_panel import hand_panel
from cogs.views.look import Look, hand_look, replay_look, table_look
from cogs.views.public_message import UNCHANGED, public
from cogs.views.replay import moment_at, replay_message
from cogs.views.result import UNBOOKED

Shown = TypeVar("Shown", Look, Look | None)


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
    look = table_look(table, text_only=text_only, booked=booked)
    return await _drawn(look, partial(public, table, server=server, booked=booked), table.id)


async def drawn_replay(finished: OpenedGame, number: int, *, text_only: bool = False) -> Drawn:
    """A finished game after that many steps, with all hands open. Raises RecordError when it does
    not replay."""
    moment = await asyncio.to_thread(moment_at, finished, number)
    look = replay_look(finished, moment.game, text_only=text_only)
    return await _drawn(look, partial(replay_message, finished, moment), finished.about.table_id)


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
    panel = partial(hand_panel, table, notice=notice, page=page, begun=begun)
    return await _drawn(hand_look(table, seat, wanted), panel, table.id)


async def _drawn(look: Shown, message: Callable[[Shown], ui.LayoutView], table_id: str) -> Drawn:
    """The message of a look, with its picture; in words when that can't be drawn."""
    if look is None or look.picture is None:
        return Drawn(message(look))
    try:
        png = await asyncio.to_thread(look.picture.draw)
    # Whatever a plug-in's view may hold, the game goes on in words; the log has the reason.
    except Exception as error:  # noqa: BLE001
        logged(error, f"drawing table {table_id}")
        return Drawn(message(look.in_words))
    return Drawn(message(look), (discord.File(io.BytesIO(png), look.picture.file),))
