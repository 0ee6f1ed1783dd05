"""Saving: what stands in the database, how it is written and read. No other package of the
project knows SQL."""

import logging

from bot.store.errors import Conflict, NotWritten, StoreError, StoreTooNew, StoreUnusable
from bot.store.store import Store

__all__ = ["Conflict", "NotWritten", "Store", "StoreError", "StoreTooNew", "StoreUnusable"]

# A command that keeps no log says itself what has failed, and must not say it twice.
logging.getLogger(__name__).addHandler(logging.NullHandler())
