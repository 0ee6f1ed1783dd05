"""The task that is given to a bot player, and its answer. A task asks for one move, or for
advice."""

from __future__ import annotations

import json
import pickle
import traceback
from collections.abc import Iterable
from dataclasses import dataclass

from games.analysis.advising import adviser_of
from games.core import Told, View
from games.players import RANDOM, Adviser, SeatedPlayer, player, seated
from games.players.finding import Finding
from games.shuffle import Stream


@dataclass(frozen=True, slots=True)
class Task:
    """Everything that is given to a bot player for its choice of one move. It has the game's name,
    the player's level, what the seat sees and was told, and a seed for random choices. An adviser
    is given a task of the same form.

    A task holds nothing that the seat may not know, so nothing secret can reach a player in a
    worker process."""

    game: str
    strength: str
    view: bytes
    """The seat's View, pickled."""
    told: bytes
    """Every event that the seat was told since the deal, as `lines_of` writes them. It can be empty
    if the player doesn't remember events (games.players.remembers)."""
    chance: bytes
    """The seed of the move's own random source."""
    manner: str = ""
    """The player's habit (games.players.manners); empty: none."""

    @classmethod
    def of(
        cls, game: str, strength: str, view: View, told: bytes, chance: bytes, manner: str = ""
    ) -> Task:
        """Make the task for a player in the game named `game`, at the level `strength`. `view` is
        what its seat sees now. `told` has all events that the seat was told, as `lines_of` writes
        them. It can be empty if the player doesn't remember events. `chance` is the seed for random
        choices. `manner` is the name of a habit by which the player chooses moves
        (games.players.manners; "": none)."""
        return cls(game, strength, pickle.dumps(view), told, chance, manner)


@dataclass(frozen=True, slots=True)
class Answer:
    """A bot player's answer to a task, with its move as text. If the player failed or chose an
    illegal move, `move` is a random legal one, and `fault` says what went wrong."""

    move: str
    fault: str = ""
    """What went wrong. For an exception, the text has the name of its class and the places in the
    code. The exception's message is left out, because it could name a card. Empty if nothing went
    wrong."""


def lines_of(told: Iterable[Told]) -> bytes:
    """Return the events that one seat was told, as lines of JSON."""
    return b"".join(
        json.dumps([name, fields], separators=(",", ":")).encode() + b"\n" for name, fields in told
    )


def _tell(told: Adviser | SeatedPlayer, task: Task) -> None:
    """Pass all events that the task's seat was told (`task.told`) to the player or adviser
    `told`."""
    for line in task.told.splitlines():
        name, fields = json.loads(line)
        told.watch(name, fields)


def advise(task: Task) -> Finding | None:
    """Return what the game's adviser says about the position of a seat. Returns None when the game
    has no adviser, or when the adviser fails or recommends an illegal move."""
    view: View = pickle.loads(task.view)  # noqa: S301 - written by this very process's parent
    try:
        chosen = adviser_of(task.game)
        if chosen is None:
            return None
        _tell(chosen, task)
        finding = chosen.explain(view, Stream(task.chance))
    # A player from a plug-in may raise anything.
    except Exception:  # noqa: BLE001
        return None
    return finding if view.allows(finding.move) else None


def think(task: Task) -> Answer:
    """Let the bot player choose a move, and return it as an answer. If the player fails or chooses
    an illegal move, the answer has a random legal move, so that nobody waits, and says what went
    wrong."""
    view: View = pickle.loads(task.view)  # noqa: S301 - written by this very process's parent
    try:
        chosen = seated(task.game, task.strength, task.manner)
        _tell(chosen, task)
        wanted = chosen.choose(view, Stream(task.chance))
        if view.allows(wanted):
            return Answer(str(wanted))
        fault = "it wanted a move that isn't legal"
    # A player from a plug-in may raise anything.
    except Exception as error:  # noqa: BLE001
        places = "".join(traceback.format_tb(error.__traceback__))
        fault = f"{type(error).__name__}\n{places}"
    return Answer(str(player(task.game, RANDOM)(view, Stream(task.chance))), fault)
