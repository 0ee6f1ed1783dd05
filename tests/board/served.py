"""A bot with its board as a separate process, which tests can kill: `python -m tests.board.served
FOLDER PORT`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from bot.config import WebSettings
from tests.board.boards import OWN, house


async def _serve(folder: Path, port: int) -> None:
    async with house(folder, web=WebSettings(public_url=OWN, port=port)):
        print("open", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), int(sys.argv[2])))
