"""Reading the files that are given to a command."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.core.errors import Refusal


def text_of(name: str) -> str:
    """Return the content of the file with the name `name`, or of the standard input if the name is
    `-`. Raises Refusal when it can't be read."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{name} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Refusal(f"{name} isn't text") from None
