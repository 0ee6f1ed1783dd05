"""Commands that need no Discord: verify a shuffle, read a record, check a game, recount the
ratings."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path

import games
from bot.config import Settings, load
from bot.domain.errors import Refusal
from bot.domain.fairness import HeaderError
from bot.domain.fairness import verify as verified
from bot.domain.replay import tell
from bot.domain.standings import Rebuilt
from bot.store import Store, StoreError
from bot.store.leaderboards.recount import rebuild as rebuild_all
from games.contract import ContractBroken, check_case_whole, every_case
from games.errors import GameError
from games.record import loads


def verify(parsed: argparse.Namespace) -> None:
    """Print what the printed header of a finished game proves."""
    try:
        print(verified(_text(parsed.header)))
    except HeaderError as error:
        raise Refusal(str(error)) from None


def replay(parsed: argparse.Namespace) -> None:
    """Prints a record, move by move."""
    try:
        for line in tell(loads(_text(parsed.record))):
            print(line)
        sys.stdout.flush()
    except GameError as error:
        raise Refusal(str(error)) from None
    except BrokenPipeError:
        # The reader of the output (`head`, a pager) has closed it: the interpreter must not report
        # the same at its
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def check(parsed: argparse.Namespace) -> None:
    """Plays a game by the contract suite."""
    try:
        kind = games.load(parsed.game)
        for preset, case in every_case(kind):
            check_case_whole(case)
            print(f"{kind.title}, {preset}, {case.seats} players: every promise is kept")
    except (GameError, ContractBroken) as error:
        raise Refusal(str(error)) from None


def rebuild(parsed: argparse.Namespace) -> None:
    """Recount the ratings and the standings."""
    rebuilt = asyncio.run(_rebuilt(load(parsed.config), parsed.server, parsed.game))
    print(
        f"{rebuilt.games} games on {rebuilt.boards} boards reckoned anew; {rebuilt.changed} "
        f"numbers put right."
    )


async def _rebuilt(settings: Settings, server: int | None, game: str | None) -> Rebuilt:
    try:
        store = await Store.open(settings.database.url)
        try:
            return await rebuild_all(store, server, game)
        finally:
            await store.close()
    except StoreError as error:
        raise Refusal(error.detail) from None


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{name} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refusal(f"{name} is not text") from None
