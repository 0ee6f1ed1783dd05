"""The seal of a shuffle: the hash of the secret that the deal follows from."""

from __future__ import annotations

from typing import Final

from cogs.words import _

SHORT: Final = 12
"""The number of characters of a seal that people compare by eye."""


def short_seal(secret_hash: str) -> str:
    """The beginning of a seal."""
    return f"`{secret_hash[:SHORT]}…`"


def sealed(secret_hash: str) -> str:
    """The seal of the next shuffle."""
    return "-# " + _("🔒 Shuffle code: {seal}", seal=short_seal(secret_hash))


def whole_seal(secret_hash: str) -> str:
    """A seal in full, for those who compare it."""
    return _("🔒 Full shuffle code: `{seal}`", seal=secret_hash)
