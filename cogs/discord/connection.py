"""The errors that a cut connection to Discord causes. discord.py does not repeat a request after
the connection was cut. The bot doesn't know then whether Discord received the request, because
maybe only Discord's answer was lost."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

PASSING: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""The errors that a cut connection raises."""
CUT: Final = (*PASSING, discord.DiscordServerError)
"""The errors after which Discord may have carried out a request although the request failed here.
These are the errors of a cut connection (`PASSING`) and Discord's server errors."""

SERVER_ERROR: Final = 500
TIMEOUT: Final = 408
"""A proxy's status for a request that Discord did not answer in time."""
TOO_MANY: Final = 429


def is_cut(error: BaseException) -> bool:
    """Return whether an error comes from the connection to Discord, and not, for example, from a
    file that can't be read."""
    if isinstance(error, discord.HTTPException):
        return is_passing(error)
    return isinstance(error, PASSING) and getattr(error, "filename", None) is None


def is_passing(error: discord.HTTPException) -> bool:
    """Return whether a failed request may succeed later."""
    return error.status >= SERVER_ERROR or error.status in {TIMEOUT, TOO_MANY}
