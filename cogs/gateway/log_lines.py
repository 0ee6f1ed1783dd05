"""What a cut connection leaves in the log: a line, where the library would write sixty."""

from __future__ import annotations

import logging
from typing import Final

import aiohttp

CONNECTION: Final = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""What says all there is to say by its kind: nothing in the program is wrong."""


class OneLine(logging.Filter):
    """Takes the trace from each record of an error of the connection, and names the error."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every record pass."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind is not None and issubclass(kind, CONNECTION):
            record.msg = f"{record.getMessage()} ({kind.__name__})"
            record.args, record.exc_info, record.exc_text = None, None, None
        return True
