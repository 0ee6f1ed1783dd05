"""The text form of a finished game's moves, in the file that `shijo verify --players` reads. In
that file, the moves follow the header (bot.core.fairness). The text lists all moves, and which
seats were held by bot players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from games.errors import ReadableError
from games.players import VERSION
from games.record import Step
from games.sentences import marked

FIRST_LINE: Final = "shijo moves 1"
STOOD_IN: Final = "~"
"""This sign stands before a seat's number when a bot player made the move for a member."""

MANNERED: Final = "/"
"""This sign stands between a bot player's strength and habit. Neither of them contains it."""


class MovesError(ReadableError, ValueError):
    """Raised when the moves of a finished game can't be read, were made by another version of the
    bot players, or by bot players that aren't installed."""


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot player in a seat. It has a name, a level (`strength`) and a habit (`manner`, which is
    empty if there is none)."""

    name: str
    strength: str
    manner: str = ""
    """The habit of the bot player (games.players.manners). Empty: no habit."""

    @property
    def called_by(self) -> str:
        """The bot player's strength and habit as one word, for the file that `shijo verify` reads.
        Examples are `skilled` and `skilled/hoards-trumps`."""
        return MANNERED.join(filter(None, (self.strength, self.manner)))


@dataclass(frozen=True, slots=True)
class PlayedMoves:
    """The moves of a finished game, and who made them. `bots` maps seats to the bot players that
    held them, and `steps` are the moves in order. `stood_in` has the index (from 0) of each step in
    which a bot player moved for a member. `players` is the version of the bot players' code (None:
    a version so old that its number is not known)."""

    bots: Mapping[int, Bot]
    steps: tuple[Step, ...]
    stood_in: frozenset[int]
    players: int | None
    """The version of the bot players' code (games.players.VERSION). None: an older version without
    a number."""


def printed(played: PlayedMoves) -> str:
    """Return the moves as text, for the section that follows the header in a file for `shijo
    verify`."""
    lines = [FIRST_LINE, f"players {played.players or 0}"]
    lines += [
        f"seat {seat} {bot.called_by} {bot.name}" for seat, bot in sorted(played.bots.items())
    ]
    lines += [
        f"{STOOD_IN if number in played.stood_in else ''}{step.seat} {step.move}"
        for number, step in enumerate(played.steps)
    ]
    lines.append(f"digest {_digest(lines)}")
    return "\n".join(lines) + "\n"


def split(text: str) -> tuple[str, str]:
    """Split the text of a file for `shijo verify` into two parts: the header, and the section with
    the game's moves. The second part is empty when the file has no such section."""
    header, found, rest = text.partition(FIRST_LINE)
    return header, found + rest


def read(section: str) -> PlayedMoves:
    """Return the moves and bot players from the text of a section that `printed` made. Raises
    MovesError when the text was changed or can't be read."""
    lines = [line for line in (raw.strip() for raw in section.splitlines()) if line]
    if not lines or lines[0] != FIRST_LINE:
        raise MovesError("The file holds no moves; this Shijo did not keep them in it.")
    if lines[-1] != f"digest {_digest(lines[:-1])}":
        raise MovesError("Refused: the moves were changed; they don't agree with their digest.")
    bots: dict[int, Bot] = {}
    steps: list[Step] = []
    stood_in: set[int] = set()
    players = 0
    for line in lines[1:-1]:
        first, _, rest = line.partition(" ")
        try:
            if first == "players":
                players = int(rest)
            elif first == "seat":
                seat, called_by, name = rest.split(" ", 2)
                strength, _, manner = called_by.partition(MANNERED)
                bots[int(seat)] = Bot(name, strength, manner)
            else:
                if first.startswith(STOOD_IN):
                    stood_in.add(len(steps))
                steps.append(Step(int(first.removeprefix(STOOD_IN)), rest))
        except ValueError as error:
            raise MovesError("The line “{line}” can't be read.", line=line[:60]) from error
    return PlayedMoves(bots, tuple(steps), frozenset(stood_in), players or None)


def must_be_of_today(played: PlayedMoves) -> None:
    """Raise MovesError unless the game's bot players had the version that is installed now. Only
    bot players of the same version choose the same moves again."""
    if played.players != VERSION:
        raise MovesError(
            marked(
                "The bots have changed since this game was played, so I can't check their moves."
            )
        )


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()
