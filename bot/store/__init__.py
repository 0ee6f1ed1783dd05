"""Saving: what stands in the database, how it is written and read. No other room of the project
knows SQL."""

from bot.store.errors import Conflict, NotWritten, StoreError, StoreTooNew, StoreUnusable
from bot.store.store import Store

__all__ = ["Conflict", "NotWritten", "Store", "StoreError", "StoreTooNew", "StoreUnusable"]
