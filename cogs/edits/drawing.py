"""Pictures drawn off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from cogs.discord.errors import logged
from cogs.discord.precedence import long_step


async def png_or_none(draw: Callable[[], bytes], what: str) -> bytes | None:
    """The PNG that `draw` makes; None when it can't be drawn: the message then says the same in
    words, and the log has the reason. `what` is drawn, for the log."""
    try:
        async with long_step():
            return await asyncio.to_thread(draw)
    # A plug-in's view, or a name that Pillow can't draw, may raise anything.
    except Exception as error:  # noqa: BLE001
        logged(error, f"drawing {what}")
        return None
