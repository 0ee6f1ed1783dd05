"""The bot's program, which also answers presses that come late: when many processes share a
machine, lateness is no reason to fail."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bot import __main__
from cogs.discord import admission
from tests.shijo_process import PATIENT


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bot.__main__.main` with a longer time in which presses are still answered."""
    admission.IN_TIME = PATIENT  # type: ignore[misc] # where the machine is not busy, it is 3 seconds
    return __main__.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
