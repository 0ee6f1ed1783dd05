"""Sends errors to Sentry: where in the program the errors occurred, and nothing else.

Messages of errors, values of variables and the arguments of log lines might contain cards, names,
tokens or seeds. So a report contains only names and texts from the source code."""

from __future__ import annotations

import logging
import traceback
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import sentry_sdk
from sentry_sdk.utils import BadDsn

FOLDERS: Final = frozenset({"games", "bot", "board", "cogs", "site-packages"})
"""The folders at which the reported path of a file begins."""
TOLD: Final = frozenset(
    {"event_id", "timestamp", "platform", "level", "logger", "release", "logentry", "exception"}
)
"""The parts of a report that are sent. Anything else that Sentry's library adds is removed."""


class Reporter(logging.Handler):
    """A handler of the log that reports errors to a Sentry project.

    `address` is the DSN of the project, which is the address to which reports are sent. `options`
    are further options of `sentry_sdk.Client`. Raises ValueError if `address` is not a valid
    DSN."""

    def __init__(self, address: str, **options: Any) -> None:
        super().__init__(logging.ERROR)
        try:
            self._client = sentry_sdk.Client(
                dsn=address,
                release=version("shijo"),
                default_integrations=False,
                auto_enabling_integrations=False,
                include_local_variables=False,
                max_breadcrumbs=0,
                auto_session_tracking=False,
                send_client_reports=False,
                before_send=_only_told,
                **options,
            )
        except BadDsn as error:
            raise ValueError(str(error)) from None

    def emit(self, record: logging.LogRecord) -> None:
        """Report an error that was logged."""
        if record.name.startswith("sentry_sdk"):
            return
        error = getattr(record, "error", None) or (record.exc_info or (None, None))[1]
        event: Any = {
            "level": record.levelname.lower(),
            "logger": record.name,
            # The sentence as written in the source, without the inserted values.
            "logentry": {"message": _template(record)},
        }
        if isinstance(error, BaseException):
            event["exception"] = {"values": _chain(error)}
        self._client.capture_event(event, scope=sentry_sdk.Scope())

    def close(self) -> None:
        """Send waiting reports, which takes two seconds at most."""
        self._client.close(timeout=2.0)
        super().close()


def _template(record: logging.LogRecord) -> str:
    """Return the text of a record without its arguments. If a record has no arguments, its text
    might hold values. So the record's place in the code is returned instead."""
    return str(record.msg) if record.args else f"{record.name}:{record.lineno}"


def _chain(error: BaseException | None) -> list[dict[str, Any]]:
    """Return an error and its causes in the form that Sentry reads. The first cause comes first,
    and the error itself last."""
    found: list[dict[str, Any]] = []
    while error is not None:
        found.append(
            {
                "type": type(error).__qualname__,
                "module": type(error).__module__,
                "stacktrace": {"frames": _frames(error)},
            }
        )
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found[::-1]


def _frames(error: BaseException) -> list[dict[str, Any]]:
    return [
        {"filename": _place(frame.filename), "function": frame.name, "lineno": frame.lineno}
        for frame in traceback.extract_tb(error.__traceback__)
    ]


def _place(file: str) -> str:
    """Return a file's path inside its package's folder. The folders above this folder are left out,
    because their names might contain a person's name."""
    parts = Path(file).parts
    starts = [number for number, part in enumerate(parts) if part in FOLDERS]
    return "/".join(parts[starts[-1] :] if starts else parts[-1:])


def _only_told(event: Any, _hint: Any) -> Any:
    return {key: part for key, part in event.items() if key in TOLD}
