"""What a cut connection raises, and what it doesn't.

discord.py does not try again by itself, and after a cut nobody knows whether Discord has heard the
request or only its answer was lost.
"""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

PASSING: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What a cut connection raises."""
CUT: Final = (*PASSING, discord.DiscordServerError)
"""The same, and what a Discord in trouble answers, which may have done what was asked for too."""

SERVER_ERROR: Final = 500
TOO_MANY: Final = 429


def is_cut(error: BaseException) -> bool:
    """Whether this comes from the connection to Discord; a file that can't be read does not."""
    if isinstance(error, discord.HTTPException):
        return is_passing(error)
    return isinstance(error, PASSING) and getattr(error, "filename", None) is None


def is_passing(error: discord.HTTPException) -> bool:
    """Whether what Discord refuses now it may do in a while."""
    return error.status >= SERVER_ERROR or error.status == TOO_MANY
