"""Run the bot's program so that it still answers late presses. When many processes share a machine,
presses can be late, and tests shouldn't fail for that."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bot import __main__
from cogs.discord import admission
from tests.shijo_process import PATIENT


def main(arguments: Sequence[str] | None = None) -> int:
    """Let the bot still answer presses that are up to `PATIENT` seconds late. Then run
    `bot.__main__.main` and return its result."""
    admission.IN_TIME = PATIENT  # type: ignore[misc] # where the machine is not busy, it is 3 seconds
    return __main__.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
