"""Shares as each language writes them."""

from __future__ import annotations

from cogs.words import in_context


def share(percent: float) -> str:
    """A share in whole per cent: `98%`, with a space that is no place to break a line where the
    language wants one."""
    return in_context("a share", "{number}%", number=f"{percent:.0f}")
