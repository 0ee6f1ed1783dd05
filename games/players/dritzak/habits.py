"""What the quick player goes by: a few thresholds, tuned by self-play."""

from __future__ import annotations

from typing import Final, NamedTuple


class Habits(NamedTuple):
    """Thresholds. A rank's worth is its place in ranks.BY_WORTH."""

    split: int = 7
    """From this worth on, one card at a time while the draw pile lasts."""
    ten: int = 99
    """Cards in the pile from which on a 10 goes before a 2."""
    spare: int = 0
    """While the draw pile lasts: so small a pile is taken rather than a 2 or a 10 played."""


QUICK: Final = Habits()

OTHERS: Final = (QUICK,)
