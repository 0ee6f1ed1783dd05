"""Installs the packages of a lock file in this folder, and shows how many packages are done. The
packages go into the environment of the Python that runs this program.

The way to call it: `.venv/bin/python requirements/install.py requirements/run.txt`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-color")
PINNED: Final = re.compile(r"^[A-Za-z0-9_.\[\]-]+==", re.MULTILINE)
SEEN: Final = ("Collecting ", "Requirement already satisfied: ")
"""The possible beginnings of a line of pip's output that says that pip is at work on the next
package."""
SKIPPED: Final = "Ignoring "
"""The beginning of a line of pip's output about a package that is left out, because it is for
another system."""
INSTALLING: Final = "Installing collected packages"


def main(lock: Path) -> int:
    """Installs the packages that the file `lock` names. pip checks the hash of each package, and
    installs from wheels only. Returns pip's exit status (0 if all went well). Otherwise the last
    lines of pip's output are printed to stderr."""
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
    """Prints the progress. On a terminal, it replaces the progress that was printed before.
    Elsewhere, it is printed on a new line."""
    if sys.stdout.isatty():
        print(f"\r\033[K  {progress}", end="", flush=True)
    else:
        print(f"  {progress}", flush=True)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
