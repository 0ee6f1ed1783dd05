"""Test the file for Caddy in docs/several-processes.md: Caddy itself runs it in front of two
processes, over HTTPS."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import ssl
from pathlib import Path
from typing import Final, Self

import aiohttp
import pytest

from tests.beyond import BEYOND
from tests.board.proxy import Proxy, free_port
from tests.board.test_takeover import mover, of_process, opened
from tests.fleet import evening, moves_of, replays
from tests.postgresql import Cluster
from tests.present import present

PAGE: Final = Path(__file__).parents[2] / "docs" / "several-processes.md"
STARTS_WITHIN: Final = 30.0
HERE: Final = """{{
	admin off
	local_certs
	skip_install_trust
	http_port {port}
}}
"""
"""Caddy's global options for a test. Caddy makes its own certificate, and changes nothing on the
machine."""

pytestmark = [
    BEYOND,
    # A program of its own, which pip can't install. `.ci/run` installs it where it can.
    pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed"),
]


class Caddy(Proxy):
    """Two processes behind Caddy, which keeps its files in `folder` and runs inside the context. It
    has the address and the ports of a `Proxy`, but doesn't note which requests it passes on."""

    def __init__(self, names: str, folder: Path) -> None:
        super().__init__(names)
        self.port = free_port()
        self._folder = folder

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    async def __aenter__(self) -> Self:
        file, log = self._folder / "Caddyfile", self._folder / "log"
        file.write_text(self._file())
        own = {name: str(self._folder) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        command = ["caddy", "run", "--config", str(file), "--adapter", "caddyfile"]
        with log.open("wb") as said:
            self._process = await asyncio.create_subprocess_exec(
                *command, env={**os.environ, **own}, stdout=said, stderr=said
            )
        async with asyncio.timeout(STARTS_WITHIN):
            while not await self._listens():
                assert self._process.returncode is None, log.read_text()
                await asyncio.sleep(0.05)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._process.terminate()
        await self._process.wait()

    def _file(self) -> str:
        """Return the file of the documentation, with the addresses of this machine."""
        found = re.search(r"```\n(cards\.example \{.*?)```", PAGE.read_text(), re.DOTALL)
        documented = present(found)[1]
        for theirs, ours in [
            ("cards.example", f"localhost:{self.port}"),
            ("10.0.0.1:8735", f"127.0.0.1:{self.ports['a']}"),
            ("10.0.0.2:8735", f"127.0.0.1:{self.ports['b']}"),
        ]:
            assert theirs in documented
            documented = documented.replace(theirs, ours)
        return HERE.format(port=free_port()) + documented

    async def _listens(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except ConnectionError:
            return False
        writer.close()
        return True


def trusting(folder: Path) -> ssl.SSLContext:
    """Return a context that trusts the certificates of the Caddy that keeps its data in
    `folder`."""
    return ssl.create_default_context(
        cafile=folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    )


async def test_caddy_leads_each_socket_to_its_process_and_to_the_one_that_takes_over(
    postgresql: Cluster, tmp_path: Path
) -> None:
    async with (
        Caddy("ab", tmp_path) as proxy,
        evening(postgresql, processes=2, own=lambda number: of_process(proxy, number)) as made,
        aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(ssl=trusting(tmp_path)),
            cookie_jar=aiohttp.DummyCookieJar(),
        ) as http,
    ):
        number = made.fleet.members.index(made.owner)
        owner, other = "ab"[number], "ba"[number]
        boards = [await opened(http, who, made.hands, proxy.url) for who in made.hands.open]
        home = boards[0].home
        for name in (owner, other) * 3:
            address = home.removesuffix("socket") + f"at/{name}/socket"
            async with http.ws_connect(address, headers=boards[0].headers) as socket:
                told = await socket.receive_json()
            wanted = ("hello", None) if name == owner else ("bye", f"at/{owner}/socket")
            assert (told["is"], told.get("where")) == wanted
        async with asyncio.TaskGroup() as staying:
            tasks = [staying.create_task(board.stay()) for board in boards]
            version = max([(await board.at(1))["version"] for board in boards])
            before = await moves_of(made.database)
            await (await mover(boards, version)).play()
            await boards[0].at(version + 1)
            made.owner.process.kill()
            for board in boards:
                board.state = {}
            await (await mover(boards, version + 1)).play()
            for task in tasks:
                task.cancel()
        after = await moves_of(made.database)
        assert after[: len(before)] == before
        assert len(after) == len(before) + 2, "nothing lost, nothing doubled"
        await replays(made.database)
