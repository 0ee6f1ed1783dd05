"""Custom ids: what a pressed button or select says by itself, without anything in memory.

`h:<table>:<version>:<verb>[:words…]` — a hand panel; `h:<table>:<version>:<verb>:*<n>` its n-th
select of single moves, `…:+<n>` its n-th select of sets, `…:!` the button that opens a modal for
more cards than a select holds, `…:?<n>` a button that only begins a move, and
`h:<table>:<version>:@page` the select of a panel's pages. A select whose verb is `@any` holds whole
moves. `t:<table>:<action>` — the table;
`l:<table>:<action>` — the lobby; `o:<table>:<action>` — the panel of options; `p:hand` — a choice
among tables; `r:<table>:<game>:<step>:<button>` — a replay, at that step; `y:<m or c>:<member or
channel>:<page>:<button>` — a page of a history; `s:<action>[:detail…]` — the server's settings;
`m:<action>` — a member's own; `n:<action>` — of which new tables a member hears;
`d:<challenge>:<action>` — a challenge; `f:<action>[:detail…]` — fair play;
`u:<tournament>:<action>[:detail]` — a tournament;
`q:<day>:<move>` — a puzzle; `j:[<table>:<game>:<step>:]<move>` — a mistake of one's own;
`a:<action>` — the owner's;
`w:<game>` — the welcome; `g:<game>` — its rules;
`e:<action>[:game[:lesson]]` — the lists of lessons;
`k:<game>:<lesson>:<steps done>:` and a move as in a hand panel — a lesson. The templates are
disjoint by their first letter (two that matched would both fire).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LIMIT: Final = 100
"""Characters of a custom id that Discord allows."""

TABLE: Final = r"(?P<table>[A-Za-z0-9_-]{1,32})"
HAND: Final = re.compile(rf"h:{TABLE}:(?P<version>[0-9]{{1,12}}):(?P<move>[^:]+(?::[^:]+)*)")
ON_TABLE: Final = re.compile(rf"t:{TABLE}:(?P<action>[a-z-]+)(?::(?P<detail>[^:]*))?")
LOBBY: Final = re.compile(rf"l:{TABLE}:(?P<action>[a-z-]+)(?::(?P<detail>[A-Za-z0-9_-]+))?")
OPTIONS: Final = re.compile(rf"o:{TABLE}:(?P<action>[a-z-]+)(?::(?P<detail>[A-Za-z0-9_]*))?")
WHICH: Final = "p:hand"
PICK: Final = re.compile(re.escape(WHICH))
REPLAY: Final = re.compile(
    rf"r:{TABLE}:(?P<number>[0-9]{{1,9}}):(?P<step>[0-9]{{1,6}}):(?P<action>[a-z]+)"
)
HISTORY: Final = re.compile(
    r"y:(?P<of>[mc]):(?P<id>[0-9]{1,20}):(?P<page>[0-9]{1,6}):(?P<action>[a-z]+)"
)
SETTINGS: Final = re.compile(r"s:(?P<action>[a-z-]+)(?::(?P<detail>[A-Za-z0-9_.-]{1,40}))?")
ME: Final = re.compile(r"m:(?P<action>[a-z_-]+)")

NOTIFY: Final = re.compile(r"n:(?P<action>[a-z]+)")

BOARD: Final = re.compile(
    r"b:(?P<action>[a-z]+):(?P<asker>[0-9]{1,20}):(?P<game>[^:]+):(?P<season>[^:]+):(?P<order>[^:]+):(?P<page>[0-9]{1,6})"
)
"""A leaderboard with all its parameters, because no board is kept in memory."""
SEASONS: Final = re.compile(
    r"z:(?:(?P<action>kind|channel)|role:(?P<title>[a-z]+(?::[^:]{1,60})?))"
)
"""The server's choices for its seasons."""
ANNUL: Final = re.compile(rf"x:{TABLE}:(?P<number>[0-9]{{1,9}})")
"""The annulment of a game by a moderator."""

CHALLENGE: Final = re.compile(r"d:(?P<id>[0-9a-f]{1,16}):(?P<action>[a-z-]+)")
"""An item of a challenge."""

FAIR_PLAY: Final = re.compile(r"f:(?P<action>[a-z]+)(?::(?P<detail>[A-Za-z0-9:_-]{1,90}))?")
"""An item of `/fairplay` or `/appeal`."""

PUZZLE: Final = re.compile(r"q:(?P<day>[0-9]{1,7}):(?P<move>[0-9]{1,2}|any)")
"""A move of the puzzle of a day, by its place among the legal ones; `any`: it is picked."""

PRACTICE: Final = re.compile(
    rf"j:(?:{TABLE}:(?P<number>[0-9]{{1,9}}):(?P<step>[0-9]{{1,6}}):)?"
    r"(?P<move>[0-9]{1,2}|any|next)"
)
"""A move at a mistake of one's own, by its place among those offered; `next`: the mistake after it,
or the first."""

OWNER: Final = re.compile(r"a:(?P<action>[a-z-]+)")
"""A button of `/owner`."""

WELCOME: Final = re.compile(r"w:(?P<game>[^:]+)")
"""A game in the welcome of a server."""

RULES: Final = re.compile(r"g:(?P<game>[^:]+)")
"""A game in the list that `/rules` offers."""

LESSON_NAME: Final = r"(?P<lesson>[A-Za-z0-9-]{1,20})"
LESSONS: Final = re.compile(rf"e:(?P<action>[a-z]+)(?::(?P<game>[^:]+)(?::{LESSON_NAME})?)?")
"""A button of the lists of lessons."""
LESSON: Final = re.compile(
    rf"k:(?P<game>[^:]+):{LESSON_NAME}:(?P<done>[0-9]{{1,2}}):(?P<move>[^:]+(?::[^:]+)*)"
)
"""A move in a lesson, of which so many steps are done."""

TOURNAMENT: Final = re.compile(
    r"u:(?P<tournament>[0-9a-z]{6}):(?P<action>[a-z-]+)(?::(?P<detail>[0-9a-z-]{1,20}))?"
)
"""A button or select of a tournament."""

PRESET_NAME: Final = "name"
"""The text field of the modal that asks for the name of a house preset."""

SINGLE: Final = "*"
SET: Final = "+"
MODAL: Final = "!"
BEGIN: Final = "?"
NUMBERED: Final = re.compile(r"[*+!?][0-9]{1,6}")
"""The ending that numbers one of several such selects or buttons."""
PAGE: Final = "@page"
ADVICE: Final = "@advice"
"""Stands for a verb: the button that asks for advice."""
ANY: Final = "@any"
"""Stands for a verb in a select that holds whole moves."""


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The words of a move as far as a custom id has them.

    `kind` is `SINGLE`, `SET`, `MODAL`, `BEGIN`, or empty for a button with a whole move.
    """

    words: tuple[str, ...]
    kind: str = ""
    number: int = 0

    def __str__(self) -> str:
        tail = f":{self.kind}{self.number}" if self.kind else ""
        return f"{':'.join(self.words)}{tail}"

    @classmethod
    def read(cls, text: str) -> MoveWords:
        """The words in the last part of a custom id."""
        *words, last = text.split(":")
        if words and NUMBERED.fullmatch(last):
            return cls(tuple(words), last[0], int(last[1:]))
        return cls((*words, last))

    def move(self, values: list[str]) -> str:
        """The move's text, with the values chosen in a select. A value of a set may carry a copy's
        number (`5S#2`)."""
        chosen = [value.partition("#")[0] for value in values]
        return " ".join((*(word for word in self.words if word != ANY), *chosen))


@dataclass(frozen=True, slots=True)
class HandId:
    """The parts of a panel's custom id; the last three as in MoveWords."""

    table: str
    version: int
    words: tuple[str, ...]
    kind: str = ""
    number: int = 0

    def __str__(self) -> str:
        return f"h:{self.table}:{self.version}:{self._move}"

    @property
    def _move(self) -> MoveWords:
        return MoveWords(self.words, self.kind, self.number)

    @classmethod
    def read(cls, match: re.Match[str]) -> HandId:
        """The parts of a custom id that `HAND` matched."""
        move = MoveWords.read(match["move"])
        return cls(match["table"], int(match["version"]), move.words, move.kind, move.number)

    def move(self, values: list[str]) -> str:
        """The move's text, with the values chosen in a select."""
        return self._move.move(values)


def on_table(table: str, action: str, detail: object = None) -> str:
    """The custom id of a table's button."""
    return f"t:{table}:{action}" if detail is None else f"t:{table}:{action}:{detail}"


def in_lobby(table: str, action: str, detail: str | None = None) -> str:
    """The custom id of a lobby's item."""
    return f"l:{table}:{action}" if detail is None else f"l:{table}:{action}:{detail}"


def in_options(table: str, action: str, detail: str | None = None) -> str:
    """The custom id of an item in the panel of options."""
    return f"o:{table}:{action}" if detail is None else f"o:{table}:{action}:{detail}"


def in_replay(table: str, number: int, step: int, action: str) -> str:
    """The custom id of an item of a replay: the table's game of that number, at that step."""
    return f"r:{table}:{number}:{step}:{action}"


def in_history(of: str, whose: int, page: int, action: str) -> str:
    """The custom id of an item of a history: of a member (`m`) or a channel (`c`), at that page."""
    return f"y:{of}:{whose}:{page}:{action}"


def in_settings(action: str, detail: str | None = None) -> str:
    """The custom id of an item of the server's settings."""
    return f"s:{action}" if detail is None else f"s:{action}:{detail}"


def in_puzzle(day: int, move: object) -> str:
    """The custom id of a move in the puzzle of a day (its ordinal)."""
    return f"q:{day}:{move}"


def in_challenge(challenge: str, action: str) -> str:
    """The custom id of an item of a challenge."""
    return f"d:{challenge}:{action}"


def in_practice(place: tuple[str, int, int] | None, move: object) -> str:
    """The custom id of a move, or of `next`, at a mistake: a table, the number of its game, and the
    step. None: before the first."""
    return ":".join(("j", *map(str, place or ()), str(move)))


def in_fair_play(action: str, detail: str | None = None) -> str:
    """The custom id of an item of `/fairplay` or `/appeal`."""
    return f"f:{action}" if detail is None else f"f:{action}:{detail}"


def in_owner(action: str) -> str:
    """The custom id of a button of `/owner`."""
    return f"a:{action}"


def in_welcome(game: str) -> str:
    """The custom id of a game's button in the welcome."""
    return f"w:{game}"


def in_rules(game: str) -> str:
    """The custom id of a game's button in the list that `/rules` offers."""
    return f"g:{game}"


def in_lessons(action: str, game: str | None = None, lesson: str | None = None) -> str:
    """The custom id of a button of the lists of lessons."""
    return ":".join(("e", action, *filter(None, (game, lesson))))


def in_lesson(game: str, lesson: str, done: int, move: MoveWords) -> str:
    """The custom id of a move in a lesson, of which `done` steps are done."""
    return f"k:{game}:{lesson}:{done}:{move}"


def on_board(action: str, *words: object) -> str:
    """The custom id of an item of a leaderboard: what it does, then the words of the board.

    Raises ValueError when names are too long for an id.
    """
    custom_id = ":".join(("b", action, *map(str, words)))
    if len(custom_id) > LIMIT:
        raise ValueError(f"a custom id of {len(custom_id)} characters")
    return custom_id


def in_seasons(action: str, title: str = "") -> str:
    """The custom id of an item of the server's seasons; of a role's, with the title's key."""
    return f"z:{action}:{title}" if title else f"z:{action}"


def in_annulment(table: str, number: int) -> str:
    """The custom id of the button that annuls the table's game of that number."""
    return f"x:{table}:{number}"


def in_modal(number: int) -> str:
    """The custom id of the `number`th select of a modal for more cards than one select holds."""
    return f"{SET}{number}"


def in_me(action: str) -> str:
    """The custom id of an item of a member's own settings."""
    return f"m:{action}"


def in_notify(action: str) -> str:
    """The custom id of an item of `/notify`."""
    return f"n:{action}"


def in_tournament(tournament: str, action: str, detail: str | None = None) -> str:
    """The custom id of an item of a tournament."""
    return f"u:{tournament}:{action}" if detail is None else f"u:{tournament}:{action}:{detail}"
