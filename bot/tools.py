"""Commands that need no Discord: verify a shuffle, read or analyse a record, check a game, recount
the ratings."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from pathlib import Path

import games
from bot.analysis.text import lines_of
from bot.config import Settings, load
from bot.domain.errors import Refusal
from bot.domain.fairness import HeaderError, Verified
from bot.domain.fairness import verify as verified
from bot.domain.played import MovesError, Played, read, split
from bot.domain.replay import tell
from bot.domain.standings import Rebuilt
from bot.store import Store, StoreError
from bot.store.backup import back_up
from bot.store.backup import restore as put_back
from bot.store.leaderboards.recount import rebuild as rebuild_all
from bot.thinking.proof import decisions, verdicts
from bot.thinking.task import think
from games.analysis import analyse as analysed
from games.analysis import to_json
from games.contract import ContractBroken, check_case_whole, every_case
from games.errors import GameError
from games.record import loads


def verify(parsed: argparse.Namespace) -> None:
    """Print what a finished game's printed header proves, and if that is wanted, whether its bot
    players played what they had to."""
    text = _text(parsed.header)
    try:
        proven = verified(text)
        print(proven)
        if parsed.players:
            _verify_players(proven, read(split(text)[1]))
    except (HeaderError, MovesError, GameError) as error:
        raise Refusal(str(error)) from None


def _verify_players(proven: Verified, played: Played) -> None:
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
        for line in tell(loads(_text(parsed.record))):
            print(line)
        sys.stdout.flush()
    except GameError as error:
        raise Refusal(str(error)) from None
    except BrokenPipeError:
        # The reader of the output (`head`, a pager) has closed it: the interpreter must not report
        # the same at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def analyse(parsed: argparse.Namespace) -> None:
    """Print what each seat of a record could have done at each of its decisions, as text or as
    JSON."""
    try:
        found = analysed(loads(_text(parsed.record)))
    except GameError as error:
        raise Refusal(str(error)) from None
    if parsed.json:
        print(json.dumps(to_json(found), indent=2))
    else:
        print("\n".join(lines_of(found)))


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


def backup(parsed: argparse.Namespace) -> None:
    """Write a backup of the database into a file, and read it back."""
    try:
        back_up(load(parsed.config).database.url, parsed.file)
    except StoreError as error:
        raise Refusal(error.detail) from None
    print(f"{parsed.file} holds everything, {parsed.file.stat().st_size:,} bytes, and was checked.")


def restore(parsed: argparse.Namespace) -> None:
    """Put a backup in the place of the database."""
    try:
        kept = put_back(load(parsed.config).database.url, parsed.file)
    except StoreError as error:
        raise Refusal(error.detail) from None
    print(f"The database is that of {parsed.file} now.")
    if kept is not None:
        print(f"What was there before is kept in {kept}.")


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{name} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refusal(f"{name} is not text") from None
