"""Start a PostgreSQL server for the tests, with the programs that are installed on this machine."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from sqlalchemy import text

from bot.db.engine import make_engine, read_url

SERVER_USER: Final = "postgres"
"""The user who runs the server if the tests run as root, because PostgreSQL refuses to run as root.
PostgreSQL's packages create this user."""
INSTALLED: Final = "/usr/lib/postgresql"
"""The folder in which Debian's packages put the programs. It isn't on the PATH."""


def missing() -> str | None:
    """Return the reason why no server can be started here, or None if a server can be started."""
    if os.name != "posix":
        return "PostgreSQL is started on POSIX systems only"
    if _programs() is None:
        return "PostgreSQL's programs (initdb, pg_ctl) are not installed"
    if os.geteuid() == 0 and not _has_user():
        return f"PostgreSQL does not run as root, and there is no user {SERVER_USER}"
    return None


@dataclass
class Cluster:
    """A PostgreSQL server for tests. It runs inside a `with` block. At the end of the block, its
    data is deleted."""

    folder: Path = Path()
    port: int = 0

    def __enter__(self) -> Self:
        # Not pytest's own folder: the server's user may not enter that.
        self.folder = Path(tempfile.mkdtemp(prefix="shijo-"))
        if os.geteuid() == 0:
            shutil.chown(self.folder, SERVER_USER)
        self._run("initdb", "-D", "data", "-A", "trust", "-U", "shijo", "--no-sync")
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """Start the server, and wait until the server accepts connections."""
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "-D", "data", "-o", options, "-l", "log", "-w", "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stop the server. The mode `immediate` is like a power failure, and `fast` is what an
        administrator does."""
        self._run("pg_ctl", "-D", "data", "-m", mode, "-w", "stop")

    def new_database(self) -> str:
        """Create an empty database, and return its address."""
        name = f"shijo_{secrets.token_hex(6)}"
        self._run("createdb", "-h", str(self.folder), "-p", str(self.port), "-U", "shijo", name)
        return f"postgresql://shijo@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *arguments: str) -> None:
        programs = _programs()
        assert programs is not None
        subprocess.run(
            [programs / program, *arguments],
            cwd=self.folder,
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
            user=SERVER_USER if os.geteuid() == 0 else None,
        )


def _programs() -> Path | None:
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    found = sorted(Path(INSTALLED).glob("*/bin/initdb"))
    return found[-1].parent if found else None


def _has_user() -> bool:
    try:
        pwd.getpwnam(SERVER_USER)
    except KeyError:
        return False
    return True


async def disconnect_leases(url: str) -> None:
    """End the connections that hold leases, as a restart of the server would."""
    engine = make_engine(read_url(url))
    async with engine.connect() as connection:
        await connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'shijo lease' AND datname = current_database()"
            )
        )
    await engine.dispose()
