"""The command line: `shijo run`, `demo`, `verify`, `replay`, `check`, `ratings`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Coroutine, Sequence
from importlib import import_module
from pathlib import Path

import games
import games.players
from bot.boards_model import Rebuilt
from bot.config import FILE, ConfigError, Settings, load
from bot.errors import CannotConnect
from bot.fairness import HeaderError, verify
from bot.replay import tell
from bot.store import Store, StoreError
from bot.store.recount import rebuild
from games.contract import ContractBroken, check_case_whole, every_case
from games.errors import GameError
from games.record import loads

log = logging.getLogger(__name__)


class Refusal(Exception):
    """What the command line can't do; the sentence is all that the user is shown."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns the process's exit status: 0, or 1 after one line on the error
    stream."""
    parsed = _parser().parse_args(arguments)
    try:
        parsed.command(parsed)
    except KeyboardInterrupt:
        return 0
    except (Refusal, ConfigError, StoreError, CannotConnect) as error:
        print(f"shijo: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shijo", description="A Discord bot that deals card games."
    )
    parser.set_defaults(command=_run, config=FILE)
    parser.add_argument(
        "--config", type=Path, default=FILE, metavar="FILE", help="settings (default: %(default)s)"
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    run = commands.add_parser(
        "run", help="connect to Discord; without a token, open the local Discord (the default)"
    )
    run.set_defaults(command=_run)
    demo = commands.add_parser("demo", help="open the local Discord in a browser, token or not")
    demo.set_defaults(command=_demo)
    verify = commands.add_parser(
        "verify", help="check a finished game's shuffle from its printed header"
    )
    verify.add_argument("header", metavar="FILE", help="a file with the header, or - for the input")
    verify.set_defaults(command=_verify)
    replay = commands.add_parser("replay", help="print a recorded game, move by move")
    replay.add_argument("record", metavar="FILE", help="a file with the record, or - for the input")
    replay.set_defaults(command=_replay)
    check = commands.add_parser(
        "check", help="play a game by the contract suite: may it be dealt? (docs/new-game.md)"
    )
    check.set_defaults(command=_check)
    check.add_argument("game", metavar="GAME", help="the name of an installed game")
    ratings = commands.add_parser(
        "ratings", help="ratings and counts, which follow from the finished games"
    )
    what = ratings.add_subparsers(title="what to do", metavar="WHAT", required=True)
    anew = what.add_parser(
        "rebuild", help="reckon them all anew, and put right what differs; Shijo may be running"
    )
    anew.set_defaults(command=_rebuild)
    anew.add_argument("--server", type=int, metavar="ID", help="only this Discord server's")
    anew.add_argument("--game", metavar="NAME", help="only this game's")
    return parser


def _run(parsed: argparse.Namespace) -> None:
    settings = load(parsed.config)
    _serve(settings, local=not settings.discord.token.get_secret_value())


def _demo(parsed: argparse.Namespace) -> None:
    _serve(load(parsed.config), local=True)


def _serve(settings: Settings, *, local: bool) -> None:
    """Runs until Ctrl-C or SIGTERM, whichever way it is shown."""
    logging.basicConfig(
        level=settings.log.level.upper(),
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
    )
    # The simulated Discord makes clients of its own, of which discord.py complains.
    logging.getLogger("discord").setLevel(logging.ERROR if local else logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    for name, reason in {**games.broken(), **games.players.broken()}.items():
        log.warning("The plug-in %s can't be used: %s", name, reason)
    try:
        # Only the one that is asked for: a host without the local Discord has no need of what it is
        # made of.
        room = import_module("bot.demo" if local else "bot.client")
    except ModuleNotFoundError as error:
        raise Refusal(
            f"{error.name} is not installed; the local Discord needs: pip install 'shijo[demo]'"
        ) from None
    asyncio.run(_until_stopped(room.run(settings)))


async def _until_stopped(running: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(running)
    with contextlib.suppress(
        NotImplementedError
    ):  # Windows has no signal handlers on its loop; Ctrl-C works there
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def _verify(parsed: argparse.Namespace) -> None:
    try:
        print(verify(_text(parsed.header)))
    except HeaderError as error:
        raise Refusal(str(error)) from None


def _replay(parsed: argparse.Namespace) -> None:
    try:
        for line in tell(loads(_text(parsed.record))):
            print(line)
        sys.stdout.flush()
    except GameError as error:
        raise Refusal(str(error)) from None
    except BrokenPipeError:
        # `head` or a pager has seen enough; the interpreter must not complain of the same at its
        # end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check(parsed: argparse.Namespace) -> None:
    try:
        kind = games.load(parsed.game)
        for preset, case in every_case(kind):
            check_case_whole(case)
            print(f"{kind.title}, {preset}, {case.seats} players: every promise is kept")
    except (GameError, ContractBroken) as error:
        raise Refusal(str(error)) from None


def _rebuild(parsed: argparse.Namespace) -> None:
    rebuilt = asyncio.run(_rebuilt(load(parsed.config), parsed.server, parsed.game))
    print(
        f"{rebuilt.games} games on {rebuilt.boards} boards reckoned anew; {rebuilt.changed} "
        f"numbers put right."
    )


async def _rebuilt(settings: Settings, server: int | None, game: str | None) -> Rebuilt:
    store = await Store.open(settings.database.url)
    try:
        return await rebuild(store, server, game)
    finally:
        await store.close()


def _text(name: str) -> str:
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{name} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refusal(f"{name} is not text") from None


if __name__ == "__main__":
    sys.exit(main())
