"""Processes of the program that begin with its modules already loaded. Loading takes most of the
time of a short command and of a start.

A server process has loaded the modules, and each process is forked from this server. Apart from
that, it is a separate process, with its own folder, environment, output and exit status."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import pytest

import cogs
from bot.__main__ import main
from bot.tools import demo, records
from cogs import serving
from tests import patient, shijo_process
from tests.present import present

READ = (cogs, demo, records, serving)
"""Modules that the server process loads before other processes are forked from the server process.
The command line (`bot.__main__`) is loaded too."""

Main = Callable[[Sequence[str]], int]


@cache
def _server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


def shijo(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], within: float = 60
) -> subprocess.CompletedProcess[str]:
    """Run `shijo` in `folder` with exactly this environment, and wait for its end. If it hasn't
    ended after `within` seconds, kill it and raise subprocess.TimeoutExpired."""
    with tempfile.TemporaryDirectory() as kept:
        said = (Path(kept) / "out", Path(kept) / "err")
        process = _server().Process(target=_write, args=(folder, arguments, environment, *said))
        process.start()
        process.join(within)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(list(arguments), within)
        out, err = (each.read_text(encoding="utf-8") for each in said)
    return subprocess.CompletedProcess(list(arguments), process.exitcode, out, err)


def _write(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], out: Path, err: Path
) -> None:
    for stream, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    _run(main, folder, arguments, environment)


def _run(
    program: Main, folder: Path, arguments: Sequence[str], environment: Mapping[str, str]
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.exit(program(arguments))


class Running:
    """A process that runs at the same time as its test. It can be used as a
    `shijo_process.Process`."""

    def __init__(self, process: ForkServerProcess, stderr: asyncio.StreamReader) -> None:
        self.stderr = stderr
        self._process = process

    @property
    def pid(self) -> int:
        """Return the process id."""
        return present(self._process.pid)

    @property
    def returncode(self) -> int | None:
        """Return the exit status, or None while the process runs. If a signal ended the process,
        the status is the negative number of the signal."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send a signal to the process. Do nothing if the process has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for the end of the process, and return its exit status."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        told = os.dup(self._process.sentinel)
        loop.add_reader(told, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(told)
            os.close(told)
        return present(self.returncode)


def start_processes_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, bots that a test starts begin with their modules already loaded. If the test
    names a program or sets another PYTHONPATH, the bot is started as usual, in a new
    interpreter."""
    fresh = shijo_process.started

    async def started(
        folder: Path, program: str | None, environment: Mapping[str, str]
    ) -> shijo_process.Process:
        if program is not None or environment["PYTHONPATH"] != str(shijo_process.ROOT):
            return await fresh(folder, program, environment)
        return await _started(folder, environment)

    monkeypatch.setattr(shijo_process, "started", started)


async def _started(folder: Path, environment: Mapping[str, str]) -> Running:
    reader, writer = _server().Pipe(duplex=False)
    process = _server().Process(target=_tell, args=(writer, folder, environment))
    process.start()
    writer.close()
    stderr = asyncio.StreamReader()
    said = os.fdopen(os.dup(reader.fileno()), "rb")
    reader.close()
    protocol = asyncio.StreamReaderProtocol(stderr)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, said)
    return Running(process, stderr)


def _tell(writer: Connection, folder: Path, environment: Mapping[str, str]) -> None:
    os.dup2(writer.fileno(), 2)
    writer.close()
    _run(patient.main, folder, ["run"], environment)
