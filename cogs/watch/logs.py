"""The log on the standard error stream: lines for people, or JSON for machines."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from importlib import import_module
from typing import Final, TextIO

import aiohttp

from bot.config import LogSettings
from bot.core.background import press_id
from bot.core.errors import CannotStart

TEXT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
CONNECTION: Final = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""The types of connection errors. The log shows only the name of such an error and no traceback,
because the error is no fault of the program."""
ROOMS: Final = ("board", "bot", "cogs", "games")
"""The packages to which the log level applies. Other packages log only warnings and errors. In
particular, a database driver would log every statement with its values, which are secrets, tokens
and moves."""


class JsonLines(logging.Formatter):
    """Formats each record as a line of JSON: time, level, logger, message, the id of the press that
    caused it, and the traceback of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of JSON for a record."""
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if press_id():
            said["press"] = press_id()
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def handler(settings: LogSettings, stream: TextIO) -> logging.Handler:
    """Return the logging handler that writes the log to this stream, in the format of the
    settings."""
    made = logging.StreamHandler(stream)
    made.setFormatter(JsonLines() if settings.format == "json" else logging.Formatter(TEXT))
    made.addFilter(OneLine())
    return made


def begin(settings: LogSettings, stream: TextIO) -> None:
    """Start the log, and send errors to Sentry if the settings want that. Raises CannotStart if the
    settings want it but sentry-sdk isn't installed, or if the address is not a valid DSN."""
    handlers = [handler(settings, stream)]
    address = settings.sentry.get_secret_value()
    if address:
        handlers.append(_reporter(address))
    level = logging.getLevelNamesMapping()[settings.level.upper()]
    logging.basicConfig(level=max(level, logging.WARNING), handlers=handlers)
    for room in ROOMS:
        logging.getLogger(room).setLevel(level)


def _reporter(address: str) -> logging.Handler:
    try:
        reports = import_module("cogs.watch.reports")
    except ImportError:
        raise CannotStart(
            "log.sentry needs sentry-sdk, which isn't installed. Run `make install-sentry`"
        ) from None
    try:
        made: logging.Handler = reports.Reporter(address)
    except ValueError:
        raise CannotStart("log.sentry isn't a Sentry project's address (a DSN)") from None
    return made


class OneLine(logging.Filter):
    """Replaces the traceback of connection errors by the name of the error. So a cut connection
    takes one line in the log. With discord.py's traceback it would take sixty lines."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Shorten the record. Returns True, because no record is left out of the log."""
        kind = record.exc_info[0] if record.exc_info else None
        if kind is not None and issubclass(kind, CONNECTION):
            record.msg = f"{record.getMessage()} ({kind.__name__})"
            record.args, record.exc_info, record.exc_text = None, None, None
        return True
