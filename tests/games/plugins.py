"""Installs a package for a test as an installer does, but without a network. It puts the package's
folder on the path, with its metadata."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent

import games
import games.players
from games.analysis import judges

EXAMPLES = Path(__file__).parents[2] / "examples"
PLUGINS = Path(__file__).parents[1] / "plugins"
"""The packages of the tests themselves."""


def write_metadata(project: Path, site: Path) -> None:
    """Writes the `.dist-info` that installing `project` (a folder with a pyproject.toml) would
    leave in `site`."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    )
    lines = []
    for group, entries in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in entries.items()), ""]
    (info / "entry_points.txt").write_text("\n".join(lines))


@contextmanager
def installed(project: Path, site: Path) -> Iterator[None]:
    """Install the package in `project` while the block runs. Its metadata is written to the empty
    folder `site`."""
    write_metadata(project, site)
    before, paths = set(sys.modules), [str(site), str(project)]
    sys.path[:0] = paths
    forget()
    try:
        yield
    finally:
        for path in paths:
            sys.path.remove(path)
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(f"{project}{os.sep}"):
                del sys.modules[name]
        forget()


def install(site: Path, name: str, code: str, entry_points: str) -> None:
    """Create the files that an installer would create: a module with this code, and the metadata
    with the entry points in `entry_points`."""
    (site / f"{name}.py").write_text(dedent(code))
    info = site / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(dedent(entry_points))
    forget()


def forget() -> None:
    """Forget the loaded games, players and judges, so that they are loaded again."""
    games._found.cache_clear()
    games.players._found.cache_clear()
    judges._found.cache_clear()
    judges._is_imagined.cache_clear()
