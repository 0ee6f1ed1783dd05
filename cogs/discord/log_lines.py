"""One line in the log for a cut connection, instead of discord.py's sixty."""

from __future__ import annotations

import logging
from typing import Final

import aiohttp

CONNECTION: Final = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Errors whose kind says everything: no fault of the program."""


class OneLine(logging.Filter):
    """Removes the traceback of connection errors and names the error instead."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record; every record passes."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind is not None and issubclass(kind, CONNECTION):
            record.msg = f"{record.getMessage()} ({kind.__name__})"
            record.args, record.exc_info, record.exc_text = None, None, None
        return True
