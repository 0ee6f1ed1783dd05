"""The command-line arguments that several programs in tests/browser take."""

from __future__ import annotations

import argparse
from pathlib import Path


def language_and_folder(program: str) -> tuple[str, Path]:
    """Read a language and a folder from the command line of the program `program`. Creates the
    folder. Returns the language and the folder."""
    parser = argparse.ArgumentParser(prog=f"python -m {program}")
    parser.add_argument("language", help="as Discord names it, for example de")
    parser.add_argument("folder", type=Path)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    return asked.language, asked.folder
