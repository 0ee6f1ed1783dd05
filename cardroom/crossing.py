"""What messages held until just now: a press may cross an edit of its message on the way, and it is
for the bot to say what becomes of it."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from cardroom.events import Event
from cardroom.messages import walk
from cardroom.snowflakes import Clock
from cardroom.store import Json

GRACE: Final = 5.0
"""Seconds for which something can still be pressed after an edit has taken it away."""
MOST: Final = 500
"""Messages that are remembered, the last ones."""
EVENTS: Final = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE"})


class Crossing:
    """Remembers the components of the last messages, and of those that were edited just now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shown: OrderedDict[str, dict[str, Json]] = OrderedDict()
        self._gone: dict[str, dict[str, tuple[float, Json]]] = {}

    def tell(self, event: Event) -> None:
        """Hears what happens in the room."""
        if event.name == "MESSAGE_DELETE":
            self._forget(event.data["id"])
        if event.name not in EVENTS:
            return
        message_id, now = event.data["id"], self._clock()
        gone = {
            key: each
            for key, each in self._gone.get(message_id, {}).items()
            if now - each[0] <= GRACE
        }
        gone |= {key: (now, part) for key, part in self._shown.pop(message_id, {}).items()}
        self._gone[message_id] = gone
        parts = walk(event.data.get("components", []))
        self._shown[message_id] = {
            each["custom_id"]: each for each in parts if each.get("custom_id")
        }
        while len(self._shown) > MOST:
            self._forget(next(iter(self._shown)))

    def part(self, message_id: str, custom_id: str) -> Json | None:
        """The component that an edit has taken away within the last seconds, or None."""
        gone = self._gone.get(message_id, {}).get(custom_id)
        return gone[1] if gone is not None and self._clock() - gone[0] <= GRACE else None

    def _forget(self, message_id: str) -> None:
        self._shown.pop(message_id, None)
        self._gone.pop(message_id, None)
