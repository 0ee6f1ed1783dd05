"""`shijo demo`, and `shijo run` without a token. Both run the card room, a small Discord on this
machine, with this bot in it.

The card room is a distribution of its own (cardroom/). `make run` installs it, and a host's wheel
doesn't contain it."""

from __future__ import annotations

import argparse
import socket
import sys
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import games
from bot.config import WebSettings, load
from bot.core.errors import Refusal

GREETING: Final = """\
Shijo is dealing in a Discord of its own, in your browser:

    {url}

Press Play there, or type /play. Each window can be somebody else. Ctrl-C stops it, and `make run`
goes on with it. To play on Discord itself, put a bot's token into config.toml (docs/hosting.md:
how to get one in five minutes).
"""
CHANNEL: Final = "card-table"
TOPIC: Final = "{games}: /play opens a table."
"""The channel's description, with the titles of all installed games."""
BOARD_HOST: Final = "localhost"
ROOM_FILE: Final = ".cardroom.db"
"""The ending of the card room's file, which is beside Shijo's database."""
ELSEWHERE: Final = Path("data/shijo.db")
"""The path from which the path of the card room's file is made when Shijo's database is no file,
for example because it is on a database server."""
NO_ROOM: Final = (
    "there's no card room here. `make run` in a checkout of Shijo opens it, or install the "
    "release's discord_cardroom wheel too. To play on Discord, put a bot's token into config.toml "
    "(docs/hosting.md: how to get one in five minutes)"
)


def demo(parsed: argparse.Namespace) -> None:
    """Run the card room, a small Discord on this machine, and this bot as a second process that
    connects to it. Raises Refusal when the card room isn't installed or can't be started. If the
    bot ends with an error before it has connected, this process ends with the bot's exit status."""
    try:
        # Only here: a bot on Discord doesn't need the card room to be installed.
        from cardroom import pair  # noqa: PLC0415
    except ImportError as error:
        if error.name != "cardroom":
            raise
        raise Refusal(NO_ROOM) from None
    settings = load(parsed.config)
    inside = getattr(parsed, "activity", False)
    board = _board(settings.web, anyway=inside)
    plan = pair.Pair(
        bot=(sys.executable, "-m", "bot", "--config", str(parsed.config), "run"),
        variables=pair.Variables(
            "SHIJO_DISCORD__TOKEN",
            "SHIJO_DISCORD__API_URL",
            "SHIJO_DISCORD__GATEWAY_URL",
            "SHIJO_WEB__CLIENT_SECRET",
        ),
        # The shard settings of the host are meant for Discord, not for the card room.
        environment={
            "SHIJO_DISCORD__SHARD_COUNT": "1",
            "SHIJO_DISCORD__SHARDS": "[0]",
            **board,
            "SHIJO_WEB__ACTIVITY": str(inside).lower(),
        },
        name="Shijo",
        file=_room_file(settings.database.url),
        port=settings.demo.port,
        channel=CHANNEL,
        topic=TOPIC.format(games=", ".join(kind.title for kind in games.available().values())),
        activity=board["SHIJO_WEB__PUBLIC_URL"] if inside else "",
        greeting=GREETING,
    )
    try:
        status = pair.run(plan)
    except pair.PortInUse as error:
        raise Refusal(f"demo.port: {error}. Stop the other Shijo, or choose another port") from None
    except pair.NoRoom as error:
        raise Refusal(str(error)) from None
    if status:
        sys.exit(status)


def _board(web: WebSettings, *, anyway: bool) -> dict[str, str]:
    """Return the environment variables for a board (the page in a browser) that only the machine of
    the demo can reach. If the settings have a public address for boards, the dict is empty, unless
    `anyway` is true. The board uses the port in the settings if this port is free, otherwise
    another free port."""
    if web.public_url and not anyway:
        return {}
    port = web.port if web.port and _is_free(web.port) else _free_port()
    return {
        "SHIJO_WEB__PUBLIC_URL": f"http://{BOARD_HOST}:{port}",
        "SHIJO_WEB__PORT": str(port),
        "SHIJO_WEB__HOST": "127.0.0.1",
    }


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        number: int = opened.getsockname()[1]
        return number


def _room_file(database: str) -> Path:
    """Return the path of the file in which the card room (a small Discord on this machine) keeps
    everything."""
    try:
        address = urlsplit(database)
    except ValueError:  # what is wrong with it, the bot's own process says
        return ELSEWHERE.with_suffix(ROOM_FILE)
    file = Path(address.path[1:]) if address.scheme.startswith("sqlite") else ELSEWHERE
    return (file if file.name and file.name != ":memory:" else ELSEWHERE).with_suffix(ROOM_FILE)
