"""The Activity: the board inside Discord. Its page is in a frame of Discord's, at an origin of
Discord's, and its requests come through Discord's proxy."""

from __future__ import annotations

import json
from typing import Any, Final, Protocol

from aiohttp import web

from bot.core.errors import TableError
from bot.doors.model import Opened
from games.sentences import marked

PROXY: Final = "/.proxy"
"""What a page's paths begin with on the other side of Discord's proxy, which takes it off."""
FRAMES: Final = "https://discord.com https://*.discord.com"
"""Where Discord's own page is, its test versions too."""
MANY: Final = 10
"""How many times as much one of the addresses of Discord's proxy is let, since all members share
those."""
LONGEST_CODE: Final = 512
"""The most characters of a code, and of an instance's id."""


class Unknown(TableError):
    """The member has not allowed Discord to say who they are, or the page's code is not genuine."""

    template = marked(
        "Discord hasn't told me your name yet. Close this window, open it again and "
        "press Authorize."
    )


class ComeAgain(TableError):
    """Too many pages name an Activity that nobody knows; this one may come again in a moment."""

    template = marked("Discord isn't answering me right now. Please try again in a minute.")


class Activity(Protocol):
    """Asks Discord who has opened the Activity."""

    client_id: int
    """The application's id, by which the page says to Discord whose it is."""

    async def let_in(self, code: str, instance: str, address: str) -> Opened:
        """The door for the member with this code, who names that instance of the Activity and comes
        from that address. Raises TableErrors."""
        ...


def origin_of(activity: Activity) -> str:
    """Where Discord serves the Activity."""
    return f"https://{activity.client_id}.discordsays.com"


async def asked(request: web.Request) -> tuple[str, str]:
    """The code and the instance that a page sends. Raises Unknown when they can't be genuine."""
    try:
        found = json.loads(await request.read())
    except (ValueError, RecursionError, web.HTTPRequestEntityTooLarge):
        raise Unknown from None
    if not isinstance(found, dict):
        raise Unknown
    return _text(found.get("code")), _text(found.get("instance"))


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isascii() or not 0 < len(value) <= LONGEST_CODE:
        raise Unknown
    return value
