"""The errors with which Discord refuses requests, with their codes and texts."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final

from cardroom.store import Json

MISSHAPEN: Final = (KeyError, TypeError, ValueError, AttributeError, OverflowError)
"""The errors that are raised when data from outside has an unexpected form, for example a number
with more than 64 bits."""


class Reason(Enum):
    """A reason for which a request is refused: the HTTP status, Discord's error code and its text,
    as Discord documents them."""

    TOO_MANY_REQUESTS = (429, 0, "You are being rate limited.")
    UNAUTHORIZED = (401, 0, "401: Unauthorized")
    NOT_FOUND = (404, 0, "404: Not Found")
    UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
    UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
    UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
    UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
    UNKNOWN_ROLE = (404, 10011, "Unknown Role")
    UNKNOWN_USER = (404, 10013, "Unknown User")
    UNKNOWN_EMOJI = (404, 10014, "Unknown Emoji")
    UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
    UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
    UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
    UNKNOWN_EVENT = (404, 10070, "Unknown Guild Scheduled Event")
    TOO_MANY_EMOJIS = (400, 30008, "Maximum number of emojis reached (2000)")
    TOO_MANY_COMMANDS = (400, 30032, "Maximum number of application commands reached (100).")
    TOO_MANY_EDITS = (429, 30046, "Maximum number of edits to messages older than 1 hour reached.")
    FILE_TOO_LARGE = (413, 40005, "Request entity too large")
    ALREADY_ACKNOWLEDGED = (400, 40060, "Interaction has already been acknowledged.")
    TOO_MANY_FOLLOW_UPS = (
        400,
        40094,
        "This interaction has reached its maximum number of follow-up messages",
    )
    MISSING_ACCESS = (403, 50001, "Missing Access")
    NOT_AUTHOR = (403, 50005, "Cannot edit a message authored by another user")
    EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
    CANNOT_SEND_TO_USER = (403, 50007, "Cannot send messages to this user")
    MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
    TOO_OLD_FOR_BULK = (
        400,
        50034,
        "You can only bulk delete messages that are under 14 days old.",
    )
    SYSTEM_MESSAGE = (403, 50021, "Cannot execute action on a system message")
    WRONG_CHANNEL_TYPE = (403, 50024, "Cannot execute action on this channel type")
    INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
    INVALID_BODY = (400, 50035, "Invalid Form Body")
    NO_ENTRY_POINT = (
        400,
        50240,
        (
            "You cannot remove this app's Entry Point command in a bulk update operation. Please "
            "include the Entry Point command in your update request or delete it separately."
        ),
    )
    THREAD_ARCHIVED = (400, 50083, "Thread is archived")
    BAD_JSON = (400, 50109, "The request body contains invalid JSON.")
    THREAD_LOCKED = (400, 160005, "This thread is locked")
    HAS_THREAD = (400, 160004, "A thread has already been created for this message")

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self.value[0]

    @property
    def code(self) -> int:
        """Discord's numeric error code."""
        return self.value[1]


class Refused(Exception):
    """Raised when Discord would refuse a request. Such a request has changed nothing. `errors` are
    the problems found in the request body (None: the reason is not in the body)."""

    def __init__(self, reason: Reason, errors: Json | None = None) -> None:
        self.reason = reason
        self.errors = errors
        super().__init__(reason.value[2])

    def payload(self) -> Json:
        """Return the body of the answer to the bot."""
        made: Json = {"message": self.reason.value[2], "code": self.reason.code}
        if self.errors is not None:
            made["errors"] = self.errors
        return made


class Problems:
    """Collects the problems found in a request body, in a tree of the form that Discord's answer
    has."""

    def __init__(self) -> None:
        self._tree: Json = {}

    def add(self, path: tuple[str | int, ...], code: str, message: str) -> None:
        """Record a problem. `path` has the keys and indexes that lead to the wrong value in the
        request body, `code` is Discord's name of the problem, and `message` its text."""
        node = self._tree
        for key in path:
            node = node.setdefault(str(key), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Raises Refused when any problem was recorded."""
        if self._tree:
            raise Refused(Reason.INVALID_BODY, self._tree)


def invalid(path: tuple[str | int, ...], code: str, message: str) -> Refused:
    """Return the error that refuses a request body with a single problem. The arguments are the
    same as those of `Problems.add`."""
    problems = Problems()
    problems.add(path, code, message)
    return Refused(Reason.INVALID_BODY, problems._tree)


def known(thing: Any, reason: Reason) -> Any:
    """Return `thing` if it is not None. Otherwise raise Refused with `reason`."""
    if thing is None:
        raise Refused(reason)
    return thing
