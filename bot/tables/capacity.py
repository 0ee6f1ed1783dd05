"""How many tables fit into the memory that this process may have."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

OF_A_TABLE: Final = 60 * 1024
"""Bytes that a table in memory takes in the middle of a long game (`benchmarks hot` measures
it)."""
SHARE: Final = 0.1
"""How much of the memory tables may take."""
LEAST: Final = 2_000
MOST: Final = 10_000

CGROUPS: Final = Path("/sys/fs/cgroup")
OWN_GROUP: Final = Path("/proc/self/cgroup")
"""Where Linux says in which control group this process is: a line `0::/path`."""
LIMIT: Final = "memory.max"
"""The name of the file with the memory limit of a Linux control group. The file holds the limit in
bytes, or the word `max` for no limit."""


def usual_live_tables() -> int:
    """Return how many tables this process keeps in memory when the settings don't give a number.
    The result depends on the memory that the process may use."""
    memory = min((each for each in (_of_machine(), _of_groups()) if each), default=0)
    return max(LEAST, min(int(memory * SHARE) // OF_A_TABLE, MOST))


def _of_machine() -> int | None:
    """Return the machine's memory in bytes, or None when the operating system doesn't report it."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # Windows
        return None


def _of_groups() -> int | None:
    """Return the smallest memory limit in bytes that a container or supervisor has set for this
    process, or None when no limit is set."""
    limits = []
    for folder in _folders(OWN_GROUP, CGROUPS):
        try:
            limits.append(int((folder / LIMIT).read_text()))
        except (OSError, ValueError):  # no limit
            continue
    return min(limits, default=None)


def _folders(own: Path, groups: Path) -> list[Path]:
    """Return the folders of this process's control group and of all groups that contain it. The
    folder of the process's own group comes first."""
    try:
        lines = own.read_text().splitlines()
    except OSError:
        return []
    path = next((line.removeprefix("0::") for line in lines if line.startswith("0::")), "/")
    inner = groups / path.lstrip("/")
    return [inner, *(each for each in inner.parents if each.is_relative_to(groups))]
