"""The compiled catalogues that the running bot reads: beside each `.po` a `.mo`, which is not in
the repository.

hatchling finds this file's hook by its path (`pyproject.toml`), and compiles the catalogues
whenever Shijo is installed: into a wheel, or beside the `.po` files of a checkout. Run as a script,
the file compiles the edited catalogues in the given folders, or in ours; `make run` and the tests
do that too. The games in examples/ name the hook too, each with the `folder` of its own catalogues.
Nothing else of Shijo is imported here, because during an installation it isn't there yet."""

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
    """The files below `folder` that translators edit."""
    yield from sorted(folder.glob("*/LC_MESSAGES/*.po"))


def compile_catalogue(path: Path) -> Path:
    """Write the `.mo` beside this `.po`, and return its path.

    Sentences without a translation, or with one that is marked as fuzzy, are left out: people read
    them in English. Raises OSError when the file can't be read as a catalogue."""
    # Where nothing has to be compiled, nothing is needed for it.
    import polib  # noqa: PLC0415

    compiled = path.with_suffix(".mo")
    # A bot that starts meanwhile reads the old file or the new one, never half of it.
    begun = compiled.with_name(f"{compiled.name}.{os.getpid()}")
    polib.pofile(str(path), encoding="utf-8").save_as_mofile(str(begun))
    begun.replace(compiled)
    return compiled


def compile_edited(folder: Path = FOLDER) -> list[Path]:
    """Compile each catalogue that is newer than its `.mo` or has none; returns the paths of these
    `.mo` files."""
    return [compile_catalogue(path) for path in catalogues(folder) if _edited(path)]


def _edited(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime_ns <= path.stat().st_mtime_ns


class CompiledCatalogues(BuildHookInterface[BuilderConfig]):
    """Compiles all catalogues before a wheel or an editable installation is built."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the `.mo` files of the tree that is built, and include them although Git ignores
        them. `version` is "standard" or "editable"; both need them."""
        root = Path(self.root)
        for path in catalogues(root / self.config.get("folder", "cogs/locale")):
            build_data["artifacts"].append(f"/{compile_catalogue(path).relative_to(root)}")


if __name__ == "__main__":
    for folder in map(Path, sys.argv[1:] or [str(FOLDER)]):
        compile_edited(folder)
