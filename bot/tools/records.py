"""Commands that read a finished game: verify, replay."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.core.errors import Refusal
from bot.core.fairness import HeaderError, Verified
from bot.core.fairness import verify as verified
from bot.core.played import MovesError, PlayedMoves, read, split
from bot.thinking.proof import decisions, verdicts
from bot.thinking.task import think
from bot.tools.files import text_of
from games.core import Event, Outcome
from games.errors import GameError
from games.record import Header, Record, loads
from games.record import replay as replayed


def verify(parsed: argparse.Namespace) -> None:
    """`shijo verify`: checks a finished game's header, as it was copied from Discord, and prints
    that its secret, seed and deal belong together. With `--players`, it also computes the moves of
    the bot players again and compares them with the game. Raises Refusal when one of the checks
    fails."""
    text = text_of(parsed.header)
    try:
        proven = verified(text)
        print(proven)
        if parsed.players:
            _verify_players(proven, read(split(text)[1]))
    except (HeaderError, MovesError, GameError) as error:
        raise Refusal(str(error)) from None


def _verify_players(proven: Verified, played: PlayedMoves) -> None:
    found = decisions(proven.header, proven.secret, played)
    told = verdicts(played, ((each, think(each.task).move) for each in found))
    for verdict in told:
        print(verdict)
    if not told:
        print("No bots sat at this table.")
    if any(verdict.right < verdict.moves for verdict in told):
        raise Refusal("Some moves aren't what the bot had to play.")


def replay(parsed: argparse.Namespace) -> None:
    """`shijo replay`: prints the record of a game, move by move."""
    try:
        for line in tell(loads(text_of(parsed.record))):
            print(line)
    except GameError as error:
        raise Refusal(str(error)) from None


def tell(record: Record) -> Iterator[str]:
    """Yield the lines that `shijo replay` prints of a record. They are its header in words, every
    hand as dealt, every move with its events, and the outcome. All hands are open. Raises
    RecordError when the record can't be replayed."""
    yield from _header(record.header)
    number = 0
    for game, step, events in replayed(record):
        if step is None:
            yield from (
                f"  seat {seat} is dealt {' '.join(game.view(seat).hand) or 'nothing'}"
                for seat in range(game.seats)
            )
            continue
        number += 1
        happened = "; ".join(_event(event, step.seat) for event in events)
        yield f"{number:4}. seat {step.seat}: {step.move}" + (
            f"  -> {happened}" if happened else ""
        )
    if game.outcome is None:
        yield f"The game isn't over. Waiting for {_seats(sorted(game.waiting_on))}."
    else:
        yield _outcome(game.outcome)


def _header(header: Header) -> Iterator[str]:
    options = ", ".join(f"{name} {_plain(value)}" for name, value in header.options.items())
    yield f"{header.game} (rules version {header.version}), {header.seats} seats: {options}"
    if header.dealer is not None:
        yield f"  seat {header.dealer} deals"
    for seat, names in sorted(header.handicaps.items()):
        yield f"  seat {seat} plays with {_plain(sorted(names))}"
    if header.previous is not None:
        carried = ", ".join(
            f"{name} {_plain(value)}" for name, value in header.previous.carry.items()
        )
        yield f"  the game before: {_outcome(header.previous)}" + (
            f" Carried over: {carried}." if carried else ""
        )


def _outcome(outcome: Outcome) -> str:
    ranked = [f"rank {rank}: {_seats(seats)}" for rank, seats in sorted(_by_rank(outcome).items())]
    honours = f" Honours: {', '.join(outcome.honours)}." if outcome.honours else ""
    return f"{outcome.kind.capitalize()}; {'; '.join(ranked)}.{honours}"


def _by_rank(outcome: Outcome) -> dict[int, list[int]]:
    seats: dict[int, list[int]] = {}
    for seat, rank in enumerate(outcome.ranks):
        seats.setdefault(rank, []).append(seat)
    return seats


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"


def _event(event: Event, seat: int) -> str:
    fields: Mapping[str, Any] = {**event.fields, **(event.secret or {})}
    shown = " ".join(
        f"{name} {_plain(value)}"
        for name, value in fields.items()
        if (name, value) != ("seat", seat)
    )
    return f"{event.name} {shown}".strip()


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "none"
    return str(value)
