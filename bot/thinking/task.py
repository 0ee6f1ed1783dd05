"""One question to a bot player, and its answer."""

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
    """The question to a bot player: which player of which game, what its seat sees, and its source
    of chance.

    A task holds nothing that the seat may not know, so nothing secret can leak on the way to a
    worker."""

    game: str
    strength: str
    view: bytes
    """The seat's View, pickled."""
    told: bytes
    """Every event that the seat was told since the deal, as `lines_of` writes them."""
    chance: bytes
    """The seed of the move's own random source."""
    manner: str = ""
    """The player's habit (games.players.manners); empty: none."""

    @classmethod
    def of(
        cls, game: str, strength: str, view: View, told: bytes, chance: bytes, manner: str = ""
    ) -> Task:
        """The task of a player who sees this view now."""
        return cls(game, strength, pickle.dumps(view), told, chance, manner)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of a player: a move as text. If the player gave no legal move, the move is another
    one, and the answer names the player's fault."""

    move: str
    fault: str = ""
    """The kind of the error and the places in the code, without its message: that could hold a
    card."""


def lines_of(told: Iterable[Told]) -> bytes:
    """Events, as a seat was told of them, as lines of JSON."""
    return b"".join(
        json.dumps([name, fields], separators=(",", ":")).encode() + b"\n" for name, fields in told
    )


def _tell(told: Adviser | SeatedPlayer, task: Task) -> None:
    """Tell a player, or an adviser, all events in the task, which are all that its seat was
    told."""
    for line in task.told.splitlines():
        name, fields = json.loads(line)
        told.watch(name, fields)


def advise(task: Task) -> Finding | None:
    """What the adviser says about the seat's position; None when the adviser fails, or the game has
    none."""
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
    """The move that the player chooses. When the player fails, or answers with an illegal move, the
    answer is a random move, so that nobody waits, and names the fault."""
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
