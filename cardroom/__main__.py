"""`python -m cardroom`: opens a room for any bot."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path

from cardroom.people import Opening
from cardroom.room import Plan, Room
from cardroom.store import StoreError


def main() -> int:
    """Runs the room until Ctrl-C; returns the exit status."""
    parser = argparse.ArgumentParser(prog="cardroom", description="A small Discord.")
    parser.add_argument("--port", type=int, default=8734, help="0: any free one")
    parser.add_argument("--file", type=Path, default=Path("cardroom.db"))
    parser.add_argument("--bot", default="Bot", metavar="NAME")
    parser.add_argument("--token", default="card.room.token")
    parsed = parser.parse_args()
    plan = Plan(
        file=parsed.file,
        port=parsed.port,
        bot_token=parsed.token,
        opening=Opening(bot=parsed.bot, joined=False),
    )
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(plan))
    except (OSError, StoreError) as error:
        print(f"cardroom: {error}", file=sys.stderr)
        return 1
    return 0


async def _serve(plan: Plan) -> None:
    async with Room(plan) as room:
        print(f"page    {room.page_url}")
        print(f"api     {room.api_url}")
        print(f"gateway {room.gateway_url}", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    sys.exit(main())
