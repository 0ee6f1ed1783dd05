"""Garbage collection in a process that lives long and knows thousands of servers."""

from __future__ import annotations

import gc


class LongLived:
    """Takes what stays in memory out of later collections: the program, and the servers with their
    channels and roles. They are up to millions of objects, and a collection that looks through
    them stops the event loop for a second."""

    def __init__(self) -> None:
        self._shards: set[int] = set()

    def came(self, shard: int) -> None:
        """The servers of a shard have come. Those of an earlier session of that shard are garbage
        then, so what was taken out before is looked through once."""
        if shard in self._shards:
            gc.unfreeze()
            gc.collect()
        self._shards.add(shard)
        gc.freeze()
