"""Run the card room, a small Discord on this machine: `python -m cardroom`. People run it alone.
`cardroom.pair` runs it as a process of its own (with `--supervised`), together with a bot."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import sys
import threading
from dataclasses import replace
from pathlib import Path

from cardroom.instances import Step
from cardroom.interactions import PATIENCE
from cardroom.pair import (
    NO_ROOM,
    ONLINE,
    PATIENCE_VARIABLE,
    READY,
    SECRET_VARIABLE,
    TOKEN_VARIABLE,
)
from cardroom.people import Opening
from cardroom.portal import CLIENT_SECRET, Portal
from cardroom.room import Plan, Room
from cardroom.store import StoreError


def main() -> int:
    """Run the room until Ctrl-C or SIGTERM; returns the exit status."""
    parsed = _parser().parse_args()
    listening = None if parsed.listening is None else socket.socket(fileno=parsed.listening)
    plan = Plan(
        file=parsed.file,
        port=parsed.port,
        listening=listening,
        bot_token=os.environ.get(TOKEN_VARIABLE, "card.room.token"),
        opening=_opening(parsed),
        limits=parsed.limits,
        patience=parsed.patience,
        portal=_portal(parsed),
    )
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(plan, supervised=parsed.supervised))
    except (OSError, StoreError) as error:
        if parsed.supervised:
            print(f"{NO_ROOM} {error}", flush=True)
        else:
            print(f"cardroom: {error}", file=sys.stderr)
        return 1
    return 0


def _portal(parsed: argparse.Namespace) -> Portal:
    return Portal(
        activities=parsed.activities or bool(parsed.activity),
        target=parsed.activity,
        client_secret=os.environ.get(SECRET_VARIABLE, CLIENT_SECRET),
        refuses=tuple(parsed.refuse),
    )


def _opening(parsed: argparse.Namespace) -> Opening:
    opening = Opening(bot=parsed.bot, channels=((parsed.channel, parsed.topic),), joined=False)
    if not parsed.elsewhere:
        return opening
    people = tuple(replace(each, installed=True) for each in opening.people)
    return replace(opening, people=people, elsewhere="Elsewhere")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardroom", description="A small Discord on this machine, for any bot."
    )
    parser.add_argument(
        "--port", type=int, default=8734, help="0: any free one (default: %(default)s)"
    )
    parser.add_argument(
        "--file",
        type=Path,
        default=Path("cardroom.db"),
        help="where everything is remembered (default: %(default)s)",
    )
    parser.add_argument("--bot", default="Bot", metavar="NAME", help="what the bot is called")
    parser.add_argument("--channel", default="general", help="the channel of a new room")
    parser.add_argument("--topic", default="", help="its topic")
    parser.add_argument(
        "--limits", action="store_true", help="make Discord's rate limits real, as near as known"
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=os.environ.get(PATIENCE_VARIABLE, PATIENCE),
        metavar="SECONDS",
        help="how long the bot has for an answer to a press (default: %(default)s)",
    )
    parser.add_argument(
        "--activities", action="store_true", help="as if Activities were on in the portal"
    )
    parser.add_argument(
        "--activity",
        default="",
        metavar="ADDRESS",
        help="the same, and where the Activity's page is",
    )
    parser.add_argument(
        "--refuse",
        action="append",
        default=[],
        choices=[each.value for each in Step],
        help="a step on the way into an Activity that is refused; may be given several times",
    )
    parser.add_argument(
        "--elsewhere",
        action="store_true",
        help="in a new room, a server and a group without the bot, which all have installed",
    )
    parser.add_argument("--listening", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--supervised", action="store_true", help=argparse.SUPPRESS)
    return parser


async def _serve(plan: Plan, *, supervised: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C works there
        loop.add_signal_handler(signal.SIGTERM, stop.set)
    async with Room(plan) as room:
        if supervised:
            room.gateway.changed.append(
                lambda: print(ONLINE, flush=True) if room.gateway.online else None
            )
            print(f"{READY} {room.page_url}", flush=True)
            await _either(stop, _left_alone())
        else:
            print(f"page     {room.page_url}")
            print(f"api      {room.api_url}")
            print(f"gateway  {room.gateway_url}")
            print(f"token    {plan.bot_token}")
            print(f"secret   {plan.portal.client_secret}", flush=True)
            await stop.wait()


async def _either(stop: asyncio.Event, other: asyncio.Event) -> None:
    waits = {asyncio.create_task(stop.wait()), asyncio.create_task(other.wait())}
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()


def _left_alone() -> asyncio.Event:
    """Return an event that is set when the parent process has ended. This is noticed when standard
    input, a pipe from the parent, is closed."""
    loop, gone = asyncio.get_running_loop(), asyncio.Event()

    def watch() -> None:
        sys.stdin.buffer.read()
        with contextlib.suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(gone.set)

    threading.Thread(target=watch, daemon=True).start()
    return gone


if __name__ == "__main__":
    sys.exit(main())
