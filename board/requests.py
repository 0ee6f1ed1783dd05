"""Read and check the requests that a page sends as frames. A frame that is not a valid request is
refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from bot.core.errors import TableError
from games.moves import MOVE_LENGTH
from games.sentences import marked

LONGEST: Final = 4096
"""The most bytes of a frame."""
LARGEST: Final = 1 << 53
"""Whole numbers in a request must be below this number. JavaScript represents all of these numbers
exactly."""
MOST_MOVES: Final = 8
"""The most moves in one request that are chosen before the member's turn, to be made one after the
other."""
ON_TABLES: Final = frozenset({"again", "ahead", "back", "emote", "hint", "move", "take_back"})
DEEDS: Final = ON_TABLES | {"guess", "here", "rules", "step"}
COUNTS: Final = ("version", "luck", "step", "seat", "game")
"""The fields of a request that are numbers. A missing number is 0."""


class NotARequest(TableError):
    """Raised when a frame is not a request that a page of this version sends."""

    template = marked("This page is out of date. Please reload it.")


@dataclass(frozen=True, slots=True)
class Request:
    """A request that a page has sent. `do` is the kind of the request (`move`, `step` …). `number`
    is the page's own number for the request, which is repeated in the answer. `move` is the text of
    a move, and `version` the table's version that the member saw.

    `luck` is a random number for the next shuffle, `emote` the name of an emote, `moves` the moves
    chosen before the member's turn, and `step` the number of moves that a replay shows. `seat` is
    the spectator's guess about game number `game`."""

    do: str
    number: int
    move: str = ""
    version: int = 0
    luck: int = 0
    emote: str = ""
    moves: tuple[str, ...] = ()
    step: int = 0
    seat: int = 0
    game: int = 0


def read(frame: str) -> Request:
    """Read the request in a frame that a page has sent. Raises NotARequest."""
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        raise NotARequest from None
    do = found.get("do") if isinstance(found, dict) else None
    if not isinstance(do, str) or do not in DEEDS:
        raise NotARequest
    move, emote = (_short(found.get(name, "")) for name in ("move", "emote"))
    number, *counts = (_whole(found.get(name, 0)) for name in ("id", *COUNTS))
    moves = found.get("moves", [])
    if not isinstance(moves, list) or len(moves) > MOST_MOVES:
        raise NotARequest
    texts = tuple(map(_short, moves))
    counted = dict(zip(COUNTS, counts, strict=True))
    return Request(do, number, move, emote=emote, moves=texts, **counted)


def _short(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MOVE_LENGTH:
        raise NotARequest
    return value


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < LARGEST:
        raise NotARequest
    return value
