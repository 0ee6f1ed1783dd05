"""The judge of games that have none of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.analysis.judge import Judge
from games.core import Chance
from games.shuffle import Stream

NUMBERS: Final = 1 << 32
"""The chances of a deal to choose from."""


class PlainJudge(Judge):
    """Imagined deals, played on by the game's own bot player. All moves that are tried in a deal
    have the same chance in it: so they differ by what they are worth, and not by luck."""

    needs = 6

    def chance_in_deal(self, rng: Chance) -> Callable[[], Chance]:
        """The same chance for each playout in one deal."""
        seed = rng.randrange(NUMBERS).to_bytes(4, "big")
        return lambda: Stream(seed)
