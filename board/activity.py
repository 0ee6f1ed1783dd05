"""The Activity: the board inside Discord. The Activity's page is shown in a frame on Discord's
page, is loaded from one of Discord's origins, and sends its requests through Discord's proxy."""

from __future__ import annotations

import json
from typing import Any, Final, Protocol

from aiohttp import web

from bot.core.errors import TableError
from bot.doors.model import Opened
from games.sentences import marked

PROXY: Final = "/.proxy"
"""The beginning of a page's paths in Discord's frame. Discord's proxy removes it from each
request."""
FRAMES: Final = "https://discord.com https://*.discord.com"
"""The origins of Discord's own page, including its test versions."""
MANY: Final = 10
"""The limits for one address of Discord's proxy are this many times as high, because all members
share these addresses."""
LONGEST_CODE: Final = 512
"""The most characters of an OAuth code that a page sends. The same limit applies to the id of an
Activity's instance."""


class Unknown(TableError):
    """Raised when the Activity can't learn from Discord who the member is. Either the member has
    not authorised the Activity, or the OAuth code that the page sent is invalid."""

    template = marked(
        "Discord hasn't told me your name yet. Close this window, open it again and "
        "press Authorize."
    )


class ComeAgain(TableError):
    """Raised when too many pages have sent ids of Activity instances that Discord doesn't know. The
    page may try again a little later."""

    template = marked("Discord isn't answering me right now. Please try again in a minute.")


class Activity(Protocol):
    """The interface of an object that asks Discord which member has opened the Activity, and gives
    that member a session at the board."""

    client_id: int
    """The application's id, by which the page tells Discord to which application it belongs."""

    async def let_in(self, code: str, instance: str, address: str) -> Opened:
        """Ask Discord who has opened the Activity, and return a new session of that member. It
        consists of a door (the member's access to one table) and a secret. `code` is the member's
        OAuth code, `instance` the id of the Activity's instance, and `address` the network address
        of the browser. Raises TableErrors."""
        ...


def origin_of(activity: Activity) -> str:
    """Return the origin under which Discord serves the Activity."""
    return f"https://{activity.client_id}.discordsays.com"


async def asked(request: web.Request) -> tuple[str, str]:
    """Read the body of a page's request to enter the Activity. Returns the member's OAuth code and
    the id of the Activity's instance. Raises Unknown if the code or the id is missing or
    malformed."""
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
