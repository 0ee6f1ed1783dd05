"""Measure the least CPU time that a press can cost. For this, discord.py sends the edits that
follow from one press, without any code of Shijo. benchmarks.load runs this module as a separate
process."""

from __future__ import annotations

import asyncio
import io
import sys
import time
from typing import Any, Final

import discord
from discord import ui

from cogs.discord.client import use_proxies
from cogs.discord.layout import TABLE_PICTURE, message, picture

EDITS: Final = 150
WARMING: Final = 20
A_PRESS: Final = 3
"""The edits that follow from a press: the answer, the table's message, the other open hand."""
PICTURE: Final = 14_000
"""Bytes of an ordinary table's picture."""
WORDS: Final = "**Bot 1** beats **6**♠ with **8**♠; **Bot 2** adds nothing"


def main(api_url: str, token: str, channel_id: int) -> None:
    """Prints the milliseconds of CPU time that the edits of one press take."""
    use_proxies(api_url, "")
    print(asyncio.run(_edited(token, channel_id)) * A_PRESS)


async def _edited(token: str, channel_id: int) -> float:
    """Return the milliseconds of CPU time for one edit of a message with a picture."""
    async with discord.Client(intents=discord.Intents.none()) as client:
        await client.login(token)
        channel = client.get_partial_messageable(channel_id)
        view, file = _content()
        sent = await channel.send(view=view, file=file)
        edited = channel.get_partial_message(sent.id)
        for _ in range(WARMING):
            await _edit(edited)
        began = time.process_time()
        for _ in range(EDITS):
            await _edit(edited)
        return (time.process_time() - began) / EDITS * 1000


async def _edit(edited: discord.PartialMessage) -> None:
    view, file = _content()
    await edited.edit(view=view, attachments=[file])


def _content() -> tuple[ui.LayoutView, discord.File]:
    """Return a message like a table's, with words, a picture and a row of buttons. The second value
    is the file of the picture."""
    row: ui.ActionRow[Any] = ui.ActionRow(
        *(ui.Button[ui.LayoutView](label="My hand", custom_id=f"t:{place}") for place in range(4))
    )
    words = "\n".join([WORDS] * 4)
    view = message(["## Durak", picture(TABLE_PICTURE, WORDS), words, row])
    return view, discord.File(io.BytesIO(bytes(PICTURE)), TABLE_PICTURE)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
