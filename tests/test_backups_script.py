"""Test docs/backups.sh as compose.postgresql.yaml runs it, with a real shell, the real command and
a real PostgreSQL. Only `sleep` is replaced: it doesn't wait, and can end the script."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.beyond import BEYOND
from tests.postgresql import Cluster
from tests.present import present

ROOT = Path(__file__).parents[1]
COMPOSE = (ROOT / "compose.postgresql.yaml").read_text()
DAY = 86400

pytestmark = pytest.mark.skipif(
    shutil.which("pg_dump") is None, reason="PostgreSQL's client programs are not installed"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make an empty folder for backups, and return it."""
    made = tmp_path / "data"
    made.mkdir()
    return made


SHIJO = f'exec {shlex.quote(sys.executable)} -m bot "$@"'
"""The shell code that runs instead of the script's command `shijo`."""


def run(folder: Path, url: str, waits: int, shijo: str = SHIJO) -> subprocess.CompletedProcess[str]:
    """Run the script until it has called `sleep` more than `waits` times, and return its result.
    `shijo` is shell code that replaces the command `shijo`."""
    programs = folder.parent / "bin"
    programs.mkdir(exist_ok=True)
    waited = folder.parent / "waited"
    for name, what in {
        "shijo": shijo,
        "sleep": f'echo x >>"{waited}"; [ $(wc -l <"{waited}") -le {waits} ]',
    }.items():
        (programs / name).write_text(f"#!/bin/sh\n{what}\n")
        (programs / name).chmod(0o755)
    waited.unlink(missing_ok=True)
    said = present(
        re.search(r'command: \["sh", "/srv/shijo/backups.sh", "/data", "(\d+)"\]', COMPOSE)
    )
    return subprocess.run(
        ["sh", ROOT / "docs" / "backups.sh", folder, said[1]],
        env={
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "SHIJO_DATABASE__URL": url,
        },
        cwd=folder.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def healthy(folder: Path) -> bool:
    """Run the health check of compose.postgresql.yaml on `folder`. Return whether the check
    succeeds."""
    command = present(re.search(r'test: \["CMD-SHELL", "(find /data .*)"\]', COMPOSE))[1]
    return not subprocess.run(
        command.replace("/data", str(folder)), shell=True, check=False
    ).returncode


def old(folder: Path, days: int) -> Path:
    """Make a backup file that is `days` days old, and return its path."""
    file = folder / f"shijo-{days}.dump"
    file.write_text("a backup")
    os.utime(file, (time.time() - days * DAY - 60,) * 2)
    return file


@BEYOND
def test_while_backups_fail_all_older_ones_stay_and_it_is_seen(folder: Path) -> None:
    kept = [old(folder, days) for days in range(2, 40)]
    done = run(folder, "postgresql://shijo@127.0.0.1:1/shijo", waits=1)
    assert "No backup was written to" in done.stderr
    assert "no older one is deleted" in done.stderr
    assert sorted(folder.iterdir()) == sorted(kept)
    assert not healthy(folder)


def test_after_an_hour_of_failures_it_ends_with_status_1(folder: Path) -> None:
    done = run(folder, "postgresql://shijo", waits=100, shijo="exit 1")
    assert done.returncode == 1
    assert done.stderr.count("no backup was made") == 12


def test_a_backup_that_was_made_lets_the_oldest_go(postgresql: Cluster, folder: Path) -> None:
    kept = [old(folder, days) for days in range(2, 15)]
    gone = [old(folder, days) for days in (20, 30)]
    (folder / "shijo-1.dump.unfinished").write_text("killed in the middle")
    done = run(folder, postgresql.new_database(), waits=3)
    assert done.returncode == 0, done.stderr
    [new] = set(folder.iterdir()) - set(kept)
    assert subprocess.run(["pg_restore", "--list", new], capture_output=True, check=True).stdout
    assert all(str(file) in done.stdout for file in gone)
    assert healthy(folder)
    # One a day: a restart makes no second one.
    assert "holds everything" not in run(folder, postgresql.new_database(), waits=2).stdout
