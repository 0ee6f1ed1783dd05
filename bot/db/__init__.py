"""The database: its schema, and how it is read and written. Outside this package, only the `store`
modules of the subjects have SQL."""

import logging

from bot.db.errors import Conflict, NotWritten, StoreError, StoreTooNew, StoreTooOld, StoreUnusable
from bot.db.health import unhurried

__all__ = [
    "Conflict",
    "NotWritten",
    "StoreError",
    "StoreTooNew",
    "StoreTooOld",
    "StoreUnusable",
    "unhurried",
]

# A command without a log prints the failure itself, and must not print it twice.
logging.getLogger(__name__).addHandler(logging.NullHandler())
