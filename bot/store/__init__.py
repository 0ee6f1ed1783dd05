"""The database: its schema, and how it is read and written. No other package knows SQL."""

import logging

from bot.store.errors import (
    Conflict,
    NotWritten,
    StoreError,
    StoreTooNew,
    StoreTooOld,
    StoreUnusable,
)
from bot.store.pulse import unhurried
from bot.store.store import Store

__all__ = [
    "Conflict",
    "NotWritten",
    "Store",
    "StoreError",
    "StoreTooNew",
    "StoreTooOld",
    "StoreUnusable",
    "unhurried",
]

# A command without a log prints the failure itself, and must not print it twice.
logging.getLogger(__name__).addHandler(logging.NullHandler())
