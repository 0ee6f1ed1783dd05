"""The bot's program, which still answers presses that come late: where many processes share a
machine, that is no reason to fail."""

from __future__ import annotations

import sys

from bot.__main__ import main
from cogs.discord import admission
from tests.shijo_process import PATIENT

if __name__ == "__main__":
    admission.IN_TIME = PATIENT  # type: ignore[misc] # where the machine is not busy, it is 3 seconds
    sys.exit(main())
