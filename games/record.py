"""Records: a game as text, from which it can be played again.

shijo record 1
game durak 1
options {"deck": "36", …}
seats 3
seed 00ff…
dealer 2                      (only when it was given)
handicaps {"1": ["jinx"]}     (only when there are any)
previous {"ranks": …}         (only after another game)

0 attack 6S
1 beat 6S 9S
2 resign
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

import games
from games.core import Event, Game, Outcome, options_from
from games.errors import GameError, RecordError
from games.nesting import TOO_DEEP, is_too_deep

FIRST_LINE: Final = "shijo record 1"
KEYS: Final = frozenset({"game", "options", "seats", "seed", "dealer", "handicaps", "previous"})
"""The words with which the lines of a header begin."""
QUOTED: Final = 250
"""The most characters of a record that an error message quotes. Every legal move is shorter."""

_SEAT: Final = re.compile("[0-9]{1,4}")

RESIGN: Final = "resign"
"""The word in a record for a seat that left; no game may have a move with this name."""


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that determines a deal: the game, the version of its rules, all options by name,
    the number of seats, the seed, and the other arguments of `Game.new`. The docstring of
    `Game.new` explains `dealer`, `handicaps` and `previous`."""

    game: str
    version: int
    options: Mapping[str, Any]
    seats: int
    seed: bytes
    dealer: int | None = None
    handicaps: Mapping[int, frozenset[str]] = field(default_factory=dict)
    previous: Outcome | None = None

    def deal(self) -> Game:
        """Deal the game. Raises RecordError when the game isn't installed, has another version of
        its rules, or can't be dealt with these arguments."""
        try:
            kind = games.load(self.game)
            if kind.version != self.version:
                raise RecordError(
                    "This is a record of {title} by rules version {old}; here is version {new}.",
                    title=kind.title,
                    old=self.version,
                    new=kind.version,
                )
            return kind.new(
                options_from(kind, self.options),
                seats=self.seats,
                seed=self.seed,
                previous=self.previous,
                dealer=self.dealer,
                handicaps={seat: set(names) for seat, names in self.handicaps.items()},
            )
        except RecordError:
            raise
        except GameError as error:
            raise RecordError("The record can't be dealt: {reason}", reason=str(error)) from error


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a record: a seat, and the text of its move. For a seat that left, the text is
    `resign`."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class Record:
    """A game that can be played again: a header, and the steps in the order in which they were
    made."""

    header: Header
    steps: tuple[Step, ...] = ()


def apply(game: Game, step: Step) -> list[Event]:
    """Make one step of a record. Returns its events. Raises the errors of `Game.play` or
    `Game.resign`."""
    return game.resign(step.seat) if step.move == RESIGN else game.play(step.seat, step.move)


def replay(record: Record) -> Iterator[tuple[Game, Step | None, list[Event]]]:
    """Play a record again. First yields the game right after the deal, with None and an empty list.
    Then yields the game after each step, with the step and its events.

    The game is always the same object, which changes. Raises RecordError when the game can't be
    dealt, or at the first step that the rules refuse."""
    game = record.header.deal()
    yield game, None, []
    for number, step in enumerate(record.steps, 1):
        try:
            events = apply(game, step)
        except GameError as error:
            raise RecordError(
                "Step {number} ({seat} {move}) does not replay: {reason}",
                number=number,
                seat=step.seat,
                move=_clipped(step.move),
                reason=str(error),
            ) from error
        yield game, step, events


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """Return an outcome as data that JSON can hold."""
    return {
        **asdict(outcome),
        "ranks": list(outcome.ranks),
        "honours": list(outcome.honours),
        "carry": dict(outcome.carry),
    }


def outcome_from_json(data: Mapping[str, Any]) -> Outcome:
    """Read an outcome from data that `outcome_as_json` made."""
    return Outcome(tuple(data["ranks"]), data["kind"], tuple(data["honours"]), dict(data["carry"]))


def dumps(record: Record) -> str:
    """Write a record as text, which ends in a newline. Equal records always give the same text."""
    header = record.header
    lines = [
        FIRST_LINE,
        f"game {header.game} {header.version}",
        f"options {_json(dict(header.options))}",
        f"seats {header.seats}",
        f"seed {header.seed.hex()}",
    ]
    if header.dealer is not None:
        lines.append(f"dealer {header.dealer}")
    if header.handicaps:
        lines.append(
            f"handicaps "
            f"{_json({str(seat): sorted(names) for seat, names in header.handicaps.items()})}"
        )
    if header.previous is not None:
        lines.append(f"previous {_json(outcome_as_json(header.previous))}")
    lines.append("")
    lines.extend(f"{step.seat} {step.move}" for step in record.steps)
    return "\n".join(lines) + "\n"


def loads(text: str) -> Record:
    """Read a record from a text. Raises RecordError, whose message quotes what can't be read."""
    lines = [line.strip() for line in text.strip().split("\n")]
    if lines[0] != FIRST_LINE:
        raise RecordError("This is no record: its first line is not “{first}”.", first=FIRST_LINE)
    end = lines.index("") if "" in lines else len(lines)
    keys = dict(_key(line) for line in lines[1:end])
    try:
        name, version = keys["game"].split()
        header = Header(
            game=name,
            version=int(version),
            options=_object(keys["options"]),
            seats=int(keys["seats"]),
            seed=bytes.fromhex(keys["seed"]),
            dealer=int(keys["dealer"]) if "dealer" in keys else None,
            handicaps=_handicaps(keys.get("handicaps", "{}")),
            previous=_outcome(keys["previous"]) if "previous" in keys else None,
        )
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise RecordError(
            "The record's header can't be read: {reason}", reason=_clipped(repr(error))
        ) from error
    return Record(header, tuple(_steps(lines[end:])))


def _steps(lines: Iterable[str]) -> Iterator[Step]:
    for line in lines:
        if not line:
            continue
        seat, _, move = line.partition(" ")
        if not _SEAT.fullmatch(seat) or not move:
            raise RecordError("The record's line “{line}” is no move.", line=_clipped(line))
        yield Step(int(seat), move)


def _clipped(text: str) -> str:
    """Shorten a text for an error message if it is longer than `QUOTED` characters."""
    return text if len(text) <= QUOTED else text[: QUOTED - 1] + "…"


def _key(line: str) -> tuple[str, str]:
    key, _, value = line.partition(" ")
    if key not in KEYS:
        raise RecordError("The record's header can't be read: {reason}", reason=_clipped(line))
    return key, value


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    if is_too_deep(data):
        raise ValueError(TOO_DEEP)
    if not isinstance(data, dict):
        raise ValueError(f"{text} is no JSON object")
    return data


def _handicaps(text: str) -> dict[int, frozenset[str]]:
    """Read the names of the handicaps of each seat. Raises TypeError if one of them is no text."""
    handicaps = {int(seat): frozenset(names) for seat, names in _object(text).items()}
    if not all(isinstance(name, str) for names in handicaps.values() for name in names):
        raise TypeError(f"{text} names no handicaps")
    return handicaps


def _outcome(text: str) -> Outcome:
    """Read the outcome of the game before. Raises TypeError if one of its parts has a wrong
    type."""
    outcome = outcome_from_json(_object(text))
    if not (
        all(type(rank) is int for rank in outcome.ranks)
        and isinstance(outcome.kind, str)
        and all(isinstance(honour, str) for honour in outcome.honours)
    ):
        raise TypeError(f"{text} is no outcome")
    return outcome


def _json(data: object) -> str:
    return json.dumps(data, sort_keys=True, separators=(",", ":"))
