"""Installs a lock file of this folder into the environment that runs it, and says how far it is.

The way to call it: `.venv/bin/python requirements/install.py requirements/run.txt`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-color")
PINNED: Final = re.compile(r"^[A-Za-z0-9_.\[\]-]+==", re.MULTILINE)
SEEN: Final = ("Collecting ", "Requirement already satisfied: ")
"""How pip begins a line about a package that it has turned to …"""
SKIPPED: Final = "Ignoring "
"""… and about one that is for another system."""
INSTALLING: Final = "Installing collected packages"


def main(lock: Path) -> int:
    """Installs what `lock` names, by hashes and from wheels alone; returns pip's exit status."""
    total = len(PINNED.findall(lock.read_text(encoding="utf-8")))
    done, said = 0, list[str]()
    command = [*PIP, "install", "--require-hashes", "--only-binary", ":all:", "-r", str(lock)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        for line in pip.stdout or ():
            said.append(line)
            if line.startswith(SKIPPED):
                total -= 1
            elif line.startswith(SEEN):
                done += 1
                _show(f"{done} of {total} packages")
            elif line.startswith(INSTALLING):
                _show(f"{total} of {total} packages; unpacking them …")
    if pip.returncode:
        print("", *said[-20:], sep="\n", file=sys.stderr)
    else:
        _show(f"{total} packages are there")
        print(flush=True)
    return pip.returncode


def _show(progress: str) -> None:
    """Writes over the line before it, on a terminal; elsewhere each stands in a line of its own."""
    if sys.stdout.isatty():
        print(f"\r\033[K  {progress}", end="", flush=True)
    else:
        print(f"  {progress}", flush=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
