"""Commands of older versions: a Discord that has not heard of the newest ones still offers them.
Each is answered by where it went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.core.errors import TableError
from cogs.words import marked

MOVED: Final[Mapping[str, str]] = {
    "table": marked("`/table` has moved. Use `/hand` and press *Show the table*."),
    "watch": marked("`/watch` has moved. `/play` without a game lists the open tables."),
    "close": marked("`/close` has moved. Press *More…* at the table, or pick it in `/play`."),
    "remove": marked("`/remove` has moved. Press *More…* at the table, or pick it in `/play`."),
    "replay": marked("`/replay` has moved. Press *Replay* under a result, or use `/history`."),
    "verify": marked(
        "`/verify` has moved. Press *Check the shuffle* under a result, or use `/history`."
    ),
    "notify": marked("`/notify` has moved. Use `/me` and press *Pings for new tables…*."),
    "privacy": marked("`/privacy` has moved. Use `/me` and press *Your data…*."),
    "forget-me": marked("`/forget-me` has moved. Use `/me` and press *Your data…*."),
    "appeal": marked("`/appeal` has moved. Press *More…* at the table, or use `/history`."),
    "annul": marked("`/annul` has moved. Press *More…* under a result, or use `/history`."),
    "fairplay": marked("`/fairplay` has moved. It's in `/history`, and a tab of `/settings`."),
    "seasons": marked("`/seasons` has moved. Use `/settings` and press *Community*."),
    "shijo": marked("`/shijo` has moved. Use `/help` and press *Ask the Shijo*."),
}
"""By the command's old name: where what it did is now."""


class MovedCommand(TableError):
    """A command of an older version that has another place now. Its reason is one of `MOVED`."""
