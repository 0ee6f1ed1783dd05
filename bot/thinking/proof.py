"""Proves that the bot players of a finished game made their moves by themselves. The moves are
computed again from what each player knew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.core.fairness import player_chance
from bot.core.played import Bot, MovesError, PlayedMoves, must_be_of_today
from bot.thinking.task import Task, lines_of
from games.players import manners, stand_in, strengths
from games.record import RESIGN, Header, Record, replay
from games.sentences import marked
from games.told_events import told


@dataclass(frozen=True, slots=True)
class Decision:
    """A move that a bot player made, and the task for which it chose the move. The task has
    everything that the player knew."""

    seat: int
    move: str
    task: Task


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking the bot player `bot` in a seat. The bot player made `moves` moves.
    When they are computed again, `right` of them are the same."""

    seat: int
    bot: Bot
    moves: int
    right: int

    def __str__(self) -> str:
        return (
            f"{self.right} of {self.moves} moves of {self.bot.name} ({self.bot.strength}) are what "
            f"it had to play"
        )


def decisions(header: Header, secret: bytes, played: PlayedMoves) -> Iterator[Decision]:
    """Yield each move of a bot player in a finished game. Its task has what the bot player's seat
    knew before the move.

    Raises MovesError when the bot players were of another version, aren't installed, or moved in a
    seat that doesn't exist. Raises RecordError when the moves can't be replayed."""
    must_be_of_today(played)
    _must_have_seats(header.seats, played)
    _must_be_installed(header.game, played.bots.values())
    seen: list[list[bytes]] = [[] for _ in range(header.seats)]
    moments = replay(Record(header, played.steps))
    game, _, _ = next(moments)
    happened = game.dealt()
    for number, step in enumerate(played.steps):
        for seat in range(header.seats):
            seen[seat].append(lines_of(told(happened, seat)))
        task: Task | None = None
        stood_in = number in played.stood_in
        if step.move != RESIGN and (stood_in or step.seat in played.bots):
            bot = Bot("", stand_in(header.game)) if stood_in else played.bots[step.seat]
            chance = player_chance(secret, number, step.seat).seed
            view = game.view(step.seat)
            lines = b"".join(seen[step.seat])
            task = Task.of(header.game, bot.strength, view, lines, chance, bot.manner)
        # The rules must have allowed the move before anybody computes it again: the seat might have
        # no move at all.
        _, _, happened = next(moments)
        if task is not None:
            yield Decision(step.seat, step.move, task)


def _must_have_seats(seats: int, played: PlayedMoves) -> None:
    """Raise MovesError if a move was made in a seat that a game with so many `seats` doesn't
    have."""
    for step in played.steps:
        if not 0 <= step.seat < seats:
            raise MovesError(marked("There's no seat {seat} at this table."), seat=step.seat)


def _must_be_installed(game: str, bots: Iterable[Bot]) -> None:
    """Raise MovesError if a bot player's level or habit isn't known here. Computed again, its moves
    would be those of another bot player."""
    levels, habits = strengths(game), ("", *manners(game))
    if not all(bot.strength in levels and bot.manner in habits for bot in bots):
        raise MovesError(
            marked("One of these bots isn't installed here, so I can't check their moves.")
        )


def verdicts(played: PlayedMoves, answered: Iterable[tuple[Decision, str]]) -> list[Verdict]:
    """Return the verdict on each bot player's seat. `answered` has each move that a bot player
    made, together with the move that was computed again for it."""
    moves: dict[int, list[bool]] = {}
    bots = dict(played.bots)
    for decision, wanted in answered:
        seat = decision.seat
        moves.setdefault(seat, []).append(decision.move == wanted)
        bots.setdefault(seat, Bot(f"the stand-in of seat {seat + 1}", decision.task.strength))
    return [
        Verdict(seat, bots[seat], len(right), sum(right)) for seat, right in sorted(moves.items())
    ]
