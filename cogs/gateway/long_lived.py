"""Garbage collection in a process that lives long and knows thousands of servers."""

from __future__ import annotations

import gc


def set_aside(_: int = 0) -> None:
    """Take all objects that there are now out of later collections; takes a shard's number, which
    makes no difference.

    The program, and the servers with their channels and roles, are up to millions of objects, and a
    collection that looks through them stops the event loop for a second. To be called when the
    servers of a shard have come. Those of an earlier session of that shard are garbage then, so
    what was set aside before is looked through once.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
