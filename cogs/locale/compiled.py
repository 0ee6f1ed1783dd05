"""The compiled catalogues that the running bot reads. Beside each `.po` file is a `.mo` file, which
is not in the repository.

This file has a hook, a class that hatchling calls. hatchling finds it by this file's path
(`pyproject.toml`), and compiles the catalogues whenever Shijo is installed: into a wheel, or beside
the `.po` files of a checkout. Run as a script, this file compiles the edited catalogues in the
given folders. Without folders, it compiles our catalogues. `make run` and the tests do that too.
The games in examples/ also name the hook, each with the `folder` of its own catalogues. This file
imports nothing else of Shijo, because during an installation Shijo isn't there yet."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER: Final = Path(__file__).parent


def catalogues(folder: Path) -> Iterator[Path]:
    """Yield the catalogue files (`.po`) below `folder`, which translators edit."""
    yield from sorted(folder.glob("*/LC_MESSAGES/*.po"))


def compile_catalogue(path: Path) -> Path:
    """Write the `.mo` file beside this `.po` file. Return the path of the `.mo` file.

    Sentences without a translation, or with a translation that is marked as fuzzy, are left out.
    People read these sentences in English. Raises OSError if the file can't be read as a
    catalogue."""
    # Where nothing has to be compiled, nothing is needed for it.
    import polib  # noqa: PLC0415

    compiled = path.with_suffix(".mo")
    # A bot that starts meanwhile reads the old file or the new one, never half of it.
    begun = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    polib.pofile(str(path), encoding="utf-8").save_as_mofile(str(begun))
    begun.replace(compiled)
    return compiled


def compile_edited(folder: Path = FOLDER) -> list[Path]:
    """Compile each catalogue below `folder` that is newer than its `.mo` file or has no `.mo` file.
    Return the paths of the written `.mo` files."""
    return [compile_catalogue(path) for path in catalogues(folder) if _edited(path)]


def _edited(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns <= path.stat().st_mtime_ns


class CompiledCatalogues(BuildHookInterface[BuilderConfig]):
    """Compiles all catalogues before a wheel or an editable installation is built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the `.mo` files of the tree that is built. Include the files in the build although
        Git ignores them. `version` is "standard" (a wheel) or "editable". The `.mo` files are
        written for both."""
        root = Path(self.root)
        for path in catalogues(root / self.config.get("folder", "cogs/locale")):
            build_data["artifacts"].append(f"/{compile_catalogue(path).relative_to(root)}")


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:] or [str(FOLDER)]):
        compile_edited(folder)
