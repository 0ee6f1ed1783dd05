"""Processes of the program that begin with its modules read: reading them is most of what a short
command takes.

Each is forked from a server that has read them, and is otherwise a process of its own: with its own
folder, environment, output and exit status.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path

from bot.__main__ import main
from bot.tools import demo, records
from cogs import serving

READ = (demo, records, serving)
"""What the server has read, beside the command line."""


@cache
def _server() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])
    return context


def shijo(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], within: float = 60
) -> subprocess.CompletedProcess[str]:
    """Runs `shijo` in `folder` with no other environment than that, and waits for it to end; it
    may take `within` seconds."""
    with tempfile.TemporaryDirectory() as kept:
        said = (Path(kept) / "out", Path(kept) / "err")
        process = _server().Process(target=_run, args=(folder, arguments, environment, *said))
        process.start()
        process.join(within)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise subprocess.TimeoutExpired(list(arguments), within)
        out, err = (each.read_text(encoding="utf-8") for each in said)
    return subprocess.CompletedProcess(list(arguments), process.exitcode, out, err)


def _run(
    folder: Path, arguments: Sequence[str], environment: Mapping[str, str], out: Path, err: Path
) -> None:
    for stream, path in ((1, out), (2, err)):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT), stream)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.exit(main(arguments))
