"""Commands that read a finished game: verify, replay."""

from __future__ import annotations

import argparse
import os
import sys

from bot.core.errors import Refusal
from bot.core.fairness import HeaderError, Verified
from bot.core.fairness import verify as verified
from bot.core.played import MovesError, PlayedMoves, read, split
from bot.thinking.proof import decisions, verdicts
from bot.thinking.task import think
from bot.tools.files import text_of
from bot.tools.replay import tell
from games.errors import GameError
from games.record import loads


def verify(parsed: argparse.Namespace) -> None:
    """Print what a finished game's printed header proves, and if that is wanted, whether its bot
    players played what they had to."""
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
        print("No bot player sat at this table.")
    if any(verdict.right < verdict.moves for verdict in told):
        raise Refusal("Not every move is what a bot player had to play.")


def replay(parsed: argparse.Namespace) -> None:
    """Prints a record, move by move."""
    try:
        for line in tell(loads(text_of(parsed.record))):
            print(line)
        sys.stdout.flush()
    except GameError as error:
        raise Refusal(str(error)) from None
    except BrokenPipeError:
        # The reader of the output (`head`, a pager) has closed it: the interpreter must not report
        # the same at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
